/* SPDX-License-Identifier: MIT
 * worker.c - what a worker does: it takes a task, and works on it until the job is over or the
 * worker has to make room.
 *
 * By turns   A solver without threads has one worker: the thread that calls solver_turn. It works
 *            as a worker thread does, but its search also makes room when the turn is over. An
 *            answer then costs no wake-up, since no other thread is involved
 *            (docs/results/search.md, "Making room").
 *
 * Starter    Workers give way to every other program (thread_priority.c), and a worker that has
 *            been pushed off its core cannot take up a new job for as long as that lasts. A
 *            thread may lower its priority and not raise it again. So there is one thread more,
 *            at normal priority, that only begins jobs: it runs the first START_NS of a job that
 *            nobody has run yet, and hands what is not done by then to the workers. It takes one
 *            job at a time; the others go the usual way, or a flood of small jobs would go
 *            through one thread. There is no starter where workers have normal priority, or where
 *            the solver works by turns. */
#include "engine/solve/worker.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#include "engine/base/check.h"
#include "engine/base/clock.h"
#include "engine/base/probe.h"
#include "engine/search/core/stop.h"
#include "engine/solve/ending.h"
#include "engine/solve/expire.h"
#include "engine/solve/failpoint.h"
#include "engine/solve/fault.h"
#include "engine/solve/poll.h"
#include "engine/solve/pool.h"
#include "engine/solve/thread_priority.h"
#include "engine/table/epoch.h"
#include "engine/tuning/tuning.h"

enum {
	SLICE_NS = 10 * NS_PER_MS,  /* latency: of a long job, when others wait */
	START_NS = 100 * NS_PER_US, /* latency: of any job, by the starter */
	WAIT_NS = NS_PER_MS,        /* latency: what waiting for another task counts as at least */
	SMALL_STEP = 8,             /* latency: by what others outweigh a small job at most */
};

/* What runs in a guard, and what it takes. */
typedef struct {
	task_t *task;
	inquiry_question_t question;
	unsigned threats[2]; /* stocks by side, of a verdict by ko */
	uint32_t serial;
} ask_t;

typedef struct {
	task_t *task;
	const _Atomic bool *yield;
	search_state_t state;
} slice_t;

static void begin_search(void *context)
{
	const ask_t *a = context;
	const inquiry_question_t *q = &a->question;
	search_t *s = a->task->search;

	if (a->task->job->inquiry.ko.asked)
		search_stock(s, a->threats);
	if (q->dfpn_nodes == 0)
		search_begin(s, q->order, q->depth, a->serial);
	else
		search_begin_dfpn(s, q->driver, q->order, q->depth, q->dfpn_nodes, a->serial);
}

static void run_search(void *context)
{
	slice_t *slice = context;

	failpoint_pass(FAILPOINT_SLICE);
	slice->state = search_run(slice->task->search, slice->yield);
}

static void record_value(void *context)
{
	const task_t *t = context;
	job_t *job = t->job;

	assert(!job_is_ending_locked(job));
	if (!inquiry_record(&job->inquiry, t->search))
		job_end_locked(job, JOB_DONE);
	else if (job_is_spent(job, atomic_load_explicit(&job->shared.nodes, memory_order_relaxed),
	                      clock_now_ns()))
		job_end_locked(job, JOB_EXPIRED); /* short questions never poll */
	else
		job_recall_locked(job);
}

/* ask gives the task the job's iteration; false when there is nothing to do for
 * it any more. */
