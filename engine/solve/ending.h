/* SPDX-License-Identifier: MIT
 * ending.h - how a job ends: its tasks leave one by one, and the last one makes the result.
 *
 * Threads   any; without the solver's lock.
 */
#ifndef ENGINE_SOLVE_ENDING_H
#define ENGINE_SOLVE_ENDING_H

#include "engine/solve/solver_parts.h"
#include "engine/solve/task.h"

/* ending_leave takes a task off its job for good, and releases it. ending_part does so for a task
 * that was counted and could not be made. The last task to leave makes the result and calls
 * on_done; the job may be gone afterwards. */
void ending_part(solver_t *solver, job_t *job);
void ending_leave(solver_t *solver, task_t *t);

/* ending_answer ends a job whose result was remembered: no task has ever been on it. */
void ending_answer(solver_t *solver, job_t *job);

#endif
