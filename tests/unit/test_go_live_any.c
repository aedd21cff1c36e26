/* SPDX-License-Identifier: MIT
 * test_go_live_any.c - one of several blocks is to live. */
#include "tests/unit/solver_help.h"

/* A move that took the other one was thought to be like a pass: "proven", with both gone. */
static void bug_the_other_named_block_was_out_of_the_zone(void **state)
{
	static const zoning_t zonings[] = {ZONING_SOUND, ZONING_NONE};
	solver_t *solver = make(1);
	request_t r = {.problem = {.game = "go",
	                           .rows = "X"
	                                   "XX..../OOX...O/.OXX.O./XO.X.OX",
	                           .goal = "live-any",
	                           .target = "A1 G1",
	                           .options = "region=A1-B3,C1,G1-G2",
	                           .attacker = COLOUR_BLACK,
	                           .first = SIDE_DEFENDER},
	               .limits = {.order = 5}};

	(void)state;
	for (unsigned i = 0; i < 2 * 2; i++) {
		r.limits.driver = i & 1 ? DRIVER_PLAIN : DRIVER_LAMBDA;
		r.limits.engine = i & 1 ? ALGORITHM_DFPN : ALGORITHM_ALPHABETA;
		r.limits.zoning = zonings[i >> 1];
		assert_int_equal(solve(solver, &r).value, VALUE_DISPROVEN);
	}
	solver_destroy(solver);
}

/* The network divided by the number of points that it looked at. */
static void bug_the_network_was_asked_about_no_move_at_all(void **state)
{
	solver_t *solver = make(1);
	request_t r = {.problem = {.game = "go",
	                           .rows = "........../........../........../........../........../"
	                                   "........../........../........../........../XX........",
	                           .goal = "live-any",
	                           .options = "region=A1",
	                           .attacker = COLOUR_WHITE},
	               .limits = {.driver = DRIVER_PLAIN, .engine = ALGORITHM_DFPN, .nodes = 1000}};

	(void)state;
	for (unsigned i = 0; i < 2; i++) {
		r.problem.first = i == 0 ? SIDE_ATTACKER : SIDE_DEFENDER;
		assert_int_not_equal(solve(solver, &r).value, VALUE_PROVEN);
	}
	solver_destroy(solver);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(bug_the_network_was_asked_about_no_move_at_all),
	        cmocka_unit_test(bug_the_other_named_block_was_out_of_the_zone),
	};

	return run_group(tests, sizeof(tests) / sizeof(tests[0]));
}
