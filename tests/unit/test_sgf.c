/* SPDX-License-Identifier: MIT
 * test_sgf.c - records to positions, and what is said about bad ones.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/base/strbuf.h"
#include "protocol/sgf.h"
#include "protocol/sgf_split.h"

/* read_to reads a record of any game up to a move. */
static err_t read_to(const char *text, size_t length, uint32_t moves, sgf_position_t *out,
                     errinfo_t *why)
{
	const sgf_query_t query = {.moves = moves, .path = "sgf"};

	return sgf_read(text, length, &query, out, why);
}

static sgf_position_t read_all(const char *text)
{
	sgf_position_t pos;
	errinfo_t why = {.code = ERR_OK};

	if (read_to(text, strlen(text), SGF_MOVE_ALL, &pos, &why) != ERR_OK)
		fail_msg("%s: %s", text, why.text);
	return pos;
}

static void rows_are(const char *text, const char *rows)
{
	sgf_position_t pos = read_all(text);

	assert_string_equal(pos.rows, rows);
}

static void sizes(void **state)
{
	sgf_position_t pos = read_all("(;)");

	(void)state;
	assert_int_equal(pos.width, 19);
	assert_int_equal(pos.height, 19);
	assert_int_equal(pos.to_play, SGF_BLACK);
	assert_string_equal(pos.ko, "");
	pos = read_all("(;GM[1]FF[4]SZ[4:2])");
	assert_int_equal(pos.width, 4);
	assert_int_equal(pos.height, 2);
	assert_string_equal(pos.rows, "..../....");
	rows_are("(;AB[bb]SZ[2])", "../.X"); /* properties have no order */
	rows_are("(;SZ[2];SZ[9]AB[aa])", "X./..");
}

static void setup(void **state)
{
	(void)state;
	rows_are("(;SZ[3]AB[aa][cb] [ac]AW[bb])", "X../.OX/X..");
	rows_are("(;SZ[4]AW[ba:dc])", ".OOO/.OOO/.OOO/....");
	rows_are("(;SZ[4]AW[dc:ba]AE[cb])", ".OOO/.O.O/.OOO/....");
	rows_are("(;SZ[3]AB[aa];AW[aa]AE[bb];AE[aa]AB[cc])", ".../.../..X");
	assert_int_equal(read_all("(;SZ[3]AB[aa]PL[W])").to_play, SGF_WHITE);
	assert_int_equal(read_all("(;SZ[3];B[aa]PL[black])").to_play, SGF_BLACK);
}

static void moves_and_captures(void **state)
{
	(void)state;
	rows_are("(;SZ[3];B[aa];W[ba];B[cc];W[ab])", ".O./O../..X");
	rows_are("(;SZ[3];B[];W[bb];B[tt];W[aa])", "O../.O./...");
	assert_int_equal(read_all("(;GM[4]SZ[20];B[tt])").rows[20 * 21 - 2], 'X'); /* no pass */
	rows_are("(;SZ[3]AB[aa][ba]AW[ab][bb];W[ca])", "..O/OO./...");
	/* Two blocks at once, and a capture that looks like suicide. */
	rows_are("(;SZ[3]AW[aa][ca][cb]AB[ab][bb][cc];B[ba])", ".X./XX./..X");
	rows_are("(;SZ[3]AB[ba][ab]AW[ca][bb][ac];W[aa])", "O.O/.O./O..");
	assert_int_equal(read_all("(;SZ[3];B[aa];W[ba];B[])").moves, 3);
	assert_int_equal(read_all("(;SZ[3];B[aa])").to_play, SGF_WHITE);
}

static void suicide_vanishes(void **state)
{
	sgf_position_t pos = read_all("(;SZ[3]AB[ba][bb][ac]AW[ab];W[aa])");

	(void)state;
	assert_string_equal(pos.rows, ".X./.X./X..");
	assert_string_equal(pos.ko, "");
	assert_int_equal(pos.to_play, SGF_BLACK);
}

