/* SPDX-License-Identifier: MIT
 * test_inquiry.c - what a job asks: how the nodes are shared between the algorithms. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/game/game.h"
#include "engine/solve/inquiry.h"
#include "engine/solve/limits.h"
#include "engine/tuning/tuning.h"

/* times_of returns how many nodes df-pn gets for each one of alpha-beta. */
static unsigned times_of(const problem_t *problem, limits_t limits)
{
	errinfo_t why;
	position_t *root;
	inquiry_t q;

	limits.order = -1;
	assert_int_equal(game_create(problem, &root, &why), ERR_OK);
	assert_int_equal(limits_resolve(&limits, &why), ERR_OK);
	assert_int_equal(limits_bound(&limits, root->game, false, &why), ERR_OK);
	inquiry_init(&q, &limits, root, false);
	inquiry_begin(&q);
	position_free(root);
	return q.deepening.dfpn_times;
}

/* A question about moves is one without lambda, and was taken for one that had been asked to be so:
 * then df-pn got as few nodes as in a game where it is no better than alpha-beta. */
static void bug_dfpn_had_a_smaller_share_of_questions_about_moves(void **state)
{
	const problem_t chess = {.game = "chess", .rows = "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"};
	const problem_t gomoku = {.game = "gomoku", .options = "size=9", .attacker = COLOUR_BLACK};

	(void)state;
	assert_int_equal(times_of(&chess, (limits_t){.driver = DRIVER_LAMBDA}), MATE_DFPN_TIMES);
	assert_int_equal(times_of(&chess, (limits_t){.within = 3}), MATE_DFPN_TIMES);
	assert_int_equal(times_of(&chess, (limits_t){.shortest = true}), MATE_DFPN_TIMES);
	assert_int_equal(times_of(&gomoku, (limits_t){.within = 3}), GOMOKU_DFPN_TIMES);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(bug_dfpn_had_a_smaller_share_of_questions_about_moves),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
