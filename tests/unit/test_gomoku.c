/* SPDX-License-Identifier: MIT
 * test_gomoku.c - random games forwards and backwards against naive rules, the
 * candidates' proofs, known problems, and problems that are refused.
 */
#include "tests/unit/solver_help.h"

#include <stdio.h>

#include "engine/game/gomoku/board.h"
#include "tests/unit/seed.h"

enum { GAMES = 150, STEPS = 60, REACHES = 2000, BUDGET = 2000 };

static const char *const rules[] = {"freestyle", "standard", "renju", "caro"};

enum { RULES = sizeof(rules) / sizeof(rules[0]) };

static position_t *make_position(const char *rows, const char *options, colour_t attacker)
{
	const problem_t problem = {
	        .game = "gomoku", .rows = rows, .options = options, .attacker = attacker};
	errinfo_t why = {.code = ERR_OK};
	position_t *pos = NULL;

	if (game_create(&problem, &pos, &why) != ERR_OK)
		assert_non_null(strstr(why.text, "already")); /* random stones may have won */
	return pos;
}

/* random_board makes a board with some stones; NULL when the attacker has won. */
static position_t *random_board(rng_t *rng, rule_t rule, unsigned most_side, unsigned percent)
{
	const unsigned k = rule == RULE_RENJU ? 5 : K_LEAST + rng_below(rng, 4);
	const unsigned w = 3 + rng_below(rng, most_side - 2), h = 3 + rng_below(rng, most_side - 2);
	char rows[ROWS_TEXT_MAX], options[64];
	unsigned length = 0;

	for (unsigned p = 0; p < w * h; p++) {
		if (p > 0 && p % w == 0)
			rows[length++] = '/';
		rows[length++] = rng_below(rng, 100) >= percent ? '.' : "XO"[rng_below(rng, 2)];
	}
	rows[length] = '\0';
	(void)snprintf(options, sizeof(options), "k=%u rule=%s", k, rules[rule]);
	return make_position(rows, options, COLOUR_BLACK + rng_below(rng, 2));
}

static position_t *random_position(rng_t *rng, unsigned most_side, unsigned percent)
{
	return random_board(rng, (rule_t)rng_below(rng, RULES), most_side, percent);
}

/* makes_row: would a stone of the side to move on p, or the stone there, win? */
static bool makes_row(const gomoku_t *b, unsigned p, unsigned colour)
{
	static const int step[4][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};
	const int w = b->geo->width, h = b->geo->height, k = b->k;
	const bool exact = b->rule == RULE_STANDARD || b->rule == RULE_CARO ||
	                   (b->rule == RULE_RENJU && colour == COLOUR_BLACK);

	for (unsigned d = 0; d < 4; d++) {
		int length = 1, blocked = 0;

		for (int sign = -1; sign <= 1; sign += 2) {
			int x = (int)p % w + sign * step[d][0], y = (int)p / w + sign * step[d][1];

			while (x >= 0 && x < w && y >= 0 && y < h && b->at[y * w + x] == colour) {
				length++;
				x += sign * step[d][0];
				y += sign * step[d][1];
			}
			blocked += x >= 0 && x < w && y >= 0 && y < h && b->at[y * w + x] != 0;
		}
		if (b->rule == RULE_CARO && blocked == 2)
			continue;
		if (exact ? length == k : length >= k)
			return true;
	}
	return false;
}

static bool has_row(const gomoku_t *b, side_t side)
{
	for (unsigned p = 0; p < b->geo->area; p++)
		if (b->at[p] == b->colour[side] && makes_row(b, p, b->colour[side]))
			return true;
	return false;
}

static bool among(move_t m, const move_t *list, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		if (list[i] == m)
			return true;
	return false;
}

