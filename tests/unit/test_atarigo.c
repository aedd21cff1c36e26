/* SPDX-License-Identifier: MIT
 * test_atarigo.c - Atari-Go against a naive Go board, in random games on boards of
 * all shapes with all options; the set-up; keys; problems refused.
 *
 * What every game must keep is tested in test_conformance. */
#include "tests/unit/go_naive.h"
#include "tests/unit/seed.h"
#include "tests/unit/solver_help.h"

enum { GAMES = 150, ORDERS = 4, SNAPSHOT = 1 << 17 };

static const char *const options[] = {"pass=yes", "pass=no", "stuck=loses", "pass=no stuck=loses"};

enum { ENDS_STUCK = 3 }; /* the last of them: the defender loses when he is stuck */

static position_t *create(const char *rows, const char *with, colour_t attacker)
{
	const problem_t problem = {
	        .game = "atarigo", .rows = rows, .options = with, .attacker = attacker};
	position_t *pos = NULL;
	errinfo_t why = {.code = ERR_OK};

	if (game_create(&problem, &pos, &why) != ERR_OK)
		fail_msg("%s: %s", rows, why.text);
	return pos;
}

static void check_rows(const position_t *pos, const char *expected)
{
	char rows[ROWS_TEXT_MAX];
	strbuf_t out;

	strbuf_init(&out, rows, sizeof(rows));
	pos->game->rows_text(pos, &out);
	assert_string_equal(rows, expected);
}

/* naive_of reads the position's rows into a naive board. */
static naive_t naive_of(const position_t *pos, unsigned width, unsigned height)
{
	naive_t n = {.width = width, .height = height, .ko = NAIVE_NO_POINT, .turn = pos->turn};
	char rows[ROWS_TEXT_MAX];
	strbuf_t out;
	unsigned p = 0;

	strbuf_init(&out, rows, sizeof(rows));
	pos->game->rows_text(pos, &out);
	for (const char *c = rows; *c != '\0'; c++)
		if (*c != '/')
			n.at[p++] = *c == 'X'   ? COLOUR_BLACK
			            : *c == 'O' ? COLOUR_WHITE
			                        : COLOUR_NONE;
	assert_int_equal(p, width * height);
	n.colour[SIDE_ATTACKER] = pos->game->attacker(pos);
	n.colour[SIDE_DEFENDER] = 3 - n.colour[SIDE_ATTACKER];
	return n;
}

/* least returns the fewest liberties of a block of `side`. */
static unsigned least(const naive_t *n, side_t side)
{
	unsigned found = DISTANCE_NEVER;

	for (unsigned p = 0; p < n->width * n->height; p++)
		if (n->at[p] == n->colour[side] && naive_liberties(n, p) < found)
			found = naive_liberties(n, p);
	return found;
}

static bool among(unsigned p, const move_t *list, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		if (list[i] == p)
			return true;
	return false;
}

/* after makes the naive board after a move, and tells whether it captured. */
static naive_t after(const naive_t *n, unsigned p, bool *captures)
{
	naive_t next = *n;
	unsigned last;

	*captures = naive_put(&next, p, &last) > 0;
	next.turn = n->turn == SIDE_ATTACKER ? SIDE_DEFENDER : SIDE_ATTACKER;
	return next;
}

static bool stuck(const naive_t *n)
{
	for (unsigned p = 0; p < n->width * n->height; p++)
		if (naive_legal(n, p))
			return false;
	return true;
}

/* wins: does the attacker's move end the game? */
static bool wins(const naive_t *n, unsigned p, bool ends_stuck)
{
	bool captures;
	const naive_t next = after(n, p, &captures);

	return captures || (ends_stuck && stuck(&next));
}

/* check_finish: there is a move that finishes, or none does. */
static bool check_finish(const position_t *pos, const naive_t *n, bool ends_stuck)
{
	const move_t finish = pos->game->finish(pos);

	if (finish != MOVE_NONE) {
		assert_int_equal(pos->game->distance(pos), 1);
		assert_true(naive_legal(n, finish) && wins(n, finish, ends_stuck));
		return true;
	}
	for (unsigned p = 0; p < n->width * n->height; p++)
		assert_false(naive_legal(n, p) && wins(n, p, ends_stuck));
	return false;
}

