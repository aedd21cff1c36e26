/* SPDX-License-Identifier: MIT
 * test_pool.c - jobs side by side: each done once, small ones past long ones,
 * stopped at every stopping point, out of memory at every allocation. */
#include "tests/unit/solver_help.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#include "engine/base/clock.h"
#include "engine/search/core/stop.h"
#include "engine/solve/expire.h"
#include "engine/solve/pool.h"

/* The end of a job, told exactly once. */
static void count_done(job_t *job, void *context)
{
	_Atomic unsigned *done = context;

	assert_true(job_is_final(job));
	atomic_fetch_add(done, 1);
}

static void test_every_job_is_done_once(void **state)
{
	enum { JOBS = 400 };
	solver_t *s = make(3);
	_Atomic unsigned done[JOBS] = {0};
	job_t *job[JOBS];

	(void)state;
	for (unsigned i = 0; i < JOBS; i++) {
		request_t r =
		        i % 4 == 3 ? ask(open_board, "K10", HARD_ORDER) : ask(CORNER, "A3", 2);

		r.on_done = count_done;
		r.context = (void *)&done[i];
		assert_int_equal(solver_submit(s, &r, &job[i], NULL), ERR_OK);
		if (i % 8 == 7)
			solver_cancel(job[i]);
	}
	for (unsigned i = 0; i < JOBS; i++) {
		result_t got;

		solver_cancel(job[i % 4 == 3 ? i : i - i % 4 + 3]);
		solver_wait(job[i]);
		job_result(job[i], &got);
		if (i % 4 != 3)
			assert_int_equal(got.value, VALUE_PROVEN);
		else
			assert_int_equal(got.state, JOB_CANCELLED);
		assert_int_equal(atomic_load(&done[i]), 1);
		job_release(job[i]);
	}
	assert_int_equal(marks_held(s->marks), 0);
	solver_destroy(s);
}

/* Without threads jobs are worked on where somebody waits for one, or turns the solver: a little at
 * a time, each once, and the end finds what is left. */
static void test_by_turns_there_are_no_threads(void **state)
{
	const solver_config_t config = {.workers = 4, .table_bytes = TABLE_BYTES, .by_turns = true};
	request_t hard = ask(open_board, "K10", HARD_ORDER), small = ask(CORNER, "A3", 2);
	_Atomic unsigned done[3] = {0};
	solver_t *s = NULL;
	job_t *job[3];
	result_t got;

	(void)state;
	assert_int_equal(solver_create(&config, &s, NULL), ERR_OK);
	assert_int_equal(solver_workers(s), 1);
	assert_false(solver_turn(s, NS_PER_MS));
	for (unsigned i = 0; i < 3; i++) {
		request_t *r = i == 1 ? &small : &hard;

		r->on_done = count_done;
		r->context = (void *)&done[i];
		r->limits.order -= (int)(i / 2); /* not the same as the first */
		assert_int_equal(solver_submit(s, r, &job[i], NULL), ERR_OK);
	}
	assert_false(job_is_final(job[1]));
	while (!job_is_final(job[1])) /* the first makes room for it */
		assert_true(solver_turn(s, NS_PER_MS));
	job_result(job[1], &got);
	assert_int_equal(got.value, VALUE_PROVEN);
	assert_false(job_is_final(job[0]));
	solver_cancel(job[0]);
	solver_wait(job[0]);
	assert_true(solver_turn(s, NS_PER_MS));
	solver_destroy(s); /* the last is on its way */
	for (unsigned i = 0; i < 3; i++) {
		assert_int_equal(atomic_load(&done[i]), 1);
		job_result(job[i], &got);
		assert_int_equal(got.state, i == 1 ? JOB_DONE : JOB_CANCELLED);
		job_release(job[i]);
	}
}

/* With its only worker busy for ever, a small job is still answered. */
static void test_small_jobs_pass_long_ones(void **state)
{
	solver_t *s = make(1);
	request_t hard = ask(open_board, "K10", HARD_ORDER), small = ask(CORNER, "A3", 2);
	job_t *job[2];

	(void)state;
	for (int i = 0; i < 2; i++)
		assert_int_equal(solver_submit(s, &hard, &job[i], NULL), ERR_OK);
	for (int i = 0; i < 200; i++)
		assert_int_equal(solve(s, &small).value, VALUE_PROVEN);
	for (int i = 0; i < 2; i++) {
		result_t got;

		assert_false(job_is_final(job[i]));
		solver_cancel(job[i]);
		solver_wait(job[i]);
		job_result(job[i], &got);
		assert_int_equal(got.state, JOB_CANCELLED);
		job_release(job[i]);
	}
	solver_destroy(s);
}