/* check_windows compares what is kept with what a fresh board makes of the stones. */
static void check_windows(const position_t *pos)
{
	const gomoku_t *b = (const gomoku_t *)pos, *fresh;
	position_t *image;
	hashkey_t key = pos->game->key(pos), slow = pos->game->key_from_scratch(pos);

	assert_int_equal(pos->game->mirrors->make(pos, 0, &image), ERR_OK);
	fresh = (const gomoku_t *)image;
	assert_memory_equal(b->n, fresh->n, sizeof(b->n));
	assert_memory_equal(b->open, fresh->open, sizeof(b->open));
	assert_memory_equal(b->stone, fresh->stone, sizeof(b->stone));
	assert_int_equal(b->empty, fresh->empty);
	assert_memory_equal(&key, &slow, sizeof(key));
	position_free(image);
}

/* check_left_out: after a move that the side to move is not told, and that does not win, the other
 * side wins at once. */
static void check_left_out(position_t *pos, const move_t *legal, unsigned n)
{
	const gomoku_t *b = (const gomoku_t *)pos;
	const side_t turn = pos->turn;
	move_t list[MOVES_MAX];
	const unsigned count = turn == SIDE_DEFENDER
	                               ? pos->game->replies(pos, NULL, list)
	                               : pos->game->attacks(pos, ORDER_ANY, NULL, list);

	for (unsigned i = 0; i < n; i++) {
		bool wins = makes_row(b, legal[i], b->colour[turn]);

		if (wins || among(legal[i], list, count))
			continue;
		pos->game->play(pos, legal[i]);
		for (unsigned p = 0; p < b->geo->area && !wins; p++)
			wins = gomoku_board_legal(b, (move_t)p) &&
			       makes_row(b, p, b->colour[!turn]);
		pos->game->undo(pos);
		assert_true(wins);
	}
}

/* check_ends compares finish, lost and the moves left out with the naive rows. */
static void check_ends(position_t *pos)
{
	const gomoku_t *b = (const gomoku_t *)pos;
	const side_t turn = pos->turn;
	const bool over = has_row(b, SIDE_ATTACKER) || has_row(b, SIDE_DEFENDER);
	move_t legal[MOVES_MAX], list[MOVES_MAX];
	const unsigned n = pos->game->legal_moves(pos, legal);
	unsigned wins = 0, count;

	assert_int_equal(gomoku_board_has_won(b, SIDE_ATTACKER), has_row(b, SIDE_ATTACKER));
	assert_int_equal(gomoku_board_has_won(b, SIDE_DEFENDER), has_row(b, SIDE_DEFENDER));
	assert_true(!has_row(b, SIDE_DEFENDER) || pos->game->lost(pos));
	assert_true(!over || n == 0);
	for (unsigned i = 0; i < n; i++)
		wins += makes_row(b, legal[i], b->colour[turn]);
	for (unsigned p = 0; p < b->geo->area; p++) /* winning is never forbidden */
		if (!over && b->at[p] == COLOUR_NONE && makes_row(b, p, b->colour[turn]))
			assert_true(among((move_t)p, legal, n));
	if (over)
		return;
	check_left_out(pos, legal, n);
	if (turn == SIDE_DEFENDER) {
		count = pos->game->replies(pos, NULL, list);
		for (unsigned i = 0; i < n; i++)
			if (makes_row(b, legal[i], b->colour[turn]))
				assert_true(among(legal[i], list, count));
		return;
	}
	assert_int_equal(pos->game->finish(pos) != MOVE_NONE, wins > 0);
	assert_int_equal(pos->game->distance(pos) == 1, wins > 0);
	if (wins > 0)
		assert_true(makes_row(b, pos->game->finish(pos), b->colour[turn]));
	assert_int_equal(pos->game->attacks(pos, 0, NULL, list), wins);
}

/* check_told: `move` has been played; `after` and `key` were told before, unless 0. */
static void check_told(const position_t *pos, unsigned after, hashkey_t key)
{
	const hashkey_t now = pos->game->key(pos);

	if (after == 0)
		return;
	assert_int_equal(after, pos->game->distance(pos));
	assert_false(pos->game->lost(pos));
	assert_memory_equal(&key, &now, sizeof(key));
}

