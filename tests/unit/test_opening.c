/* SPDX-License-Identifier: MIT
 * test_opening.c - questions in which the defender moves first: is there a move after which
 * the attack fails? The judge asks the attack after each of his moves on its own. */
#include "engine/game/game.h"
#include "engine/game/grid.h"
#include "engine/search/search.h"
#include "tests/unit/go_random.h"
#include "tests/unit/search_help.h"
#include "tests/unit/seed.h"
#include "tests/unit/solver_help.h"

enum { SIZE = 5, BOARDS = 150, ORDER_MOST = 2 };

/* value_of asks df-pn about a position with the attacker to move, with no help. */
static value_t value_of(const position_t *pos, unsigned order)
{
	static const _Atomic bool never = false;
	const _Atomic uint32_t serial = 0;
	search_env_t env = {.driver = DRIVER_LAMBDA,
	                    .zoning = ZONING_NONE,
	                    .most = order,
	                    .serial = &serial,
	                    .poll = go_on};
	search_t *s;
	value_t value;

	assert_int_equal(ttable_create(1 << 18, &env.table), ERR_OK);
	assert_int_equal(search_create(pos, &env, &s), ERR_OK);
	search_begin_dfpn(s, DRIVER_LAMBDA, order, DEPTH_MAX, 300000, 0);
	assert_int_equal(search_run(s, &never), SEARCH_DONE);
	value = search_value(s);
	search_free(s);
	ttable_free(env.table);
	return value;
}

static value_t value_after(position_t *pos, move_t move, unsigned order)
{
	value_t value;

	pos->game->play(pos, move);
	value = value_of(pos, order);
	pos->game->undo(pos);
	return value;
}

/* judge: what all moves of the defender come to; *good is one that fails the attack. */
static value_t judge(position_t *pos, unsigned order, move_t *good)
{
	move_t moves[MOVES_MAX];
	unsigned n = pos->game->legal_moves(pos, moves);
	value_t least = VALUE_PROVEN;

	moves[n++] = MOVE_PASS;
	for (unsigned i = 0; i < n; i++) {
		const value_t v = value_after(pos, moves[i], order);

		least = v < least ? v : least;
	}
	*good = moves[0];
	return least;
}

static void check(solver_t *solver, const request_t *request, position_t *pos)
{
	const unsigned order = (unsigned)request->limits.order;
	const result_t got = solve(solver, request);
	move_t good;
	const value_t want = judge(pos, order, &good);

	if (got.value == VALUE_UNDECIDED || want == VALUE_UNDECIDED)
		return; /* cycles */
	if (got.value != want)
		fail_msg("%s %s order %u engine %d: %s, not %s", request->problem.rows,
		         request->problem.target, order, (int)request->limits.engine,
		         value_name(got.value), value_name(want));
	if (got.value == VALUE_PROVEN) {
		assert_int_equal(got.best, MOVE_NONE);
		return;
	}
	assert_int_not_equal(got.best, MOVE_NONE);
	assert_int_not_equal(value_after(pos, got.best, order), VALUE_PROVEN);
}

static void each_move_is_judged_alone(void **state)
{
	rng_t rng = seed_take();
	unsigned decided = 0, values[3] = {0};
	solver_t *solver = make(2);

	(void)state;
	for (unsigned i = 0; i < BOARDS; i++) {
		char rows[GO_ROWS(SIZE)], target[4];
		request_t request;
		position_t *pos;
		errinfo_t why;

		go_random_rows(&rng, SIZE, 3, 2, rows);
		go_random_stone(&rng, SIZE, rows, 'O', target);
		request = ask(rows, target, (int)(i % (ORDER_MOST + 1)));
		request.problem.first = SIDE_DEFENDER;
		if (game_create(&request.problem, &pos, &why) != ERR_OK)
			continue; /* a block without liberties, or no white stone */
		request.limits.engine = (algorithm_t)(i / 3 % 3);
		request.limits.zoning = i % 2 ? ZONING_NONE : ZONING_SOUND;
		request.limits.workers = 1 + i % 2;
		check(solver, &request, pos);
		values[solve(solver, &request).value]++;
		position_free(pos);
		decided++;
	}
	print_message("%u boards: %u saved, %u not known, %u lost\n", decided, values[0], values[1],
	              values[2]);
	assert_true(decided > BOARDS / 10 && values[0] > 0 && values[2] > 0);
	solver_destroy(solver);
}

