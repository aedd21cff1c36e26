/* SPDX-License-Identifier: MIT
 * test_plain.c - search without lambda: its answers, what it says of them, and that
 * its facts and lambda's do not mix. */
#include "tests/unit/solver_help.h"

/* A block that no play captures, though nothing static says so. */
#define SAFE "..X./.XX."

static request_t plainly(const char *rows, const char *target)
{
	request_t r = ask(rows, target, 0);

	r.limits.driver = DRIVER_PLAIN;
	return r;
}

static void a_proof_has_a_line_and_no_order(void **state)
{
	solver_t *s = make(1);
	request_t r = plainly(CORNER, "A3");
	result_t got = solve(s, &r);

	(void)state;
	assert_int_equal(got.state, JOB_DONE);
	assert_int_equal(got.value, VALUE_PROVEN);
	assert_int_equal(got.scope, SCOPE_ABSOLUTE);
	assert_int_equal(got.order, 0);
	assert_int_equal(got.depth, 3);
	assert_int_equal(got.line_length, 3);
	assert_int_equal(got.line[0], got.best);
	solver_destroy(s);
}

static void a_disproof_is_a_fact_of_the_game(void **state)
{
	solver_t *s = make(1);
	request_t r = plainly(SAFE, "C2");
	request_t lambda = ask(SAFE, "C2", 1);
	result_t got = solve(s, &r);

	(void)state;
	assert_int_equal(got.value, VALUE_DISPROVEN);
	assert_int_equal(got.scope, SCOPE_ABSOLUTE);
	got = solve(s, &lambda);
	assert_int_equal(got.value, VALUE_DISPROVEN);
	assert_int_equal(got.scope, SCOPE_ORDER);
	solver_destroy(s);
}

static void depth_cuts_to_one_half(void **state)
{
	solver_t *s = make(1);
	request_t r = plainly(CORNER, "A3");
	result_t got;

	(void)state;
	r.limits.depth = 1;
	got = solve(s, &r);
	assert_int_equal(got.value, VALUE_UNDECIDED);
	assert_int_equal(got.scope, SCOPE_NONE);
	solver_destroy(s);
}

/* Order 0 never takes a block of two liberties; full-width play does. Both ask the
 * one table, in either order. */
static void facts_of_the_two_drivers_do_not_mix(void **state)
{
	(void)state;
	for (int first = 0; first < 2; first++) {
		solver_t *s = make(1);

		for (int i = 0; i < 2; i++) {
			bool plain = i == first;
			request_t r = plain ? plainly(CORNER, "A3") : ask(CORNER, "A3", 0);
			result_t got = solve(s, &r);

			assert_int_equal(got.value, plain ? VALUE_PROVEN : VALUE_DISPROVEN);
		}
		solver_destroy(s);
	}
}

static void several_workers_agree(void **state)
{
	solver_t *s = make(4);
	request_t r = plainly("..X./.XOX/.O.O/....", "C3");
	request_t alone = r;
	result_t got, one;

	(void)state;
	r.limits.depth = alone.limits.depth = 11;
	alone.limits.workers = 1;
	alone.limits.table_bytes = 1 << 20;
	got = solve(s, &r);
	one = solve(s, &alone);
	assert_int_equal(got.value, one.value);
	assert_int_equal(got.depth, one.depth);
	solver_destroy(s);
}

/* A three open at both ends: whatever white plays, black has four in the end. The
 * defender's list of replies is empty, yet he moves once more: it said 1 ply. */
static void a_reply_not_worth_trying_is_still_a_ply(void **state)
{
	solver_t *s = make(1);
	request_t r = {.problem = {.game = "gomoku",
	                           .rows = "....../....../..XX../....../..OO../......",
	                           .options = "k=4"},
	               .limits = {.driver = DRIVER_PLAIN}};
	result_t got = solve(s, &r);

	(void)state;
	assert_int_equal(got.value, VALUE_PROVEN);
	assert_int_equal(got.depth, 3);
	assert_int_equal(got.line_length, 3); /* the line stopped before it, too */
	assert_int_not_equal(got.line[1], MOVE_PASS);
	solver_destroy(s);
}

/* The iteration that finds a proof may be deeper than the proof: a mate in 3 was
 * called one in 4. */
static void a_proof_tells_its_own_depth(void **state)
{
	solver_t *s = make(1);
	request_t r = {
	        .problem = {.game = "chess", .rows = "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1"},
	        .limits = {.order = 3}};
	result_t got = solve(s, &r);

	(void)state;
	assert_int_equal(got.value, VALUE_PROVEN);
	assert_int_equal(got.depth, 7);
	assert_int_equal(got.line_length, 5);
	solver_destroy(s);
}

/* The defender holds by a cycle. Where it was looked for at the attacker's nodes alone, the table
 * hid it, and these were undecided at the greatest depth. */
static void bug_a_cycle_was_hidden_by_the_table(void **state)
{
	static const char *const asked[][2] = {
	        {"X.O/XO./..X", "B2"}, {".OO./...O/OXXO", "B3"}, {"X..O/.O.X/.OX.", "B2"}};

	(void)state;
	for (size_t i = 0; i < sizeof(asked) / sizeof(*asked); i++) {
		solver_t *s = make(1);
		request_t r = plainly(asked[i][0], asked[i][1]);
		const result_t got = solve(s, &r);

		assert_int_equal(got.state, JOB_DONE);
		assert_int_equal(got.value, VALUE_DISPROVEN);
		assert_int_equal(got.scope, SCOPE_ABSOLUTE);
		solver_destroy(s);
	}
}

static void no_such_driver(void **state)
{
	solver_t *s = make(1);
	request_t r = plainly(CORNER, "A3");
	errinfo_t why;
	job_t *job = NULL;

	(void)state;
	r.limits.driver = (driver_t)7;
	assert_int_equal(solver_submit(s, &r, &job, &why), ERR_VALUE);
	assert_string_equal(why.text, "driver: 7 is none");
	assert_null(job);
	solver_destroy(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(a_proof_has_a_line_and_no_order),
	        cmocka_unit_test(a_disproof_is_a_fact_of_the_game),
	        cmocka_unit_test(depth_cuts_to_one_half),
	        cmocka_unit_test(facts_of_the_two_drivers_do_not_mix),
	        cmocka_unit_test(several_workers_agree),
	        cmocka_unit_test(a_reply_not_worth_trying_is_still_a_ply),
	        cmocka_unit_test(a_proof_tells_its_own_depth),
	        cmocka_unit_test(bug_a_cycle_was_hidden_by_the_table),
	        cmocka_unit_test(no_such_driver),
	};

	return run_group(tests, sizeof(tests) / sizeof(tests[0]));
}
