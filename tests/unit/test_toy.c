/* SPDX-License-Identifier: MIT
 * test_toy.c - a game that the engine does not know, whole in this file: three in a
 * row on a torus, where rows, columns and diagonals go on over the edges.
 *
 * The game has the twelve functions that rules.h asks for and no table. It registers itself. Then
 * the solver answers about it, with lambda and without; what was found is stored, and found again;
 * its proofs are written as certificates; the command's diagrams show it; and it keeps what every
 * game must keep. No line elsewhere knows it: so the checker, which has rules of its own and takes
 * none from outside, refuses its certificates by name. */
#include "engine/base/mem.h"
#include "engine/base/rng.h"
#include "engine/game/grid.h"
#include "engine/game/options.h"
#include "clients/diagram/diagram.h"
#include "engine/proof/bytes.h"
#include "engine/proof/check/check.h"
#include "engine/solve/certify.h"
#include "tests/unit/conformance.h"
#include "tests/unit/store_help.h"

enum { SIDES_LEAST = 3, SIDES_MOST = 5, DIRECTIONS = 4, IN_A_ROW = 3 };

typedef struct {
	position_t base;
	unsigned width, height, plies;
	colour_t attacker;
	uint32_t stones[2]; /* by side, bit y * width + x */
	move_t played[PLAYED_MAX];
} toy_t;

static const game_t toy_game;

static const toy_t *toy_of(const position_t *pos)
{
	return (const toy_t *)pos;
}

static uint32_t empty_of(const toy_t *t)
{
	return ((UINT32_C(1) << (t->width * t->height)) - 1) & ~(t->stones[0] | t->stones[1]);
}

/* line returns the three points from (x,y) on in one direction. */
static uint32_t line(const toy_t *t, unsigned p, unsigned direction)
{
	static const unsigned dx[DIRECTIONS] = {1, 0, 1, 1}, dy[DIRECTIONS] = {0, 1, 1, 2};
	const unsigned w = t->width, h = t->height;
	const unsigned back = h - 1; /* one up is this many down */
	uint32_t set = 0;

	for (unsigned i = 0; i < IN_A_ROW; i++) {
		const unsigned step = dy[direction] == 2 ? back : dy[direction];

		set |= UINT32_C(1)
		       << ((p / w + i * step) % h * w + (p % w + i * dx[direction]) % w);
	}
	return set;
}

/* missing returns the fewest stones that a side needs to fill a line. */
static unsigned missing(const toy_t *t, side_t side)
{
	const uint32_t own = t->stones[side], other = t->stones[1 - (unsigned)side];
	unsigned least = DISTANCE_NEVER;

	for (unsigned p = 0; p < t->width * t->height; p++)
		for (unsigned d = 0; d < DIRECTIONS; d++) {
			const uint32_t set = line(t, p, d);
			const unsigned need = (unsigned)__builtin_popcount(set & ~own);

			if ((set & other) == 0 && need < least)
				least = need;
		}
	return least;
}

static hashkey_t toy_key(const position_t *pos)
{
	const toy_t *t = toy_of(pos);
	const uint64_t board = (uint64_t)t->stones[SIDE_ATTACKER] << 32 | t->stones[SIDE_DEFENDER];
	const uint64_t rest =
	        ((t->width << 3 | t->height) << 2 | t->attacker) << 1 | (unsigned)pos->turn;
	const uint64_t lo = rng_mix(rng_mix(board ^ 0x746f79) + rest);

	return (hashkey_t){lo, rng_mix(rng_mix(board ^ 0x797474) ^ lo)};
}

static err_t toy_create(const problem_t *problem, position_t **out, errinfo_t *why)
{
	int values[OPTIONS_MAX];
	unsigned goal;
	grid_t grid;
	toy_t *t;
	err_t err;

	*out = NULL;
	if ((err = options_read(&toy_game, problem, values, why)) != ERR_OK ||
	    (err = options_read_goal(&toy_game, problem, &goal, why)) != ERR_OK ||
	    (err = grid_setup(problem, 0, (grid_sides_t){SIDES_LEAST, SIDES_MOST}, &grid, why)) !=
	            ERR_OK)
		return err;
	t = mem_alloc(sizeof(*t));
	if (t == NULL)
		return err_fail(why, ERR_NOMEM, "%s", err_text(ERR_NOMEM));
	t->base = (position_t){.game = &toy_game, .bytes = sizeof(*t), .used = sizeof(*t)};
	t->width = grid.width;
	t->height = grid.height;
	if ((err = grid_attacker(problem, &grid, &t->attacker, why)) != ERR_OK) {
		position_free(&t->base);
		return err;
	}
	for (unsigned p = 0; p < grid.width * grid.height; p++)
		if (grid.at[p] != COLOUR_NONE)
			t->stones[grid.at[p] != t->attacker] |= UINT32_C(1) << p;
	*out = &t->base;
	return ERR_OK;
}