static void the_move_that_saves(void **state)
{
	solver_t *s = make(1);
	request_t r = ask("..X../.XOX./.....", "C2", 2);
	result_t got;

	(void)state;
	r.problem.first = SIDE_DEFENDER;
	got = solve(s, &r);
	assert_int_equal(got.value, VALUE_PROVEN); /* a stone in atari that runs into a ladder */
	assert_true(got.line_length >= 3 && got.depth % 2 == 0);
	r = ask("......./..X..../.XOX.../......./......./..O..../.......", "C5", 1);
	r.problem.first = SIDE_DEFENDER;
	got = solve(s, &r);
	assert_int_equal(got.value, VALUE_DISPROVEN);
	assert_int_equal(got.scope, SCOPE_ORDER);
	assert_int_equal(got.best, 2 + 3 * 7);
	r = ask("O.O/.../...", "A3", 2); /* no move is needed */
	r.problem.first = SIDE_DEFENDER;
	r.limits.order = 0;
	got = solve(s, &r);
	assert_int_equal(got.value, VALUE_DISPROVEN);
	assert_int_equal(got.best, MOVE_PASS);
	solver_destroy(s);
}

/* A problem of another game, and what comes of it if the defender moves first. */
typedef struct {
	problem_t problem;
	value_t value;
} opening_t;

static const opening_t openings[] = {
        {{.game = "gomoku",
          .rows = "...../.OOO./.X.X./.....",
          .options = "k=4",
          .attacker = COLOUR_WHITE},
         VALUE_PROVEN},
        {{.game = "gomoku", .rows = "X.X/.O./...", .options = "k=3"}, VALUE_DISPROVEN},
        {{.game = "gomoku", .rows = "OOO/.X./X.X", .options = "k=3", .attacker = COLOUR_BLACK},
         VALUE_DISPROVEN},
        {{.game = "gomoku", .rows = ".....X./.OO..../..X....", .options = "rule=renju"},
         VALUE_DISPROVEN},
        {{.game = "hex", .rows = ".XO/.X./..."}, VALUE_PROVEN},
        {{.game = "hex", .options = "size=3"}, VALUE_DISPROVEN},
        {{.game = "hex", .rows = "X../X../X.O", .attacker = COLOUR_WHITE}, VALUE_DISPROVEN},
        {{.game = "atarigo", .rows = "XO./XXO/..."}, VALUE_PROVEN},
        {{.game = "atarigo", .rows = "XO../..../..../..OX", .options = "pass=no"}, VALUE_PROVEN},
        {{.game = "atarigo",
          .rows = ".X/X.",
          .options = "stuck=loses pass=no",
          .attacker = COLOUR_BLACK},
         VALUE_PROVEN},
        {{.game = "chess", .rows = "7k/R7/8/8/8/8/8/1R5K b - - 0 1"}, VALUE_PROVEN},
        {{.game = "chess", .rows = "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1"}, VALUE_PROVEN},
        {{.game = "chess", .rows = "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1"}, VALUE_DISPROVEN},
};

/* asked_after is what the attacker comes to after a move of the defender's, asked afresh. */
static value_t asked_after(solver_t *solver, const request_t *request, position_t *pos, move_t move)
{
	request_t after = *request;
	char rows[ROWS_TEXT_MAX];
	value_t value = VALUE_DISPROVEN;
	strbuf_t text;

	strbuf_init(&text, rows, sizeof(rows));
	pos->game->play(pos, move);
	pos->game->rows_text(pos, &text);
	after.problem.rows = rows;
	after.problem.first = SIDE_ATTACKER;
	after.problem.attacker = pos->game->attacker(pos);
	if (!pos->game->lost(pos)) /* of a board on which he has won there is no problem */
		value = solve(solver, &after).value;
	pos->game->undo(pos);
	return value;
}

