/* SPDX-License-Identifier: MIT
 * test_starter.c - the thread that begins jobs while the workers give way to every other
 * program: small jobs end on it, long ones on the workers, and each ends once. */
#include "tests/unit/solver_help.h"

#include <sched.h>
#include <stdatomic.h>

#include "engine/base/clock.h"
#include "engine/solve/pool.h"

/* Beside other tests little is left for workers that give way; the thread sanitizer needs much. */
#ifdef UNDER_TSAN
enum { SMALL_JOBS = 200, LONG_JOBS = 3, LONG_NODES = 10000, MIXED_JOBS = 160, ROUNDS = 20 };
#else
enum { SMALL_JOBS = 500, LONG_JOBS = 5, LONG_NODES = 20000, MIXED_JOBS = 400, ROUNDS = 50 };
#endif

/* How the thread is scheduled on which a job has ended: -1 = it has not. */
static void note_policy(job_t *job, void *context)
{
	_Atomic int *policy = context;

	(void)job;
	assert_int_equal(atomic_exchange(policy, sched_getscheduler(0)), -1);
}

static solver_t *make_with(unsigned workers, worker_priority_t priority)
{
	const solver_config_t config = {
	        .workers = workers, .table_bytes = TABLE_BYTES, .priority = priority};
	solver_t *s = NULL;

	assert_int_equal(solver_create(&config, &s, NULL), ERR_OK);
	return s;
}

static int policy_of(solver_t *s, request_t *r)
{
	_Atomic int policy = -1;

	r->fresh = true;
	r->on_done = note_policy;
	r->context = (void *)&policy;
	(void)solve(s, r);
	return atomic_load(&policy);
}

/* A small job is done before its first slice is over, unless this thread of the test machine
 * is held up; of many, some are. A long one never is. */
static void bug_small_jobs_waited_for_workers_that_give_way(void **state)
{
	solver_t *s = make_with(1, PRIORITY_IDLE);
	unsigned begun = 0;

	(void)state;
	for (unsigned i = 0; i < SMALL_JOBS; i++) {
		request_t r = ask(CORNER, "A3", 2);

		begun += policy_of(s, &r) == SCHED_OTHER;
	}
	assert_true(begun > 0);
	for (unsigned i = 0; i < LONG_JOBS; i++) {
		request_t r = ask(open_board, "K10", HARD_ORDER);

		r.limits.nodes = LONG_NODES;
		assert_int_equal(policy_of(s, &r), SCHED_IDLE);
	}
	solver_destroy(s);
}

/* All ways for a job to end, while the starter takes a part of them. */
static void each_job_ends_once(void **state)
{
	static const worker_priority_t priorities[] = {PRIORITY_NICE, PRIORITY_IDLE};

	(void)state;
	for (unsigned p = 0; p < 2; p++) {
		solver_t *s = make_with(2, priorities[p]);
		_Atomic int policy[MIXED_JOBS];
		job_t *job[MIXED_JOBS];

		for (unsigned i = 0; i < MIXED_JOBS; i++) {
			request_t r = i % 4 == 3 ? ask(open_board, "K10", HARD_ORDER)
			                         : ask(CORNER, "A3", 2);

			atomic_init(&policy[i], -1);
			r.fresh = i % 2 == 0;
			r.limits.nodes = i % 8 == 7 ? 3000 : 0;
			r.on_done = note_policy;
			r.context = (void *)&policy[i];
			assert_int_equal(solver_submit(s, &r, &job[i], NULL), ERR_OK);
			if (i % 16 == 3)
				solver_cancel(job[i]);
		}
		for (unsigned i = 0; i < MIXED_JOBS; i++) {
			if (i % 8 == 3)
				solver_cancel(job[i]);
			solver_wait(job[i]);
			assert_int_not_equal(atomic_load(&policy[i]), -1);
			job_release(job[i]);
		}
		solver_destroy(s);
	}
}

/* The end comes while jobs lie where only the starter would have taken them. */
static void a_solver_ends_with_jobs_that_nobody_has_begun(void **state)
{
	(void)state;
	for (unsigned round = 0; round < ROUNDS; round++) {
		solver_t *s = make_with(1, PRIORITY_NICE);
		_Atomic int policy[8];
		job_t *job[8];

		for (unsigned i = 0; i < 8; i++) {
			request_t r = ask(open_board, "K10", HARD_ORDER);

			atomic_init(&policy[i], -1);
			r.on_done = note_policy;
			r.context = (void *)&policy[i];
			assert_int_equal(solver_submit(s, &r, &job[i], NULL), ERR_OK);
		}
		solver_destroy(s);
		for (unsigned i = 0; i < 8; i++) {
			assert_true(job_is_final(job[i]));
			job_release(job[i]);
		}
	}
}

/* A new task behind one that has run is not for the starter to take yet: called for it, it found
 * nothing, and the task waited for a worker that nobody had woken. Once it is next, it is. */
static void bug_the_starter_was_called_for_a_task_that_it_could_not_take(void **state)
{
	const solver_config_t config = {
	        .table_bytes = TABLE_BYTES, .by_turns = true, .young_us = 3600000000};
	request_t r = ask(open_board, "K10", HARD_ORDER);
	solver_t *s = NULL;
	job_t *job[2];
	task_t *t;

	(void)state;
	assert_int_equal(solver_create(&config, &s, NULL), ERR_OK);
	assert_int_equal(solver_submit(s, &r, &job[0], NULL), ERR_OK);
	assert_true(solver_turn(s, NS_PER_US)); /* it has run, and is young */
	r.limits.order = HARD_ORDER + 1;
	pthread_mutex_lock(&s->lock);
	s->starter_is_idle = true;
	pthread_mutex_unlock(&s->lock);
	assert_int_equal(solver_submit(s, &r, &job[1], NULL), ERR_OK);
	pthread_mutex_lock(&s->lock);
	assert_true(s->starter_is_idle); /* a worker was called */
	t = pool_dequeue_locked(s);
	assert_ptr_equal(t->job, job[0]);
	assert_false(s->starter_is_idle);
	pool_put_back_locked(s, t, QUEUE_FIRST);
	pthread_mutex_unlock(&s->lock);
	for (unsigned i = 0; i < 2; i++) {
		solver_cancel(job[i]);
		solver_wait(job[i]);
		job_release(job[i]);
	}
	solver_destroy(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(bug_small_jobs_waited_for_workers_that_give_way),
	        cmocka_unit_test(each_job_ends_once),
	        cmocka_unit_test(a_solver_ends_with_jobs_that_nobody_has_begun),
	        cmocka_unit_test(bug_the_starter_was_called_for_a_task_that_it_could_not_take),
	};

	return run_group(tests, sizeof(tests) / sizeof(tests[0]));
}