static void ko(void **state)
{
	static const char *const shape = "(;SZ[4]AB[ba][ab][bc]AW[ca][bb][db][cc]";
	char text[128];

	(void)state;
	strcpy(text, shape);
	strcat(text, ";B[cb])");
	assert_string_equal(read_all(text).rows, ".XO./X.XO/.XO./....");
	assert_string_equal(read_all(text).ko, "B3");
	strcpy(text, shape);
	strcat(text, ";B[cb];W[dd])");
	assert_string_equal(read_all(text).ko, "");
	strcpy(text, shape);
	strcat(text, ";B[cb];AB[dd])"); /* set-up makes a new position */
	assert_string_equal(read_all(text).ko, "");
	strcpy(text, shape);
	strcat(text, ";B[cb]PL[B])"); /* the ban is White's */
	assert_string_equal(read_all(text).ko, "");
	/* Two stones taken, or a second liberty: no ko. */
	rows_are("(;SZ[3]AW[aa][ab]AB[ac][bb];B[ba])", ".X./.X./X..");
	assert_string_equal(read_all("(;SZ[3]AW[aa][ab]AB[ac][bb];B[ba])").ko, "");
	assert_string_equal(read_all("(;SZ[3]AW[aa]AB[ab];B[ba])").ko, "");
}

static void main_line_and_move_number(void **state)
{
	const char *text = "(;SZ[3];B[aa](;W[ba];AB[cc](;B[ca])(;B[bb]))(;W[cb]))(;SZ[2])";
	static const char *const after[] = {".../.../...", "X../.../...", "XO./.../..X",
	                                    "XOX/.../..X"};
	errinfo_t why;
	sgf_position_t pos;

	(void)state;
	for (uint32_t moves = 0; moves < 4; moves++) {
		assert_int_equal(read_to(text, strlen(text), moves, &pos, &why), ERR_OK);
		assert_string_equal(pos.rows, after[moves]);
		assert_int_equal(pos.moves, moves);
	}
	assert_string_equal(read_all(text).rows, after[3]);
	assert_int_equal(read_to(text, strlen(text), 4, &pos, &why), ERR_RANGE);
	assert_string_equal(why.text, "sgf: move 4 was asked for, the main line has 3");
	/* What is broken after the last wanted move does not matter. */
	assert_int_equal(read_to("(;SZ[3];B[aa];W[zz])", 20, 1, &pos, &why), ERR_OK);
}

static void foreign_bytes_are_skipped(void **state)
{
	(void)state;
	rows_are("mail header (not this)\n\xef\xbb\xbf ( ; SZ[2] C[a \\] ;B[aa( ] B[bb] )",
	         "../.X");
	rows_are("(;SZ[2]GC[\xff\x01\x80\n]ABCDEFGHIJ[aa]AP[x:y]B[aa])", "X./..");
	rows_are("(;SiZe[2]White[aa]Black[ bb ])", "O./.X"); /* FF[1] to FF[3] */
	rows_are("(;SZ[2]C[\\\\];B[aa])", "X./..");
}

static void stones_stay_in_other_games(void **state)
{
	(void)state;
	/* The corner stone has no liberty, and nobody cares. */
	rows_are("(;GM[4]SZ[3];B[aa];W[ba];B[cc];W[ab])", "XO./O../..X");
	rows_are("(;GM[11]SZ[3]AW[aa];B[ba];W[cc];B[ab])", "OX./X../..O");
	assert_string_equal(read_all("(;GM[4]SZ[3];B[aa])").game, "gomoku");
	assert_string_equal(read_all("(;GM[11]SZ[3];B[aa])").game, "hex");
	assert_string_equal(read_all("(;SZ[3];B[aa])").game, "go");
	assert_string_equal(read_all("(;B[aa]SZ[3]GM[4])").game, "gomoku");
}

static void hex_points_have_two_forms(void **state)
{
	(void)state;
	rows_are("(;GM[11]SZ[4];B[b1];W[a4];B[dc])", ".X../..../...X/O...");
	rows_are("(;GM[11]SZ[12];B[l12])",
	         "............/............/............/............/............/............/"
	         "............/............/............/............/............/...........X");
	rows_are("(;GM[11]SZ[3]AB[a1:b1]AW[ab:c2])", "XX./OOO/...");
}

