/* SPDX-License-Identifier: MIT
 * pool.c - which task each worker runs.
 *
 * Scheduling  Clients have turns (queue.c). Of one client a worker takes, in this order: a young
 *             task (of a job that has had less than young_ns), an old one in turn; when nothing
 *             waits it helps a long job. So a new job is never queued behind long ones. When
 *             nobody is idle, the submission asks one worker that runs something long to
 *             yield, which it does at its next node. A young task runs young_ns at a stretch
 *             where only its own client waits, and makes room after a while (poll.c) for
 *             young tasks of others; with less than that the change itself would take too
 *             much of the time. A primary that yields is put aside as it stands, its marks
 *             included. A helper that yields leaves the job, since what it found is in the
 *             table.
 *
 * Helpers     A job becomes long when its primary has run young_ns. Idle workers
 *             then join it, while its iteration is of order POOL_HELP_ORDER or more:
 *             below, one worker alone is faster.
 *
 * Ends        Anybody may end a job: cancel, a limit, the value found. `ending`
 *             is set and the serial moves on, so every task comes out; the
 *             primary, if it lies in a queue, is hurried. The last task to
 *             leave makes the result. Nobody waits for anybody.
 *
 * Locks       One mutex. It is held for list operations only: never while
 *             searching, allocating a search, or calling back. */
#include "engine/solve/pool.h"

#include <pthread.h>
#include <stdatomic.h>

#include "engine/base/check.h"
#include "engine/base/clock.h"
#include "engine/solve/coalesce.h"
#include "engine/tuning/tuning.h"

/* is_small_locked: does the task count as young? */
static bool is_small_locked(const task_t *t)
{
	return t->is_primary && !t->job->crew.is_long;
}

/* make_room_locked asks a worker that runs something long to yield: a helper rather
 * than a primary. */
static void make_room_locked(solver_t *solver)
{
	worker_t *choice = NULL;

	for (unsigned i = 0; i < solver->workers; i++) {
		worker_t *w = &solver->worker[i];

		if (w->task == NULL || is_small_locked(w->task) ||
		    atomic_load_explicit(&w->yield, memory_order_relaxed))
			continue;
		if (choice == NULL || !w->task->is_primary)
			choice = w;
	}
	if (choice != NULL)
		atomic_store_explicit(&choice->yield, true, memory_order_relaxed);
}

/* waiting_locked counts the tasks in the queue. */
static void waiting_locked(solver_t *solver, int more)
{
	const unsigned waiting = atomic_load_explicit(&solver->waiting, memory_order_relaxed);

	atomic_store_explicit(&solver->waiting, waiting + (unsigned)more, memory_order_relaxed);
}

/* put_locked puts a task into the queue. */
static void put_locked(solver_t *solver, task_t *t, queue_place_t place)
{
	assert(!t->queued);
	t->queued = true;
	queue_put(&solver->queue, t, t->job->place.turn.client, place);
	waiting_locked(solver, 1);
}

void pool_put_back_locked(solver_t *solver, task_t *t, queue_place_t place)
{
	put_locked(solver, t, place);
	if (solver->idle > 0)
		pthread_cond_signal(&solver->work);
}

/* call_starter_locked wakes the starter for a task that it is going to find. */
static void call_starter_locked(solver_t *solver)
{
	solver->starter_is_idle = false;
	pthread_cond_signal(&solver->start);
}

/* call_worker_locked wakes a worker for a task in the queue; for a young one, and where too few
 * are idle, one is asked to make room. */
static void call_worker_locked(solver_t *solver, bool young)
{
	if (solver->idle > 0)
		pthread_cond_signal(&solver->work);
	/* An idle worker that was woken counts as idle until it has the lock, so
	 * that there is one for every waiting task is not said by idle > 0. */
	if (young && solver->idle < atomic_load_explicit(&solver->waiting, memory_order_relaxed))
		make_room_locked(solver);
}

void pool_enqueue_locked(solver_t *solver, task_t *t, queue_place_t place)
{
	put_locked(solver, t, place);
	if (solver->starter_is_idle && queue_fresh(t->lane) == t)
		call_starter_locked(solver);
	else
		call_worker_locked(solver, place != QUEUE_OLD);
}

