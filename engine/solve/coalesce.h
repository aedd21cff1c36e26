/* SPDX-License-Identifier: MIT
 * coalesce.h - identical questions in flight become one search: the first that asks leads, the
 * others follow, and get its answer.
 *
 * A follower is a job like any other, with a board, a deadline and a task, but nobody runs the
 * task. It ends with its leader; or alone, when it is cancelled or its time is up; or it has to
 * search itself, when its leader ends without an answer.
 *
 * Threads   what ends in _locked wants the solver's lock held; coalesce_progress takes it.
 */
#ifndef ENGINE_SOLVE_COALESCE_H
#define ENGINE_SOLVE_COALESCE_H

#include "engine/solve/job.h"

/* coalesce_locked lets the job follow another one, which it returns, or lead; NULL: it leads, or is
 * alone. */
job_t *coalesce_locked(solver_t *solver, job_t *job);

/* coalesce_leave_locked takes a follower away from its leader, which it returns; NULL: it follows
 * nobody. */
job_t *coalesce_leave_locked(job_t *job);

/* coalesce_end_locked ends the leading of a job whose result is made. It returns those who share
 * it, linked by join.next: they are ending and the caller's to finish. If the result is no answer
 * for them, it returns NULL, and *promoted leads the others from now on: its task is the caller's
 * to queue. */
job_t *coalesce_end_locked(solver_t *solver, job_t *job, job_t **promoted);

/* coalesce_progress passes a snapshot on to the followers. Takes the solver's lock, and calls
 * their on_progress under it: who leaves has left before or after, so that on_done comes last. */
void coalesce_progress(job_t *job, const progress_t *progress);

#endif