/* check_attacks: dropped moves either come too late for the order or are captured
 * next. There are no others, unless the defender may get stuck instead. */
static void check_attacks(const position_t *pos, const naive_t *n, bool ends_stuck)
{
	move_t list[MOVES_MAX];

	if (check_finish(pos, n, ends_stuck))
		return;
	for (unsigned order = 1; order <= ORDERS; order++) {
		const bool any = order == ORDERS;
		const unsigned count = pos->game->attacks(pos, any ? ORDER_ANY : order, NULL, list);

		for (unsigned p = 0; p < n->width * n->height; p++) {
			bool captures, safe, near;
			naive_t next;

			if (!naive_legal(n, p))
				continue;
			next = after(n, p, &captures);
			safe = least(&next, SIDE_ATTACKER) > 1;
			near = any || least(&next, SIDE_DEFENDER) <= order;
			if (safe && near)
				assert_true(among(p, list, count));
			if (!safe || !(near || ends_stuck))
				assert_false(among(p, list, count));
		}
	}
}

/* check_replies: exactly those replies are dropped that are captured next, but for
 * one where something must be played. */
static void check_replies(const position_t *pos, const naive_t *n)
{
	move_t list[MOVES_MAX];
	const unsigned count = pos->game->replies(pos, NULL, list);
	unsigned good_ones = 0, legal = 0;

	for (unsigned p = 0; p < n->width * n->height; p++) {
		bool captures, good;
		naive_t next;

		if (!naive_legal(n, p))
			continue;
		next = after(n, p, &captures);
		good = captures || least(&next, SIDE_DEFENDER) > 1;
		good_ones += good;
		legal++;
		assert_true(!good || among(p, list, count));
	}
	if (good_ones == 0 && legal > 0 && !pos->game->may_pass(pos))
		assert_int_equal(count, 1);
	else
		assert_int_equal(count, good_ones);
}

/* check_position compares everything with the naive board; returns the legal moves. */
static unsigned check_position(position_t *pos, const naive_t *n, bool ends_stuck, move_t *legal)
{
	const unsigned count = pos->game->legal_moves(pos, legal);
	const hashkey_t key = pos->game->key(pos), slow = pos->game->key_from_scratch(pos);
	unsigned expected = 0;

	for (unsigned p = 0; p < n->width * n->height; p++) {
		assert_int_equal(pos->game->legal(pos, (move_t)p), naive_legal(n, p));
		assert_int_equal(among(p, legal, count), naive_legal(n, p));
		expected += naive_legal(n, p);
	}
	assert_int_equal(count, expected);
	assert_memory_equal(&key, &slow, sizeof(key));
	if (ends_stuck)
		assert_true(pos->game->distance(pos) <= least(n, SIDE_DEFENDER));
	else
		assert_int_equal(pos->game->distance(pos), least(n, SIDE_DEFENDER));
	if (pos->game->lost(pos))
		return 0;
	if (pos->turn == SIDE_ATTACKER)
		check_attacks(pos, n, ends_stuck);
	else
		check_replies(pos, n);
	return count;
}

static void play_game(position_t *pos, unsigned width, unsigned height, bool ends_stuck, rng_t *rng)
{
	static unsigned char start[SNAPSHOT];
	const uint32_t used = pos->used;
	unsigned plies = 0;
	bool captured = false;

	assert_true(used <= sizeof(start));
	memcpy(start, pos, used);
	while (!captured) {
		naive_t n = naive_of(pos, width, height);
		move_t legal[MOVES_MAX];
		unsigned count = check_position(pos, &n, ends_stuck, legal);
		move_t move;

		if (count == 0)
			break;
		move = legal[rng_below(rng, count)];
		(void)after(&n, move, &captured);
		pos->game->play(pos, move);
		plies++;
		assert_int_equal(pos->game->lost(pos) && captured,
		                 captured && pos->turn == SIDE_ATTACKER);
	}
	for (; plies > 0; plies--)
		pos->game->undo(pos);
	assert_int_equal(pos->used, used);
	assert_memory_equal(start, pos, used);
}

