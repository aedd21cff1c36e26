/* SPDX-License-Identifier: MIT
 * fault.h - ends a job whose search, result or certificate has failed a check (guard.h).
 *
 * Threads   any; what ends in _locked wants the solver's lock held.
 */
#ifndef ENGINE_SOLVE_FAULT_H
#define ENGINE_SOLVE_FAULT_H

#include "engine/base/guard.h"
#include "engine/solve/solver_parts.h"
#include "engine/solve/task.h"

/* fault_job_locked makes the job end as FAILED, with nothing of what it has found. */
void fault_job_locked(job_t *job, const fault_t *fault);

/* fault_task ends the job of a task whose search was left, and drops that search. */
void fault_task(solver_t *solver, task_t *t, const fault_t *fault);

/* fault_result does so when the result of a job was being made, after its last task. */
void fault_result(solver_t *solver, job_t *job, const fault_t *fault);

/* fault_certificate tells of one that was being made; returns ERR_INTERNAL, with the report. */
err_t fault_certificate(solver_t *solver, const problem_t *problem, ttable_t *table,
                        const fault_t *fault, errinfo_t *why);

#endif
