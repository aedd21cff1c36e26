/* SPDX-License-Identifier: MIT
 * test_go_semeai.c - races: verdicts drawn by hand, and random boards by both engines, with zones
 * and without, against the definitions word by word. */
#include "tests/unit/conformance.h"
#include "tests/unit/go_random.h"
#include "tests/unit/seed.h"
#include "tests/unit/solver_help.h"

enum { SIZE = 4, BOARDS = 400, DEPTH = 7, ORDER = 2 };

/* Two liberties each, none shared: who begins wins. */
static void who_begins_wins(void **state)
{
	solver_t *s = make(1);
	request_t r = ask_for("semeai", "X.OX./XXOX./OOOX./XXXX./.....", "C5 A5", 2);

	(void)state;
	assert_int_equal(solve(s, &r).value, VALUE_PROVEN);
	r = ask_for("semeai", ".XO../XXOX./OOOX./XXXX./.....", "C5 B5", 2);
	assert_int_equal(solve(s, &r).value, VALUE_PROVEN);
	r.problem.first = SIDE_DEFENDER; /* and captures first */
	assert_int_equal(solve(s, &r).value, VALUE_DISPROVEN);
	solver_destroy(s);
}

/* The block can be captured, but not while the other one stands. */
static void a_stone_given_away_loses_the_race(void **state)
{
	const char *rows = "..X./OX../XO.O/....";
	solver_t *s = make(1);
	request_t r = ask(rows, "B2", 2);

	(void)state;
	assert_int_equal(solve(s, &r).value, VALUE_PROVEN);
	r = ask_for("semeai", rows, "B2 A2", 2);
	assert_int_equal(solve(s, &r).value, VALUE_DISPROVEN);
	solver_destroy(s);
}

/* A failure by the second stone's capture did not say that the first one stood: so the move that
 * takes it in a ko, after which that capture comes too late, was not tried. */
static void bug_a_lost_race_forgot_the_first_stone(void **state)
{
	solver_t *s = make(1);
	request_t r = ask_for("semeai", ".OX/XX./.OX/.X./OX.", "C5 A1", 3);

	(void)state;
	r.problem.attacker = COLOUR_WHITE;
	r.problem.attacker_threats = THREATS_UNLIMITED;
	r.problem.defender_threats = 2;
	for (unsigned way = 0; way < 8; way++) {
		r.limits.engine = way & 1 ? ALGORITHM_DFPN : ALGORITHM_ALPHABETA;
		r.limits.zoning = way & 2 ? ZONING_NONE : ZONING_SOUND;
		r.limits.driver = way & 4 ? DRIVER_PLAIN : DRIVER_LAMBDA;
		r.limits.table_bytes = 1 << 18;
		assert_int_equal(solve(s, &r).value, VALUE_PROVEN);
	}
	solver_destroy(s);
}

static void refusals(void **state)
{
	static const struct {
		const char *stones, *text;
	} bad[] = {
	        {"A2", "goal.target: a semeai takes two points, not 1"},
	        {"A2 A1", "goal.target: the stones on A2 and A1 are of one colour"},
	        {"A2 B2", "goal.target: there is no stone on B2"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		const request_t r = ask_for("semeai", "X.O/X..", bad[i].stones, 1);
		position_t *pos;
		errinfo_t why;

		assert_int_not_equal(game_create(&r.problem, &pos, &why), ERR_OK);
		assert_string_equal(why.text, bad[i].text);
	}
}

/* check asks in four ways. Alpha-beta looks DEPTH plies ahead. df-pn further, since a line
 * that is cut by the depth may keep it from an answer. */
static void check(solver_t *solver, request_t r, position_t *pos, unsigned *told)
{
	long budget = 300000;
	const int want = naive_lambda(pos, ORDER, DEPTH, &budget);

	if (want < 0)
		return;
	told[want]++;
	for (unsigned way = 0; way < 4; way++) {
		result_t got;

		r.limits.table_bytes = 1 << 18;
		r.limits.engine = way & 1 ? ALGORITHM_DFPN : ALGORITHM_ALPHABETA;
		r.limits.depth = way & 1 ? DEPTH_MAX : DEPTH;
		r.limits.zoning = way & 2 ? ZONING_NONE : ZONING_SOUND;
		got = solve(solver, &r);
		if (want == 1 ? got.value != VALUE_PROVEN
		              : got.value == VALUE_PROVEN && got.depth <= DEPTH)
			fail_msg("%s %s way %u: %s", r.problem.rows, r.problem.target, way,
			         value_name(got.value));
	}
}

static void random_races(void **state)
{
	rng_t rng = seed_take();
	solver_t *solver = make(1);
	unsigned told[2] = {0};

	(void)state;
	for (unsigned i = 0; i < BOARDS; i++) {
		char rows[GO_ROWS(SIZE)], stones[8];
		request_t r;
		position_t *pos;

		go_random_rows(&rng, SIZE, 4, 3, rows);
		go_random_stone(&rng, SIZE, rows, 'O', stones);
		go_random_stone(&rng, SIZE, rows, 'X', &stones[3]);
		stones[2] = ' ';
		r = ask_for("semeai", rows, stones, ORDER);
		r.problem.attacker_threats = (unsigned)(rng_next(&rng) % 2);
		r.problem.defender_threats = (unsigned)(rng_next(&rng) % 2);
		if (game_create(&r.problem, &pos, NULL) != ERR_OK)
			continue;
		check(solver, r, pos, told);
		position_free(pos);
	}
	print_message("%u lost, %u won\n", told[0], told[1]);
	assert_true(told[0] > 0 && told[1] > 0);
	solver_destroy(solver);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(who_begins_wins),
	        cmocka_unit_test(a_stone_given_away_loses_the_race),
	        cmocka_unit_test(bug_a_lost_race_forgot_the_first_stone),
	        cmocka_unit_test(refusals),
	        cmocka_unit_test(random_races),
	};

	return run_group(tests, sizeof(tests) / sizeof(tests[0]));
}
