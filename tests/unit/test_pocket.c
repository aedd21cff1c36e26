/* SPDX-License-Identifier: MIT
 * test_pocket.c - the oracle of small regions: who wins by the search that it guides is who wins
 * by the rules (go_enclosed.h), and the oracle itself, whose word is no proof, is seldom wrong. */
#include "tests/bench/enclosed_draw.h"

#include <stdio.h>

#include "engine/game/go/go.h"
#include "engine/game/go/pocket/oracle.h"
#include "engine/game/go/pocket/pocket_play.h"
#include "engine/game/go/pocket/pocket_search.h"
#include "tests/unit/seed.h"
#include "tests/unit/solver_help.h"

enum {
	ROOM = 1 << 17,
	POSITIONS = 1000000,
	ENTRIES = 1 << 16,
	LEAST = 4,
	MOST = 8,
	NODES = 100000,
	SLICE = 1000,
#if defined(UNDER_ASAN) || defined(UNDER_TSAN)
	PROBLEMS = 40,
#else
	PROBLEMS = 320,
#endif
};

static position_t *board_for(const problem_t *problem)
{
	position_t *pos = NULL;

	assert_int_equal(game_create(problem, &pos, NULL), ERR_OK);
	return pos;
}

/* foretold is what the oracle says of a problem; VALUE_UNDECIDED: it has none, or does not know. */
static value_t foretold(const problem_t *problem)
{
	position_t *pos = board_for(problem);
	oracle_t *oracle = oracle_pocket.open(pos);
	oracle_says_t says = {VALUE_UNDECIDED, MOVE_NONE};

	if (oracle != NULL) {
		oracle_pocket.begin(oracle, pos);
		for (unsigned i = 0, some = SLICE; i < POSITIONS; i += some) {
			some = SLICE;
			if (oracle_pocket.go(oracle, &some))
				break;
		}
		says = oracle_pocket.tell(oracle, pos, true);
		if (says.value == (pos->turn == SIDE_ATTACKER ? VALUE_PROVEN : VALUE_DISPROVEN) &&
		    says.best != MOVE_NONE && says.best != MOVE_PASS)
			assert_true(pos->game->legal(pos, says.best));
		oracle_pocket.close(oracle);
	}
	position_free(pos);
	return says.value;
}

static value_t searched(solver_t *solver, const request_t *asked)
{
	request_t r = *asked;

	r.limits.driver = DRIVER_PLAIN;
	r.limits.engine = ALGORITHM_DFPN;
	r.limits.nodes = NODES;
	r.limits.table_bytes = 1 << 20;
	return solve(solver, &r).value;
}

static void verdicts_are_those_of_the_rules(void **state)
{
	rng_t rng = seed_take();
	const uint64_t seed = rng_below(&rng, UINT16_MAX);
	unsigned told[2] = {0}, open = 0, silent = 0, wrong = 0;
	solver_t *solver = make(1);
	enclosed_t judge;

	(void)state;
	enclosed_make(&judge, ROOM);
	for (unsigned i = 0; i < PROBLEMS; i++) {
		enclosed_problem_t p;
		value_t truth, oracle, value;
		int judged;

		enclosed_draw(seed, i, LEAST, MOST, &p);
		judged = enclosed_ask(&judge, &p);
		if (judged < 0)
			continue;
		truth = judged > 0 ? VALUE_PROVEN : VALUE_DISPROVEN;
		oracle = foretold(&p.request.problem);
		value = searched(solver, &p.request);
		told[judged]++;
		silent += oracle == VALUE_UNDECIDED;
		open += value == VALUE_UNDECIDED;
		wrong += oracle != VALUE_UNDECIDED && oracle != truth;
		if (value != VALUE_UNDECIDED && value != truth)
			fail_msg("%s of seed %u: %s by the search, not %s", p.name, (unsigned)seed,
			         value_name(value), value_name(truth));
	}
	enclosed_free(&judge);
	solver_destroy(solver);
	print_message("%u won, %u not, %u not foretold, %u foretold wrongly, %u left open\n",
	              told[1], told[0], silent, wrong, open);
	assert_true(told[0] > 0 && told[1] > 0);
	assert_true((open + silent + wrong) * 20 < told[0] + told[1]);
}

/* Twelve points to play on, and any block that will be played may live: not decided within 300,000
 * nodes without the oracle. */
static void a_search_is_guided(void **state)
{
	solver_t *solver = make(1);
	request_t r = ask_for("live-any", "..X.O.X/..OOXOX/.OXOXX./OXXOX../OXX.X../X..X.../.......",
	                      NULL, 0);

	(void)state;
	r.problem.options = "region=A7-F7,A6-D6,F6,A5-B5,D5,A4,D4,A3,D3";
	r.problem.attacker = COLOUR_WHITE;
	r.limits.driver = DRIVER_PLAIN;
	r.limits.engine = ALGORITHM_DFPN;
	r.limits.nodes = NODES;
	assert_int_equal(solve(solver, &r).value, VALUE_DISPROVEN);
	solver_destroy(solver);
}

