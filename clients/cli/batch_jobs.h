/* SPDX-License-Identifier: MIT
 * batch_jobs.h - asks the problems of a collection as so many jobs, several at once.
 *
 * Threads   the main thread.
 * Errors    are written to stderr, and end the run.
 */
#ifndef CLIENTS_CLI_BATCH_JOBS_H
#define CLIENTS_CLI_BATCH_JOBS_H

#include "clients/cli/batch_answers.h"

/* batch_jobs_run asks every problem whose row is open. */
void batch_jobs_run(batch_answers_t *answers);

#endif
