/* SPDX-License-Identifier: MIT
 * test_renju.c - what Renju forbids black: positions made for each rule, and random
 * boards against the definitions word by word.
 */
#include <stdio.h>
#include <string.h>

#include "tests/unit/renju_naive.h"
#include "tests/unit/seed.h"

enum { SIZE = 15, BOARDS = 300 };

/* A position on 15x15 and what a black stone on `point` would be. */
typedef struct {
	const char *point, *black, *white;
	renju_t verdict;
	const char *why;
} case_t;

static const case_t cases[] = {
        {"H8", "E8 F8 G8 I8 J8", "", RENJU_OVERLINE, "six in a row"},
        {"H8", "H6 H7 H9 H10 H11", "", RENJU_OVERLINE, "six in a column"},
        {"H8", "F6 G7 I9 J10 K11", "", RENJU_OVERLINE, "six in a diagonal"},
        {"H8", "E11 F10 G9 I7 J6 K5", "", RENJU_OVERLINE, "seven"},
        {"H8", "F8 G8 I8 J8 H6 H7 H9 H10 H11", "", RENJU_FIVE, "five goes before six"},
        {"H8", "F8 G8 I8 J8 H9 H10 H11 I9 J10 K11", "", RENJU_FIVE, "and before fours"},
        {"H8", "E8 F8 G8 I8 J8 H9 H10 H11 I9 J10 K11", "", RENJU_OVERLINE, "six, and fours"},
        {"H8", "E8 F8 G8 H9 H10 H11", "", RENJU_DOUBLE_FOUR, "two straight fours"},
        {"H8", "E8 F8 G8 H9 H10 H11", "D8 H12", RENJU_DOUBLE_FOUR, "two closed fours"},
        {"H8", "E8 F8 G8 H9 H10 H11", "D8 I8", RENJU_FREE, "one of them is dead"},
        {"H8", "E8 G8 I8 K8", "", RENJU_DOUBLE_FOUR, "x.xxx.x"},
        {"H8", "D8 E8 G8 J8 K8", "", RENJU_DOUBLE_FOUR, "xx.xx.xx"},
        {"H8", "D8 E8 F8 J8 K8 L8", "", RENJU_DOUBLE_FOUR, "xxx.x.xxx"},
        {"H8", "D8 E8 G8 J8 K8 L8", "", RENJU_FREE, "xx.xx.xxx: one would be six"},
        {"H8", "F8 G8 J8 K8 L8 H9 H10 H11", "", RENJU_FREE, "xxx.xxx is no four"},
        {"H8", "F8 G8 J8 K8 L8 H9 H10 H4 H5 H6", "", RENJU_FREE, "nor are two of them"},
        {"H8", "C8 E8 F8 G8 H9 H10 H11", "I8", RENJU_FREE, "xxxx between six and white"},
        {"H8", "E8 F8 G8 J8 H9 H10 H11", "D8", RENJU_FREE, "OXXXX.X: six only"},
        {"D8", "A8 B8 C8 D9 D10 D11", "", RENJU_DOUBLE_FOUR, "a four at the edge"},
        {"D8", "A8 B8 C8 D9 D10 D11", "E8", RENJU_FREE, "dead at the edge"},
        {"H8", "E8 F8 G8 H9 H10 H11 I9 J10 K11", "", RENJU_DOUBLE_FOUR, "three fours"},
        {"H8", "E8 F8 G8", "", RENJU_FREE, "a straight four is one four"},
        {"H8", "E8 F8 G8 H9 H10", "", RENJU_FREE, "a four and a three"},
        {"H8", "E8 F8 G8 H9 H10 I9 J10", "", RENJU_DOUBLE_THREE, "a four and two threes"},
        {"H8", "E8 F8 G8 H9 H10 H11 I9 J10", "", RENJU_DOUBLE_FOUR, "two fours, a three"},
        {"H8", "F8 G8 H9 H10", "", RENJU_DOUBLE_THREE, "two threes"},
        {"H8", "E8 G8 H9 H11", "", RENJU_DOUBLE_THREE, "two broken threes"},
        {"H8", "G8 I8 H7 H9", "", RENJU_DOUBLE_THREE, "in the middle of both"},
        {"H8", "F6 G7 I7 J6", "", RENJU_DOUBLE_THREE, "both diagonals"},
        {"H8", "F8 G8 H9 H10 I9 J10", "", RENJU_DOUBLE_THREE, "three threes"},
        {"H8", "F8 G8 H9 H10", "E8", RENJU_FREE, "one is closed"},
        {"H8", "F8 G8 H9 H10", "D8 J8", RENJU_FREE, "o.xxx.o"},
        {"H8", "F8 G8 H9 H10", "D8", RENJU_DOUBLE_THREE, "o.xxx.."},
        {"H8", "E8 G8 H9 H10", "F8", RENJU_FREE, "a broken three is filled"},
        {"C8", "A8 B8 C9 C10", "", RENJU_FREE, "a three at the edge"},
        {"D8", "B8 C8 D9 D10", "", RENJU_DOUBLE_THREE, "a three next to the edge"},
        {"D8", "B8 C8 D9 D10", "F8", RENJU_FREE, "no room on either side"},
        {"M13", "K11 L12 M11 M12", "", RENJU_DOUBLE_THREE, "towards the corner"},
        {"N14", "L12 M13 N12 N13", "", RENJU_DOUBLE_THREE, "and next to it"},
        {"H8", "C8 F8 G8 K8 H9 H10", "", RENJU_FREE, "x..xxx..x: six on both sides"},
        {"H8", "F8 G8 K8 H9 H10", "", RENJU_DOUBLE_THREE, "six on one side only"},
        {"H8", "F8 G8 H9 H10 I5 I6 I7", "D8", RENJU_FREE, "its four would be a double-four"},
        {"H8", "F8 G8 H9 H10 I5 I6 I7", "", RENJU_DOUBLE_THREE, "it has another four"},
        {"H8", "F8 G8 H9 H10 I5 I6 I7 I9 I10", "D8", RENJU_FREE, "its four would be six"},
        {"H8", "F8 G8 H9 H10 I4 I5 I6 I7", "D8", RENJU_FREE, "its four would be five"},
        {"H8", "F8 G8 H9 H10 I6 I7 J9 K10", "D8", RENJU_FREE, "its four would be a double-three"},
        {"H8", "F8 G8 H9 H10 I6 I7 J9 K10", "D8 L11", RENJU_DOUBLE_THREE,
         "which has a false three"},
        {"H8", "F8 G8 H9 H10 I6 I7 J9 K10", "D8 M12", RENJU_DOUBLE_THREE,
         "which has a three whose four would be a double-four"},
        {"H8", "F8 G8 H9 H10 I6 I7 J9 K10", "D8 L11 H12 H6", RENJU_FREE,
         "the other three is false"},
};