static void test_random_games(void **state)
{
	rng_t rng = seed_take();
	unsigned told = 0;

	(void)state;
	for (unsigned g = 0; g < GAMES; g++) {
		position_t *pos =
		        random_position(&rng, g % 4 == 0 ? BOARD_MAX : 8, rng_below(&rng, 60));
		position_t *start;

		if (pos == NULL)
			continue;
		start = position_clone(pos);
		assert_non_null(start);
		for (unsigned i = 0; i < STEPS; i++) {
			move_t list[MOVES_MAX];
			unsigned n = pos->game->legal_moves(pos, list);
			position_t *before = position_clone(pos);

			assert_non_null(before);
			check_windows(pos);
			check_ends(pos);
			if (pos->turn == SIDE_DEFENDER)
				list[n++] = MOVE_PASS;
			for (unsigned j = 0; j < n; j++) {
				const unsigned after =
				        game_hints(pos)->distance_after(pos, list[j]);
				const hashkey_t key = game_hints(pos)->likely_key(pos, list[j]);

				pos->game->play(pos, list[j]);
				check_told(pos, after, key);
				told += after > 0;
				pos->game->undo(pos);
				assert_memory_equal(before, pos, before->used);
			}
			position_free(before);
			if (n == 0)
				break;
			pos->game->play(pos, list[rng_below(&rng, n)]);
		}
		while (((const gomoku_t *)pos)->plies > 0)
			pos->game->undo(pos);
		assert_memory_equal(start, pos, start->used);
		position_free(start);
		position_free(pos);
	}
	assert_true(told > 0);
}

/* wins_by_fours is A(pos, 1) word by word, on all legal moves; it means nothing once the
 * budget of nodes is below 0. */
static bool wins_by_fours(position_t *pos, long *budget)
{
	move_t moves[MOVES_MAX], replies[MOVES_MAX];
	const unsigned n = pos->game->legal_moves(pos, moves);
	bool won = pos->game->finish(pos) != MOVE_NONE;

	--*budget;
	for (unsigned i = 0; i < n && !won && *budget >= 0; i++) {
		unsigned count;

		pos->game->play(pos, moves[i]);
		pos->game->play(pos, MOVE_PASS);
		won = pos->game->finish(pos) != MOVE_NONE;
		pos->game->undo(pos);
		count = won ? pos->game->legal_moves(pos, replies) : 0;
		for (unsigned j = 0; j < count && won; j++) {
			pos->game->play(pos, replies[j]);
			won = wins_by_fours(pos, budget);
			pos->game->undo(pos);
		}
		pos->game->undo(pos);
	}
	return won;
}

/* Moves left out at order 2 allow no win by fours that was not there. */
static void test_what_is_left_out_at_order_2(void **state)
{
	rng_t rng = seed_take();
	unsigned left_out = 0, kept = 0;

	(void)state;
	for (unsigned i = 0; i < REACHES; i++) {
		position_t *pos =
		        random_board(&rng, (rule_t)(i % RULES), 8, 30 + rng_below(&rng, 30));
		move_t legal[MOVES_MAX], list[MOVES_MAX];
		unsigned n, count;
		long budget = BUDGET;

		if (pos == NULL)
			continue;
		n = pos->game->legal_moves(pos, legal);
		count = pos->game->attacks(pos, 2, NULL, list);
		for (unsigned j = 0; j < count; j++)
			assert_true(among(list[j], legal, n) && !among(list[j], list, j));
		if (wins_by_fours(pos, &budget))
			n = 0;
		for (unsigned j = 0; j < n && budget >= 0; j++) {
			bool threatens;

			pos->game->play(pos, legal[j]);
			pos->game->play(pos, MOVE_PASS);
			threatens = !pos->game->lost(pos) && wins_by_fours(pos, &budget);
			pos->game->undo(pos);
			/* a move after which the defender wins at once is none */
			threatens = threatens &&
			            ((const gomoku_t *)pos)
			                            ->n[SIDE_DEFENDER]
			                               [((const gomoku_t *)pos)->k - 1] == 0;
			pos->game->undo(pos);
			assert_true(budget < 0 || !threatens || among(legal[j], list, count));
			left_out += !among(legal[j], list, count);
			kept += threatens;
		}
		position_free(pos);
	}
	print_message("%u moves left out, %u threats kept\n", left_out, kept);
	assert_true(left_out > 0 && kept > 0);
}

