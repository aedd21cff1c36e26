/* SPDX-License-Identifier: MIT
 * batch_durable.h - `tesuji solve COLLECTION --durable KEY`: hands in a collection under a key, and
 * takes the results, in this run or in a later one. And `tesuji batch`, for what is kept by a key.
 *
 * Threads   the main thread.
 * Errors    are written to stderr; they end the run, or their exit code is returned.
 */
#ifndef CLIENTS_CLI_BATCH_DURABLE_H
#define CLIENTS_CLI_BATCH_DURABLE_H

#include "clients/cli/batch_answers.h"

/* batch_durable_run hands in all problems, whose answers fill the rows that are open. Ctrl-C ends
 * the run, not the batch. */
void batch_durable_run(batch_answers_t *answers);

/* batch_durable_command tells how far the batch of a key is, cancels it, or has it forgotten. */
exit_t batch_durable_command(const args_t *args);

#endif
