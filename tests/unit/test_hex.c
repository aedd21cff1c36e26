/* SPDX-License-Identifier: MIT
 * test_hex.c - Hex against a naive board of single cells, in random games on boards
 * of all shapes; known results; symmetries; problems refused.
 *
 * What every game must keep is tested in test_conformance. */
#include "engine/game/hex/hex.h"
#include "tests/unit/seed.h"
#include "tests/unit/solver_help.h"

enum { GAMES = 120, AREA = 14 * 14, ORDERS = 4, NEVER = DISTANCE_NEVER, SNAPSHOT = 1 << 14 };

/* The board as the rules describe it, one colour a cell. */
typedef struct {
	unsigned width, height;
	colour_t at[AREA];
} naive_t;

static position_t *create(const char *rows, const char *with, colour_t attacker)
{
	const problem_t problem = {
	        .game = "hex", .rows = rows, .options = with, .attacker = attacker};
	position_t *pos = NULL;
	errinfo_t why = {.code = ERR_OK};

	if (game_create(&problem, &pos, &why) != ERR_OK)
		fail_msg("%s: %s", rows, why.text);
	return pos;
}

static const char *rows_of(const position_t *pos)
{
	static char rows[ROWS_TEXT_MAX];
	strbuf_t out;

	strbuf_init(&out, rows, sizeof(rows));
	pos->game->rows_text(pos, &out);
	return rows;
}

static naive_t naive_of(const position_t *pos, unsigned width, unsigned height)
{
	naive_t n = {.width = width, .height = height};
	unsigned p = 0;

	for (const char *c = rows_of(pos); *c != '\0'; c++)
		if (*c != '/')
			n.at[p++] = *c == 'X'   ? COLOUR_BLACK
			            : *c == 'O' ? COLOUR_WHITE
			                        : COLOUR_NONE;
	assert_int_equal(p, width * height);
	return n;
}

static unsigned cost_of(const naive_t *n, unsigned p, colour_t colour)
{
	return n->at[p] == colour ? 0 : n->at[p] == COLOUR_NONE ? 1 : NEVER;
}

/* naive_distance relaxes all edges until nothing changes (Bellman, Ford). */
static unsigned naive_distance(const naive_t *n, colour_t colour)
{
	static const int dx[] = {0, 0, -1, 1, 1, -1}, dy[] = {-1, 1, 0, 0, -1, 1};
	unsigned cost[AREA], least = NEVER;
	bool changed = true;

	for (unsigned p = 0; p < n->width * n->height; p++) {
		const unsigned from_edge = colour == COLOUR_BLACK ? p / n->width : p % n->width;

		cost[p] = from_edge == 0 ? cost_of(n, p, colour) : NEVER;
	}
	while (changed) {
		changed = false;
		for (unsigned p = 0; p < n->width * n->height; p++)
			for (unsigned d = 0; d < 6; d++) {
				const int x = (int)(p % n->width) + dx[d];
				const int y = (int)(p / n->width) + dy[d];
				unsigned through;

				if (x < 0 || y < 0 || x >= (int)n->width || y >= (int)n->height)
					continue;
				through = cost[(unsigned)y * n->width + (unsigned)x] +
				          cost_of(n, p, colour);
				if (through < cost[p]) {
					cost[p] = through;
					changed = true;
				}
			}
	}
	for (unsigned p = 0; p < n->width * n->height; p++) {
		const unsigned to_edge = colour == COLOUR_BLACK ? n->height - 1 - p / n->width
		                                                : n->width - 1 - p % n->width;

		if (to_edge == 0 && cost[p] < least)
			least = cost[p];
	}
	return least;
}

static colour_t other(colour_t colour)
{
	return COLOUR_BLACK + COLOUR_WHITE - colour;
}

static bool among(unsigned p, const move_t *list, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		if (list[i] == p)
			return true;
	return false;
}

/* check_moves: attacks are exactly the moves that bring the distance to the order,
 * replies exactly those after which there is no finish. */
static void check_moves(const position_t *pos, naive_t *n)
{
	const colour_t attacker = pos->game->attacker(pos);
	const bool defends = pos->turn == SIDE_DEFENDER;

	for (unsigned order = 1; order <= (defends ? 1 : ORDERS); order++) {
		const unsigned most = order == ORDERS ? ORDER_ANY : order;
		move_t list[MOVES_MAX];
		const unsigned count = defends ? pos->game->replies(pos, NULL, list)
		                               : pos->game->attacks(pos, most, NULL, list);

		for (unsigned p = 0; p < n->width * n->height; p++) {
			bool good;

			if (n->at[p] != COLOUR_NONE)
				continue;
			n->at[p] = defends ? other(attacker) : attacker;
			good = defends ? naive_distance(n, attacker) > 1
			               : naive_distance(n, attacker) <= most;
			n->at[p] = COLOUR_NONE;
			assert_int_equal(among(p, list, count), good);
		}
	}
}