void pool_pass_on_locked(solver_t *solver)
{
	if (atomic_load_explicit(&solver->waiting, memory_order_relaxed) > 0)
		call_worker_locked(solver, queue_others_young(&solver->queue, NULL));
}

/* taken_locked notes that a task is in no queue any more; NULL is accepted. */
static task_t *taken_locked(solver_t *solver, task_t *t)
{
	if (t == NULL)
		return NULL;
	assert(t->queued && atomic_load_explicit(&solver->waiting, memory_order_relaxed) > 0);
	t->queued = false;
	waiting_locked(solver, -1);
	return t;
}

task_t *pool_fresh_locked(solver_t *solver)
{
	return taken_locked(solver, queue_take_fresh(&solver->queue));
}

/* dequeued_locked notes that a task was taken from the head of its list. What stood behind it may
 * be new, and the starter was not called for that. NULL is accepted. */
static task_t *dequeued_locked(solver_t *solver, task_t *t)
{
	t = taken_locked(solver, t);
	if (t != NULL && solver->starter_is_idle && queue_fresh(t->lane) != NULL)
		call_starter_locked(solver);
	return t;
}

task_t *pool_dequeue_locked(solver_t *solver)
{
	return dequeued_locked(solver, queue_take(&solver->queue));
}

task_t *pool_dequeue_that_locked(solver_t *solver, bool (*suits)(const task_t *t, void *context),
                                 void *context)
{
	return dequeued_locked(solver, queue_take_that(&solver->queue, suits, context));
}

static void unqueue_locked(solver_t *solver, task_t *t)
{
	queue_remove(&solver->queue, t);
	(void)taken_locked(solver, t);
}

void pool_hurry_locked(solver_t *solver, job_t *job)
{
	task_t *t = job->crew.primary;

	if (t == NULL || !t->queued)
		return;
	unqueue_locked(solver, t);
	pool_enqueue_locked(solver, t, QUEUE_ENDING);
}

/* is_better_locked: does a job do better by `turn` than by `than`: of a client who weighs more, or
 * who has had less, or of a higher priority of the same client? */
static bool is_better_locked(const solver_t *solver, const turn_t *turn, const turn_t *than)
{
	if (turn->client == than->client)
		return turn->priority > than->priority;
	if (turn->weight != than->weight)
		return turn->weight > than->weight;
	return queue_had(&solver->queue, turn->client) < queue_had(&solver->queue, than->client);
}

/* is_same: are two turns worth the same? */
static bool is_same(const turn_t *a, const turn_t *b)
{
	return a->client == b->client && a->priority == b->priority;
}

/* turn_locked has a job wait by another turn. */
static void turn_locked(solver_t *solver, job_t *job, const turn_t *turn)
{
	task_t *t = job->crew.primary;
	const bool was_queued = t != NULL && t->queued;

	if (is_same(turn, &job->place.turn))
		return;
	job->place.turn = *turn;
	if (t == NULL || job_is_ending_locked(job))
		return;
	if (was_queued)
		unqueue_locked(solver, t);
	t->priority = turn->priority;
	t->weight = turn->weight;
	if (was_queued)
		pool_put_back_locked(solver, t, t->is_old ? QUEUE_OLD : QUEUE_YOUNG);
}

void pool_turn_locked(solver_t *solver, job_t *job)
{
	const turn_t *best = &job->place.own;

	for (const job_t *f = job->join.first; f != NULL; f = f->join.next)
		if (is_better_locked(solver, &f->place.own, best))
			best = &f->place.own;
	turn_locked(solver, job, best);
}

void pool_joined_locked(solver_t *solver, job_t *leader, const job_t *follower)
{
	if (is_better_locked(solver, &follower->place.own, &leader->place.turn))
		turn_locked(solver, leader, &follower->place.own);
}

/* left_locked does what pool_turn_locked does where one has left, and seldom has to look at all
 * who follow. */