static bool ask(solver_t *solver, task_t *t)
{
	job_t *job = t->job;
	ask_t a = {.task = t};
	fault_t fault;
	bool wanted;

	assert(!t->begun);
	pthread_mutex_lock(&solver->lock);
	a.question = job->inquiry.now;
	a.serial = atomic_load_explicit(&job->shared.serial, memory_order_relaxed);
	if (job->inquiry.ko.asked)
		inquiry_stock(&job->inquiry, a.threats);
	/* What a task counted that came out of an old question may have used them up. */
	if (job_is_spent(job, atomic_load_explicit(&job->shared.nodes, memory_order_relaxed), 0))
		pool_end_locked(solver, job, JOB_EXPIRED);
	wanted = !job_is_ending_locked(job) &&
	         (t->is_primary || a.question.order >= POOL_HELP_ORDER);
	job->inquiry.nodes += t->nodes;
	t->nodes = 0;
	pthread_mutex_unlock(&solver->lock);
	if (!wanted)
		return false;
	assert(t->search != NULL); /* run_task */
	if (stop_passes(STOP_ITERATION)) {
		pool_cancel(job);
		return true;
	}
	if (!guard_run(begin_search, &a, GUARD_LENDS, &fault)) {
		fault_task(solver, t, &fault);
		return false;
	}
	t->begun = true;
	return true;
}

/* record hands in the value of the iteration, unless somebody else was first; false: the task has
 * been ended. */
static bool record(solver_t *solver, task_t *t)
{
	job_t *job = t->job;
	fault_t fault = {.what = NULL};

	pthread_mutex_lock(&solver->lock);
	job->inquiry.nodes += t->nodes;
	t->nodes = 0;
	if (search_is_current(t->search) && !job_is_ending_locked(job)) {
		/* It changes nothing but the job, which ends if it is left. */
		if (!guard_run(record_value, t, GUARD_LENDS, &fault)) {
			pthread_mutex_unlock(&solver->lock);
			fault_task(solver, t, &fault);
			return false;
		}
		if (job_is_ending_locked(job))
			pool_hurry_locked(solver, job);
		else
			pool_call_for_help_locked(solver, job);
	}
	pthread_mutex_unlock(&solver->lock);
	return true;
}

/* count adds what the search has not told its poll, and what it has met. */
static void count(worker_t *w, task_t *t)
{
	const unsigned nodes = search_take_nodes(t->search);
	const search_met_t met = search_take_met(t->search);

	task_counter_add(&w->known, met.known);
	task_counter_add(&w->marked, met.marked);
	t->nodes += nodes;
	atomic_fetch_add_explicit(&t->job->shared.nodes, nodes, memory_order_relaxed);
}

/* Why a task comes out of its search. */
typedef enum { SLICE_OVER, SLICE_WAITS, SLICE_LEAVES } slice_end_t;

/* run_slice works on a task until it must make room, waits for what another one has begun, or is
 * done with its job. */
static slice_end_t run_slice(worker_t *w, task_t *t)
{
	solver_t *solver = w->solver;

	for (;;) {
		slice_t slice = {.task = t, .yield = &w->yield};
		fault_t fault;

		if (!t->begun && !ask(solver, t))
			return SLICE_LEAVES;
		if (!t->begun)
			continue;
		if (!guard_run(run_search, &slice, GUARD_LENDS, &fault)) {
			fault_task(solver, t, &fault);
			return SLICE_LEAVES;
		}
		count(w, t);
		switch (slice.state) {
		case SEARCH_YIELDED:
			return SLICE_OVER;
		case SEARCH_WAITING:
			/* The one it waits for may be a worker's, which the starter keeps from
			 * running if it has the only core. */
			if (t->starts ||
			    atomic_load_explicit(&solver->waiting, memory_order_relaxed) > 0)
				return SLICE_WAITS;
			sched_yield();
			continue;
		case SEARCH_DONE:
			if (!record(solver, t))
				return SLICE_LEAVES;
			break;
		case SEARCH_FAILED:
			if (!t->is_primary)
				return SLICE_LEAVES;
			pool_fail(t->job, ERR_NOMEM);
			break;
		case SEARCH_STOPPED:
			break;
		}
		t->begun = false;
	}
}