/* check_position compares the position with the naive board; false: it is over. */
static bool check_position(position_t *pos, naive_t *n)
{
	const colour_t attacker = pos->game->attacker(pos);
	const hashkey_t key = pos->game->key(pos), slow = pos->game->key_from_scratch(pos);
	const unsigned mine = naive_distance(n, attacker);
	const unsigned theirs = naive_distance(n, other(attacker));

	assert_memory_equal(&key, &slow, sizeof(key));
	assert_int_equal(pos->game->distance(pos), mine > 0 ? mine : 1);
	assert_int_equal(pos->game->lost(pos), theirs == 0);
	assert_int_equal(mine == NEVER, theirs == 0);
	for (unsigned p = 0; p < n->width * n->height; p++)
		assert_int_equal(pos->game->legal(pos, (move_t)p), n->at[p] == COLOUR_NONE);
	if (mine == 0 || theirs == 0)
		return false;
	check_moves(pos, n);
	if (pos->turn == SIDE_ATTACKER) {
		const move_t finish = pos->game->finish(pos);

		assert_int_equal(finish != MOVE_NONE, mine == 1);
		if (finish != MOVE_NONE) {
			n->at[finish] = attacker;
			assert_int_equal(naive_distance(n, attacker), 0);
		}
	}
	return true;
}

static void test_random_games(void **state)
{
	static unsigned char start[SNAPSHOT];
	rng_t rng = seed_take();

	(void)state;
	for (unsigned i = 0; i < GAMES; i++) {
		const bool large = i % 60 == 0;
		const unsigned width = large ? 14 : 2 + rng_below(&rng, 4);
		const unsigned height = large ? 13 : 2 + rng_below(&rng, 4);
		unsigned plies = 0;
		char with[32];
		strbuf_t out;
		position_t *pos;
		naive_t n;

		strbuf_init(&out, with, sizeof(with));
		strbuf_printf(&out, "size=%ux%u", width, height);
		pos = create(NULL, with, i % 2 == 0 ? COLOUR_WHITE : COLOUR_BLACK);
		assert_true(pos->used <= sizeof(start));
		memcpy(start, pos, pos->used);
		for (;;) {
			move_t legal[MOVES_MAX];
			unsigned count;

			n = naive_of(pos, width, height);
			if ((!large || plies % 32 == 0) && !check_position(pos, &n))
				break;
			count = pos->game->legal_moves(pos, legal);
			if (count == 0)
				break;
			pos->game->play(pos, legal[rng_below(&rng, count)]);
			plies++;
		}
		for (; plies > 0; plies--)
			pos->game->undo(pos);
		assert_memory_equal(start, pos, pos->used);
		position_free(pos);
	}
}

static result_t verdict(const char *rows, const char *with, colour_t attacker, driver_t driver)
{
	const request_t request = {
	        .problem = {.game = "hex", .rows = rows, .options = with, .attacker = attacker},
	        .limits = {.order = 7, .driver = driver, .schedule = SCHEDULE_DEPTH}};
	solver_t *solver = make(1);
	const result_t got = solve(solver, &request);

	solver_destroy(solver);
	return got;
}

/* The side to move wins on every empty rhombus (Nash). On a board longer than wide
 * the side with the shorter way wins even when it moves second. */
static void test_empty_boards(void **state)
{
	static const char *const squares[] = {"size=2", "size=3", "size=4"};
	static const unsigned plies[] = {3, 5, 9};

	(void)state;
	for (unsigned i = 0; i < 3; i++)
		for (colour_t c = COLOUR_BLACK; c <= COLOUR_WHITE; c++) {
			const result_t plain = verdict(NULL, squares[i], c, DRIVER_PLAIN);
			const result_t lambda = verdict(NULL, squares[i], c, DRIVER_LAMBDA);

			assert_int_equal(plain.value, VALUE_PROVEN);
			assert_int_equal(lambda.value, VALUE_PROVEN);
			assert_int_equal(plain.depth, plies[i]);
			assert_int_equal(lambda.depth, plies[i]);
		}
	assert_int_equal(verdict(NULL, "size=3x4", COLOUR_BLACK, DRIVER_PLAIN).value,
	                 VALUE_DISPROVEN);
	assert_int_equal(verdict(NULL, "size=3x4", COLOUR_WHITE, DRIVER_PLAIN).value, VALUE_PROVEN);
	assert_int_equal(verdict(NULL, "size=4x3", COLOUR_WHITE, DRIVER_PLAIN).value,
	                 VALUE_DISPROVEN);
}

/* A bridge has two cells between its ends: no reply stops both. With a stone on one
 * of them, the other must be taken. */