static void left_locked(solver_t *solver, job_t *leader, const job_t *follower)
{
	const turn_t *turn = &leader->place.turn;
	const job_t *f = leader->join.first;

	if (!is_same(&follower->place.own, turn) || is_same(&leader->place.own, turn))
		return;
	while (f != NULL && !is_same(&f->place.own, turn))
		f = f->join.next;
	if (f == NULL)
		pool_turn_locked(solver, leader);
}

void pool_end_locked(solver_t *solver, job_t *job, job_state_t state)
{
	job_t *leader = coalesce_leave_locked(job);
	const bool followed = leader != NULL;

	if (followed)
		left_locked(solver, leader, job);
	job_end_locked(job, state);
	assert(job_is_ending_locked(job));
	assert(!(followed || job->crew.is_lent) || job->crew.primary != NULL);
	if (followed || job->crew.is_lent) /* a worker ends it */
		pool_enqueue_locked(solver, job->crew.primary, QUEUE_ENDING);
	else
		pool_hurry_locked(solver, job);
	job->crew.is_lent = false;
}

void pool_fail(job_t *job, err_t error)
{
	solver_t *solver = job->solver;

	pthread_mutex_lock(&solver->lock);
	job->end.error = error;
	pool_end_locked(solver, job, JOB_FAILED);
	pthread_mutex_unlock(&solver->lock);
}

void pool_cancel(job_t *job)
{
	solver_t *solver = job->solver;

	pthread_mutex_lock(&solver->lock);
	pool_end_locked(solver, job, JOB_CANCELLED);
	pthread_mutex_unlock(&solver->lock);
}

/* wants_help_locked: may another worker join this job? */
static bool wants_help_locked(const solver_t *solver, const job_t *job)
{
	unsigned most =
	        job->request.limits.workers > 0 ? job->request.limits.workers : solver->workers;

	return job->crew.is_long && !job->crew.is_helpless && !job->crew.is_lent &&
	       !job_is_ending_locked(job) && job->inquiry.now.order >= POOL_HELP_ORDER &&
	       job->tables.marks != NULL && job->crew.tasks < most;
}

/* to_help_locked returns the job that a worker with nothing else to do should join: that with the
 * fewest workers for what its client weighs; NULL: none wants help. Only a job that is being run
 * can use help: one whose primary waits would rather have that run. So it looks at the workers and
 * not at the jobs, of which there may be thousands. */
static job_t *to_help_locked(const solver_t *solver)
{
	job_t *choice = NULL;

	for (unsigned i = 0; i <= solver->workers; i++) { /* the starter, too */
		job_t *j = solver->worker[i].task != NULL ? solver->worker[i].task->job : NULL;

		if (j != NULL && wants_help_locked(solver, j) &&
		    (choice == NULL || j->crew.tasks * (uint64_t)choice->place.turn.weight <
		                               choice->crew.tasks * (uint64_t)j->place.turn.weight))
			choice = j;
	}
	return choice;
}

job_t *pool_find_job_locked(solver_t *solver)
{
	job_t *choice = to_help_locked(solver);

	if (choice != NULL) {
		assert(choice->crew.tasks > 0); /* the primary stays until the job ends */
		choice->crew.tasks++;
		job_hold(choice);
	}
	return choice;
}

bool pool_help_first_locked(const solver_t *solver)
{
	const task_t *next = queue_next(&solver->queue);
	const job_t *job;

	if (!solver->weighs || next == NULL || !next->is_old || job_is_ending_locked(next->job))
		return false;
	job = to_help_locked(solver);
	return job != NULL && job->place.turn.weight > next->job->place.turn.weight &&
	       queue_had(&solver->queue, job->place.turn.client) <
	               queue_had(&solver->queue, next->job->place.turn.client);
}

unsigned pool_heaviest_locked(const solver_t *solver)
{
	unsigned most = queue_heaviest(&solver->queue);

	for (unsigned i = 0; i <= solver->workers; i++) { /* the starter, too */
		const task_t *t = solver->worker[i].task;

		if (t != NULL && t->job->place.turn.weight > most)
			most = t->job->place.turn.weight;
	}
	return most;
}

void pool_call_for_help_locked(solver_t *solver, const job_t *job)
{
	if (solver->idle > 0 && wants_help_locked(solver, job))
		pthread_cond_broadcast(&solver->work);
}
