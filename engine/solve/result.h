/* SPDX-License-Identifier: MIT
 * result.h - the result of a job.
 *
 * Threads   who alone has the job: its maker, or the last task to leave. Without the lock.
 */
#ifndef ENGINE_SOLVE_RESULT_H
#define ENGINE_SOLVE_RESULT_H

#include "engine/solve/job.h"

/* result_make writes the result of a job that is ending and that no task is on. It reads the line
 * of a proof from the table, and searches again what the table has lost. */
void result_make(job_t *job);

/* result_given completes the result of a job that ends as one that was searched elsewhere. */
void result_given(job_t *job);

/* result_measure writes the part of it that tells the time since submission and how full the table
 * is. */
void result_measure(job_t *job);

#endif
