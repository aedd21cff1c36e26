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

/* pool_enqueue_locked puts a task where a worker will find it; unless its place is among the old
 * ones, a worker is asked to make room. pool_put_back_locked puts back a task that has made room
 * itself: nobody is asked. */
void pool_enqueue_locked(solver_t *solver, task_t *t, queue_place_t place);
void pool_put_back_locked(solver_t *solver, task_t *t, queue_place_t place);

/* pool_turn_locked has a job wait by the best of its own turn and those of all jobs that follow it;
 * pool_joined_locked by that of a new follower, if it is better than the turn that it has. */
void pool_turn_locked(solver_t *solver, job_t *job);
void pool_joined_locked(solver_t *solver, job_t *leader, const job_t *follower);

/* pool_fresh_locked takes a task out of the queue that has not run yet and is next in its lane;
 * NULL: there is none. pool_pass_on_locked is for a starter that was called and found none: a
 * worker is called instead for what waits. */
task_t *pool_fresh_locked(solver_t *solver);
void pool_pass_on_locked(solver_t *solver);

/* pool_dequeue_locked takes the task to work on next out of the queue. pool_find_job_locked chooses
 * a long job to help, and counts one more task on it; the caller has a reference to it. Both return
 * NULL when there is none. */
task_t *pool_dequeue_locked(solver_t *solver);
job_t *pool_find_job_locked(solver_t *solver);

/* pool_dequeue_that_locked takes out the first task that suits (queue_take_that); NULL: there is
 * none. */
task_t *pool_dequeue_that_locked(solver_t *solver, bool (*suits)(const task_t *t, void *context),
                                 void *context);

/* pool_help_first_locked: should a worker help a long job before it takes what is next in the
 * queue? That is so where the job's client weighs more, and has had less for its weight, than that
 * of a task which is old. */
bool pool_help_first_locked(const solver_t *solver);

/* pool_heaviest_locked returns the largest weight of a job that runs or waits. */
unsigned pool_heaviest_locked(const solver_t *solver);

/* pool_call_for_help_locked wakes idle workers when a job has become worth joining. */
void pool_call_for_help_locked(solver_t *solver, const job_t *job);

/* pool_hurry_locked puts the primary of a job that is ending before all other young tasks, if it
 * waits in the queue. */
void pool_hurry_locked(solver_t *solver, job_t *job);

/* pool_end_locked makes a job end in `state` soon, unless it is ending already. */
void pool_end_locked(solver_t *solver, job_t *job, job_state_t state);

/* pool_cancel makes a job end as CANCELLED soon, pool_fail as FAILED. They take the lock. */
void pool_cancel(job_t *job);
void pool_fail(job_t *job, err_t error);

#endif