static void a_game_may_be_asked_for(void **state)
{
	sgf_query_t query = {.game = "hex", .moves = SGF_MOVE_ALL, .path = "sgf"};
	sgf_position_t pos;
	errinfo_t why;

	(void)state;
	assert_int_equal(sgf_read("(;SZ[3];B[c1])", 14, &query, &pos, &why), ERR_OK);
	assert_string_equal(pos.rows, "..X/.../...");
	assert_string_equal(pos.game, "hex");
	assert_int_equal(sgf_read("(;GM[4]SZ[3])", 13, &query, &pos, &why), ERR_VALUE);
	assert_string_equal(why.text, "sgf: byte 4: GM[4] is a record of gomoku, not of hex");
	query.game = "strangers"; /* any board may be theirs */
	assert_int_equal(sgf_read("(;GM[4]SZ[3])", 13, &query, &pos, &why), ERR_OK);
}

static void the_turn_is_told_or_not(void **state)
{
	(void)state;
	assert_false(read_all("(;SZ[3]AB[aa])").to_play_told);
	assert_true(read_all("(;SZ[3]AB[aa]PL[B])").to_play_told);
	assert_true(read_all("(;SZ[3];B[aa])").to_play_told);
	assert_int_equal(read_all("(;SZ[3];B[aa];W[bb])").to_play, SGF_BLACK);
}

static void errors(void **state)
{
	static const struct {
		const char *text, *why;
		err_t code;
	} bad[] = {
	        {"", "sgf: byte 0: no SGF: there is no \"(;\"", ERR_SYNTAX},
	        {"hello (world)", "sgf: byte 0: no SGF: there is no \"(;\"", ERR_SYNTAX},
	        {"(;SZ[9]", "sgf: byte 7: the text ends within a variation", ERR_SYNTAX},
	        {"(;SZ[9]C[abc", "sgf: byte 8: [ is never closed", ERR_SYNTAX},
	        {"(;C[abc\\])", "sgf: byte 3: [ is never closed", ERR_SYNTAX},
	        {"(;C[\\", "sgf: byte 3: [ is never closed", ERR_SYNTAX},
	        {"(;SZ[9]AB)", "sgf: byte 7: AB has no value", ERR_SYNTAX},
	        {"(;SZ[9]]", "sgf: byte 7: neither a property nor ; ( or )", ERR_SYNTAX},
	        {"(;SZ[25])", "sgf: byte 4: SZ[25] is no board from 2x2 to 19x19", ERR_VALUE},
	        {"(;SZ[20]AB[aa])", "sgf: byte 4: SZ[20] is no board from 2x2 to 19x19", ERR_VALUE},
	        {"(;SZ[21]GM[4])", "sgf: byte 4: SZ[21] is no board from 2x2 to 20x20", ERR_VALUE},
	        {"(;SZ[1])", "sgf: byte 4: SZ[1] is no board from 2x2 to 19x19", ERR_VALUE},
	        {"(;SZ[9:20])", "sgf: byte 4: SZ[9:20] is no board from 2x2 to 19x19", ERR_VALUE},
	        {"(;SZ[])", "sgf: byte 4: SZ[] is no board from 2x2 to 19x19", ERR_VALUE},
	        {"(;SZ[9 9])", "sgf: byte 4: SZ[9 9] is no board from 2x2 to 19x19", ERR_VALUE},
	        {"(;GM[2])", "sgf: byte 4: GM[2] is neither Go (1) nor Gomoku (4) nor Hex (11)",
	         ERR_VALUE},
	        {"(;GM[x])", "sgf: byte 4: GM[x] is neither Go (1) nor Gomoku (4) nor Hex (11)",
	         ERR_VALUE},
	        {"(;SZ[9];B[a1])", "sgf: byte 9: B[a1] is no point of the board", ERR_VALUE},
	        {"(;GM[11]SZ[9];B[a10])", "sgf: byte 15: B[a10] is no point of the board",
	         ERR_VALUE},
	        {"(;GM[11]SZ[9];B[a0])", "sgf: byte 15: B[a0] is no point of the board", ERR_VALUE},
	        {"(;GM[11]SZ[9];B[a1x])", "sgf: byte 15: B[a1x] is no point of the board",
	         ERR_VALUE},
	        {"(;GM[11]SZ[9]AB[a1:])", "sgf: byte 15: AB[a1:] is off the 9x9 board", ERR_VALUE},
	        {"(;SZ[9]AB[zz])", "sgf: byte 9: AB[zz] is off the 9x9 board", ERR_VALUE},
	        {"(;SZ[9]AB[aa:jj])", "sgf: byte 9: AB[aa:jj] is off the 9x9 board", ERR_VALUE},
	        {"(;SZ[9]AW[])", "sgf: byte 9: AW[] is off the 9x9 board", ERR_VALUE},
	        {"(;SZ[5]AB[\xff\x07 aaaaaaaaaaaaaa])",
	         "sgf: byte 9: AB[?? aaaaaaaaa...] is off the 5x5 board", ERR_VALUE},
	        {"(;SZ[9];B[jj])", "sgf: byte 9: B[jj] is no point of the board", ERR_VALUE},
	        {"(;SZ[9];B[a])", "sgf: byte 9: B[a] is no point of the board", ERR_VALUE},
	        {"(;SZ[9];B[aa];W[aa])", "sgf: byte 15: W[aa] is on a stone", ERR_VALUE},
	        {"(;SZ[9];B[aa][bb])", "sgf: byte 13: B[bb] is a second value", ERR_VALUE},
	        {"(;PL[x])", "sgf: byte 4: PL[x] is neither B nor W", ERR_VALUE},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		size_t length = strlen(bad[i].text);
		char *exact = malloc(length + 1); /* no byte after the text may be read */
		sgf_position_t pos;
		errinfo_t why;

		assert_non_null(exact);
		memcpy(exact, bad[i].text, length);
		assert_int_equal(read_to(exact, length, SGF_MOVE_ALL, &pos, &why), bad[i].code);
		if (bad[i].code != ERR_OK)
			assert_string_equal(why.text, bad[i].why);
		free(exact);
	}
}

