/* SPDX-License-Identifier: MIT
 * ending.c - how a job ends: its tasks leave one by one, and the last one makes the result. */
#include "engine/solve/ending.h"

#include "engine/base/check.h"
#include "engine/base/clock.h"
#include "engine/solve/coalesce.h"
#include "engine/solve/failpoint.h"
#include "engine/solve/fault.h"
#include "engine/solve/pool.h"
#include "engine/solve/result.h"
#include "engine/solve/store_probe.h"

static void unlink_locked(solver_t *solver, job_t *job)
{
	assert(job->place.newer != NULL || solver->newest == job);
	due_drop(&solver->dues, &job->place.due);
	if (job->place.newer != NULL)
		job->place.newer->place.older = job->place.older;
	else
		solver->newest = job->place.older;
	if (job->place.older != NULL)
		job->place.older->place.newer = job->place.newer;
}

/* tell makes the end of a job known that has its result. */
static void tell(solver_t *solver, job_t *job)
{
	job_set_state(job, job->end.state);
	if (job->request.on_done != NULL)
		job->request.on_done(job, job->request.context);
	pthread_mutex_lock(&solver->lock);
	assert(!job->end.done_called); /* a job ends once */
	job->end.done_called = true;
	unlink_locked(solver, job);
	pthread_cond_broadcast(&solver->ended);
	if (solver->stopping)
		pthread_cond_broadcast(&solver->work);
	pthread_mutex_unlock(&solver->lock);
	job_release(job); /* the pool's own reference */
}

/* share gives a follower the result of the one it followed, and whose search it waited for. */
static void share(solver_t *solver, const job_t *leader, job_t *follower)
{
	const uint64_t begun_ns = leader->crew.begun_ns, since_ns = follower->request.submitted_ns;
	task_t *t = follower->crew.primary;

	pthread_mutex_lock(&solver->lock);
	assert(t != NULL && !t->queued); /* a follower's task is in no queue */
	follower->crew.primary = NULL;   /* before it is gone: solver_cancel looks at it */
	if (atomic_load_explicit(&follower->shared.state, memory_order_relaxed) == JOB_QUEUED)
		job_set_state(follower, JOB_RUNNING);
	pthread_mutex_unlock(&solver->lock);
	task_free(t);
	follower->result = leader->result;
	follower->result.time_ns = clock_now_ns() - since_ns;
	follower->result.wait_ns = begun_ns > since_ns ? begun_ns - since_ns : 0;
	follower->result.worked_ns = 0;
	tell(solver, follower);
}

static void conclude_job(void *context)
{
	failpoint_pass(FAILPOINT_RESULT);
	result_make(context);
}

/* conclude makes the result, or one that says what failed. */
static void conclude(solver_t *solver, job_t *job)
{
	fault_t fault;

	if (guard_run(conclude_job, job, GUARD_OWNS, &fault))
		return;
	fault_result(solver, job, &fault);
	job->result = (result_t){.best = MOVE_NONE};
	result_make(job); /* without a proof there is no line to be read */
}

/* finish makes the result of a job that no task is on any more, and shares it. */
static void finish(solver_t *solver, job_t *job)
{
	const bool is_given = job->crew.is_given;
	job_t *follower, *promoted;

	if (is_given)
		result_given(job);
	else
		conclude(solver, job);
	if (solver->memory != NULL && !is_given)
		answer_cache_keep(solver->memory, job->root, &job->request.limits,
		                  job->inquiry.ko.asked, &job->result);
	if (job->request.form != NULL && !is_given)
		store_probe_keep(solver->store, job->request.form, &job->result,
		                 job->inquiry.found.best);
	pthread_mutex_lock(&solver->lock);
	follower = coalesce_end_locked(solver, job, &promoted);
	if (promoted != NULL) {
		pool_turn_locked(solver, promoted);
		pool_enqueue_locked(solver, promoted->crew.primary, QUEUE_YOUNG);
	}
	pthread_mutex_unlock(&solver->lock);
	while (follower != NULL) {
		job_t *next = follower->join.next;

		share(solver, job, follower);
		follower = next;
	}
	tell(solver, job);
}

void ending_answer(solver_t *solver, job_t *job)
{
	job_set_state(job, JOB_RUNNING);
	job_set_state(job, JOB_DONE);
	if (job->request.on_done != NULL)
		job->request.on_done(job, job->request.context);
	pthread_mutex_lock(&solver->lock);
	job->end.done_called = true;
	pthread_mutex_unlock(&solver->lock);
}

void ending_part(solver_t *solver, job_t *job)
{
	bool last;

	pthread_mutex_lock(&solver->lock);
	assert(job->crew.tasks > 0);
	last = --job->crew.tasks == 0;
	assert(!last || job_is_ending_locked(job)); /* nobody leaves the only task before */
	pthread_mutex_unlock(&solver->lock);
	if (last)
		finish(solver, job);
}

void ending_leave(solver_t *solver, task_t *t)
{
	job_t *job = t->job;

	if (t->is_primary) { /* before it is gone: solver_cancel looks at it */
		pthread_mutex_lock(&solver->lock);
		job->crew.primary = NULL;
		pthread_mutex_unlock(&solver->lock);
	}
	task_free(t); /* drops its marks as well */
	ending_part(solver, job);
}
