/* SPDX-License-Identifier: MIT
 * lend.c - see lend.h.
 *
 * The primary task of a lent job is in no queue, and no worker runs it. Whoever ends the job first
 * clears crew.is_lent, under the lock, and has the task: lend_settle, which leaves with it at once;
 * or pool_end_locked, which queues it for a worker to leave with. */
#include "engine/solve/lend.h"

#include "engine/base/check.h"
#include "engine/base/clock.h"
#include "engine/solve/coalesce.h"
#include "engine/solve/ending.h"
#include "engine/solve/expire.h"
#include "engine/solve/pool.h"

/* What queue_take_that asks. */
typedef struct {
	lend_suits_t suits;
	void *context;
} wish_t;

static bool may_go(const task_t *t, void *context)
{
	const wish_t *wish = context;

	return t->is_primary && t->job->crew.tasks == 1 && t->job->join.borrowed == 0 &&
	       !job_is_ending_locked(t->job) && wish->suits(t->job, t->ran_ns, wish->context);
}

job_t *lend_next(solver_t *solver, lend_suits_t suits, void *context)
{
	wish_t wish = {.suits = suits, .context = context};
	job_t *job = NULL;
	task_t *t;

	pthread_mutex_lock(&solver->lock);
	t = pool_dequeue_that_locked(solver, may_go, &wish);
	if (t != NULL) {
		job = t->job;
		job_hold(job);
		job->crew.is_lent = true;
		expire_note_locked(solver, job);
		if (job->crew.begun_ns == 0)
			job->crew.begun_ns = clock_now_ns();
		if (job->crew.peak == 0)
			job->crew.peak = 1;
		if (atomic_load_explicit(&job->shared.state, memory_order_relaxed) == JOB_QUEUED)
			job_set_state(job, JOB_RUNNING);
		queue_charge(&solver->queue, job->place.turn.client,
		             QUEUE_DEBT_NS / job->place.turn.weight);
	}
	pthread_mutex_unlock(&solver->lock);
	return job;
}

bool lend_settle(job_t *job, const result_t *result)
{
	solver_t *solver = job->solver;
	task_t *t = NULL;

	pthread_mutex_lock(&solver->lock);
	if (job->crew.is_lent) {
		t = job->crew.primary;
		assert(t != NULL && !t->queued && !job_is_ending_locked(job));
		job->crew.is_lent = false;
		job->crew.is_given = true;
		job->crew.worked_ns += result->worked_ns;
		job->result = *result;
		job_end_locked(job, result->state);
	}
	pthread_mutex_unlock(&solver->lock);
	if (t == NULL)
		return false;
	atomic_fetch_add_explicit(&job->shared.nodes, result->nodes, memory_order_relaxed);
	ending_leave(solver, t);
	return true;
}

bool lend_return(job_t *job)
{
	solver_t *solver = job->solver;
	bool was;

	pthread_mutex_lock(&solver->lock);
	was = job->crew.is_lent;
	job->crew.is_lent = false;
	if (was) {
		expire_note_locked(solver, job);
		pool_enqueue_locked(solver, job->crew.primary,
		                    job->crew.primary->is_old ? QUEUE_OLD : QUEUE_YOUNG);
	}
	pthread_mutex_unlock(&solver->lock);
	return was;
}

void lend_progress(job_t *job, const progress_t *progress)
{
	solver_t *solver = job->solver;
	progress_t told = *progress;
	bool is_lent;

	if (job->request.progress_ns == 0)
		return;
	told.value = VALUE_UNDECIDED;
	pthread_mutex_lock(&solver->lock);
	is_lent = job->crew.is_lent;
	if (is_lent) {
		progress_publish(&job->progress, &told);
		job->request.on_progress(job, job->request.context);
	}
	pthread_mutex_unlock(&solver->lock);
	if (is_lent)
		coalesce_progress(job, &told);
}

void lend_expire(solver_t *solver)
{
	while (due_has_come(&solver->dues, clock_now_ns())) { /* some at a time */
		pthread_mutex_lock(&solver->lock);
		expire_locked(solver, clock_now_ns());
		pthread_mutex_unlock(&solver->lock);
	}
}