/* Files that were cut off behind a whole property are read where the caller says so. */
static void open_records(void **state)
{
	static const char *const fine[] = {"(;SZ[2]AB[aa]", "(;SZ[2];B[aa];W[bb]",
	                                   "(;SZ[2](;AB[aa]"},
	                         *const broken[] = {"(", "(;SZ[2]AB[aa", "(;SZ[2]AB", "(;SZ[2]A"};
	const sgf_query_t query = {.moves = SGF_MOVE_ALL, .may_be_open = true, .path = "sgf"};
	sgf_position_t pos;
	errinfo_t why;

	(void)state;
	for (size_t i = 0; i < sizeof(fine) / sizeof(fine[0]); i++) {
		assert_int_equal(sgf_read(fine[i], strlen(fine[i]), &query, &pos, &why), ERR_OK);
		assert_int_equal(pos.rows[0], 'X');
	}
	for (size_t i = 0; i < sizeof(broken) / sizeof(broken[0]); i++)
		assert_int_equal(sgf_read(broken[i], strlen(broken[i]), &query, &pos, &why),
		                 ERR_SYNTAX);
}

static void full_board_of_one_colour(void **state)
{
	sgf_position_t pos = read_all("(;AB[aa:ss]AE[ss];W[ss])");

	(void)state;
	assert_int_equal(strspn(pos.rows, "./O"), strlen(pos.rows));
	assert_non_null(strchr(pos.rows, 'O'));
	assert_string_equal(pos.ko, "");
}

/* Each W[kk] looks at a block of 359 stones before it takes itself off again. */
static void bug_suicides_without_end(void **state)
{
	enum { MOVES = 10800 };
	static char text[64 + 6 * MOVES];
	sgf_position_t pos;
	strbuf_t record;
	errinfo_t why;

	(void)state;
	strbuf_init(&record, text, sizeof(text));
	strbuf_add(&record, "(;AB[aa:ss]AE[aa]AE[kk]");
	for (unsigned i = 0; i < MOVES; i++)
		strbuf_add(&record, ";W[kk]");
	strbuf_add(&record, ")");
	assert_int_equal(read_to(text, record.length, SGF_MOVE_ALL, &pos, &why), ERR_RANGE);
	assert_non_null(strstr(why.text, "W[kk] is beyond the 262144 stones and rows"));
	/* As many as a long game has are read. */
	assert_int_equal(read_to(text, record.length, 700, &pos, &why), ERR_OK);
	assert_int_equal(pos.moves, 700);
}

