/* SPDX-License-Identifier: MIT
 * test_submit.c - what becomes of a submission: its game, board, attacker, ko and
 * options.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "protocol/msg_options.h"
#include "protocol/msg_submit.h"
#include "protocol/msg.h"
#include "tests/unit/codec_help.h"

static wirebuf_t out;

static void board_is(const char *sgf, const char *target, unsigned attacker, const char *rows,
                     const char *ko)
{
	msg_submit_t submit;
	msg_board_t board;
	errinfo_t why;

	msg_submit_init(&submit);
	submit.position.sgf = sgf;
	submit.position.sgf_bytes = strlen(sgf);
	strcpy(submit.goal.target, target);
	submit.goal.attacker = attacker;
	assert_int_equal(msg_submit_board(&submit, &board, &why), ERR_OK);
	assert_string_equal(board.rows, rows);
	assert_string_equal(board.ko, ko);
}

static void ko_binds_only_the_attacker(void **state)
{
	static const char *const sgf = "(;SZ[4]AB[ba][ab][bc]AW[ca][bb][db][cc];B[cb])";
	static const char *const rows = ".XO./X.XO/.XO./....";

	(void)state;
	board_is(sgf, "C3", MSG_WHITE, rows, "B3"); /* White is to play and attacks */
	board_is(sgf, "C3", MSG_BLACK, rows, "");
	board_is(sgf, "C3", MSG_COLOUR_NONE, rows, "B3"); /* the target is black */
	board_is(sgf, "c3", MSG_COLOUR_NONE, rows, "B3");
	board_is(sgf, "C4", MSG_COLOUR_NONE, rows, ""); /* the target is white */
	board_is(sgf, "B3", MSG_COLOUR_NONE, rows, ""); /* nothing there: game_create objects */
	board_is(sgf, "I9", MSG_COLOUR_NONE, rows, "");
	board_is(sgf, "", MSG_COLOUR_NONE, rows, "B3"); /* White is to play, so attacks */
	board_is(sgf, "C33333333333", MSG_COLOUR_NONE, rows, "");
}

static void ko_binds_who_moves_first(void **state)
{
	static const char *const sgf = "(;SZ[4]AB[ba][ab][bc]AW[ca][bb][db][cc];B[cb])";
	static const struct {
		const char *target, *ko;
		unsigned attacker, expected;
	} rows[] = {
	        {"C3", "", MSG_COLOUR_NONE, MSG_COLOUR_NONE}, /* Black defends; White is to play */
	        {"C4", "B3", MSG_COLOUR_NONE, MSG_COLOUR_NONE}, {"C3", "B3", MSG_BLACK, MSG_BLACK},
	        {"", "B3", MSG_COLOUR_NONE, MSG_BLACK}, /* who is not to play attacks */
	        {"B3", "", MSG_COLOUR_NONE, MSG_COLOUR_NONE},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		msg_submit_t submit;
		msg_board_t board;
		errinfo_t why;

		msg_submit_init(&submit);
		submit.position.sgf = sgf;
		submit.position.sgf_bytes = strlen(sgf);
		strcpy(submit.goal.target, rows[i].target);
		submit.goal.attacker = rows[i].attacker;
		submit.goal.first = MSG_DEFENDER;
		assert_int_equal(msg_submit_board(&submit, &board, &why), ERR_OK);
		assert_string_equal(board.ko, rows[i].ko);
		assert_int_equal(board.attacker, rows[i].expected);
	}
}

static void sgf_errors_have_their_path(void **state)
{
	msg_submit_t submit;
	msg_board_t board;
	errinfo_t why;

	(void)state;
	msg_submit_init(&submit);
	submit.position.sgf = "(;SZ[9]AB[zz])";
	submit.position.sgf_bytes = 14;
	assert_int_equal(msg_submit_board(&submit, &board, &why), ERR_VALUE);
	assert_string_equal(why.text, "params.position.sgf: byte 9: AB[zz] is off the 9x9 board");
	strcpy(submit.game, "hex");
	submit.position.sgf = "(;GM[1])";
	submit.position.sgf_bytes = 8;
	assert_int_equal(msg_submit_board(&submit, &board, &why), ERR_VALUE);
	assert_string_equal(why.text,
	                    "params.position.sgf: byte 4: GM[1] is a record of go, not of hex");
}

/* A game of Atari-Go is over with the first capture; its record was played on as
 * if it were Go's, and the board after it solved. */
static void captures_are_of_go_alone(void **state)
{
	static const char *const sgf = "(;SZ[5]AB[ab];W[aa];B[ba];W[cc])";
	msg_submit_t submit;
	msg_board_t board;
	errinfo_t why;

	(void)state;
	msg_submit_init(&submit);
	submit.position.sgf = sgf;
	submit.position.sgf_bytes = strlen(sgf);
	assert_int_equal(msg_submit_board(&submit, &board, &why), ERR_OK);
	strcpy(submit.game, "atarigo");
	assert_int_equal(msg_submit_board(&submit, &board, &why), ERR_VALUE);
	assert_string_equal(why.text, "params.position.sgf: stones are captured: a record of go, "
	                              "not of atarigo");
}

static void game_is(const char *game, const char *sgf, const char *fen, const char *expected)
{
	msg_submit_t submit;
	msg_board_t board;
	errinfo_t why;

	msg_submit_init(&submit);
	strcpy(submit.game, game);
	strcpy(submit.position.fen, fen);
	submit.position.sgf = sgf;
	submit.position.sgf_bytes = sgf != NULL ? strlen(sgf) : 0;
	assert_int_equal(msg_submit_board(&submit, &board, &why), ERR_OK);
	assert_string_equal(board.game, expected);
	assert_string_equal(board.rows, sgf != NULL ? "X./.." : fen);
}

