/* SPDX-License-Identifier: MIT
 * pool.h - which task a worker runs next, and who makes room for whom.
 *
 * Threads   a function that ends in _locked wants the solver's lock held. The
 *           lock is held for list operations only.
 */
#ifndef ENGINE_SOLVE_POOL_H
#define ENGINE_SOLVE_POOL_H

#include "engine/solve/solver_parts.h"
#include "engine/solve/task.h"

enum { HELP_ORDER = 2 }; /* below, one worker alone is faster */

/* pool_enqueue_locked puts a task where a worker will find it; for any but old ones, one
 * is asked to make room. pool_put_back_locked does so with one that has made room itself. */
void pool_enqueue_locked(solver_t *solver, task_t *t, queue_place_t place);
void pool_put_back_locked(solver_t *solver, task_t *t, queue_place_t place);

/* pool_adopt_locked puts a job that another client waits for as well among his tasks if he has
 * had less. */
void pool_adopt_locked(solver_t *solver, job_t *job, uint64_t client);

/* pool_fresh_locked takes a task that has not run yet and is next in its lane, or NULL.
 * pool_pass_on_locked is for the starter that was called and finds none: what waits is the
 * workers'. */
task_t *pool_fresh_locked(solver_t *solver);
void pool_pass_on_locked(solver_t *solver);

/* pool_dequeue_locked takes the task to work on next, pool_find_job_locked a long job to help,
 * which has one more task from here on; NULL: there is none. */
task_t *pool_dequeue_locked(solver_t *solver);
job_t *pool_find_job_locked(solver_t *solver);

/* pool_call_for_help_locked wakes idle workers when a job has become worth joining. */
void pool_call_for_help_locked(solver_t *solver, const job_t *job);

/* pool_hurry_locked sees to it that a job that is ending is looked at now. */
void pool_hurry_locked(solver_t *solver, job_t *job);

/* pool_expire_locked ends jobs that are past their deadline and are not running, which nobody else
 * would notice. Called whenever a worker looks for a task, or one that follows its job is
 * due; it looks at most every 2 ms. */
void pool_expire_locked(solver_t *solver);

/* pool_end_locked makes a job end in `state` soon, unless it is ending already. */
void pool_end_locked(solver_t *solver, job_t *job, job_state_t state);

/* pool_cancel makes a job end as CANCELLED soon. It takes the lock. */
void pool_cancel(job_t *job);

/* pool_poll is the poll of every task (task_create); `context` is the task. It takes the lock. */
poll_t pool_poll(void *context, search_t *search, unsigned nodes);

#endif
