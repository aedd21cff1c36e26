/* SPDX-License-Identifier: MIT
 * test_denial.c - denials made where a table tells zones that do not hold: what is taken for
 * disproven by them is found out, and the denial is made all the same. And how many positions one
 * is made of. */
#include <stdio.h>

#include "engine/proof/bytes.h"
#include "engine/proof/canonical.h"
#include "engine/proof/check/check.h"
#include "engine/proof/denial.h"
#include "engine/search/core/key.h"
#include "engine/solve/certify.h"
#include "tests/unit/go_random.h"
#include "tests/unit/seed.h"
#include "tests/unit/solver_help.h"

enum {
	SIZE = 5,
	BOARDS = 600,
	ORDER = 2,
	SOLVE_NODES = 20000,
	MAKE_NODES = 200000,
	OPEN_ORDER = 3,
	OPEN_SOLVE = 100000,
	OPEN_MAKE = 2000,      /* positions, and nodes searched */
	OPEN_CHECKED = 500000, /* positions */
};

static int32_t number_of(move_t move)
{
	return move == MOVE_PASS ? CERTIFICATE_PASS : (int32_t)move;
}

static err_t take_attack(void *context, move_t move, uint32_t child)
{
	const certificate_item_t item = {
	        .kind = CERTIFICATE_ATTACK, .move = number_of(move), .child = child};

	return strategy_add(context, &item, NULL);
}

static int by_move(const void *a, const void *b)
{
	const int32_t x = ((const certificate_reply_t *)a)->move;
	const int32_t y = ((const certificate_reply_t *)b)->move;

	return (x > y) - (x < y);
}

static err_t take_defence(void *context, uint32_t rest, const proof_reply_t *replies,
                          unsigned count)
{
	certificate_reply_t list[CERTIFICATE_REPLIES_MAX];
	const certificate_item_t item = {
	        .kind = CERTIFICATE_DEFENCE, .child = rest, .replies = list, .count = count};

	for (unsigned i = 0; i < count; i++)
		list[i] = (certificate_reply_t){number_of(replies[i].move), replies[i].child};
	if (count > 0)
		qsort(list, count, sizeof(list[0]), by_move);
	return strategy_add(context, &item, NULL);
}

/* denied makes the denial from a table that holds the disproof of the root on an empty zone, and
 * has it checked. Returns how many nodes were written to no use. */
static uint32_t denied(const problem_t *problem, const position_t *root, unsigned order)
{
	static const _Atomic bool never = false;
	const budget_t budget = {.nodes = MAKE_NODES, .cancel = &never};
	search_env_t env = {.driver = DRIVER_LAMBDA, .zoning = ZONING_SOUND, .most = order};
	const check_options_t options = {.memory = 1 << 24};
	certificate_header_t claim = {.kind = "lambda-denial", .game = "go", .black = true};
	strategy_t strategy = {.nodes = NULL};
	const proof_sink_t sink = {take_attack, take_defence, &strategy};
	bytes_t file = {.length = 0};
	static check_result_t result;
	proof_built_t built;
	errinfo_t why;
	uint32_t nodes;

	assert_int_equal(ttable_create(TABLE_BYTES, &env.table), ERR_OK);
	ttable_store_failed(env.table, key_of_position(env.driver, env.zoning, root), order,
	                    DEPTH_MAX, true, MOVE_NONE, 1, 0);
	assert_int_equal(denial_build(root, &env, order, 0, &budget, &sink, &built), ERR_OK);
	ttable_free(env.table);
	(void)snprintf(claim.goal, sizeof(claim.goal), "%s", problem->goal);
	(void)snprintf(claim.target, sizeof(claim.target), "%s", problem->target);
	(void)snprintf(claim.rows, sizeof(claim.rows), "%s", problem->rows);
	(void)snprintf(claim.by, sizeof(claim.by), "a test");
	claim.order = order;
	strategy.root = built.root;
	if (canonical_write(&claim, &strategy, bytes_sink(&file), &nodes, &why) != ERR_OK ||
	    check_stream(bytes_source(&file), &options, &result, &why) != ERR_OK)
		fail_msg("%s %s: %s", problem->rows, problem->target, why.text);
	if (!result.proven)
		fail_msg("%s %s: %s after %s", problem->rows, problem->target, result.reason,
		         result.path);
	bytes_free(&file);
	nodes = strategy.count - nodes;
	strategy_free(&strategy);
	return nodes;
}

