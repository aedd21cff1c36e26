/* SPDX-License-Identifier: MIT
 * test_engines.c - what the engines for GUIs read: positions and searches of UCI, words of Gomocup;
 * and the patterns of Gomoku. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "clients/gomoku/words.h"
#include "clients/gtp/hex_choice.h"
#include "clients/uci/go.h"
#include "clients/uci/position.h"

enum { WORDS = 32, LINE = 256 };

static bool set(position_t **position, const char *line, char *why)
{
	char text[LINE], *words[WORDS];

	snprintf(text, sizeof(text), "%s", line);
	return uci_position_set(position, lines_split(text, words, WORDS), words, why);
}

static void test_uci_position(void **state)
{
	char fen[UCI_FEN_BYTES], why[UCI_WHY_BYTES];
	position_t *position = NULL;

	(void)state;
	assert_true(set(&position, "startpos moves e2e4 c7c5 e4e5 d7d5 e5d6", why));
	uci_position_fen(position, fen);
	assert_string_equal(fen, "rnbqkbnr/pp2pppp/3P4/2p5/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
	assert_false(set(&position, "startpos moves e2e4 e2e4", why));
	assert_false(set(&position, "startpos moves O-O", why));
	assert_false(set(&position, "fen 8/8/8/8/8/8/8/8 w - - 0 1", why));
	assert_false(set(&position, "", why));
	uci_position_fen(position, fen);
	assert_string_equal(fen, "rnbqkbnr/pp2pppp/3P4/2p5/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
	assert_true(set(&position, "fen 8/P6k/8/8/8/8/8/K7 w - - 0 1", why));
	assert_int_equal(uci_position_read(position, "a7a8"), MOVE_NONE);
	assert_int_not_equal(uci_position_read(position, "a7a8n"), MOVE_NONE);
	assert_int_equal(uci_position_read(position, "a8=N"), MOVE_NONE);
	assert_true(set(&position, "fen 7k/R7/8/8/8/8/8/1R5K w - - 0 1", why));
	assert_true(uci_position_mates(position, uci_position_read(position, "b1b8")));
	assert_false(uci_position_mates(position, uci_position_read(position, "a7a8")));
	assert_false(uci_position_in_check(position));
	assert_true(set(&position, "fen 1R5k/R7/8/8/8/8/8/7K b - - 0 1", why));
	assert_true(uci_position_in_check(position));
	position_free(position);
}

static bool go_of(const position_t *position, const char *line, uci_go_t *go, char *why)
{
	char text[LINE], *words[WORDS];

	snprintf(text, sizeof(text), "%s", line);
	return uci_go_read(position, lines_split(text, words, WORDS), words, go, why);
}

static void test_uci_go(void **state)
{
	static uci_go_t go;
	char why[UCI_WHY_BYTES];
	position_t *position = NULL;

	(void)state;
	assert_true(set(&position, "startpos", why));
	assert_true(go_of(position, "mate 3 nodes 50 searchmoves e2e4 d2d4 e2e4 movetime 100", &go,
	                  why));
	assert_int_equal(go.mate, 3);
	assert_int_equal(go.nodes, 50);
	assert_int_equal(go.move_count, 2);
	assert_int_equal(uci_go_time(&go, false), 80);
	assert_true(go_of(position, "wtime 60000 btime 300 winc 0 binc 0 movestogo 1", &go, why));
	assert_int_equal(uci_go_time(&go, false), 59950);
	assert_int_equal(uci_go_time(&go, true), 250);
	assert_true(go_of(position, "wtime -5 btime 0", &go, why));
	assert_int_equal(uci_go_time(&go, false), 1);
	assert_true(go_of(position, "infinite movetime 5", &go, why) && go.endless);
	assert_int_equal(uci_go_time(&go, false), 0);
	assert_true(go_of(position, "", &go, why));
	assert_int_equal(uci_go_time(&go, true), 0);
	assert_false(go_of(position, "mate -1", &go, why));
	assert_string_equal(why, "go mate: '-1' is not a number from 1 to 250");
	assert_false(go_of(position, "nodes", &go, why));
	assert_false(go_of(position, "searchmoves", &go, why));
	position_free(position);
}

static void test_gomocup_words(void **state)
{
	gomoku_info_t info = {.turn_ms = 1000, .left_ms = GOMOKU_UNTOLD};
	int64_t n[3] = {7, 7, 7};

	(void)state;
	assert_true(gomoku_words_numbers("0,14,2", 3, n) && n[1] == 14);
	for (const char *const *text =
	             (const char *const[]){"", "1", "1,2", "1,2,", "1,2,3,", "1,2,3,4", "1, 2,3",
	                                   "-1,2,3", "1,,3", NULL};
	     *text != NULL; text++)
		assert_false(gomoku_words_numbers(*text, 3, n));
	assert_int_equal(gomoku_words_time(&info), 940);
	assert_true(gomoku_words_info(&info, "timeout_match", "100000"));
	assert_true(gomoku_words_info(&info, "time_left", "3000"));
	assert_int_equal(gomoku_words_time(&info), 100);
	assert_true(gomoku_words_info(&info, "timeout_turn", "0"));
	assert_true(gomoku_words_info(&info, "time_left", "-20"));
	assert_int_equal(gomoku_words_time(&info), 1);
	assert_true(gomoku_words_info(&info, "rule", "4") && info.rule == PATTERN_RENJU);
	assert_true(gomoku_words_info(&info, "RULE", "3") && info.rule == PATTERN_STANDARD);
	assert_true(gomoku_words_info(&info, "rule", "8") && info.rule == PATTERN_CARO);
	assert_false(gomoku_words_info(&info, "rule", "12"));
	assert_false(gomoku_words_info(&info, "rule", "16"));
	assert_false(gomoku_words_info(&info, "timeout_turn", "soon"));
	assert_true(gomoku_words_info(&info, "folder", "/tmp"));
}

static void test_patterns(void **state)
{
	stones_t s;

	(void)state;
	stones_clear(&s, 9, 9);
	for (unsigned x = 0; x < 6; x++)
		assert_true(x == 3 || stones_place(&s, 9 + x, COLOUR_BLACK));
	assert_true(pattern_five(&s, PATTERN_FREESTYLE, 9 + 3, COLOUR_BLACK));
	assert_false(pattern_five(&s, PATTERN_STANDARD, 9 + 3, COLOUR_BLACK));
	assert_false(pattern_five(&s, PATTERN_RENJU, 9 + 3, COLOUR_BLACK));
	assert_false(pattern_five(&s, PATTERN_FREESTYLE, 9 + 3, COLOUR_WHITE));
	assert_false(stones_place(&s, 9, COLOUR_WHITE));
	assert_int_equal(stones_turn(&s), COLOUR_WHITE);
	assert_true(stones_take(&s));
	assert_true(pattern_five(&s, PATTERN_RENJU, 9 + 3, COLOUR_BLACK));
	assert_true(pattern_worth(&s, PATTERN_FREESTYLE, 9 + 3, COLOUR_WHITE) >
	            pattern_worth(&s, PATTERN_FREESTYLE, 40, COLOUR_WHITE));
	assert_true(stones_place(&s, 9 + 5, COLOUR_WHITE) && stones_place(&s, 18, COLOUR_BLACK));
	assert_true(pattern_five(&s, PATTERN_CARO, 9 + 3, COLOUR_BLACK)); /* beside the edge */
	for (unsigned x = 1; x < 7; x++)
		assert_true(x == 3 ||
		            stones_place(&s, 45 + x, x == 6 ? COLOUR_WHITE : COLOUR_BLACK));
	assert_true(pattern_five(&s, PATTERN_CARO, 45 + 3, COLOUR_BLACK));
	assert_true(stones_place(&s, 45, COLOUR_WHITE));
	assert_false(pattern_five(&s, PATTERN_CARO, 45 + 3, COLOUR_BLACK));
	assert_true(pattern_five(&s, PATTERN_STANDARD, 45 + 3, COLOUR_BLACK));
	assert_true(pattern_worth(&s, PATTERN_CARO, 45 + 3, COLOUR_WHITE) <
	            pattern_worth(&s, PATTERN_STANDARD, 45 + 3, COLOUR_WHITE));
}

static void test_hex_is_won(void **state)
{
	stones_t s;

	(void)state;
	stones_clear(&s, 3, 3);
	assert_true(stones_place(&s, 1, COLOUR_BLACK) && stones_place(&s, 3, COLOUR_BLACK));
	assert_false(hex_choice_won(&s, COLOUR_BLACK));
	assert_true(stones_place(&s, 6, COLOUR_BLACK));
	assert_true(hex_choice_won(&s, COLOUR_BLACK));
	assert_false(hex_choice_won(&s, COLOUR_WHITE));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_uci_position),  cmocka_unit_test(test_uci_go),
	        cmocka_unit_test(test_gomocup_words), cmocka_unit_test(test_patterns),
	        cmocka_unit_test(test_hex_is_won),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
