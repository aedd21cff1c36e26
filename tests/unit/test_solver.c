/* SPDX-License-Identifier: MIT
 * test_solver.c - jobs from submission to result: values, limits, cancelling,
 * stopping at every stopping point, running out of memory, many at once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "engine/base/check.h"
#include "engine/base/mem.h"
#include "engine/lambda/stop.h"
#include "engine/solve/options.h"
#include "engine/solve/pool.h"
#include "engine/solve/solver.h"
#include "engine/table/epoch.h"

enum { TABLE_BYTES = 1 << 22 };

/* A block in the corner with two liberties: taken in three plies. */
#define CORNER "O../.X./..."
/* Orders up to which a lone stone on an open board keeps everybody busy. */
enum { HARD_ORDER = 6 };

static char open_board[ROWS_TEXT_MAX]; /* written once, before any thread is there */

static void make_open_board(void)
{
	char *p = open_board;

	for (int y = 0; y < 19; y++)
		for (int x = 0; x <= 19; x++)
			*p++ = x == 19 ? '/' : x == 9 && y == 9 ? 'O' : '.';
	p[-1] = '\0';
}

static request_t ask(const char *rows, const char *target, int order)
{
	return (request_t){
	        .problem = {.game = "go", .rows = rows, .goal = "capture", .target = target},
	        .limits = {.order = order},
	};
}

static solver_t *make(unsigned workers)
{
	solver_config_t config = {
	        .workers = workers, .table_bytes = TABLE_BYTES, .priority = PRIORITY_NORMAL};
	solver_t *s = NULL;

	assert_int_equal(solver_create(&config, &s, NULL), ERR_OK);
	assert_non_null(s);
	assert_int_equal(solver_workers(s), workers);
	return s;
}

static result_t solve(solver_t *s, const request_t *r)
{
	errinfo_t why = {.code = ERR_OK};
	job_t *job;
	result_t result;

	if (solver_submit(s, r, &job, &why) != ERR_OK)
		fail_msg("refused: %s", why.text);
	job_wait(job);
	job_result(job, &result);
	job_release(job);
	return result;
}

static void test_proves_and_disproves(void **state)
{
	solver_t *s = make(2);
	request_t r = ask(CORNER, "A3", 3);
	result_t got = solve(s, &r);

	(void)state;
	assert_int_equal(got.state, JOB_DONE);
	assert_int_equal(got.value, VALUE_PROVEN);
	assert_int_equal(got.scope, SCOPE_ABSOLUTE);
	assert_int_equal(got.order, 1);
	assert_int_equal(got.depth, 3);
	assert_int_equal(got.line_length, 3);
	assert_int_equal(got.line[0], got.best);
	assert_true(got.nodes > 0 && got.workers >= 1);

	r.limits.order = 0;
	got = solve(s, &r);
	assert_int_equal(got.state, JOB_DONE);
	assert_int_equal(got.value, VALUE_DISPROVEN);
	assert_int_equal(got.scope, SCOPE_ORDER);
	assert_int_equal(got.order, 0);
	assert_int_equal(got.line_length, 0);
	assert_int_equal(got.best, MOVE_NONE);
	solver_destroy(s);
}

static void test_limits_end_a_job(void **state)
{
	solver_t *s = make(2);
	request_t r = ask(open_board, "K10", HARD_ORDER);
	result_t got;

	(void)state;
	r.limits.nodes = 20000;
	got = solve(s, &r);
	assert_int_equal(got.state, JOB_EXPIRED);
	assert_int_equal(got.value, VALUE_UNDECIDED);
	assert_int_equal(got.scope, SCOPE_NONE);
	assert_in_range(got.nodes, 20000, 20000 + 2 * 66);

	r.limits = (limits_t){.order = HARD_ORDER, .time_ms = 20};
	got = solve(s, &r);
	assert_int_equal(got.state, JOB_EXPIRED);
	assert_true(got.time_ns >= 20u * 1000 * 1000);

	r.limits = (limits_t){.order = 4, .depth = 3};
	got = solve(s, &r);
	assert_int_equal(got.state, JOB_DONE);
	assert_true(got.depth <= 3);
	solver_destroy(s);
}

static void refuse(solver_t *s, request_t r, err_t code, const char *path)
{
	errinfo_t why = {.code = ERR_OK};
	job_t *job = (job_t *)s;

	assert_int_equal(solver_submit(s, &r, &job, &why), code);
	assert_null(job);
	assert_int_equal(why.code, code);
	if (strncmp(why.text, path, strlen(path)) != 0)
		fail_msg("\"%s\" does not begin with \"%s\"", why.text, path);
}