static request_t problem_of(const char *rows, const char *options, colour_t attacker, int order)
{
	return (request_t){
	        .problem = {.game = "gomoku",
	                    .rows = rows,
	                    .options = options,
	                    .attacker = attacker},
	        .limits = {.order = order, .schedule = SCHEDULE_DEPTH},
	};
}

/* Thomsen's table: four in a row on 4x4, stones in three corners. */
static void test_three_corners(void **state)
{
	static const char rows[] = "...X/..../..../X..X";
	solver_t *s = make(1);
	request_t r = problem_of(rows, "k=4", COLOUR_BLACK, 1);
	result_t got = solve(s, &r);

	(void)state;
	assert_int_equal(got.value, VALUE_PROVEN);
	assert_int_equal(got.order, 1);
	assert_int_equal(got.depth, 11);
	r.limits.depth = 9;
	assert_int_equal(solve(s, &r).value, VALUE_UNDECIDED);
	r = problem_of(rows, "k=4", COLOUR_BLACK, 2);
	got = solve(s, &r);
	assert_int_equal(got.value, VALUE_PROVEN);
	assert_int_equal(got.order, 2);
	assert_int_equal(got.depth, 7);
	r = problem_of(rows, "k=4", COLOUR_BLACK, 0);
	assert_int_equal(solve(s, &r).value, VALUE_DISPROVEN);
	solver_destroy(s);
}

static void test_tic_tac_toe(void **state)
{
	solver_t *s = make(1);

	(void)state;
	for (colour_t attacker = COLOUR_BLACK; attacker <= COLOUR_WHITE; attacker++) {
		request_t r = problem_of(NULL, "size=3 k=3", attacker, 4);
		result_t got = solve(s, &r);

		assert_int_equal(got.value, VALUE_DISPROVEN);
		r.limits.driver = DRIVER_PLAIN;
		got = solve(s, &r);
		assert_int_equal(got.value, VALUE_DISPROVEN);
		assert_int_equal(got.scope, SCOPE_ABSOLUTE);
	}
	solver_destroy(s);
}

