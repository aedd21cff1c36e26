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
 *             (join.c) asks again, with a table that knows nothing.
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

#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"

static const char *const places[FAULT_PLACES] = {
        [FAULT_SLICE] = "slice",
        [FAULT_SEARCH] = "search",
        [FAULT_RESULT] = "result",
        [FAULT_CERTIFICATE] = "certificate",
};

/* Passages of each place until the one that fails; 0: none will. Relaxed: a countdown. */
static _Atomic long until[FAULT_PLACES];
static _Atomic bool armed;

void fault_break(fault_place_t place, long nth)
{
	atomic_store_explicit(&until[place], nth, memory_order_relaxed);
}

/* read_break reads PLACE:N; false: it is something else. */
static bool read_break(const char *text, fault_place_t *place, long *nth)
{
	enum { DIGITS_MOST = 9 };

	for (unsigned i = 0; i < FAULT_PLACES; i++) {
		const size_t length = strlen(places[i]);
		const char *number = &text[length + 1];

		if (strncmp(text, places[i], length) != 0 || text[length] != ':')
			continue;
		*place = (fault_place_t)i;
		*nth = strtol(number, NULL, 10);
		return *nth > 0 && strlen(number) <= DIGITS_MOST &&
		       strspn(number, "0123456789") == strlen(number);
	}
	return false;
}

err_t fault_arm(errinfo_t *why)
{
	const char *text =
	        getenv("TESUJI_BREAK"); /* NOLINT(concurrency-mt-unsafe): nobody sets it */
	fault_place_t place;
	long nth;

	if (text == NULL || text[0] == '\0')
		return ERR_OK;
	if (!read_break(text, &place, &nth))
		return err_fail(
		        why, ERR_VALUE,
		        "TESUJI_BREAK: \"%.40s\" is not PLACE:N, with N from 1 on and one of "
		        "the places %s, %s, %s, %s",
		        text, places[FAULT_SLICE], places[FAULT_SEARCH], places[FAULT_RESULT],
		        places[FAULT_CERTIFICATE]);
	if (!atomic_exchange(&armed, true))
		fault_break(place, nth);
	return ERR_OK;
}

void fault_passes(fault_place_t place)
{
	bool broken_on_purpose = false;

	if (atomic_load_explicit(&until[place], memory_order_relaxed) > 0)
		broken_on_purpose =
		        atomic_fetch_sub_explicit(&until[place], 1, memory_order_relaxed) == 1;
	CHECK(!broken_on_purpose);
}

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
	job->value = VALUE_UNDECIDED;
	job->best = MOVE_NONE;
	job->is_beyond = false;
	job->proven_zone.areas = 0;
	job->ko = KO_UNASKED;
	job->ko_threats = 0;
	job->ko_stage = 0;
	if (job->fault.what == NULL)
		job->fault = *fault;
	job->error = ERR_INTERNAL;
	if (job_is_ending_locked(job)) /* what it was to end with may be false */
		job->ending = JOB_FAILED;
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
	ttable_distrust(job->table);
	pthread_mutex_lock(&solver->lock);
	fault_job_locked(job, fault);
	pool_end_locked(solver, job, JOB_FAILED);
	pthread_mutex_unlock(&solver->lock);
	tell(solver, "search", &job->problem->problem, fault);
}

void fault_result(solver_t *solver, job_t *job, const fault_t *fault)
{
	ttable_distrust(job->table);
	pthread_mutex_lock(&solver->lock);
	fault_job_locked(job, fault);
	pthread_mutex_unlock(&solver->lock);
	tell(solver, "result", &job->problem->problem, fault);
}

err_t fault_certificate(solver_t *solver, const proven_t *proven, ttable_t *table,
                        const fault_t *fault, errinfo_t *why)
{
	ttable_distrust(table);
	tell(solver, "certificate", &proven->problem->problem, fault);
	return err_fail(why, ERR_INTERNAL, "%s: check failed at %s:%d: %s", err_text(ERR_INTERNAL),
	                fault->file, fault->line, fault->what);
}