/* pocket_of makes the pocket of a board and reads its position. */
static bool pocket_of(const request_t *r, pocket_goal_t goal, pocket_t *p, pocket_state_t *s)
{
	position_t *pos = board_for(&r->problem);
	const bool fits = pocket_make(board_of(pos), goal, p);

	if (fits)
		pocket_read(p, board_of(pos), s);
	position_free(pos);
	return fits;
}

static void life_is_unconditional(void **state)
{
	static const struct {
		const char *rows;
		pocket_end_t end;
	} asked[] = {
	        {".X.XXO/XXXXXO/OOOOOO/....../....../......", POCKET_WON},  /* two eyes */
	        {".X..XO/XXXXXO/OOOOOO/....../....../......", POCKET_WON},  /* one of them of two */
	        {"...XXO/XXXXXO/OOOOOO/....../....../......", POCKET_OPEN}, /* one eye */
	        {".XX..O/XXXXXO/OOOOOO/....../....../......", POCKET_OPEN}, /* one is open */
	};

	(void)state;
	for (size_t i = 0; i < sizeof(asked) / sizeof(asked[0]); i++) {
		request_t r = ask_for("live", asked[i].rows, "D5", 0);
		pocket_state_t s;
		pocket_t p;

		r.problem.options = "region=A6-E6,A5-E5";
		assert_true(pocket_of(&r, POCKET_LIVE, &p, &s));
		assert_int_equal(pocket_play_end(&p, &s), asked[i].end);
	}
}

/* A stone that was taken in a ko is not captured while it may be taken back. */
static void a_ko_is_open_while_there_are_threats(void **state)
{
	(void)state;
	for (unsigned threats = 0; threats < 3; threats++) {
		request_t r = ask_for("capture-any", ".O.../O.OX./XOX../.X.../.....", "B3", 0);
		pocket_state_t s;
		pocket_t p;
		unsigned taken;

		r.problem.options = "region=A5-D5,A4-D4,A3-D3,A2-D2";
		r.problem.defender_threats = threats;
		assert_true(pocket_of(&r, POCKET_CAPTURE_ANY, &p, &s));
		taken = p.stride + 1; /* B4, which takes B3 and nothing else */
		assert_true((pocket_play_points(&p, &s) >> taken & 1) != 0);
		assert_true(pocket_play_move(&p, &s, taken));
		assert_int_equal(s.ko, 2 * p.stride + 1);
		assert_int_equal(pocket_play_end(&p, &s), threats > 0 ? POCKET_OPEN : POCKET_WON);
		if (threats == 0)
			continue;
		assert_true(pocket_play_move(&p, &s, s.ko));
		assert_int_equal(s.threats[SIDE_DEFENDER], threats - 1);
		assert_int_equal(pocket_play_end(&p, &s), POCKET_OPEN);
	}
}

/* Nobody may play on the banned point, so that it is none of the pocket's. It was taken for the
 * point B4, whose bit it would have had. */
static void bug_a_ban_beyond_the_region_was_one_within(void **state)
{
	request_t r = ask_for("capture-any", "O..O.OX/....OX./......./......./.......", "A5", 0);
	pocket_state_t s = {.ko = 0};
	pocket_t p;

	(void)state;
	r.problem.options = "region=A5-B5,A4-B4";
	r.problem.ko = "E5";
	assert_true(pocket_of(&r, POCKET_CAPTURE_ANY, &p, &s));
	assert_int_equal(s.ko, POCKET_NO_KO);
}

static void a_wide_region_is_refused(void **state)
{
	char rows[ROWS_TEXT_MAX];
	request_t r;
	pocket_state_t s;
	pocket_t p;

	(void)state;
	memcpy(rows, open_board, sizeof(rows));
	r = ask_for("capture-any", rows, "K10", 0);
	r.problem.options = "region=A10-T10";
	assert_false(pocket_of(&r, POCKET_CAPTURE_ANY, &p, &s));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(life_is_unconditional),
	        cmocka_unit_test(a_ko_is_open_while_there_are_threats),
	        cmocka_unit_test(bug_a_ban_beyond_the_region_was_one_within),
	        cmocka_unit_test(a_wide_region_is_refused),
	        cmocka_unit_test(a_search_is_guided),
	        cmocka_unit_test(verdicts_are_those_of_the_rules),
	};

	return run_group(tests, sizeof(tests) / sizeof(tests[0]));
}
