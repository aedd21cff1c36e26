/* SPDX-License-Identifier: MIT
 * test_solver.c - jobs from submission to result: values, limits, refusals,
 * progress, agreement between workers. */
#include "tests/unit/solver_help.h"

#include <stdatomic.h>

#include "engine/solve/limits.h"

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

/* Wins by fours: a proof tells what it depends on; a failure does not, since no zone would leave
 * out moves there (zone_track.c, "Proofs"). A failure at order 2 does. */
static void test_zones_of_wins_by_fours(void **state)
{
	static const struct {
		const char *rows;
		int order;
		value_t value;
		bool has_zone;
	} asked[] = {
	        {"........./........./..X....../..X....../..X.XX.../........./........./"
	         "........./.........",
	         1, VALUE_PROVEN, true},
	        {"........./........./........./...X...../....X..../........./........./"
	         "........./.........",
	         1, VALUE_DISPROVEN, false},
	        {"........./........./........./...X...../........./........./........./"
	         "........./.........",
	         2, VALUE_DISPROVEN, true},
	};
	solver_t *s = make(1);

	(void)state;
	for (unsigned i = 0; i < sizeof(asked) / sizeof(asked[0]); i++) {
		request_t r = {.problem = {.game = "gomoku",
		                           .rows = asked[i].rows,
		                           .attacker = COLOUR_BLACK},
		               .limits = {.order = asked[i].order}};
		const result_t got = solve(s, &r);

		assert_int_equal(got.value, asked[i].value);
		assert_int_equal(got.zone.areas > 0, asked[i].has_zone);
	}
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

/* A helper that came out of an old question told its nodes without asking whether they were the
 * last ones, and began the next question. */
static void bug_a_helper_overran_the_nodes(void **state)
{
	enum { TIMES = 150 };
	const solver_config_t config = {
	        .workers = 2, .table_bytes = 1 << 20, .young_us = 1, .priority = PRIORITY_NORMAL};
	request_t r = ask(open_board, "K10", HARD_ORDER);
	solver_t *s = NULL;

	(void)state;
	assert_int_equal(solver_create(&config, &s, NULL), ERR_OK);
	for (unsigned i = 0; i < TIMES; i++) {
		r.limits.nodes = 1000 + 37 * i;
		assert_in_range(solve(s, &r).nodes, r.limits.nodes, r.limits.nodes + 2 * 66 - 1);
	}
	solver_destroy(s);
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
		solver_cancel(job);
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

static void test_option_table(void **state)
{
	(void)state;
	for (const limit_row_t *row = limits_rows(); row->name != NULL; row++) {
		assert_true(row->least <= row->most);
		assert_true(row->fallback <= row->most);
		assert_true(strlen(row->help) > 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_proves_and_disproves),
	        cmocka_unit_test(test_zones_of_wins_by_fours),
	        cmocka_unit_test(test_limits_end_a_job),
	        cmocka_unit_test(bug_a_helper_overran_the_nodes),
	        cmocka_unit_test(test_refuses_bad_requests),
	        cmocka_unit_test(test_progress_comes),
	        cmocka_unit_test(test_workers_agree),
	        cmocka_unit_test(test_option_table),
	};

	return run_group(tests, sizeof(tests) / sizeof(*tests));
}
