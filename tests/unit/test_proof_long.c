/* SPDX-License-Identifier: MIT
 * test_proof_long.c - a strategy made of a long proof without lambda, of which the table has
 * little. */
#include "engine/proof/build.h"
#include "engine/table/ttable.h"
#include "tests/unit/search_help.h"
#include "tests/unit/solver_help.h"

enum {
	SEARCH_NODES = 600000,
	AGAIN_NODES = 40000,
};

static err_t take_attack(void *context, move_t move, uint32_t child)
{
	(void)move;
	(void)child;
	++*(uint32_t *)context;
	return ERR_OK;
}

static err_t take_defend(void *context, uint32_t rest, const proof_reply_t *replies, unsigned count)
{
	(void)rest;
	(void)replies;
	(void)count;
	++*(uint32_t *)context;
	return ERR_OK;
}

static const problem_t life = {.game = "go",
                               .rows = "...O.OO/.OX..../...O.O./..X..../......./"
                                       "X....../O..O...",
                               .goal = "live-any",
                               .attacker = COLOUR_WHITE,
                               .defender_threats = THREATS_UNLIMITED};

/* built_after searches, and makes a strategy of `fewer` plies less than were found, with the table
 * of the search, or with an empty one. */
static err_t built_after(unsigned fewer, bool may_be_longer, bool has_table, uint64_t nodes,
                         proof_built_t *built)
{
	static const _Atomic uint32_t serial = 0;
	static const _Atomic bool never = false;
	const budget_t budget = {.nodes = nodes, .cancel = &never};
	search_env_t env = {.driver = DRIVER_PLAIN,
	                    .zoning = ZONING_SOUND,
	                    .most = ORDER_MAX,
	                    .serial = &serial,
	                    .poll = go_on};
	proof_found_t found = {.order = ORDER_MAX, .may_be_longer = may_be_longer};
	uint32_t taken = 0;
	const proof_sink_t sink = {take_attack, take_defend, &taken};
	position_t *root;
	search_t *s;
	err_t err;

	assert_int_equal(game_create(&life, &root, NULL), ERR_OK);
	assert_int_equal(ttable_create(16 << 20, &env.table), ERR_OK);
	assert_int_equal(search_create(root, &env, &s), ERR_OK);
	search_begin_dfpn(s, env.driver, ORDER_MAX, DEPTH_MAX, SEARCH_NODES, 0);
	assert_int_equal(search_run(s, &never), SEARCH_DONE);
	assert_int_equal(search_value(s), VALUE_PROVEN);
	assert_true(search_plies(s) > fewer);
	found.depth = search_plies(s) - fewer;
	search_free(s);
	if (!has_table) {
		ttable_free(env.table);
		assert_int_equal(ttable_create(1 << 20, &env.table), ERR_OK);
	}
	err = proof_build(root, &env, &found, &budget, &sink, built);
	assert_int_equal(built->nodes, taken);
	ttable_free(env.table);
	position_free(root);
	return err;
}

/* What zones save leaves much of it out of the table. A bound on the plies takes from df-pn what
 * they save: with nothing but that it took 74,222 nodes to find it again, and 20,951 now. */
static void test_a_long_life_is_found_again(void **state)
{
	proof_built_t built;

	(void)state;
	assert_int_equal(built_after(0, false, true, AGAIN_NODES, &built), ERR_OK);
}

/* With several workers the table may know a position by a longer proof than one above it counts on.
 * Looking for a short one took all the time that there was, and there was no certificate. */
static void test_bug_a_proof_found_again_with_more_plies_will_do(void **state)
{
	proof_built_t built;

	(void)state;
	assert_int_equal(built_after(8, true, false, AGAIN_NODES + SEARCH_NODES, &built), ERR_OK);
	assert_int_equal(built_after(8, false, false, AGAIN_NODES, &built), ERR_LIMIT);
}

/* A search that takes boards for proven because they agree on a zone leaves more boards to a walk
 * than it has looked at. A life on 7x7 had no certificate within 256 MiB. */
static void test_bug_boards_that_agree_are_walked_once(void **state)
{
	proof_built_t one_by_one, by_zones;

	(void)state;
	assert_int_equal(built_after(0, false, true, AGAIN_NODES, &one_by_one), ERR_OK);
	assert_int_equal(built_after(0, true, true, AGAIN_NODES, &by_zones), ERR_OK);
	assert_true(2 * by_zones.nodes < one_by_one.nodes);
	assert_true(2 * by_zones.again < one_by_one.again);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_a_long_life_is_found_again),
	        cmocka_unit_test(test_bug_a_proof_found_again_with_more_plies_will_do),
	        cmocka_unit_test(test_bug_boards_that_agree_are_walked_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