static unsigned point_of(const char *text)
{
	const unsigned p = grid_parse_point(BOARD_RENJU, text, SIZE, SIZE);

	assert_int_not_equal(p, GRID_NO_POINT);
	return p;
}

static void put(naive_t *n, const char *list, colour_t colour)
{
	char text[256];
	char *rest = NULL;

	(void)snprintf(text, sizeof(text), "%s", list);
	for (char *word = strtok_r(text, " ", &rest); word != NULL;
	     word = strtok_r(NULL, " ", &rest))
		n->at[point_of(word)] = (uint8_t)colour;
}

/* make_board is a game's position of the naive board, in which `attacker` moves. */
static position_t *make_board(const naive_t *n, colour_t attacker)
{
	char rows[ROWS_TEXT_MAX];
	strbuf_t text;
	position_t *pos = NULL;
	errinfo_t why = {.code = ERR_OK};
	const problem_t problem = {
	        .game = "gomoku", .rows = rows, .options = "rule=renju", .attacker = attacker};

	strbuf_init(&text, rows, sizeof(rows));
	grid_add_rows(n->at, (unsigned)n->width, (unsigned)n->height, &text);
	if (game_create(&problem, &pos, &why) != ERR_OK)
		return NULL; /* the attacker has won already */
	return pos;
}

static void check_case(const case_t *c, unsigned s)
{
	static const char *const names[] = {"free", "five", "overline", "double-four",
	                                    "double-three"};
	naive_t plain = {.width = SIZE, .height = SIZE}, n = plain;
	const unsigned p = grid_mirror(point_of(c->point), SIZE, SIZE, s);
	position_t *pos;
	renju_t got, naive;

	put(&plain, c->black, COLOUR_BLACK);
	put(&plain, c->white, COLOUR_WHITE);
	for (unsigned q = 0; q < SIZE * SIZE; q++)
		n.at[grid_mirror(q, SIZE, SIZE, s)] = plain.at[q];
	pos = make_board(&n, COLOUR_BLACK);
	assert_non_null(pos);
	got = renju_verdict((const gomoku_t *)pos, SIDE_ATTACKER, p);
	naive = naive_verdict(&n, (int)(p % SIZE), (int)(p / SIZE));
	if (got != c->verdict || naive != c->verdict)
		fail_msg("%s: %s, image %u: %s, by the definitions %s", c->why, names[c->verdict],
		         s, names[got], names[naive]);
	assert_int_equal(pos->game->legal(pos, (move_t)p), got <= RENJU_FIVE);
	position_free(pos);
	pos = make_board(&n, COLOUR_WHITE);
	assert_non_null(pos);
	assert_true(pos->game->legal(pos, (move_t)p)); /* white is free */
	position_free(pos);
}

