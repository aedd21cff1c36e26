/* SPDX-License-Identifier: MIT
 * ending.c - how a job ends: its tasks leave one by one, and the last one makes the result. */
#include "engine/base/clock.h"
#include "engine/solve/fault.h"
#include "engine/solve/pool.h"

static void unlink_locked(solver_t *solver, job_t *job)
{
	if (job->newer != NULL)
		job->newer->older = job->older;
	else
		solver->newest = job->older;
	if (job->older != NULL)
		job->older->newer = job->newer;
}

/* tell makes the end of a job known that has its result. */
static void tell(solver_t *solver, job_t *job)
{
	job_set_state(job, job->ending);
	if (job->on_done != NULL)
		job->on_done(job, job->context);
	pthread_mutex_lock(&solver->lock);
	job->done_called = true;
	unlink_locked(solver, job);
	pthread_cond_broadcast(&solver->ended);
	if (solver->stopping)
		pthread_cond_broadcast(&solver->work);
	pthread_mutex_unlock(&solver->lock);
	job_release(job); /* the pool's own reference */
}

/* share gives a follower the result of the one it followed. */
static void share(solver_t *solver, const result_t *result, job_t *job)
{
	task_t *t = job->primary;

	pthread_mutex_lock(&solver->lock);
	job->primary = NULL; /* before it is gone: job_cancel looks at it */
	if (atomic_load_explicit(&job->state, memory_order_relaxed) == JOB_QUEUED)
		job_set_state(job, JOB_RUNNING);
	pthread_mutex_unlock(&solver->lock);
	task_free(t);
	job->result = *result;
	job->result.time_ns = clock_now_ns() - job->submitted_ns;
	tell(solver, job);
}

static void conclude_job(void *context)
{
	fault_passes(FAULT_RESULT);
	job_conclude(context);
}

/* conclude makes the result, or one that says what failed. */
static void conclude(solver_t *solver, job_t *job)
{
	fault_t fault;

	if (guard_run(conclude_job, job, GUARD_OWNS, &fault))
		return;
	fault_result(solver, job, &fault);
	job->result = (result_t){.best = MOVE_NONE};
	job_conclude(job); /* without a proof there is no line to be read */
}

/* finish makes the result of a job that no task is on any more, and shares it. */
static void finish(solver_t *solver, job_t *job)
{
	job_t *sharer;

	conclude(solver, job);
	if (solver->memory != NULL)
		answer_cache_keep(solver->memory, job->root, &job->limits, job->asks_ko,
		                  &job->result);
	if (job->scene != NULL)
		store_probe_keep(solver->store, job->scene, &job->result, job->best);
	pthread_mutex_lock(&solver->lock);
	sharer = coalesce_end_locked(solver, job);
	pthread_mutex_unlock(&solver->lock);
	while (sharer != NULL) {
		job_t *next = sharer->join.next;

		share(solver, &job->result, sharer);
		sharer = next;
	}
	tell(solver, job);
}

void ending_answer(solver_t *solver, job_t *job)
{
	job_set_state(job, JOB_RUNNING);
	job_set_state(job, JOB_DONE);
	if (job->on_done != NULL)
		job->on_done(job, job->context);
	pthread_mutex_lock(&solver->lock);
	job->done_called = true;
	pthread_mutex_unlock(&solver->lock);
}

void ending_part(solver_t *solver, job_t *job)
{
	bool last;

	pthread_mutex_lock(&solver->lock);
	last = --job->tasks == 0;
	pthread_mutex_unlock(&solver->lock);
	if (last)
		finish(solver, job);
}

void ending_leave(solver_t *solver, task_t *t)
{
	job_t *job = t->job;

	if (t->is_primary) { /* before it is gone: job_cancel looks at it */
		pthread_mutex_lock(&solver->lock);
		job->primary = NULL;
		pthread_mutex_unlock(&solver->lock);
	}
	task_free(t); /* drops its marks as well */
	ending_part(solver, job);
}