/* set_running_locked notes that the worker is on the task. */
static void set_running_locked(worker_t *w, task_t *t)
{
	job_t *job = t->job;
	unsigned active =
	        1 + atomic_fetch_add_explicit(&job->shared.active, 1, memory_order_relaxed);

	assert(w->task == NULL && !t->queued && job->crew.tasks > 0);
	w->task = t;
	t->is_wanted = !job_is_ending_locked(job);
	/* Relaxed: a counter for the watchdog; a task taken is a sign of life. */
	task_counter_add(&w->ticks, 1);
	if (active > job->crew.peak)
		job->crew.peak = active;
	if (atomic_load_explicit(&job->shared.state, memory_order_relaxed) == JOB_QUEUED)
		job_set_state(job, JOB_RUNNING);
}

/* put_back_locked puts a primary aside. One that is young still goes on before its client's other
 * young ones, but not if it waits for one of them. */
static void put_back_locked(solver_t *solver, task_t *t, slice_end_t end)
{
	assert(t->is_primary && t->job->crew.primary == t); /* helpers leave */
	if (job_is_ending_locked(t->job))
		pool_enqueue_locked(solver, t, QUEUE_ENDING);
	else if (t->starts)
		pool_enqueue_locked(solver, t, QUEUE_YOUNG);
	else
		pool_put_back_locked(solver, t,
		                     t->is_old || end == SLICE_WAITS ? QUEUE_OLD : QUEUE_FIRST);
}

/* charge_locked puts a slice of so many nanoseconds down to the client.
 *
 * A small job that is paid for by weight alone would have to wait: where another weighs 6,400 times
 * as much, 2 ms of small jobs cost their client 13 s of the workers' time, and so did a small job
 * whose worker was without a processor for that long. So a job that is still small is charged as
 * if nobody weighed more than SMALL_STEP times as much, and no more than what a small job may take.
 * Small jobs of one client thus have a ninth of the time beside any other; long ones have what
 * they weigh. */
static void charge_locked(solver_t *solver, const task_t *t, slice_end_t end, uint64_t ran_ns)
{
	const turn_t *turn = &t->job->place.turn;
	uint64_t weight = turn->weight;

	if (end == SLICE_WAITS && ran_ns < WAIT_NS)
		ran_ns = WAIT_NS;
	if (solver->weighs && t->is_primary && !t->is_old) {
		const uint64_t least = pool_heaviest_locked(solver) / SMALL_STEP;

		if (weight < least)
			weight = least;
		if (ran_ns > solver->young_ns)
			ran_ns = solver->young_ns;
	}
	queue_charge(&solver->queue, turn->client, ran_ns / weight);
}

/* run_task gives the task a slice of the worker's time. It returns with the solver's lock held. */
static void run_task(worker_t *w, task_t *t)
{
	solver_t *solver = w->solver;
	job_t *job = t->job;
	uint64_t ran_ns;
	slice_end_t end;
	bool stays;

	/* Before the slice begins: it takes half as long as the starter has for a small job. */
	if (t->is_wanted && task_open(t) != ERR_OK)
		pool_fail(job, ERR_NOMEM);
	t->ticks = &w->ticks;
	t->slice_from = clock_now_ns();
	if (t->is_primary && job->crew.begun_ns == 0) { /* helpers come when it has begun */
		job->crew.begun_ns = t->slice_from;
		PROBE2(job__start, job, t->slice_from - job->request.submitted_ns);
	}
	t->slice_ns = t->is_primary && !t->is_old ? solver->young_ns : SLICE_NS;
	t->starts = w == &solver->worker[solver->workers];
	if (t->starts)
		t->slice_ns = START_NS;
	end = run_slice(w, t);
	ran_ns = clock_now_ns() - t->slice_from;
	t->ran_ns += ran_ns;

	pthread_mutex_lock(&solver->lock);
	assert(w->task == t);
	w->task = NULL;
	job->crew.worked_ns += ran_ns;
	charge_locked(solver, t, end, ran_ns);
	/* Relaxed: cleared under the lock that whoever sets it holds. */
	atomic_store_explicit(&w->yield, false, memory_order_relaxed);
	atomic_fetch_sub_explicit(&job->shared.active, 1, memory_order_relaxed);
	stays = end != SLICE_LEAVES && t->is_primary;
	if (stays) { /* from here on it is another worker's, who may be done with it at once */
		put_back_locked(solver, t, end);
		return;
	}
	pthread_mutex_unlock(&solver->lock);
	ending_leave(solver, t);
	pthread_mutex_lock(&solver->lock);
}

