/* SPDX-License-Identifier: MIT
 * coalesce.c - finds the job that asks the same, and shares its answer.
 *
 * Same       What two jobs have to have in common: coalesce_key.c.
 *
 * Lent       A borrowed job follows none that is lent, and a leader with borrowed followers is not
 *            lent (lend.c): else two solvers that have lent each other the same job would wait for
 *            each other, and nobody would search.
 *
 * No answer  A leader that is cancelled, or out of time, leaves the table warm: the follower that
 *            leads next is soon where it was. Its task has been there all the time, so that
 *            ending it, and beginning with it, are what they are for every job. */
#include "engine/solve/coalesce.h"

#include "engine/base/check.h"
#include "engine/solve/solver_parts.h"

/* follows_locked notes how many follow a job. */
static void follows_locked(job_t *leader, unsigned count)
{
	atomic_store_explicit(&leader->join.follows, count, memory_order_relaxed);
}

static unsigned count_of(const job_t *leader)
{
	return atomic_load_explicit(&leader->join.follows, memory_order_relaxed);
}

/* is_joined_locked: may the job follow that leader? */
static bool is_joined_locked(const job_t *leader, const job_t *job)
{
	return !job_is_ending_locked(leader) && !(job->request.borrowed && leader->crew.is_lent) &&
	       coalesce_key_is_same(&leader->join.key, &job->join.key);
}

/* bucket_of returns where the leaders with the job's hash are listed. */
static job_t **bucket_of(solver_t *solver, const job_t *job)
{
	return &solver->same[job->join.key.hash % JOIN_BUCKETS];
}

static void lead_locked(solver_t *solver, job_t *job)
{
	job_t **bucket = bucket_of(solver, job);

	assert(job->join.leader == NULL && !job->join.leads);
	job->join.leads = true;
	job->join.same = *bucket;
	*bucket = job;
}

job_t *coalesce_locked(solver_t *solver, job_t *job)
{
	job_t *leader;

	if (job->join.key.text == NULL)
		return NULL;
	leader = *bucket_of(solver, job);
	while (leader != NULL && !is_joined_locked(leader, job))
		leader = leader->join.same;
	if (leader == NULL) {
		lead_locked(solver, job);
		return NULL;
	}
	job->join.leader = leader;
	job->join.next = leader->join.first;
	if (job->join.next != NULL)
		job->join.next->join.previous = job;
	leader->join.first = job;
	leader->join.borrowed += job->request.borrowed;
	follows_locked(leader, count_of(leader) + 1);
	return leader;
}

job_t *coalesce_leave_locked(job_t *job)
{
	job_t *leader = job->join.leader;
	job_t *next = job->join.next, *previous = job->join.previous;

	if (leader == NULL)
		return NULL;
	assert(leader->join.leads && !job->join.leads && count_of(leader) > 0);
	assert((previous == NULL) == (leader->join.first == job));
	*(previous != NULL ? &previous->join.next : &leader->join.first) = next;
	if (next != NULL)
		next->join.previous = previous;
	job->join.next = job->join.previous = NULL;
	job->join.leader = NULL;
	leader->join.borrowed -= job->request.borrowed;
	follows_locked(leader, count_of(leader) - 1);
	return leader;
}

/* is_shared: is the result an answer to whoever asks the same? Out of nodes is one. */
static bool is_shared(const job_t *job)
{
	return job->result.state == JOB_DONE ||
	       (job->result.state == JOB_EXPIRED && job->request.limits.nodes > 0 &&
	        job->result.nodes >= job->request.limits.nodes);
}

/* promote_locked makes the first of so many followers lead the others. */
static void promote_locked(solver_t *solver, job_t *first, unsigned count)
{
	assert(count > 0);
	first->join.leader = NULL;
	first->join.first = first->join.next;
	first->join.next = NULL;
	if (first->join.first != NULL)
		first->join.first->join.previous = NULL;
	for (job_t *f = first->join.first; f != NULL; f = f->join.next) {
		f->join.leader = first;
		first->join.borrowed += f->request.borrowed;
	}
	follows_locked(first, count - 1);
	lead_locked(solver, first);
	atomic_store_explicit(&first->shared.nodes, 0,
	                      memory_order_relaxed); /* those were another's */
}

job_t *coalesce_end_locked(solver_t *solver, job_t *job, job_t **promoted)
{
	job_t **at = bucket_of(solver, job);
	job_t *first = job->join.first;
	const unsigned count = count_of(job);

	*promoted = NULL;
	if (!job->join.leads)
		return NULL;
	while (*at != job)
		at = &(*at)->join.same;
	*at = job->join.same;
	job->join.leads = false;
	job->join.first = NULL;
	job->join.borrowed = 0;
	follows_locked(job, 0);
	if (first == NULL)
		return NULL;
	if (!is_shared(job)) {
		promote_locked(solver, first, count);
		*promoted = first;
		return NULL;
	}
	for (job_t *f = first; f != NULL; f = f->join.next) {
		f->join.leader = NULL;
		job_end_locked(f, job->result.state);
	}
	return first;
}

void coalesce_progress(job_t *job, const progress_t *progress)
{
	solver_t *solver = job->solver;

	if (count_of(job) == 0) /* without the lock: it may be old */
		return;
	pthread_mutex_lock(&solver->lock);
	for (job_t *f = job->join.first; f != NULL; f = f->join.next) {
		atomic_store_explicit(
		        &f->shared.nodes,
		        atomic_load_explicit(&job->shared.nodes, memory_order_relaxed),
		        memory_order_relaxed);
		progress_publish(&f->progress, progress);
		f->request.on_progress(f, f->request.context);
	}
	pthread_mutex_unlock(&solver->lock);
}