static void forms_tell_the_game(void **state)
{
	(void)state;
	game_is("", NULL, "", "go");
	game_is("hex", NULL, "", "hex");
	game_is("", NULL, "8/8/8/8/8/8/8/k1K5 w - -", "chess");
	game_is("antichess", NULL, "8/8/8/8/8/8/8/k1K5 w - -", "antichess");
	game_is("", "(;SZ[2]AB[aa])", "", "go");
	game_is("", "(;GM[4]SZ[2]AB[aa])", "", "gomoku");
	game_is("atarigo", "(;GM[1]SZ[2]AB[aa])", "", "atarigo");
}

static void attacker_is(const char *sgf, const char *target, unsigned given, unsigned expected)
{
	msg_submit_t submit;
	msg_board_t board;
	errinfo_t why;

	msg_submit_init(&submit);
	submit.position.sgf = sgf;
	submit.position.sgf_bytes = strlen(sgf);
	submit.goal.attacker = given;
	strcpy(submit.goal.target, target);
	assert_int_equal(msg_submit_board(&submit, &board, &why), ERR_OK);
	assert_int_equal(board.attacker, expected);
}

static void who_is_to_move_attacks(void **state)
{
	(void)state;
	attacker_is("(;GM[4]SZ[3];B[aa])", "", MSG_COLOUR_NONE, MSG_WHITE);
	attacker_is("(;GM[4]SZ[3];B[aa];W[bb])", "", MSG_COLOUR_NONE, MSG_BLACK);
	attacker_is("(;GM[4]SZ[3]PL[W];)", "", MSG_COLOUR_NONE, MSG_WHITE);
	attacker_is("(;GM[4]SZ[3];B[aa])", "", MSG_BLACK, MSG_BLACK);
	attacker_is("(;GM[4]SZ[3]AB[aa])", "", MSG_COLOUR_NONE, MSG_COLOUR_NONE);
	attacker_is("(;SZ[3];B[aa])", "A3", MSG_COLOUR_NONE,
	            MSG_COLOUR_NONE); /* the target tells */
}

/* options_of writes a map of one option by `put` and reads it. */
static err_t options_of(const char *name, void (*put)(wirebuf_t *), errinfo_t *why,
                        msg_submit_t *back)
{
	err_t err;

	wirebuf_init(&out, 4096);
	put_map(&out, 1);
	put_text(&out, "options");
	put_map(&out, 1);
	put_text(&out, name);
	put(&out);
	err = msg_submit_read(reread(&out), back, why);
	wirebuf_fini(&out);
	return err;
}

static void put_four(wirebuf_t *to)
{
	put_int(to, 4);
}

static void put_minus(wirebuf_t *to)
{
	put_int(to, -4);
}

static void put_blank(wirebuf_t *to)
{
	put_text(to, "a b");
}

static void put_truth(wirebuf_t *to)
{
	put_bool(to, true);
}

static void put_long(wirebuf_t *to)
{
	char text[MSG_OPTIONS_BYTES + 1];

	memset(text, '1', MSG_OPTIONS_BYTES);
	text[MSG_OPTIONS_BYTES] = '\0';
	put_text(to, text);
}

static void options_are_a_map(void **state)
{
	static const struct {
		const char *name;
		void (*put)(wirebuf_t *);
		err_t code;
		const char *expected;
	} rows[] = {
	        {"k", put_four, ERR_OK, "k=4"},
	        {"k", put_minus, ERR_OK, "k=-4"},
	        {"k", put_nil, ERR_OK, ""},
	        {"k", put_blank, ERR_VALUE,
	         "params.options.k: \"a b\" is empty, or has a blank or a '=' in it"},
	        {"k", put_truth, ERR_TYPE, "params.options.k: expected an integer or a string"},
	        {"k", put_long, ERR_RANGE, "params.options.k: 256 bytes, at most 255 may be given"},
	        {"a=b", put_four, ERR_VALUE,
	         "params.options: \"a=b\" is no name of letters, digits, '-' and '_'"},
	        {"", put_four, ERR_VALUE,
	         "params.options: \"\" is no name of letters, digits, '-' and '_'"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		msg_submit_t back;
		errinfo_t why = {.code = ERR_OK};

		assert_int_equal(options_of(rows[i].name, rows[i].put, &why, &back), rows[i].code);
		assert_string_equal(rows[i].code == ERR_OK ? back.options : why.text,
		                    rows[i].expected);
	}
}

static void texts_of_options_are_checked(void **state)
{
	static const char *const fine[] = {"", " ", "k=4", " k=4  rule=renju ", "a-b_2=6x5"};
	static const char *const bad[] = {"k", "=4", "k=", "k=4=5", "k!=4", "k=4 rule", "k=\x01"};
	errinfo_t why;

	(void)state;
	for (size_t i = 0; i < sizeof(fine) / sizeof(fine[0]); i++)
		assert_int_equal(msg_options_check(fine[i], &why), ERR_OK);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		assert_int_not_equal(msg_options_check(bad[i], &why), ERR_OK);
		assert_int_equal(strncmp(why.text, "params.options", 14), 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(ko_binds_only_the_attacker),
	        cmocka_unit_test(captures_are_of_go_alone),
	        cmocka_unit_test(ko_binds_who_moves_first),
	        cmocka_unit_test(sgf_errors_have_their_path),
	        cmocka_unit_test(forms_tell_the_game),
	        cmocka_unit_test(who_is_to_move_attacks),
	        cmocka_unit_test(options_are_a_map),
	        cmocka_unit_test(texts_of_options_are_checked),
	};

	return cmocka_run_group_tests(tests, codec_setup, codec_teardown);
}
