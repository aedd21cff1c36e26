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

/* What zones save leaves much of it out of the table. A bound on the plies takes from df-pn what
 * they save: with nothing but that it took 74,222 nodes to find it again, and 20,951 now. */
static void test_a_long_life_is_found_again(void **state)
{
	static const _Atomic uint32_t serial = 0;
	static const _Atomic bool never = false;
	static const budget_t budget = {.nodes = AGAIN_NODES, .cancel = &never};
	const problem_t problem = {.game = "go",
	                           .rows = "...O.OO/.OX..../...O.O./..X..../......./"
	                                   "X....../O..O...",
	                           .goal = "live-any",
	                           .attacker = COLOUR_WHITE,
	                           .defender_threats = THREATS_UNLIMITED};
	search_env_t env = {.driver = DRIVER_PLAIN,
	                    .zoning = ZONING_SOUND,
	                    .most = ORDER_MAX,
	                    .serial = &serial,
	                    .poll = go_on};
	uint32_t taken = 0;
	const proof_sink_t sink = {take_attack, take_defend, &taken};
	proof_built_t built;
	position_t *root;
	search_t *s;

	(void)state;
	assert_int_equal(game_create(&problem, &root, NULL), ERR_OK);
	assert_int_equal(ttable_create(16 << 20, &env.table), ERR_OK);
	assert_int_equal(search_create(root, &env, &s), ERR_OK);
	search_begin_dfpn(s, env.driver, ORDER_MAX, DEPTH_MAX, SEARCH_NODES, 0);
	assert_int_equal(search_run(s, &never), SEARCH_DONE);
	assert_int_equal(search_value(s), VALUE_PROVEN);
	assert_int_equal(
	        proof_build(root, &env, ORDER_MAX, search_plies(s), &budget, &sink, &built),
	        ERR_OK);
	assert_int_equal(built.nodes, taken);
	search_free(s);
	ttable_free(env.table);
	position_free(root);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_a_long_life_is_found_again),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