/* least_after is what the best of the defender's moves leaves the attacker. */
static value_t least_after(solver_t *solver, const request_t *request, position_t *pos)
{
	move_t moves[MOVES_MAX];
	unsigned n = pos->game->legal_moves(pos, moves);
	value_t least = pos->game->lost(pos) ? VALUE_DISPROVEN : VALUE_PROVEN;

	if (game_may_pass(pos))
		moves[n++] = MOVE_PASS;
	for (unsigned i = 0; i < n && least != VALUE_DISPROVEN; i++) {
		const value_t v = asked_after(solver, request, pos, moves[i]);

		least = v < least ? v : least;
	}
	return least;
}

/* In every game: what is told is what all moves of the defender come to. */
static void every_game_has_it(void **state)
{
	solver_t *solver = make(1);

	(void)state;
	for (size_t i = 0; i < sizeof(openings) / sizeof(openings[0]); i++) {
		request_t request = {.problem = openings[i].problem,
		                     .limits = {.order = -1, .driver = DRIVER_PLAIN}};
		position_t *pos;
		errinfo_t why;
		result_t got;

		request.problem.first = SIDE_DEFENDER;
		if (game_create(&request.problem, &pos, &why) != ERR_OK)
			fail_msg("%s %s: %s", request.problem.game, request.problem.rows, why.text);
		assert_int_equal(pos->turn, SIDE_DEFENDER);
		got = solve(solver, &request);
		if (got.value != openings[i].value || got.scope != SCOPE_ABSOLUTE ||
		    got.value != least_after(solver, &request, pos))
			fail_msg("%s %s: %s", request.problem.game, request.problem.rows,
			         value_name(got.value));
		if (got.best != MOVE_NONE && !pos->game->legal(pos, got.best))
			fail_msg("%s %s: move %u", request.problem.game, request.problem.rows,
			         got.best);
		request.limits.driver = DRIVER_LAMBDA;
		got = solve(solver, &request);
		if (got.value == VALUE_PROVEN || got.scope == SCOPE_ABSOLUTE)
			assert_int_equal(got.value, openings[i].value);
		assert_true(got.best == MOVE_NONE || pos->game->legal(pos, got.best));
		position_free(pos);
	}
	solver_destroy(solver);
}

/* Who attacks follows from who is to move, by the stones or the FEN, and must fit it. */
static void the_attacker_follows(void **state)
{
	problem_t problem = {.game = "gomoku", .rows = ".../.../...", .options = "k=3"};
	position_t *pos;
	errinfo_t why;

	(void)state;
	for (unsigned first = 0; first < 2; first++) {
		problem.first = (side_t)first;
		assert_int_equal(game_create(&problem, &pos, NULL), ERR_OK);
		assert_int_equal(pos->game->attacker(pos), first ? COLOUR_WHITE : COLOUR_BLACK);
		position_free(pos);
	}
	problem = (problem_t){.game = "chess",
	                      .rows = "7k/R7/8/8/8/8/8/1R5K b - - 0 1",
	                      .attacker = COLOUR_BLACK,
	                      .first = SIDE_DEFENDER};
	assert_int_equal(game_create(&problem, &pos, &why), ERR_VALUE);
	assert_string_equal(why.text,
	                    "goal.attacker: black is to move, and who is to move defends");
	problem.rows = "7k/R7/8/8/8/8/8/1R5K";
	problem.attacker = COLOUR_WHITE; /* rows alone: black is to move, then */
	assert_int_equal(game_create(&problem, &pos, &why), ERR_OK);
	assert_int_equal(pos->turn, SIDE_DEFENDER);
	position_free(pos);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(each_move_is_judged_alone),
	        cmocka_unit_test(the_move_that_saves),
	        cmocka_unit_test(every_game_has_it),
	        cmocka_unit_test(the_attacker_follows),
	};

	return run_group(tests, sizeof(tests) / sizeof(tests[0]));
}