static void test_cases(void **state)
{
	(void)state;
	assert_true(sizeof(cases) / sizeof(cases[0]) >= 40);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		for (unsigned s = 0; s < GRID_SYMMETRIES; s++)
			check_case(&cases[i], s);
}

/* Boards full of black stones, so that threes hang on threes. */
static void test_random_boards(void **state)
{
	rng_t rng = seed_take();
	unsigned seen[RENJU_DOUBLE_THREE + 1] = {0};

	(void)state;
	for (unsigned i = 0; i < BOARDS; i++) {
		naive_t n = {.width = 5 + (int)rng_below(&rng, 11),
		             .height = 5 + (int)rng_below(&rng, 11)};
		const unsigned area = (unsigned)(n.width * n.height);
		const uint32_t black = 10 + rng_below(&rng, 30), white = rng_below(&rng, 15);
		position_t *pos;

		for (unsigned p = 0; p < area; p++) {
			const uint32_t dice = rng_below(&rng, 100);

			if (dice < black + white)
				n.at[p] = dice < black ? COLOUR_BLACK : COLOUR_WHITE;
		}
		pos = make_board(&n, COLOUR_BLACK);
		if (pos == NULL)
			continue;
		for (unsigned p = 0; p < area; p++) {
			renju_t got, naive;

			if (n.at[p] != COLOUR_NONE)
				continue;
			got = renju_verdict((const gomoku_t *)pos, SIDE_ATTACKER, p);
			naive = naive_verdict(&n, (int)p % n.width, (int)p / n.width);
			assert_int_equal(got, naive);
			seen[got]++;
		}
		position_free(pos);
	}
	print_message("free %u, five %u, overline %u, double-four %u, double-three %u\n", seen[0],
	              seen[1], seen[2], seen[3], seen[4]);
	for (unsigned v = 0; v <= RENJU_DOUBLE_THREE; v++)
		assert_true(seen[v] > 0);
}

/* White's four can be met on one point only, and there black may not play. */
static void test_a_forbidden_answer_wins_for_white(void **state)
{
	naive_t n = {.width = SIZE, .height = SIZE};
	move_t list[MOVES_MAX];
	position_t *pos;

	(void)state;
	put(&n, "C8 H9 H10 H11 I7 J6", COLOUR_BLACK); /* on H8 a four and a three */
	put(&n, "E8 F8 G8", COLOUR_WHITE);
	pos = make_board(&n, COLOUR_WHITE);
	assert_non_null(pos);
	pos->game->play(pos, (move_t)point_of("D8")); /* of C8 and H8, H8 is left */
	assert_int_equal(pos->game->replies(pos, NULL, list), 1);
	pos->game->undo(pos);
	position_free(pos);
	put(&n, "K5", COLOUR_BLACK); /* two fours */
	pos = make_board(&n, COLOUR_WHITE);
	assert_non_null(pos);
	pos->game->play(pos, (move_t)point_of("D8"));
	assert_int_equal(pos->game->replies(pos, NULL, list), 0);
	assert_false(pos->game->lost(pos));
	position_free(pos);
}

/* Where six in a row is all that is left, black passes, and white would not. */
static void test_black_may_be_stuck(void **state)
{
	static const colour_t colours[] = {COLOUR_BLACK, COLOUR_WHITE};
	naive_t n = {.width = 6, .height = 5};
	static const char rows[] = "XX.XXXOXOOXOXOOXOOOXXOXXXOXOOO";
	move_t list[MOVES_MAX];

	(void)state;
	for (unsigned p = 0; p < 30; p++)
		n.at[p] = rows[p] == 'X' ? COLOUR_BLACK : rows[p] == 'O' ? COLOUR_WHITE : 0;
	for (unsigned i = 0; i < 2; i++) {
		position_t *pos = make_board(&n, colours[i]);
		const bool black = colours[i] == COLOUR_BLACK;

		assert_non_null(pos);
		assert_int_equal(pos->game->legal_moves(pos, list), black ? 0 : 1);
		assert_int_equal(pos->game->may_pass(pos), black);
		pos->game->play(pos, MOVE_PASS);
		assert_int_equal(pos->game->may_pass(pos), !black);
		pos->game->undo(pos);
		position_free(pos);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_cases),
	        cmocka_unit_test(test_random_boards),
	        cmocka_unit_test(test_a_forbidden_answer_wins_for_white),
	        cmocka_unit_test(test_black_may_be_stuck),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
