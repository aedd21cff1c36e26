/* SPDX-License-Identifier: MIT
 * poll.c - see poll.h. When a task makes room, and for whom, is in pool.c ("Scheduling"). */
#include "engine/solve/poll.h"

#include <pthread.h>
#include <stdatomic.h>

#include "engine/base/check.h"
#include "engine/base/clock.h"
#include "engine/solve/expire.h"
#include "engine/solve/failpoint.h"
#include "engine/solve/pool.h"

enum { GIVE_WAY_NS = 300 * NS_PER_US }; /* latency: see pool.c, Scheduling */

/* grow_old notes that a job has turned out to be long. */
static void grow_old(solver_t *solver, job_t *job)
{
	pthread_mutex_lock(&solver->lock);
	assert(job->crew.tasks > 0); /* the one that polls */
	if (!job->crew.is_long) {
		job->crew.is_long = true;
		pool_call_for_help_locked(solver, job);
	}
	pthread_mutex_unlock(&solver->lock);
}

/* note_leading_locked keeps the move that was being searched when a limit ended the job: a search
 * is where it looks best. */
static void note_leading_locked(job_t *job, const search_t *search)
{
	move_t move;

	if (!job_is_ending_locked(job) && search_line(search, &move, 1) == 1)
		inquiry_suggest(&job->inquiry, move);
}

static poll_t look(task_t *t, search_t *search, unsigned nodes)
{
	solver_t *solver = t->job->solver;
	uint64_t now = clock_now_ns(), ran = t->ran_ns + (now - t->slice_from), slice_ns;

	/* Relaxed: a counter for the watchdog. */
	task_counter_add(t->ticks, 1);
	if (task_count(t, nodes, now)) {
		pthread_mutex_lock(&solver->lock);
		note_leading_locked(t->job, search);
		pool_end_locked(solver, t->job, JOB_EXPIRED);
		pthread_mutex_unlock(&solver->lock);
		return POLL_STOP;
	}
	if (due_has_come(&solver->dues, now)) {
		pthread_mutex_lock(&solver->lock);
		expire_locked(solver, now);
		pthread_mutex_unlock(&solver->lock);
	}
	if (t->is_primary && !t->is_old && ran >= solver->young_ns) {
		t->is_old = true;
		t->slice_ns = 0; /* whoever waits goes first now */
		grow_old(solver, t->job);
	}
	if (t->starts && now - t->slice_from >= t->slice_ns)
		return POLL_YIELD;
	slice_ns = t->slice_ns > GIVE_WAY_NS && queue_others_young(&solver->queue, t->lane)
	                   ? GIVE_WAY_NS
	                   : t->slice_ns;
	if (now - t->slice_from >= slice_ns &&
	    atomic_load_explicit(&solver->waiting, memory_order_relaxed) > 0)
		return POLL_YIELD;
	if (solver->by_turns && now >= solver->turn_until_ns)
		return POLL_YIELD;
	return POLL_GO;
}

poll_t poll_task(void *context, search_t *search, unsigned nodes)
{
	guard_t *guard = guard_pause(); /* it takes the lock, and calls others */
	const poll_t poll = look(context, search, nodes);

	guard_resume(guard);
	failpoint_pass(FAILPOINT_SEARCH);
	return poll;
}
