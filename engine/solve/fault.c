/* SPDX-License-Identifier: MIT
 * fault.c - a broken invariant costs the job in whose work it shows, and no other.
 *
 * What runs in a guard (base/guard.c has the reasons): a slice of a search, from the setting of its
 * question to the taking of its value; the making of a result, which reads a line from the table
 * and searches what is lost; the making of a certificate. Its poll, callbacks and sinks do not:
 * they take locks and are others'.
 *
 * The job     ends as FAILED with ERR_INTERNAL and the report in its result. Nothing it has found
 *             is told, remembered or stored. Its other tasks come out as at any end. Who shared it
 *             (coalesce.c) asks again, with a table that knows nothing.
 *
 * The table   is distrusted as a whole: there is no telling which entries came from what is broken.
 *             That costs the other jobs what they had found, not their answers: an entry that is
 *             not found is searched again. They are not ended: one fault would cost everybody's
 *             job. So what they had read before stays with them, and what follows from it may be
 *             stored anew (ttable.h says for how long). To have a search store under the salt that
 *             it began with would close that for the table alone: its own answer rests on the
 *             same reading.
 *
 * The rest    What jobs that ended before have remembered and stored stays: their checks held. */
#include "engine/solve/fault.h"

#include "engine/base/check.h"
#include "engine/solve/pool.h"

/* tell has the owner of the solver hear of it. */
static void tell(const solver_t *solver, const char *work, const problem_t *problem,
                 const fault_t *fault)
{
	const solver_fault_t told = {.fault = *fault, .work = work, .problem = problem};

	if (solver->on_fault != NULL)
		solver->on_fault(&told, solver->fault_context);
}

void fault_job_locked(job_t *job, const fault_t *fault)
{
	inquiry_void(&job->inquiry);
	if (job->end.fault.what == NULL)
		job->end.fault = *fault;
	job->end.error = ERR_INTERNAL;
	if (job_is_ending_locked(job)) /* what it was to end with may be false */
		job->end.state = JOB_FAILED;
}

static void discard(void *context)
{
	search_discard(context);
}

void fault_task(solver_t *solver, task_t *t, const fault_t *fault)
{
	job_t *job = t->job;
	search_t *search = t->search;
	fault_t again;

	t->search = NULL;
	/* If that fails as well, the search is left where it is. */
	(void)guard_run(discard, search, GUARD_LENDS, &again);
	ttable_distrust(job->tables.table);
	pthread_mutex_lock(&solver->lock);
	fault_job_locked(job, fault);
	pool_end_locked(solver, job, JOB_FAILED);
	pthread_mutex_unlock(&solver->lock);
	tell(solver, "search", &job->request.problem->problem, fault);
}

void fault_result(solver_t *solver, job_t *job, const fault_t *fault)
{
	ttable_distrust(job->tables.table);
	pthread_mutex_lock(&solver->lock);
	fault_job_locked(job, fault);
	pthread_mutex_unlock(&solver->lock);
	tell(solver, "result", &job->request.problem->problem, fault);
}

err_t fault_certificate(solver_t *solver, const problem_t *problem, ttable_t *table,
                        const fault_t *fault, errinfo_t *why)
{
	ttable_distrust(table);
	tell(solver, "certificate", problem, fault);
	return err_fail(why, ERR_INTERNAL, "%s: check failed at %s:%d: %s", err_text(ERR_INTERNAL),
	                fault->file, fault->line, fault->what);
}