static void toy_play(position_t *pos, move_t move)
{
	toy_t *t = (toy_t *)pos;

	t->played[t->plies++] = move;
	if (move != MOVE_PASS)
		t->stones[pos->turn] |= UINT32_C(1) << move;
	pos->turn = pos->turn == SIDE_ATTACKER ? SIDE_DEFENDER : SIDE_ATTACKER;
}

static void toy_undo(position_t *pos)
{
	toy_t *t = (toy_t *)pos;
	const move_t move = t->played[--t->plies];

	t->played[t->plies] = 0;
	pos->turn = pos->turn == SIDE_ATTACKER ? SIDE_DEFENDER : SIDE_ATTACKER;
	if (move != MOVE_PASS)
		t->stones[pos->turn] ^= UINT32_C(1) << move;
}

static bool toy_legal(const position_t *pos, move_t move)
{
	const toy_t *t = toy_of(pos);

	return move < t->width * t->height && (empty_of(t) >> move & 1) != 0;
}

static bool toy_lost(const position_t *pos)
{
	return missing(toy_of(pos), SIDE_DEFENDER) == 0 ||
	       missing(toy_of(pos), SIDE_ATTACKER) == DISTANCE_NEVER;
}

static unsigned toy_moves(const position_t *pos, move_t *out)
{
	unsigned count = 0;

	for (uint32_t left = empty_of(toy_of(pos)); left != 0; left &= left - 1)
		out[count++] = (move_t)__builtin_ctz(left);
	return count;
}

static move_t toy_finish(const position_t *pos)
{
	toy_t t = *toy_of(pos);

	for (uint32_t left = empty_of(&t); left != 0; left &= left - 1) {
		t.stones[SIDE_ATTACKER] |= left & -left;
		if (missing(&t, SIDE_ATTACKER) == 0)
			return (move_t)__builtin_ctz(left);
		t.stones[SIDE_ATTACKER] ^= left & -left;
	}
	return MOVE_NONE;
}

static void toy_move_text(const position_t *pos, move_t move, strbuf_t *out)
{
	grid_add_move(BOARD_GO, move, toy_of(pos)->width, toy_of(pos)->height, out);
}

static move_t toy_move_parse(const position_t *pos, const char *text)
{
	return grid_parse_move(BOARD_GO, text, toy_of(pos)->width, toy_of(pos)->height);
}

static void toy_rows_text(const position_t *pos, strbuf_t *out)
{
	const toy_t *t = toy_of(pos);
	uint8_t at[GRID_AREA_MAX] = {0};

	for (unsigned p = 0; p < t->width * t->height; p++) {
		at[p] = COLOUR_NONE;
		if (t->stones[SIDE_ATTACKER] >> p & 1)
			at[p] = (uint8_t)t->attacker;
		if (t->stones[SIDE_DEFENDER] >> p & 1)
			at[p] = (uint8_t)(COLOUR_BLACK + COLOUR_WHITE - t->attacker);
	}
	grid_add_rows(at, t->width, t->height, out);
}

static colour_t toy_attacker(const position_t *pos)
{
	return toy_of(pos)->attacker;
}

static const problem_t examples[] = {
        {.game = "torus", .rows = ".../.../..."},
        {.game = "torus", .rows = "..../.XO./..../...."},
        {.game = NULL},
};

static const game_t toy_game = {
        .name = "torus",
        .goals = "three",
        .help = "rows of '.', 'X', 'O'; three in a row, over the edges too",
        .style = BOARD_GO,
        .examples = examples,
        .create = toy_create,
        .play = toy_play,
        .undo = toy_undo,
        .legal = toy_legal,
        .key = toy_key,
        .finish = toy_finish,
        .lost = toy_lost,
        .legal_moves = toy_moves,
        .move_text = toy_move_text,
        .move_parse = toy_move_parse,
        .rows_text = toy_rows_text,
        .attacker = toy_attacker,
};

static result_t solve_rows(const char *rows, driver_t driver)
{
	request_t request = {.problem = {.game = "torus", .rows = rows},
	                     .limits = {.order = 4, .driver = driver}};
	solver_t *solver = make(2);
	result_t got;

	if (driver == DRIVER_LAMBDA)
		request.limits.schedule = SCHEDULE_DEPTH;
	got = solve(solver, &request);
	solver_destroy(solver);
	return got;
}

/* On 3x3 two points lie on one line, so the second stone is answered, and the third
 * makes two threats at once. On larger boards two stones side by side are open at
 * both ends already. */