static void test_destroy_ends_what_runs(void **state)
{
	solver_t *s = make(2);
	request_t r = ask(open_board, "K10", HARD_ORDER);
	_Atomic unsigned done = 0;
	job_t *job;
	result_t got;

	(void)state;
	r.on_done = count_done;
	r.context = (void *)&done;
	assert_int_equal(solver_submit(s, &r, &job, NULL), ERR_OK);
	solver_destroy(s);
	assert_int_equal(atomic_load(&done), 1);
	job_result(job, &got);
	assert_int_equal(got.state, JOB_CANCELLED);
	solver_cancel(job); /* of a job that is over: nothing happens */
	job_release(job);
}

/* A search that is stopped anywhere concludes nothing, drops its marks, and the
 * next one is right. */
static void test_stops_at_every_point(void **state)
{
	solver_t *s = make(2);

	(void)state;
#ifndef NDEBUG
	for (int p = 0; p < STOP_POINTS; p++) {
		for (unsigned nth = 0; nth < 40; nth += 1 + nth / 4) {
			request_t r = ask(".O.../OOX../.X.X./...../.....", "A4", 2);
			result_t got;

			r.limits.table_bytes = 1 << 16;
			r.limits.workers = p == STOP_WAIT ? 0 : 1;
			stop_inject((stop_point_t)p, nth);
			got = solve(s, &r);
			assert_true(got.state == JOB_DONE || got.state == JOB_CANCELLED);
			if (got.state == JOB_DONE)
				assert_int_equal(got.value, VALUE_PROVEN);
			if (nth == 0 && p != STOP_WAIT)
				assert_true(stop_fired());
		}
	}
	stop_inject(STOP_POINTS, 0);
	assert_string_equal(stop_name(STOP_WAIT), "wait");
#endif
	assert_int_equal(marks_held(s->marks), 0);
	solver_destroy(s);
}

/* Every allocation of a job fails once: an error or a failed job each time, and
 * nothing is lost. */
static void test_out_of_memory(void **state)
{
	solver_t *s = make(1);
	unsigned refused = 0;
	bool more = true;

	(void)state;
	for (long n = 0; more; n++) {
		request_t r = ask(CORNER, "A3", 2);
		errinfo_t why;
		job_t *job = NULL;
		err_t err;

		r.limits.table_bytes = 1 << 16;
		r.limits.workers = 2;
		mem_fail_after(n);
		err = solver_submit(s, &r, &job, &why);
		if (err == ERR_OK) {
			result_t got;

			solver_wait(job);
			job_result(job, &got);
			assert_true(got.state == JOB_DONE ||
			            (got.state == JOB_FAILED && got.error == ERR_NOMEM));
			job_release(job);
		} else {
			assert_int_equal(err, ERR_NOMEM);
			assert_int_equal(why.code, ERR_NOMEM);
			assert_null(job);
			refused++;
		}
		more = !mem_fail_pending();
		mem_fail_after(-1);
	}
	assert_true(refused >= 5);
	solver_destroy(s);
}

/* A deadline holds for a job that lies behind long ones as well. */
static void test_bug_deadline_of_a_job_put_aside(void **state)
{
	enum { LONG = 40 };
	solver_t *s = make(1);
	request_t hard = ask(open_board, "K10", HARD_ORDER);
	job_t *job[LONG], *late;
	result_t got;

	(void)state;
	for (int i = 0; i < LONG; i++)
		assert_int_equal(solver_submit(s, &hard, &job[i], NULL), ERR_OK);
	hard.limits.time_ms = 20;
	assert_int_equal(solver_submit(s, &hard, &late, NULL), ERR_OK);
	solver_wait(late);
	job_result(late, &got);
	assert_int_equal(got.state, JOB_EXPIRED);
	job_release(late);
	for (int i = 0; i < LONG; i++) {
		assert_false(job_is_final(job[i]));
		solver_cancel(job[i]);
		solver_wait(job[i]);
		job_release(job[i]);
	}
	solver_destroy(s);
}