/* help joins a job that pool_find_job_locked has chosen. It returns with the solver's lock held. */
static void help(worker_t *w, job_t *job)
{
	solver_t *solver = w->solver;
	task_t *t = NULL;
	const bool joins =
	        task_create(job, false, poll_task, &t) == ERR_OK && task_open(t) == ERR_OK;

	pthread_mutex_lock(&solver->lock);
	if (joins)
		set_running_locked(w, t);
	else
		job->crew.is_helpless = true; /* no memory: not again at once, and for ever */
	pthread_mutex_unlock(&solver->lock);
	if (joins) {
		run_task(w, t);
		pthread_mutex_unlock(&solver->lock);
	} else {
		task_free(t);
		ending_part(solver, job);
	}
	job_release(job);
	pthread_mutex_lock(&solver->lock);
}

/* work_locked does one thing that there is to do; false: there is nothing. The lock is let go
 * meanwhile. */
static bool work_locked(worker_t *w)
{
	solver_t *solver = w->solver;
	task_t *t;
	job_t *job;

	if (solver->dues.first != NULL)
		expire_locked(solver, clock_now_ns());
	t = pool_help_first_locked(solver) ? NULL : pool_dequeue_locked(solver);
	job = t == NULL ? pool_find_job_locked(solver) : NULL;
	if (t == NULL && job == NULL)
		return false;
	if (t != NULL)
		set_running_locked(w, t);
	pthread_mutex_unlock(&solver->lock);
	if (t != NULL)
		run_task(w, t);
	else
		help(w, job);
	return true;
}

void *worker_main(void *argument)
{
	worker_t *w = argument;
	solver_t *solver = w->solver;

	thread_priority_set(solver->priority);
	epoch_thread_join();
	pthread_mutex_lock(&solver->lock);
	for (;;) {
		if (work_locked(w))
			continue;
		if (solver->stopping && solver->newest == NULL)
			break;
		solver->idle++;
		pthread_cond_wait(&solver->work, &solver->lock);
		solver->idle--;
	}
	pthread_mutex_unlock(&solver->lock);
	epoch_thread_leave();
	return NULL;
}

void *worker_starter_main(void *argument)
{
	worker_t *w = argument;
	solver_t *solver = w->solver;
	bool called = false; /* for a task, which it has not met yet */

	epoch_thread_join();
	pthread_mutex_lock(&solver->lock);
	while (!solver->stopping) {
		task_t *t = pool_fresh_locked(solver);

		if (t == NULL) {
			if (called)
				pool_pass_on_locked(solver);
			solver->starter_is_idle = true;
			pthread_cond_wait(&solver->start, &solver->lock);
			called = !solver->starter_is_idle;
			solver->starter_is_idle = false;
			continue;
		}
		called = false;
		set_running_locked(w, t);
		pthread_mutex_unlock(&solver->lock);
		run_task(w, t);
	}
	if (called)
		pool_pass_on_locked(solver);
	pthread_mutex_unlock(&solver->lock);
	epoch_thread_leave();
	return NULL;
}

bool worker_turn(solver_t *solver, uint64_t ns)
{
	bool worked = false;

	CHECK(solver->by_turns && !solver->in_turn);
	solver->in_turn = true;
	solver->turn_until_ns = clock_now_ns() + ns;
	pthread_mutex_lock(&solver->lock);
	while (work_locked(&solver->worker[0])) {
		worked = true;
		if (clock_now_ns() >= solver->turn_until_ns)
			break;
	}
	pthread_mutex_unlock(&solver->lock);
	solver->in_turn = false;
	return worked;
}
