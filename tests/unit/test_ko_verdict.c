/* SPDX-License-Identifier: MIT
 * test_ko_verdict.c - the verdict by ko, against one question for each stock of threats. */
#include "tests/unit/go_random.h"
#include "tests/unit/seed.h"
#include "tests/unit/solver_help.h"

enum { SIZE = 5, BOARDS = 400, MORE = THREATS_UNLIMITED };

/* succeeds asks whether the side that moves first does, with these stocks. */
static value_t succeeds(solver_t *solver, request_t r, unsigned own, unsigned other)
{
	const bool attacks = r.problem.first == SIDE_ATTACKER;
	value_t value;

	r.ko = false;
	r.problem.attacker_threats = attacks ? own : other;
	r.problem.defender_threats = attacks ? other : own;
	value = solve(solver, &r).value;
	return attacks ? value : (value_t)(VALUE_PROVEN - value);
}

static void check(solver_t *solver, const request_t *r, unsigned *kinds)
{
	static const unsigned stocks[] = {0, 1, 2, MORE};
	const result_t got = solve(solver, r);
	const value_t sure = succeeds(solver, *r, 0, MORE);
	unsigned i = 0;

	kinds[got.ko]++;
	switch (got.ko) {
	case KO_NONE:
		assert_int_equal(sure, VALUE_PROVEN);
		break;
	case KO_FIGHT:
		assert_int_equal(sure, VALUE_DISPROVEN);
		while (stocks[i] != got.threats)
			assert_int_equal(succeeds(solver, *r, stocks[i++], 0), VALUE_DISPROVEN);
		assert_int_equal(succeeds(solver, *r, got.threats, 0), VALUE_PROVEN);
		break;
	case KO_FAILS:
		assert_int_equal(succeeds(solver, *r, MORE, 0), VALUE_DISPROVEN);
		break;
	default: /* some question was left open */
		assert_int_equal(got.value, VALUE_UNDECIDED);
		break;
	}
	if (got.ko == KO_NONE || got.ko == KO_FIGHT)
		assert_int_equal(got.value, r->problem.first == SIDE_ATTACKER ? VALUE_PROVEN
		                                                              : VALUE_DISPROVEN);
}

static void stocks_are_tried_one_by_one(void **state)
{
	rng_t rng = seed_take();
	solver_t *solver = make(2);
	unsigned kinds[KO_FAILS + 1] = {0};

	(void)state;
	for (unsigned i = 0; i < BOARDS; i++) {
		char rows[GO_ROWS(SIZE)], target[4];
		request_t request;
		position_t *pos;
		errinfo_t why;

		go_random_rows(&rng, SIZE, 4, 3, rows);
		go_random_stone(&rng, SIZE, rows, 'O', target);
		request = ask(rows, target, 2);
		request.problem.first = (side_t)(i % 2);
		request.ko = true;
		request.limits.nodes = 200000;
		if (game_create(&request.problem, &pos, &why) != ERR_OK)
			continue;
		position_free(pos);
		check(solver, &request, kinds);
	}
	print_message("open %u, unconditional %u, ko %u, fails %u\n", kinds[0], kinds[1], kinds[2],
	              kinds[3]);
	assert_true(kinds[KO_NONE] > 0 && kinds[KO_FAILS] > 0);
	solver_destroy(solver);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(stocks_are_tried_one_by_one),
	};

	return run_group(tests, sizeof(tests) / sizeof(tests[0]));
}