/* Small jobs that never poll are signs of life too. */
static void test_bug_watchdog_saw_no_ticks_in_small_jobs(void **state)
{
	solver_t *s = make(1);
	request_t small = ask(CORNER, "A3", 2);

	(void)state;
	for (int i = 0; i < 300; i++) {
		assert_int_equal(solve(s, &small).value, VALUE_PROVEN);
		assert_true(solver_ticking(s));
	}
	solver_destroy(s);
}

/* Beside a client that weighs 6,400 times as much, small jobs were paid for with seconds of the
 * worker's time each, as soon as their client had had a millisecond. */
static void test_bug_small_jobs_of_who_weighs_little_waited_for_seconds(void **state)
{
	enum { SMALL_JOBS = 2000, MOST_S = 20 };
	const solver_config_t config = {.workers = 1, .table_bytes = TABLE_BYTES, .by_turns = true};
	request_t hard = ask(open_board, "K10", HARD_ORDER), small = ask(CORNER, "A3", 2);
	const clock_t began = clock(); /* processor time */
	solver_t *s = NULL;
	job_t *heavy, *job;

	(void)state;
	assert_int_equal(solver_create(&config, &s, NULL), ERR_OK);
	hard.client = 1;
	hard.weight = 6400;
	small.client = 2;
	small.fresh = true;
	assert_int_equal(solver_submit(s, &hard, &heavy, NULL), ERR_OK);
	for (int i = 0; i < SMALL_JOBS; i++) {
		assert_int_equal(solver_submit(s, &small, &job, NULL), ERR_OK);
		while (!job_is_final(job) &&
		       solver_turn(s, 1)) /* a turn is one look at the clock */
			;
		assert_true(job_is_final(job));
		job_release(job);
		assert_true((clock() - began) / CLOCKS_PER_SEC < MOST_S);
	}
	solver_cancel(heavy);
	solver_wait(heavy);
	job_release(heavy);
	solver_destroy(s);
}

static void expire(solver_t *s, uint64_t now_ns)
{
	pthread_mutex_lock(&s->lock);
	expire_locked(s, now_ns);
	pthread_mutex_unlock(&s->lock);
}

/* Every 2 ms the deadlines of all jobs were looked at, with the lock: of ten thousand that took as
 * long as a small job. */
static void test_bug_the_deadlines_of_all_jobs_were_looked_at_at_once(void **state)
{
	enum { JOBS = 1000, LOOKS = 100 };
	const solver_config_t config = {.workers = 1, .table_bytes = TABLE_BYTES, .by_turns = true};
	static job_t *job[JOBS];
	request_t small = ask(CORNER, "A3", 2);
	solver_t *s = NULL;
	unsigned ended = 0, looks = 0;

	(void)state;
	assert_int_equal(solver_create(&config, &s, NULL), ERR_OK);
	small.fresh = true;
	small.limits.time_ms = 1;
	for (int i = 0; i < JOBS; i++)
		assert_int_equal(solver_submit(s, &small, &job[i], NULL), ERR_OK);
	while (clock_now_ns() < job[JOBS - 1]->request.deadline_ns)
		;
	while (ended < JOBS && looks < LOOKS) {
		const unsigned before = ended;

		expire(s, clock_now_ns());
		looks++;
		ended = 0;
		for (int i = 0; i < JOBS; i++)
			ended += job_is_ending_locked(job[i]);
		assert_true(ended - before <= JOBS / 2);
	}
	assert_int_equal(ended, JOBS);
	for (int i = 0; i < JOBS; i++) {
		solver_wait(job[i]);
		job_release(job[i]);
	}
	solver_destroy(s);
}

/* The deadlines of so many jobs were looked at every 2 ms, in the order in which they had come: one
 * of thousands that waited was ended some 10 ms late for each thousand. */
static void test_bug_a_job_that_waited_among_thousands_expired_late(void **state)
{
	enum { JOBS = 1000 };
	const solver_config_t config = {.workers = 1, .table_bytes = TABLE_BYTES, .by_turns = true};
	static job_t *job[JOBS];
	solver_t *s = NULL;

	(void)state;
	assert_int_equal(solver_create(&config, &s, NULL), ERR_OK);
	for (int i = 0; i < JOBS; i++) {
		request_t small = ask(CORNER, "A3", 2);

		small.fresh = true;
		small.limits.time_ms = i == JOBS / 2 ? 1 : 3600000;
		assert_int_equal(solver_submit(s, &small, &job[i], NULL), ERR_OK);
	}
	expire(s, job[JOBS / 2]->request.deadline_ns - 1);
	assert_false(job_is_ending_locked(job[JOBS / 2]));
	expire(s, job[JOBS / 2]->request.deadline_ns);
	for (int i = 0; i < JOBS; i++)
		assert_int_equal(job_is_ending_locked(job[i]), i == JOBS / 2);
	for (int i = 0; i < JOBS; i++) {
		solver_wait(job[i]);
		job_release(job[i]);
	}
	solver_destroy(s);
}

