/* SPDX-License-Identifier: MIT
 * fault.h - what becomes of a job of which a piece of work fails a check of its own (guard.h).
 *
 * Threads   any; what ends in _locked wants the solver's lock held.
 */
#ifndef ENGINE_SOLVE_FAULT_H
#define ENGINE_SOLVE_FAULT_H

#include "engine/base/guard.h"
#include "engine/solve/pool.h"

/* Where a check can be made to fail, for tests: docs/development.md, "A broken check". */
typedef enum {
	FAULT_SLICE,       /* a worker begins to search */
	FAULT_SEARCH,      /* it has searched for a while */
	FAULT_RESULT,      /* the result of a job is made */
	FAULT_CERTIFICATE, /* a certificate is made */
	FAULT_PLACES
} fault_place_t;

/* fault_break makes a check fail at the nth passage of a place from now on, 1 being the next; 0:
 * none. fault_passes is a passage. */
void fault_break(fault_place_t place, long nth);

/* fault_arm does so as the environment's TESUJI_BREAK says, the first time that it is called. What
 * is not PLACE:N is refused each time with ERR_VALUE: who breaks a check on purpose must not be
 * left to believe that it held. */
err_t fault_arm(errinfo_t *why);
void fault_passes(fault_place_t place);

/* fault_job_locked makes the job end as FAILED, with nothing of what it has found. */
void fault_job_locked(job_t *job, const fault_t *fault);

/* fault_task ends the job of a task whose search was left, and drops that search. */
void fault_task(solver_t *solver, task_t *t, const fault_t *fault);

/* fault_result does so when the result of a job was being made, after its last task. */
void fault_result(solver_t *solver, job_t *job, const fault_t *fault);

/* fault_certificate tells of one that was being made; returns ERR_INTERNAL, with the report. */
err_t fault_certificate(solver_t *solver, const proven_t *proven, ttable_t *table,
                        const fault_t *fault, errinfo_t *why);

#endif