static void test_random_games(void **state)
{
	rng_t rng = seed_take();

	(void)state;
	for (unsigned i = 0; i < GAMES; i++) {
		const unsigned width = 2 + rng_below(&rng, i % 16 == 0 ? 18 : 5);
		const unsigned height = 2 + rng_below(&rng, 5);
		char with[64];
		strbuf_t out;
		position_t *pos;

		strbuf_init(&out, with, sizeof(with));
		strbuf_printf(&out, "size=%ux%u %s", width, height, options[i % 4]);
		pos = create(NULL, with, i % 3 == 0 ? COLOUR_WHITE : COLOUR_NONE);
		play_game(pos, width, height, i % 4 == ENDS_STUCK, &rng);
		position_free(pos);
	}
}

static void test_crosscut(void **state)
{
	position_t *pos = create(NULL, "size=6 setup=crosscut", COLOUR_NONE);

	(void)state;
	check_rows(pos, "....../....../..XO../..OX../....../......");
	assert_int_equal(pos->game->attacker(pos), COLOUR_BLACK);
	assert_int_equal(pos->game->distance(pos), 2);
	position_free(pos);
	pos = create(NULL, "size=5x3 setup=crosscut", COLOUR_NONE);
	check_rows(pos, "...../..XO./..OX.");
	position_free(pos);
}

/* Questions that differ in anything must not share a key. */
static void test_keys_tell_questions_apart(void **state)
{
	hashkey_t keys[8];

	(void)state;
	for (unsigned i = 0; i < 8; i++) {
		position_t *pos =
		        create(".../.../...", options[i % 4], i < 4 ? COLOUR_BLACK : COLOUR_WHITE);

		keys[i] = pos->game->key(pos);
		position_free(pos);
		for (unsigned j = 0; j < i; j++)
			assert_true(keys[i].lo != keys[j].lo && keys[i].hi != keys[j].hi);
	}
}

static void test_problems_refused(void **state)
{
	static const struct {
		problem_t problem;
		err_t err;
		const char *text;
	} cases[] = {
	        {{.rows = NULL}, ERR_MISSING, "position.rows"},
	        {{.rows = "X"}, ERR_RANGE, "position.rows"},
	        {{.rows = "OX/X."}, ERR_POSITION, "position.rows: the block on A2 has no liberty"},
	        {{.options = "size=3 setup=crosscut"}, ERR_RANGE, "options.setup: no room"},
	        {{.rows = "X../.../...", .options = "setup=crosscut"},
	         ERR_VALUE,
	         "options.setup: the rows"},
	        {{.options = "size=1"}, ERR_RANGE, "options.size"},
	        {{.options = "size=20"}, ERR_RANGE, "options.size"},
	        {{.options = "setup=ring size=5"}, ERR_VALUE, "options.setup"},
	        {{.options = "stuck=draws size=5"}, ERR_VALUE, "options.stuck"},
	        {{.options = "pass=maybe size=5"}, ERR_VALUE, "options.pass"},
	        {{.options = "size=4", .rows = "../.."}, ERR_VALUE, "options.size"},
	        {{.rows = "XX./...", .attacker = COLOUR_NONE}, ERR_MISSING, "goal.attacker"},
	        {{.rows = "..", .goal = "capture"}, ERR_GAME, "goal"},
	};

	(void)state;
	for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		problem_t problem = cases[i].problem;
		position_t *pos;
		errinfo_t why;

		problem.game = "atarigo";
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
	        cmocka_unit_test(test_crosscut),
	        cmocka_unit_test(test_keys_tell_questions_apart),
	        cmocka_unit_test(test_problems_refused),
	};

	return run_group(tests, sizeof(tests) / sizeof(tests[0]));
}