/* Each job that waited had a search of its own, with room for a long game on either of two boards:
 * 320 KB of a board of Go. */
static void test_bug_a_job_that_waited_was_large(void **state)
{
	enum { JOBS = 20, MOST = 48 << 10 };
	const solver_config_t config = {.workers = 1, .table_bytes = TABLE_BYTES, .by_turns = true};
	request_t hard = ask(open_board, "K10", HARD_ORDER);
	_Atomic unsigned queued = 0;
	solver_t *s = NULL;
	job_t *job[JOBS];
	size_t before;

	(void)state;
	assert_int_equal(solver_create(&config, &s, NULL), ERR_OK);
	hard.fresh = true;
	hard.queued = &queued;
	before = mem_live();
	for (unsigned i = 0; i < JOBS; i++)
		assert_int_equal(solver_submit(s, &hard, &job[i], NULL), ERR_OK);
	assert_in_range((mem_live() - before) / JOBS, 1, MOST);
	assert_int_equal(atomic_load(&queued), JOBS);
	assert_true(job_is_queued(job[JOBS - 1]));
	assert_true(solver_turn(s, 1)); /* one is taken up, and has a search then */
	assert_true(mem_live() - before > (size_t)JOBS * MOST / 8);
	assert_int_equal(atomic_load(&queued), JOBS - 1);
	solver_destroy(s);
	assert_int_equal(atomic_load(&queued), 0);
	for (unsigned i = 0; i < JOBS; i++) {
		assert_true(job_is_final(job[i]));
		job_release(job[i]);
	}
}

/* A search that runs ends its job itself, since it knows the move it was looking at; but nobody
 * relies on it for long. */
static void test_who_runs_sees_to_his_deadline(void **state)
{
	const solver_config_t config = {.workers = 1, .table_bytes = TABLE_BYTES, .by_turns = true};
	request_t small = ask(CORNER, "A3", 2);
	solver_t *s = NULL;
	uint64_t due_ns;
	job_t *job;

	(void)state;
	assert_int_equal(solver_create(&config, &s, NULL), ERR_OK);
	small.limits.time_ms = 1;
	assert_int_equal(solver_submit(s, &small, &job, NULL), ERR_OK);
	due_ns = job->request.deadline_ns;
	atomic_fetch_add(&job->shared.active, 1);
	expire(s, due_ns);
	assert_false(job_is_ending_locked(job));
	assert_false(due_has_come(&s->dues, due_ns)); /* no lock until it is looked at again */
	atomic_fetch_sub(&job->shared.active, 1);
	assert_true(due_has_come(&s->dues, due_ns + 2 * NS_PER_MS));
	expire(s, due_ns + 2 * NS_PER_MS);
	assert_true(job_is_ending_locked(job));
	assert_false(due_has_come(&s->dues, UINT64_MAX));
	solver_wait(job);
	job_release(job);
	solver_destroy(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_every_job_is_done_once),
	        cmocka_unit_test(test_by_turns_there_are_no_threads),
	        cmocka_unit_test(test_small_jobs_pass_long_ones),
	        cmocka_unit_test(test_destroy_ends_what_runs),
	        cmocka_unit_test(test_stops_at_every_point),
	        cmocka_unit_test(test_out_of_memory),
	        cmocka_unit_test(test_bug_deadline_of_a_job_put_aside),
	        cmocka_unit_test(test_bug_watchdog_saw_no_ticks_in_small_jobs),
	        cmocka_unit_test(test_bug_small_jobs_of_who_weighs_little_waited_for_seconds),
	        cmocka_unit_test(test_bug_the_deadlines_of_all_jobs_were_looked_at_at_once),
	        cmocka_unit_test(test_bug_a_job_that_waited_among_thousands_expired_late),
	        cmocka_unit_test(test_bug_a_job_that_waited_was_large),
	        cmocka_unit_test(test_who_runs_sees_to_his_deadline),
	};

	return run_group(tests, sizeof(tests) / sizeof(*tests));
}
