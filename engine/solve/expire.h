/* SPDX-License-Identifier: MIT
 * expire.h - the end of jobs whose time is up.
 *
 * Threads   the solver's lock must be held.
 */
#ifndef ENGINE_SOLVE_EXPIRE_H
#define ENGINE_SOLVE_EXPIRE_H

#include "engine/solve/solver_parts.h"

/* expire_note_locked notes until when a job has time; call it when that changes: it is submitted,
 * lent, or comes back. */
void expire_note_locked(solver_t *solver, job_t *job);

/* expire_locked ends jobs that are past their deadline: a job that is not running would not notice
 * it. Call it while due_has_come(&solver->dues, now_ns): whoever searches does, and whoever looks
 * for a task. It ends a part of those that are due, so that the lock is not held for long. */
void expire_locked(solver_t *solver, uint64_t now_ns);

#endif