/* One line, four rules: how many stones win. */
static void test_rows_too_long(void **state)
{
	static const struct {
		const char *rows, *options;
		colour_t attacker;
		const char *finish; /* NULL = none */
	} rows[] = {
	        {"X.XXXXO./......../........", "rule=freestyle", COLOUR_BLACK, "B3"},
	        {"X.XXXXO./......../........", "rule=standard", COLOUR_BLACK, NULL},
	        {"X.XXXXO./......../........", "rule=renju", COLOUR_BLACK, NULL},
	        {".OOO.OO./......../........", "rule=renju", COLOUR_WHITE, "E3"},
	        {".OOO.OO./......../........", "rule=standard", COLOUR_WHITE, NULL},
	        {".XX.XX../......../........", "rule=standard", COLOUR_BLACK, "D3"},
	        {".XX.XX../......../........", "rule=renju", COLOUR_BLACK, "D3"},
	        {".XX.XX../......../........", "k=6", COLOUR_BLACK, NULL},
	        {"X.XX..../O......./........", "k=4 rule=standard", COLOUR_BLACK, "B3"},
	        {"O.OOO.../X......./........", "k=4 rule=standard", COLOUR_WHITE, "F3"},
	        {"OXX.XXO./......../........", "rule=caro", COLOUR_BLACK, NULL},
	        {".XX.XXO./......../........", "rule=caro", COLOUR_BLACK, "D3"},
	        {"XX.XXO../......../........", "rule=caro", COLOUR_BLACK, "C3"}, /* an edge */
	        {"X.XXXX../......../........", "rule=caro", COLOUR_BLACK, "G3"},
	        {"OXX.X.../O......./........", "k=4 rule=caro", COLOUR_BLACK, "D3"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		position_t *pos = make_position(rows[i].rows, rows[i].options, rows[i].attacker);
		move_t m;

		assert_non_null(pos);
		m = pos->game->finish(pos);
		assert_int_equal(m, rows[i].finish == NULL
		                            ? MOVE_NONE
		                            : pos->game->move_parse(pos, rows[i].finish));
		position_free(pos);
	}
}

static void test_refusals(void **state)
{
	static const struct {
		problem_t problem;
		const char *says;
	} bad[] = {
	        {{.rows = "...../.."}, "position.rows: 2 rows"},
	        {{.rows = "..././..."}, "position.rows: row 2"},
	        {{.rows = NULL}, "position.rows: no board is given"},
	        {{.rows = ".../.../...", .options = "k=2"}, "options.k"},
	        {{.rows = ".../.../...", .options = "k=3  k=3"}, "options.k: it is given twice"},
	        {{.rows = ".../.../...", .options = "k=7"}, "options.k"},
	        {{.rows = ".../.../...", .options = "k=4 rule=renju"}, "options.rule: renju"},
	        {{.rows = ".../.../...", .options = "size=4"}, "options.size: 4x4"},
	        {{.options = "size=21"}, "options.size"},
	        {{.rows = "XX./.../...", .options = "k=3"}, "goal.attacker: none is given"},
	        {{.rows = ".../.../...", .target = "A1"}, "goal.target"},
	        {{.rows = ".../.../...", .ko = "A1"}, "ko:"},
	        {{.rows = ".../.../...", .attacker_threats = 1}, "threats.attacker:"},
	        {{.rows = "OOO/XX./...", .options = "k=3", .attacker = COLOUR_WHITE},
	         "position.rows: the attacker has 3 in a row already"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		problem_t problem = bad[i].problem;
		position_t *pos;
		errinfo_t why;

		problem.game = "gomoku";
		assert_int_not_equal(game_create(&problem, &pos, &why), ERR_OK);
		assert_null(pos);
		if (strstr(why.text, bad[i].says) != why.text)
			fail_msg("\"%s\" instead of \"%s\"", why.text, bad[i].says);
	}
}

/* The key tells questions apart that have the same stones. */
static void test_keys_differ(void **state)
{
	static const char *const options[] = {
	        "k=3", "k=4", "k=5", "k=5 rule=standard", "k=5 rule=renju", "k=5 rule=caro"};
	hashkey_t key[2 * sizeof(options) / sizeof(options[0]) + 1];
	unsigned count = 0;
	position_t *pos;

	(void)state;
	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++)
		for (colour_t attacker = COLOUR_BLACK; attacker <= COLOUR_WHITE; attacker++) {
			pos = make_position("X..../O..../...../...../.....", options[i], attacker);
			assert_non_null(pos);
			key[count++] = pos->game->key(pos);
			position_free(pos);
		}
	pos = make_position("X...../O...../....../....../......", "k=5", COLOUR_BLACK);
	assert_non_null(pos);
	key[count++] = pos->game->key(pos);
	position_free(pos);
	for (unsigned i = 0; i < count; i++)
		for (unsigned j = 0; j < i; j++) {
			assert_true(key[i].lo != key[j].lo);
			assert_true(key[i].hi != key[j].hi);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_random_games),
	        cmocka_unit_test(test_what_is_left_out_at_order_2),
	        cmocka_unit_test(test_three_corners),
	        cmocka_unit_test(test_tic_tac_toe),
	        cmocka_unit_test(test_rows_too_long),
	        cmocka_unit_test(test_refusals),
	        cmocka_unit_test(test_keys_differ),
	};

	return run_group(tests, sizeof(tests) / sizeof(tests[0]));
}