static void test_refuses_bad_requests(void **state)
{
	solver_t *s = make(1);
	request_t r = ask(CORNER, "A3", 8);

	(void)state;
	refuse(s, r, ERR_RANGE, "limits.order: 8 is not in 0..7");
	r.limits = (limits_t){.depth = 4};
	refuse(s, r, ERR_RANGE, "limits.depth: 4 is even");
	r.limits = (limits_t){.depth = 509};
	refuse(s, r, ERR_RANGE, "limits.depth: 509 is not in 1..507");
	r.limits = (limits_t){.table_bytes = 1};
	refuse(s, r, ERR_RANGE, "limits.table_bytes:");
	r.limits = (limits_t){.workers = 5000};
	refuse(s, r, ERR_RANGE, "limits.workers:");
	r = ask(CORNER, "B3", 1);
	refuse(s, r, ERR_VALUE, "goal.target:");
	r.problem.game = "checkers";
	refuse(s, r, ERR_GAME, "game:");
	solver_destroy(s);
}

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
			job_cancel(job[i]);
	}
	for (unsigned i = 0; i < JOBS; i++) {
		result_t got;

		job_cancel(job[i % 4 == 3 ? i : i - i % 4 + 3]);
		job_wait(job[i]);
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
		job_cancel(job[i]);
		job_wait(job[i]);
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
	job_cancel(job); /* of a job that is over: nothing happens */
	job_release(job);
}

static void note_progress(job_t *job, void *context)
{
	_Atomic unsigned *seen = context;
	progress_t p;

	job_progress(job, &p);
	assert_int_equal(p.state, JOB_RUNNING);
	assert_true(p.order <= HARD_ORDER && p.depth % 2 == 1);
	assert_true(p.nodes > 0);
	assert_true(p.line_length == 0 || p.best != MOVE_NONE);
	if (atomic_fetch_add(seen, 1) == 3)
		job_cancel(job);
}

static void test_progress_comes(void **state)
{
	solver_t *s = make(2);
	request_t r = ask(open_board, "K10", HARD_ORDER);
	_Atomic unsigned seen = 0;
	result_t got;

	(void)state;
	r.on_progress = note_progress;
	r.progress_ms = 1;
	r.context = (void *)&seen;
	got = solve(s, &r);
	assert_int_equal(got.state, JOB_CANCELLED);
	assert_true(atomic_load(&seen) >= 4);
	solver_destroy(s);
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

			job_wait(job);
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

/* One and several workers agree on every value of a few small boards. */
static void test_workers_agree(void **state)
{
	static const char *const boards[] = {
	        "..O../.XOX./..X../...../.....", ".OX../.O.../XX.../...../.....",
	        "..O../.OO../X..X./...../..X..", "O..../.X.../...../..X../.....",
	        "..X../.XOX./..O../..O../.X.X.",
	};
	static const char *const targets[] = {"C5", "B5", "C5", "A5", "C3"};
	solver_t *one = make(1), *four = make(4);

	(void)state;
	for (unsigned i = 0; i < sizeof(boards) / sizeof(*boards); i++) {
		for (int order = 0; order <= 2; order++) {
			request_t r = ask(boards[i], targets[i], order);
			result_t a, b;

			r.limits.depth = 15;
			r.limits.schedule = SCHEDULE_DEPTH;
			r.limits.nodes = 3000000;
			r.limits.table_bytes = 1 << 22;
			a = solve(one, &r);
			b = solve(four, &r);
			if (a.state == JOB_DONE && b.state == JOB_DONE) {
				assert_int_equal(a.value, b.value);
				if (a.value == VALUE_PROVEN) {
					assert_int_equal(a.depth, b.depth);
					assert_int_equal(a.order, b.order);
				}
			}
		}
	}
	solver_destroy(one);
	solver_destroy(four);
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
	job_wait(late);
	job_result(late, &got);
	assert_int_equal(got.state, JOB_EXPIRED);
	job_release(late);
	for (int i = 0; i < LONG; i++) {
		assert_false(job_is_final(job[i]));
		job_cancel(job[i]);
		job_wait(job[i]);
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

static void test_option_table(void **state)
{
	(void)state;
	for (const limit_row_t *row = limit_rows(); row->name != NULL; row++) {
		assert_true(row->least <= row->most);
		assert_true(row->fallback <= row->most);
		assert_true(strlen(row->help) > 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_proves_and_disproves),
	        cmocka_unit_test(test_limits_end_a_job),
	        cmocka_unit_test(test_refuses_bad_requests),
	        cmocka_unit_test(test_every_job_is_done_once),
	        cmocka_unit_test(test_small_jobs_pass_long_ones),
	        cmocka_unit_test(test_destroy_ends_what_runs),
	        cmocka_unit_test(test_progress_comes),
	        cmocka_unit_test(test_stops_at_every_point),
	        cmocka_unit_test(test_out_of_memory),
	        cmocka_unit_test(test_workers_agree),
	        cmocka_unit_test(test_bug_deadline_of_a_job_put_aside),
	        cmocka_unit_test(test_bug_watchdog_saw_no_ticks_in_small_jobs),
	        cmocka_unit_test(test_option_table),
	};
	int failed;

	make_open_board();
	epoch_start();
	epoch_thread_join();
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	epoch_barrier();
	epoch_thread_leave();
	CHECK(mem_live() == 0);
	return failed;
}
