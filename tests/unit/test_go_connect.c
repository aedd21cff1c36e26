/* SPDX-License-Identifier: MIT
 * test_go_connect.c - connecting two stones: distances drawn by hand, verdicts with zones and
 * without, by both engines. The conformance suite asks the definitions. */
#include "engine/game/grid.h"
#include "tests/unit/go_random.h"
#include "tests/unit/seed.h"
#include "tests/unit/solver_help.h"

enum { SIZE = 6, BOARDS = 250, ORDER_MOST = 2, NODES = 200000, WITHIN = 7 };

static void distances(void **state)
{
	static const struct {
		const char *rows, *stones;
		unsigned distance;
	} boards[] = {
	        {"X.X/.O./...", "A3 C3", 1},         {"X..X/..../....", "A3 D3", 2},
	        {"X.X.X/...../.....", "A3 E3", 2}, /* the stone between is a step for free */
	        {"X.O.X/..O../..O..", "A3 E3", 6}, /* three liberties and more: no way through */
	        {".XOX./.....", "B2 D2", 2},       /* the white stone is captured first */
	        {".XOX./..O../.....", "B3 D3", 4},   {".XOX./..O../..O../.....", "B4 D4", 6},
	        {"OX.O/..../X..O/....", "B4 A2", 2},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(boards) / sizeof(boards[0]); i++) {
		const request_t r = ask_for("connect", boards[i].rows, boards[i].stones, 1);
		position_t *pos;
		errinfo_t why;

		if (game_create(&r.problem, &pos, &why) != ERR_OK)
			fail_msg("%s: %s", boards[i].rows, why.text);
		if (pos->game->distance(pos) != boards[i].distance)
			fail_msg("%s %s: distance %u", boards[i].rows, boards[i].stones,
			         pos->game->distance(pos));
		position_free(pos);
	}
}

static void a_bamboo_joint_is_connected(void **state)
{
	solver_t *s = make(1);
	request_t r = ask_for("connect", "....../.X.X../.X.X../....../......", "B4 D4", 1);

	(void)state;
	r.problem.first = SIDE_DEFENDER;
	assert_int_equal(solve(s, &r).value, VALUE_PROVEN);
	r.problem.rows = "....../.X.X../.XO.../....../......"; /* half of it */
	assert_int_equal(solve(s, &r).value, VALUE_DISPROVEN);
	solver_destroy(s);
}