static void test_first_player_wins(void **state)
{
	static const struct {
		const char *rows;
		unsigned plies;
	} boards[] = {
	        {".../.../...", 7},
	        {"..../..../..../....", 5},
	        {"...../...../...../.....", 5},
	};

	(void)state;
	assert_ptr_equal(game_find("torus"), &toy_game);
	for (unsigned i = 0; i < sizeof(boards) / sizeof(boards[0]); i++) {
		const result_t plain = solve_rows(boards[i].rows, DRIVER_PLAIN);
		const result_t lambda = solve_rows(boards[i].rows, DRIVER_LAMBDA);

		assert_int_equal(plain.value, VALUE_PROVEN);
		assert_int_equal(lambda.value, VALUE_PROVEN);
		assert_int_equal(plain.depth, boards[i].plies);
		assert_int_equal(lambda.depth, boards[i].plies);
		assert_true(lambda.order >= 1 && lambda.best != MOVE_NONE);
	}
}

static void test_other_ends(void **state)
{
	const result_t over_the_edge = solve_rows("...X./.OO../X..../.....", DRIVER_PLAIN);

	(void)state;
	assert_int_equal(over_the_edge.value, VALUE_PROVEN);
	assert_int_equal(over_the_edge.depth, 1);
	assert_int_equal(over_the_edge.best, 9); /* D4, E3, A2 */
	assert_int_equal(solve_rows("OOO/XX./X..", DRIVER_PLAIN).value, VALUE_DISPROVEN);
	assert_int_equal(solve_rows("OOO/XX./X..", DRIVER_LAMBDA).value, VALUE_DISPROVEN);
}

/* What one solver has found out another one, which has the store alone, knows. */
static void test_facts_are_stored(void **state)
{
	const request_t request = {.problem = {.game = "torus", .rows = "..../..../..../...."},
	                           .limits = {.order = 2}};
	char folder[FOLDER_BYTES];
	store_t *store;
	solver_t *solver;
	result_t first, again;

	(void)state;
	folder_make(folder);
	store = store_at(folder, STORE_BYTES);
	solver = make_storing(store);
	first = solve(solver, &request);
	solver_destroy(solver);
	commit(store);
	solver = make_storing(store);
	again = solve(solver, &request);
	solver_destroy(solver);
	store_close(store);
	folder_drop(folder);
	assert_int_equal(first.value, VALUE_PROVEN);
	assert_false(first.remembered);
	assert_true(again.remembered);
	assert_int_equal(again.value, first.value);
	assert_int_equal(again.best, first.best);
}

static void test_proofs_are_written(void **state)
{
	const request_t request = {.problem = {.game = "torus", .rows = "..../..../..../...."},
	                           .limits = {.order = 2}};
	static const _Atomic bool never;
	const budget_t budget = {.nodes = 1 << 20, .cancel = &never};
	const check_options_t options = {.most = CHECK_NO_LIMIT};
	solver_t *solver = make(1);
	static check_result_t checked;
	proof_built_t built;
	bytes_t file = {.length = 0};
	errinfo_t why;
	job_t *job;

	(void)state;
	assert_int_equal(solver_submit(solver, &request, &job, NULL), ERR_OK);
	solver_wait(job);
	assert_int_equal(certify_job(job, &budget, bytes_sink(&file), &built, &why), ERR_OK);
	job_release(job);
	solver_destroy(solver);
	assert_true(file.length > 0);
	assert_int_not_equal(check_stream(bytes_source(&file), &options, &checked, &why), ERR_OK);
	assert_non_null(strstr(why.text, "torus"));
	bytes_free(&file);
}

static void test_boards_are_drawn(void **state)
{
	diagram_t diagram = {.rows = ".../.XO/...", .target = "", .last = ""};
	char *text = NULL;
	size_t length;
	FILE *out = open_memstream(&text, &length);

	(void)state;
	assert_true(diagram_style_parse("go", &diagram.style) && diagram_text(out, &diagram, NULL));
	assert_int_equal(fclose(out), 0);

	assert_non_null(strstr(text, "2 . X O  2"));
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_first_player_wins), cmocka_unit_test(test_other_ends),
	        cmocka_unit_test(test_facts_are_stored),  cmocka_unit_test(test_proofs_are_written),
	        cmocka_unit_test(test_boards_are_drawn),
	};
	int failed;

	CHECK(game_register(&toy_game) == ERR_OK);
	failed = run_group(tests, sizeof(tests) / sizeof(tests[0]));
	epoch_thread_join();
	failed += conformance_run(&toy_game);
	epoch_barrier();
	epoch_thread_leave();
	return failed;
}
