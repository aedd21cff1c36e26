/* SPDX-License-Identifier: MIT
 * test_sgf_board.c - the board that records are played on, and clients: legal moves,
 * blocks, names of points, positions before a move. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "protocol/sgf_board.h"

static sgf_board_t board_of(const char *sgf, uint32_t moves, const char *before)
{
	const sgf_query_t query = {.moves = moves, .before = before, .path = "sgf"};
	sgf_position_t position;
	sgf_board_t board;
	errinfo_t why = {.code = ERR_OK};

	if (sgf_read(sgf, strlen(sgf), &query, &position, &why) != ERR_OK)
		fail_msg("%s", why.text);
	sgf_board_of(&position, &board);
	return board;
}

static bool legal(const sgf_board_t *board, const char *point, unsigned stone)
{
	const int at = sgf_board_find(board, point);

	assert_int_not_equal(at, SGF_NO_POINT);
	return sgf_board_legal(board, at, stone);
}

static void stones_suicide_and_ko_are_not_legal(void **state)
{
	sgf_board_t board =
	        board_of("(;SZ[4]AB[ba][ab][bc]AW[ca][bb][db][cc];B[cb])", SGF_MOVE_ALL, NULL);

	(void)state;
	assert_false(legal(&board, "B4", SGF_BLACK)); /* a stone */
	assert_false(legal(&board, "A4", SGF_WHITE)); /* no liberty, takes nothing */
	assert_true(legal(&board, "A4", SGF_BLACK));
	assert_false(legal(&board, "B3", SGF_WHITE)); /* the ko */
	assert_true(legal(&board, "B3", SGF_BLACK));
	board.ko = SGF_NO_POINT;
	assert_true(legal(&board, "B3", SGF_WHITE)); /* takes back */
	sgf_board_play(&board, sgf_board_find(&board, "B3"), SGF_WHITE);
	assert_false(legal(&board, "C3", SGF_BLACK));
}

static void blocks_have_each_point_once(void **state)
{
	const sgf_board_t board = board_of("(;SZ[3]AB[aa][ab][bb]AW[ac])", SGF_MOVE_ALL, NULL);
	sgf_block_t block;

	(void)state;
	sgf_board_block(&board, sgf_board_find(&board, "A3"), &block);
	assert_int_equal(block.stones, 3);
	assert_int_equal(block.liberties, 3); /* B3 touches two of the stones, B1 and C2 one */
	sgf_board_block(&board, sgf_board_find(&board, "A1"), &block);
	assert_int_equal(block.stones, 1);
	assert_int_equal(block.liberties, 1);
	assert_int_equal(block.liberty[0], sgf_board_find(&board, "B1"));
}

static void points_have_names(void **state)
{
	static const char *const none[] = {"",   "A",   "A0", "A20", "I5",
	                                   "U1", "D4x", "4D", "D",   "?1"};
	const sgf_board_t board = {.width = 19, .height = 19};
	char text[SGF_POINT_BYTES];

	(void)state;
	for (int point = 0; point < 19 * 19; point++) {
		sgf_board_point(&board, point, text, sizeof(text));
		assert_int_equal(sgf_board_find(&board, text), point);
	}
	assert_int_equal(sgf_board_find(&board, "t1"), 18 * 19 + 18);
	for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++)
		assert_int_equal(sgf_board_find(&board, none[i]), SGF_NO_POINT);
}

static void reading_ends_before_a_move(void **state)
{
	static const char *const sgf = "(;SZ[3];B[aa];W[bb];B[cc];W[])";
	char rows[SGF_ROWS_BYTES];
	sgf_board_t board = board_of(sgf, SGF_MOVE_ALL, "B2");

	(void)state;
	sgf_board_rows(&board, rows, sizeof(rows));
	assert_string_equal(rows, "X../.../...");
	board = board_of(sgf, SGF_MOVE_ALL, "C3"); /* nobody plays there */
	sgf_board_rows(&board, rows, sizeof(rows));
	assert_string_equal(rows, "X../.O./..X");
	board = board_of(sgf, 3, "B2"); /* whichever comes first */
	sgf_board_rows(&board, rows, sizeof(rows));
	assert_string_equal(rows, "X../.../...");
	board = board_of(sgf, 0, "B2");
	sgf_board_rows(&board, rows, sizeof(rows));
	assert_string_equal(rows, ".../.../...");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(stones_suicide_and_ko_are_not_legal),
	        cmocka_unit_test(blocks_have_each_point_once),
	        cmocka_unit_test(points_have_names),
	        cmocka_unit_test(reading_ends_before_a_move),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
