/* SPDX-License-Identifier: MIT
 * coalesce.c - finds the job that asks the same, and shares its answer.
 *
 * Same       What two jobs have to have in common: coalesce_key.c.
 *
 * No answer  A leader that is cancelled, or out of time, leaves the table warm: the follower that
 *            leads next is soon where it was. Its task has been there all the time, so that
 *            ending it, and beginning with it, are what they are for every job. */
#include "engine/solve/coalesce.h"

#include "engine/base/check.h"
#include "engine/solve/solver_parts.h"

/* set_due_locked notes the soonest deadline of those who follow. */
static void set_due_locked(job_t *leader)
{
	uint64_t due = 0;
	unsigned count = 0;

	for (const job_t *f = leader->join.first; f != NULL; f = f->join.next, count++)
		if (f->request.deadline_ns > 0 && (due == 0 || f->request.deadline_ns < due))
			due = f->request.deadline_ns;
	atomic_store_explicit(&leader->join.due_ns, due, memory_order_relaxed);
	atomic_store_explicit(&leader->join.follows, count, memory_order_relaxed);
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
	while (leader != NULL && (job_is_ending_locked(leader) ||
	                          !coalesce_key_is_same(&leader->join.key, &job->join.key)))
		leader = leader->join.same;
	if (leader == NULL) {
		lead_locked(solver, job);
		return NULL;
	}
	job->join.leader = leader;
	job->join.next = leader->join.first;
	leader->join.first = job;
	set_due_locked(leader);
	return leader;
}

job_t *coalesce_leave_locked(job_t *job)
{
	job_t *leader = job->join.leader;
	job_t **at;

	if (leader == NULL)
		return NULL;
	assert(leader->join.leads && !job->join.leads);
	for (at = &leader->join.first; *at != job; at = &(*at)->join.next)
		;
	*at = job->join.next;
	job->join.next = NULL;
	job->join.leader = NULL;
	set_due_locked(leader);
	return leader;
}

/* is_shared: is the result an answer to whoever asks the same? Out of nodes is one. */
static bool is_shared(const job_t *job)
{
	return job->result.state == JOB_DONE ||
	       (job->result.state == JOB_EXPIRED && job->request.limits.nodes > 0 &&
	        job->result.nodes >= job->request.limits.nodes);
}

/* promote_locked makes the first of them lead the others. */
static void promote_locked(solver_t *solver, job_t *first)
{
	first->join.leader = NULL;
	first->join.first = first->join.next;
	first->join.next = NULL;
	for (job_t *f = first->join.first; f != NULL; f = f->join.next)
		f->join.leader = first;
	set_due_locked(first);
	lead_locked(solver, first);
	atomic_store_explicit(&first->shared.nodes, 0,
	                      memory_order_relaxed); /* those were another's */
}

job_t *coalesce_end_locked(solver_t *solver, job_t *job, job_t **promoted)
{
	job_t **at = bucket_of(solver, job);
	job_t *first = job->join.first;

	*promoted = NULL;
	if (!job->join.leads)
		return NULL;
	while (*at != job)
		at = &(*at)->join.same;
	*at = job->join.same;
	job->join.leads = false;
	job->join.first = NULL;
	if (first == NULL)
		return NULL;
	if (!is_shared(job)) {
		promote_locked(solver, first);
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

	if (atomic_load_explicit(&job->join.follows, memory_order_relaxed) == 0)
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