static void bug_rectangles_without_end(void **state)
{
	enum { VALUES = 14000 };
	static char text[64 + 7 * VALUES];
	sgf_position_t pos;
	strbuf_t record;
	errinfo_t why;

	(void)state;
	strbuf_init(&record, text, sizeof(text));
	strbuf_add(&record, "(;AB");
	for (unsigned i = 0; i < VALUES; i++)
		strbuf_add(&record, "[aa:ss]");
	strbuf_add(&record, ")");
	assert_int_equal(read_to(text, record.length, SGF_MOVE_ALL, &pos, &why), ERR_RANGE);
	assert_non_null(strstr(why.text, "AB[aa:ss] is beyond the 262144"));
}

static void test_split(void **state)
{
	static const char text[] = "x(;SZ[5]C[(;\\](;SZ[9\\])];B[aa](;W[bb]))y (;SZ[5](;B[aa]\n"
	                           "(;FF[4]C[open\n(;GM[1])";
	size_t at = 0;
	sgf_tree_t tree;

	(void)state;
	assert_true(sgf_split_next(text, strlen(text), &at, &tree));
	assert_true(tree.is_closed && tree.has_stray);
	assert_int_equal(tree.stray, 0);
	assert_int_equal(tree.start, 1);
	assert_int_equal(text[at], 'y');
	assert_true(sgf_split_next(text, strlen(text), &at, &tree));
	assert_true(!tree.is_closed && tree.has_stray);
	assert_memory_equal(text + at, "(;FF", 4);
	assert_true(sgf_split_next(text, strlen(text), &at, &tree));
	assert_true(!tree.is_closed && !tree.has_stray);
	assert_true(sgf_split_next(text, strlen(text), &at, &tree));
	assert_true(tree.is_closed);
	assert_false(sgf_split_next(text, strlen(text), &at, &tree));
	assert_false(tree.has_stray);
}

static void test_root_values(void **state)
{
	static const char text[] = "(;SZ[5]AB[aa][ bb ]GaN[a\\]b];GN[no])";
	const size_t length = strlen(text);
	char out[4];

	(void)state;
	assert_true(sgf_root_value(text, length, "AB", 1, out, sizeof(out)));
	assert_string_equal(out, "bb");
	assert_true(sgf_root_value(text, length, "GN", 0, out, sizeof(out)));
	assert_string_equal(out, "a]b");
	assert_false(sgf_root_value(text, length, "AB", 2, out, sizeof(out)));
	assert_false(sgf_root_value(text, length, "C", 0, out, sizeof(out)));
	assert_false(sgf_root_value("(;C[x", 5, "C", 0, out, sizeof(out)));
	assert_true(sgf_root_value("(;C[long]", 9, "C", 0, out, sizeof(out)));
	assert_string_equal(out, "lon");
}

/* Where a record stands in a file is added to the bytes of its errors. */
static void test_the_place_of_a_fault(void **state)
{
	static const char text[] = "(;SZ[5]AB[zz])";
	const sgf_query_t query = {.moves = SGF_MOVE_ALL, .path = "sgf", .base = 100};
	sgf_position_t out;
	errinfo_t why;

	(void)state;
	assert_int_equal(sgf_read(text, strlen(text), &query, &out, &why), ERR_VALUE);
	assert_string_equal(why.text, "sgf: byte 109: AB[zz] is off the 5x5 board");
	assert_int_equal(out.fault, 9);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_split),
	        cmocka_unit_test(test_root_values),
	        cmocka_unit_test(test_the_place_of_a_fault),
	        cmocka_unit_test(sizes),
	        cmocka_unit_test(setup),
	        cmocka_unit_test(moves_and_captures),
	        cmocka_unit_test(suicide_vanishes),
	        cmocka_unit_test(ko),
	        cmocka_unit_test(main_line_and_move_number),
	        cmocka_unit_test(foreign_bytes_are_skipped),
	        cmocka_unit_test(stones_stay_in_other_games),
	        cmocka_unit_test(hex_points_have_two_forms),
	        cmocka_unit_test(a_game_may_be_asked_for),
	        cmocka_unit_test(the_turn_is_told_or_not),
	        cmocka_unit_test(errors),
	        cmocka_unit_test(open_records),
	        cmocka_unit_test(full_board_of_one_colour),
	        cmocka_unit_test(bug_suicides_without_end),
	        cmocka_unit_test(bug_rectangles_without_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