static void refusals(void **state)
{
	static const struct {
		const char *rows, *stones, *text;
	} bad[] = {
	        {"X.X/...", "A2", "goal.target: to connect takes two points, not 1"},
	        {"X.X/...", "A2 C2 A2", "goal.target: to connect takes two points, not 3"},
	        {"X.X/...", "A2 B2", "goal.target: there is no stone on B2"},
	        {"X.X/...", "A2 K9", "goal.target: \"K9\" is not a point of a 3x2 board"},
	        {"X.O/...", "A2 C2", "goal.target: the stones on A2 and C2 are of two colours"},
	        {"XX./...", "A2 B2", "goal.target: A2 and B2 are one block already"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		const request_t r = ask_for("connect", bad[i].rows, bad[i].stones, 1);
		position_t *pos;
		errinfo_t why;

		assert_int_not_equal(game_create(&r.problem, &pos, &why), ERR_OK);
		assert_string_equal(why.text, bad[i].text);
	}
}

/* values_agree asks in four ways, each with a table of its own. */
static value_t values_agree(solver_t *solver, request_t r)
{
	value_t value = VALUE_UNDECIDED;

	for (unsigned way = 0; way < 4; way++) {
		value_t v;

		r.limits.table_bytes = 1 << 18;
		r.limits.engine = way & 1 ? ALGORITHM_DFPN : ALGORITHM_ALPHABETA;
		r.limits.zoning = way & 2 ? ZONING_NONE : ZONING_SOUND;
		v = solve(solver, &r).value;
		if (v == VALUE_UNDECIDED)
			continue;
		if (value != VALUE_UNDECIDED && v != value)
			fail_msg("%s %s order %d way %u: %s", r.problem.rows, r.problem.target,
			         r.limits.order, way, value_name(v));
		value = v;
	}
	return value;
}

/* draw asks about a random board and two of black's stones, which the texts are of. */
static request_t draw(rng_t *rng, int order, char rows[GO_ROWS(SIZE)], char stones[8])
{
	go_random_rows(rng, SIZE, 3, 3, rows);
	go_random_stone(rng, SIZE, rows, 'X', stones);
	go_random_stone(rng, SIZE, rows, 'X', &stones[3]);
	stones[2] = ' ';
	return ask_for("connect", rows, stones, order);
}

static void zones_and_engines_agree(void **state)
{
	rng_t rng = seed_take();
	solver_t *solver = make(1);
	unsigned values[3] = {0};

	(void)state;
	for (unsigned i = 0; i < BOARDS; i++) {
		char rows[GO_ROWS(SIZE)], stones[8];
		request_t r;
		position_t *pos;
		errinfo_t why;

		r = draw(&rng, (int)(i % (ORDER_MOST + 1)), rows, stones);
		r.problem.first = (side_t)(i / 3 % 2);
		r.limits.nodes = NODES;
		if (game_create(&r.problem, &pos, &why) != ERR_OK)
			continue;
		position_free(pos);
		values[values_agree(solver, r)]++;
	}
	print_message("%u not, %u open, %u connected\n", values[0], values[1], values[2]);
	assert_true(values[VALUE_PROVEN] > 0 && values[VALUE_DISPROVEN] > 0);
	solver_destroy(solver);
}

/* A guess (hints_t.few) says that it is one, may be wrong, and leaves nothing behind: the same
 * solver gives the verdict of a solver that has never guessed. */
static void a_guess_is_told_and_forgotten(void **state)
{
	rng_t rng = seed_take();
	solver_t *guessing = make(1), *sound = make(1);
	unsigned guesses = 0, wrong = 0;

	(void)state;
	for (unsigned i = 0; i < BOARDS; i++) {
		char rows[GO_ROWS(SIZE)], stones[8];
		request_t r = draw(&rng, 1 + (int)(i % ORDER_MOST), rows, stones);
		result_t guess, after, before;
		position_t *pos;
		errinfo_t why;

		r.problem.first = (side_t)(i / 3 % 2);
		r.limits.nodes = NODES;
		r.limits.engine = ALGORITHM_DFPN;
		if (game_create(&r.problem, &pos, &why) != ERR_OK)
			continue;
		position_free(pos);
		before = solve(sound, &r);
		r.limits.zoning = ZONING_INVERSION;
		guess = solve(guessing, &r);
		r.limits.zoning = ZONING_SOUND;
		after = solve(guessing, &r);
		assert_int_equal(after.value, before.value);
		assert_int_equal(after.scope, before.scope);
		if (guess.value == VALUE_UNDECIDED)
			continue;
		assert_int_equal(guess.scope, SCOPE_HEURISTIC);
		guesses++;
		wrong += guess.value != before.value;
	}
	print_message("%u guesses, %u not what a search says\n", guesses, wrong);
	assert_true(guesses > 0);
	solver_destroy(guessing);
	solver_destroy(sound);
}

/* random_position makes a board with two of black's stones to be connected; NULL: it is none. */
static position_t *random_position(rng_t *rng)
{
	char rows[GO_ROWS(SIZE)], stones[8];
	const request_t r = draw(rng, 1, rows, stones);
	position_t *pos;
	errinfo_t why;

	return game_create(&r.problem, &pos, &why) == ERR_OK ? pos : NULL;
}

/* What is asked up to a limit is the distance, or above the limit and no more than it; whatever has
 * been asked about the position before. A copy, which has scratch, remembers the distance; the
 * position itself has none. */
static void the_distance_within_is_the_distance(void **state)
{
	rng_t rng = seed_take();
	unsigned seen = 0;

	(void)state;
	for (unsigned i = 0; i < BOARDS; i++) {
		position_t *root = random_position(&rng), *pos;
		unsigned told[WITHIN + 1], distance;
		const void *known;

		if (root == NULL)
			continue;
		pos = position_clone(root);
		assert_non_null(pos);
		assert_null(position_scratch(root));
		assert_non_null(position_scratch(pos));
		for (unsigned most = 1; most <= WITHIN; most++)
			told[most] = game_hints(pos)->distance_within(pos, most);
		distance = pos->game->distance(pos);
		for (unsigned most = 1; most <= WITHIN; most++) {
			assert_true(distance <= most ? told[most] == distance
			                             : told[most] > most && told[most] <= distance);
			assert_true(game_hints(pos)->distance_within(pos, most) == distance);
			assert_true(game_hints(root)->distance_within(root, most) == told[most]);
		}
		seen++;
		known = position_scratch(pos);
		position_copy(pos, root);
		assert_ptr_equal(position_scratch(pos), known);
		assert_int_equal(pos->game->distance(pos), distance);
		position_free(root);
		position_free(pos);
	}
	assert_true(seen > 0);
}

/* Of each move's key the game is sure or not: where it is, playing the move leads to it. */
static void sure_keys_are_right(void **state)
{
	rng_t rng = seed_take();
	unsigned sure = 0;

	(void)state;
	for (unsigned i = 0; i < BOARDS; i++) {
		position_t *pos = random_position(&rng);
		move_t list[MOVES_MAX];
		const unsigned count = pos == NULL ? 0 : pos->game->legal_moves(pos, list);

		for (unsigned m = 0; m < count; m++) {
			const hashkey_t likely = game_hints(pos)->likely_key(pos, list[m]);
			hashkey_t key;

			if (!game_hints(pos)->sure_key(pos, list[m]))
				continue;
			pos->game->play(pos, list[m]);
			key = pos->game->key(pos);
			assert_memory_equal(&likely, &key, sizeof(key));
			pos->game->undo(pos);
			sure++;
		}
		if (pos != NULL)
			position_free(pos);
	}
	assert_true(sure > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(distances),
	        cmocka_unit_test(a_bamboo_joint_is_connected),
	        cmocka_unit_test(refusals),
	        cmocka_unit_test(zones_and_engines_agree),
	        cmocka_unit_test(a_guess_is_told_and_forgotten),
	        cmocka_unit_test(the_distance_within_is_the_distance),
	        cmocka_unit_test(sure_keys_are_right),
	};

	return run_group(tests, sizeof(tests) / sizeof(tests[0]));
}