static void test_bridge(void **state)
{
	position_t *pos = create("..X/.../.X.", NULL, COLOUR_BLACK);
	move_t moves[MOVES_MAX];

	(void)state;
	assert_int_equal(pos->game->finish(pos), pos->game->move_parse(pos, "b2"));
	pos->game->play(pos, pos->game->move_parse(pos, "a1"));
	assert_int_equal(pos->game->replies(pos, NULL, moves), 0);
	pos->game->undo(pos);
	position_free(pos);
	pos = create("..X/.O./.X.", NULL, COLOUR_BLACK);
	pos->game->play(pos, pos->game->move_parse(pos, "a1"));
	assert_int_equal(pos->game->replies(pos, NULL, moves), 1);
	assert_int_equal(moves[0], pos->game->move_parse(pos, "c2"));
	pos->game->play(pos, moves[0]);
	assert_false(pos->game->lost(pos));
	position_free(pos);
}

static void test_symmetries(void **state)
{
	static const char *const rows[] = {"..O/.X./...", "..../.O../..X./....", "...X/O.../.X.."};

	(void)state;
	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		position_t *pos = create(rows[i], NULL, i == 1 ? COLOUR_WHITE : COLOUR_BLACK);
		const result_t mine =
		        verdict(rows[i], NULL, pos->game->attacker(pos), DRIVER_PLAIN);

		assert_int_equal(pos->game->mirrors->count, 4);
		for (unsigned s = 0; s < pos->game->mirrors->count; s++) {
			position_t *image, *again;
			hashkey_t key, back;
			result_t its;

			assert_int_equal(pos->game->mirrors->make(pos, s, &image), ERR_OK);
			assert_int_equal(pos->game->attacker(image) == pos->game->attacker(pos),
			                 s < 2);
			its = verdict(rows_of(image), NULL, pos->game->attacker(image),
			              DRIVER_PLAIN);
			assert_int_equal(its.value, mine.value);
			assert_int_equal(its.depth, mine.depth);
			assert_int_equal(image->game->mirrors->make(image, s, &again), ERR_OK);
			key = pos->game->key(pos);
			back = pos->game->key(again);
			assert_memory_equal(&key, &back, sizeof(key));
			for (move_t m = 0; m < 9; m++) /* every board here has so many */
				assert_int_equal(
				        image->game->mirrors->move(
				                image, s, pos->game->mirrors->move(pos, s, m)),
				        m);
			position_free(again);
			position_free(image);
		}
		position_free(pos);
	}
}

/* What the defender has won already is no bad question: its answer is 0. */
static void test_defender_joined_is_lost(void **state)
{
	const problem_t problem = {.game = "hex", .rows = "OO/..", .attacker = COLOUR_BLACK};
	position_t *pos = NULL;

	(void)state;
	assert_int_equal(game_create(&problem, &pos, NULL), ERR_OK);
	assert_true(pos->game->lost(pos));
	position_free(pos);
}

static void test_problems_refused(void **state)
{
	static const struct {
		problem_t problem;
		err_t err;
		const char *text;
	} cases[] = {
	        {{.rows = NULL}, ERR_MISSING, "position.rows"},
	        {{.rows = "."}, ERR_RANGE, "position.rows"},
	        {{.options = "size=15"}, ERR_RANGE, "options.size"},
	        {{.options = "k=3"}, ERR_VALUE, "options"},
	        {{.rows = "X./X.", .attacker = COLOUR_BLACK},
	         ERR_POSITION,
	         "X has top and bottom joined already"},
	        {{.rows = ".X/X.", .attacker = COLOUR_BLACK}, ERR_POSITION, "X has top and bottom"},
	        {{.rows = "OO/..", .attacker = COLOUR_WHITE}, ERR_POSITION, "O has left and right"},
	        {{.rows = ".../OO.", .options = "size=3x2"}, ERR_MISSING, "goal.attacker"},
	        {{.rows = "../..", .options = "size=3"}, ERR_VALUE, "options.size"},
	        {{.rows = "../..", .goal = "draw"}, ERR_GAME, "goal"},
	};

	(void)state;
	for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		problem_t problem = cases[i].problem;
		position_t *pos;
		errinfo_t why;

		problem.game = "hex";
		assert_int_equal(game_create(&problem, &pos, &why), cases[i].err);
		assert_null(pos);
		if (strstr(why.text, cases[i].text) == NULL)
			fail_msg("\"%s\" does not say \"%s\"", why.text, cases[i].text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_random_games),
	        cmocka_unit_test(test_empty_boards),
	        cmocka_unit_test(test_bridge),
	        cmocka_unit_test(test_symmetries),
	        cmocka_unit_test(test_problems_refused),
	        cmocka_unit_test(test_defender_joined_is_lost),
	};

	return run_group(tests, sizeof(tests) / sizeof(tests[0]));
}