/* is_disproven: by an order of 1 and more. */
static bool is_disproven(solver_t *solver, const request_t *request, unsigned *order)
{
	result_t r;
	job_t *job;

	if (solver_submit(solver, request, &job, NULL) != ERR_OK)
		return false;
	solver_wait(job);
	job_result(job, &r);
	job_release(job);
	*order = (unsigned)r.order;
	return r.value == VALUE_DISPROVEN && r.scope == SCOPE_ORDER && r.order > 0;
}

static void zones_that_do_not_hold_lead_to_a_search(void **state)
{
	solver_t *solver = make(1);
	unsigned made = 0, misled = 0;
	rng_t rng = seed_take();

	(void)state;
	while (made < BOARDS) {
		char rows[GO_ROWS(SIZE)], target[4];
		request_t request = {.problem = {.game = "go",
		                                 .rows = rows,
		                                 .goal = "capture",
		                                 .target = target,
		                                 .attacker = COLOUR_BLACK},
		                     .limits = {.order = ORDER, .nodes = SOLVE_NODES}};
		position_t *root;
		unsigned order;

		go_random_rows(&rng, SIZE, 3, 2, rows);
		go_random_stone(&rng, SIZE, rows, 'O', target);
		if (!is_disproven(solver, &request, &order))
			continue;
		assert_int_equal(game_create(&request.problem, &root, NULL), ERR_OK);
		misled += denied(&request.problem, root, order) > 1; /* the stop may be one */
		position_free(root);
		made++;
	}
	solver_destroy(solver);
	printf("%u of %u were misled\n", misled, made);
	assert_in_range(misled, 1, made);
}

/* A fight on 9x9: a replay looks at some 105,000 boards; most differ by moves elsewhere. */
static void bug_making_walked_every_board_that_differs_elsewhere(void **state)
{
	static const _Atomic bool never = false;
	const request_t request = {
	        .problem = {.game = "go",
	                    .rows = "........./.X..X..../........./..O...X../..OO.X.../..X..O.../"
	                            "...XO..O./.O.XO.X../.........",
	                    .goal = "capture",
	                    .target = "E3",
	                    .attacker = COLOUR_BLACK},
	        .limits = {.order = OPEN_ORDER, .nodes = OPEN_SOLVE}};
	const budget_t budget = {.nodes = OPEN_MAKE, .cancel = &never};
	const check_options_t options = {.most = OPEN_CHECKED};
	static check_result_t result;
	bytes_t file = {.length = 0};
	solver_t *solver = make(1);
	proof_built_t built;
	errinfo_t why = {.code = ERR_OK};
	job_t *job;

	(void)state;
	assert_int_equal(solver_submit(solver, &request, &job, NULL), ERR_OK);
	solver_wait(job);
	if (certify_job(job, &budget, bytes_sink(&file), &built, &why) != ERR_OK ||
	    check_stream(bytes_source(&file), &options, &result, &why) != ERR_OK)
		fail_msg("%s", why.text);
	assert_true(result.proven);
	printf("%u nodes, %llu of search, checked on %llu positions\n", built.nodes,
	       (unsigned long long)built.searched, (unsigned long long)result.positions);
	bytes_free(&file);
	job_release(job);
	solver_destroy(solver);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(zones_that_do_not_hold_lead_to_a_search),
	        cmocka_unit_test(bug_making_walked_every_board_that_differs_elsewhere),
	};

	return run_group(tests, sizeof(tests) / sizeof(tests[0]));
}
