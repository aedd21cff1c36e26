/* SPDX-License-Identifier: MIT
 * test_collection.c - the readers of collections: what they find, and that a fault costs nothing
 * but itself.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "clients/collection/formats.h"
#include "engine/base/mem.h"

static const collection_hints_t at_the_end = {.move = -1};

/* read_as reads a text of so many bytes as a file of that name. */
static const char *read_as(collection_t *c, const char *file, const void *text, size_t length,
                           const collection_hints_t *hints)
{
	char *exact = malloc(length + 1); /* of its own size, for the sanitizer */
	const format_t *format;

	memcpy(exact, text, length);
	exact = realloc(exact, length > 0 ? length : 1);
	collection_init(c);
	format = formats_read(c, file, exact, length, hints);
	free(exact);
	assert_int_equal(c->failed, ERR_OK);
	return format != NULL ? format->name : "";
}

static const char *read_text(collection_t *c, const char *file, const char *text)
{
	return read_as(c, file, text, strlen(text), &at_the_end);
}

static void is_fault(const collection_t *c, unsigned i, unsigned line, const char *text)
{
	assert_in_range(i, 0, c->fault_count - 1);
	assert_string_equal(c->faults[i].text, text);
	assert_int_equal(c->faults[i].line, line);
}

static void is_place(const collection_t *c, unsigned i, unsigned line, const char *id)
{
	assert_in_range(i, 0, c->problem_count - 1);
	assert_int_equal(c->problems[i].line, line);
	assert_string_equal(c->problems[i].id, id);
}

static void test_sgf_of_many_games(void **state)
{
	static const char text[] =
	        "(;GM[1]SZ[5]GN[one]AB[ab]AW[aa]MA[aa];B[ba])\n"
	        "(;GM[1]SZ[5]AB[zz])\n"
	        "no record\n"
	        "(;SZ[5]C[a problem\nGoal: connect:A1 B2\n])(;GM[4]SZ[15];B[hh]\n"
	        "(;GM[11]SZ[5]GN[last];B[a1](;W[b2])(;W[c3]))\n";
	collection_t c;

	(void)state;
	assert_string_equal(read_text(&c, "x.sgf", text), "sgf");
	assert_int_equal(c.problem_count, 3);
	is_place(&c, 0, 1, "one");
	assert_string_equal(c.problems[0].game, "go");
	assert_string_equal(c.problems[0].target, "A5"); /* although it was captured */
	is_place(&c, 1, 4, "");
	assert_string_equal(c.problems[1].goal, "connect");
	assert_string_equal(c.problems[1].target, "A1 B2");
	is_place(&c, 2, 7, "last");
	assert_string_equal(c.problems[2].game, "hex");
	assert_string_equal(c.problems[2].sgf, "(;GM[11]SZ[5]GN[last];B[a1](;W[b2])(;W[c3]))");
	assert_int_equal(c.fault_count, 3);
	is_fault(&c, 0, 2, "byte 59: AB[zz] is off the 5x5 board");
	is_fault(&c, 1, 3, "'no record?' is no game record");
	is_fault(&c, 2, 6, "the game that begins here is not closed");
	collection_free(&c);
}

static void test_sgf_with_a_broken_value(void **state)
{
	collection_t c;

	(void)state;
	read_text(&c, "x.sgf", "(;SZ[5]C[never closed\n(;SZ[5]GN[b\\]c]AW[aa]SQ[aa])");
	assert_int_equal(c.problem_count, 1);
	is_place(&c, 0, 2, "b]c");
	assert_string_equal(c.problems[0].target, "A5");
	assert_int_equal(c.fault_count, 1);
	is_fault(&c, 0, 1, "the game that begins here is not closed");
	collection_free(&c);
}

/* What stands around a single record never mattered. */
static void test_sgf_with_text_around_it(void **state)
{
	collection_t c;

	(void)state;
	read_text(&c, "x.sgf", "From a book:\n(;SZ[5]AW[aa])\nThe end\n");
	assert_int_equal(c.problem_count, 1);
	assert_int_equal(c.fault_count, 0);
	collection_free(&c);
	read_text(&c, "x.sgf", "(;SZ[5]AW[aa])\n(;SZ[5]AW[aa])\nThe end\n");
	assert_int_equal(c.problem_count, 2);
	is_fault(&c, 0, 3, "'The end?' is no game record");
	collection_free(&c);
}

static void test_epd_and_fens(void **state)
{
	static const char text[] =
	        "# mates\n\n"
	        "7k/8/5K2/8/8/8/8/6Q1 w - - bm Qg7#; id \"a; b\"; dm 1;\r\n"
	        "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1\n"
	        "7k/8/5K2/8/8/8/8/6Q1 w\n"
	        "7k/8/5K2/8/8/8/8/6Q w - -\n"
	        "7k/8/5K2/8/8/8/8/6Q1 w - - bm Qh8 Kf7; dm 0; id \"bad operands\"\n"
	        "7k/8/5K2/8/8/8/8/6Q1 b - - acd 9; id x";
	collection_t c;

	(void)state;
	assert_string_equal(read_text(&c, "x", text), "epd");
	assert_int_equal(c.problem_count, 5);
	is_place(&c, 0, 3, "a; b");
	assert_string_equal(c.problems[0].best, "Qg7#");
	assert_int_equal(c.problems[0].within, 1);
	assert_string_equal(c.problems[0].fen, "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1");
	is_place(&c, 1, 4, "");
	is_place(&c, 2, 5, "");
	is_place(&c, 3, 7, "bad operands");
	assert_string_equal(c.problems[3].best, "Kf7");
	is_place(&c, 4, 8, "x");
	assert_int_equal(c.fault_count, 3);
	is_fault(&c, 0, 6, "row 8 has 7 squares, expected 8");
	is_fault(&c, 1, 7, "bm: 'Qh8' is no legal move here");
	is_fault(&c, 2, 7, "dm: '0' is no number of moves from 1 to 253");
	collection_free(&c);
}

static const char games[] =
        "[Event \"Fool\"]\n[White \"A\"]\n[Black \"B\"]\n\n"
        "1. f3 {a comment; with [Event} e5 $4 2.g4?! (2. e4 (2. d4 {x}) Nc6) 2... Qh4# 0-1\n\n"
        "[Event \"Set up\"]\n[SetUp \"1\"]\n[FEN \"7k/8/5K2/8/8/8/8/6Q1 w - - 0 1\"]\n\n1. Qg7# *\n"
        "[Event \"Bad\"]\n\n1. e4 e5 2. Ke3 Nf6 *\n"
        "[Event \"Open\"]\n\n1. e4 {not closed\n"
        "[Event \"Castles\"]\n; a line\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 *\n"
        "[Event \"No board\"]\n[FEN \"8/8\"]\n*\n";

static void test_pgn(void **state)
{
	collection_t c;

	(void)state;
	assert_string_equal(read_text(&c, "games.txt", games), "pgn");
	assert_int_equal(c.problem_count, 3);
	is_place(&c, 0, 1, "Fool: A - B");
	assert_string_equal(c.problems[0].fen,
	                    "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 0 1");
	is_place(&c, 1, 7, "Set up");
	assert_string_equal(c.problems[1].fen, "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1");
	is_place(&c, 2, 18, "Castles");
	assert_string_equal(c.problems[2].fen,
	                    "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 0 1");
	assert_int_equal(c.fault_count, 3);
	is_fault(&c, 0, 14, "move 2. 'Ke3' is not legal, or not clear");
	is_fault(&c, 1, 17, "the comment that begins here is not closed");
	is_fault(&c, 2, 22, "FEN: 2 rows, a board has 8");
	collection_free(&c);
}

/* Games with other rules are not taken for chess. */
static void test_pgn_of_variants(void **state)
{
	collection_t c;

	(void)state;
	read_text(&c, "x.pgn",
	          "[Event \"a\"]\n[Variant \"Atomic\"]\n\n1. e4 *\n\n[Event \"b\"]\n"
	          "[Variant \"standard\"]\n[FEN \"7k/8/5K2/8/8/8/8/6Q1 w - - 0 1\"]\n\n*\n");
	assert_int_equal(c.problem_count, 1);
	is_place(&c, 0, 6, "b");
	assert_int_equal(c.fault_count, 1);
	is_fault(&c, 0, 1, "a game of 'Atomic' has rules of its own");
	collection_free(&c);
}

static void test_pgn_after_some_moves(void **state)
{
	const collection_hints_t after_two = {.move = 2};
	collection_t c;

	(void)state;
	read_as(&c, "x.pgn", games, strlen(games), &after_two);
	assert_int_equal(c.problem_count, 3); /* of Bad, too: its fault comes later */
	assert_string_equal(c.problems[0].fen,
	                    "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 1");
	is_fault(&c, 0, 7, "move 2 was asked for, the game has 1");
	collection_free(&c);
}

static void test_psq(void **state)
{
	static const char text[] =
	        "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,8,12\n8,9,3\n-1\nA.zip\nB.zip\n"
	        "Piskvorky 15x15, 11:11, 0\n8,8,0\n8,8,1\n-1\n"
	        "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,?,1\n"
	        "Piskvorky 99x15, 11:11, 0\n8,8,0\n"
	        "Piskvorky 5x3, 11:11, 0\n1,1,0\n5,3,0\n";
	collection_t c;

	(void)state;
	assert_string_equal(read_text(&c, "x.psq", text), "psq");
	assert_int_equal(c.problem_count, 2);
	is_place(&c, 0, 1, "A.zip - B.zip");
	assert_int_equal(c.problems[0].attacker, COLLECTION_WHITE);
	assert_int_equal(strspn(c.problems[0].rows, "./"), 16 * 7 + 7);
	is_place(&c, 1, 17, "");
	assert_string_equal(c.problems[1].rows, "X..../...../....O");
	assert_int_equal(c.problems[1].attacker, COLLECTION_BLACK);
	assert_int_equal(c.fault_count, 3);
	is_fault(&c, 0, 10, "move 2 '8,8,1' is on a stone");
	is_fault(&c, 1, 14, "move 2 '9,?,1' is no point of a 15x15 board");
	is_fault(&c, 2, 15, "there is no board of 99x15");
	collection_free(&c);
}

static void test_strings_of_moves(void **state)
{
	collection_t c;

	(void)state;
	assert_string_equal(read_text(&c, "x.txt",
	                              "3 a1b3 the first\nhex 3 a1b3\n5x4 a4 e1\na1a1\n"
	                              "q16\n\nno moves\n15x99 a1\n"),
	                    "moves");
	assert_int_equal(c.problem_count, 3);
	is_place(&c, 0, 1, "the first");
	assert_string_equal(c.problems[0].rows, ".O./.../X..");
	assert_string_equal(c.problems[0].game, "gomoku");
	assert_string_equal(c.problems[1].rows, "X../.../.O.");
	assert_string_equal(c.problems[1].game, "hex");
	assert_string_equal(c.problems[2].rows, "X..../...../...../....O");
	is_fault(&c, 0, 4, "move 2 'a1' is on a stone of the 15x15 board");
	is_fault(&c, 1, 5, "move 1 'q16' is no point of a 15x15 board");
	is_fault(&c, 2, 7, "'no moves' is no string of moves");
	is_fault(&c, 3, 8, "there is no board of 15x99");
	collection_free(&c);
	read_text(&c, "y.hex", "a1b1c1");
	assert_string_equal(c.problems[0].game, "hex");
	collection_free(&c);
}

/* A library: an empty root, h8, then i9 with a comment and its sibling g7 (marked) with a child. */
static const uint8_t library[] = {0xff, 'R',  'e',  'n',  'L',  'i',  'b',  0xff, 3,    4,
                                  0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                  0x00, 0x00, 0x78, 0x00, 0x69, 0xc8, 'i',  '9',  0,    0,
                                  0x87, 0x11, 0x00, 0x01, 't',  0,    0x11, 0x40};

static void test_renlib(void **state)
{
	uint8_t bytes[sizeof(library)];
	collection_t c;

	(void)state;
	assert_string_equal(read_as(&c, "x.lib", library, sizeof(library), &at_the_end), "renlib");
	assert_int_equal(c.fault_count, 0);
	assert_int_equal(c.problem_count, 1);
	is_place(&c, 0, 4, "");
	assert_int_equal(c.problems[0].attacker, COLLECTION_BLACK);
	assert_int_equal(c.problems[0].rows[7 * 16 + 7], 'X');
	assert_int_equal(c.problems[0].rows[8 * 16 + 6], 'O');
	collection_free(&c);

	memcpy(bytes, library, sizeof(bytes));
	bytes[31] = 0x01; /* not marked: the leaves are the problems */
	read_as(&c, "x.lib", bytes, sizeof(bytes), &at_the_end);
	assert_int_equal(c.problem_count, 2);
	is_place(&c, 0, 3, "i9");
	assert_int_equal(c.problems[0].rows[6 * 16 + 8], 'O');
	is_place(&c, 1, 5, "");
	assert_int_equal(c.problems[1].rows[16 + 0], 'X');
	assert_int_equal(c.problems[1].attacker, COLLECTION_WHITE);
	collection_free(&c);

	bytes[36] = 0x78; /* on h8 again */
	read_as(&c, "x.lib", bytes, sizeof(bytes), &at_the_end);
	assert_int_equal(c.problem_count, 1);
	is_fault(&c, 0, 5, "node 5, byte 38: a move is on a stone");
	collection_free(&c);

	read_as(&c, "x.lib", bytes, sizeof(bytes) - 1, &at_the_end);
	assert_int_equal(c.problem_count, 1);
	is_fault(&c, 0, 4, "node 4, byte 36: the file ends within its tree");
	collection_free(&c);
}

static void test_tables(void **state)
{
	static const char named[] = "id\tposition\tgoal\tattacker\tnote\n"
	                            "a\tOX./.../...\tcapture:A3\tblack\tx\n"
	                            "b\t7k/8/5K2/8/8/8/8/6Q1 w - - 0 1\n"
	                            "c\t(;SZ[5]AB[aa])\tcapture\tgreen\n"
	                            "d\tOX./../...\n"
	                            "e\t\n";
	static const char guessed[] = "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1\t1\n"
	                              "first\thex\tX../.../...\n"
	                              "h8i9j10\tthe second\n"
	                              "OX./.../...\tcapture:A3\n"
	                              "nothing\there\n";
	collection_t c;

	(void)state;
	assert_string_equal(read_text(&c, "x.tsv", named), "tsv");
	assert_int_equal(c.problem_count, 2);
	assert_string_equal(c.problems[0].goal, "capture");
	assert_string_equal(c.problems[0].target, "A3");
	assert_int_equal(c.problems[0].attacker, COLLECTION_BLACK);
	assert_string_equal(c.problems[1].game, "chess");
	is_fault(&c, 0, 4, "attacker: 'green' is neither black nor white");
	is_fault(&c, 1, 5, "row 2 has 2 points, expected 3");
	is_fault(&c, 2, 6, "there is no position in this line");
	collection_free(&c);

	assert_string_equal(read_text(&c, "x", guessed), "tsv");
	assert_int_equal(c.problem_count, 4);
	assert_int_equal(c.problems[0].within, 1);
	is_place(&c, 1, 2, "first");
	assert_string_equal(c.problems[1].game, "hex");
	is_place(&c, 2, 3, "the second");
	assert_string_equal(c.problems[2].game, "gomoku");
	assert_string_equal(c.problems[3].game, "go");
	is_fault(&c, 0, 5, "there is no position in this line");
	collection_free(&c);
}

static void test_no_format(void **state)
{
	static const char bytes[] = "\0\1\2binary\xff\xfe\n\0";
	collection_t c;

	(void)state;
	assert_string_equal(read_as(&c, "x", bytes, sizeof(bytes), &at_the_end), "");
	is_fault(&c, 0, 1, "no format that is known here");
	collection_free(&c);
	for (const format_t *f = formats_rows(); f->name != NULL; f++) {
		char name[32];

		/* by its name it is tried all the same, and told of */
		snprintf(name, sizeof(name), "x.%.3s", f->suffixes + 1);
		read_as(&c, name, bytes, sizeof(bytes), &at_the_end);
		assert_int_equal(c.problem_count, 0);
		assert_in_range(c.fault_count, 1, 3);
		collection_free(&c);
	}
}

/* Brackets, comments and lines without end take time in proportion to their bytes, and no stack. */
static void test_deep_and_long(void **state)
{
	enum { BYTES = 1 << 20 };
	static const struct {
		const char *file, *head;
		char fill;
	} cases[] = {{"x.sgf", "(;SZ[5]", '('},
	             {"x.sgf", "(;SZ[5]C[", 'x'},
	             {"x.pgn", "[Event \"x\"]\n1. e4 ", '('},
	             {"x.pgn", "[Event \"x\"]\n{", '{'},
	             {"x.epd", "", '8'},
	             {"x.psq", "Piskvorky 15x15, 1\n", '1'},
	             {"x.tsv", "id\trows\n", 'x'},
	             {"x.hex", "a1", '1'},
	             {"x.lib", "\xffRenLib\xff\3\4", '\xff'}};
	char *text = malloc(BYTES + 32);

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const size_t head = strlen(cases[i].head);
		collection_t c;

		memcpy(text, cases[i].head, head);
		memset(text + head, cases[i].fill, BYTES);
		read_as(&c, cases[i].file, text, head + BYTES, &at_the_end);
		assert_in_range(c.fault_count, 0, 2);
		assert_int_equal(c.fault_count > 0 || c.problem_count > 0, true);
		collection_free(&c);
	}
	free(text);
}

/* A game of more moves than a position takes at once. */
static void test_a_long_game(void **state)
{
	enum { PAIRS = 400, BYTES = PAIRS * 24 };
	char *text = malloc(BYTES), *end = text;
	collection_t c;

	(void)state;
	for (unsigned i = 0; i < PAIRS; i++)
		end += sprintf(end, "%u. N%s N%s ", i + 1, i % 2 == 0 ? "f3" : "g1",
		               i % 2 == 0 ? "f6" : "g8");
	read_as(&c, "x.pgn", text, (size_t)(end - text), &at_the_end);
	assert_int_equal(c.problem_count, 1);
	assert_string_equal(c.problems[0].fen,
	                    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
	collection_free(&c);
	free(text);
}

/* Want of memory loses what comes after, and nothing of what was allocated. */
static void test_no_memory(void **state)
{
	const size_t before = mem_live();

	(void)state;
	for (long n = 0; n < 12; n++) {
		collection_t c;

		mem_fail_after(n);
		collection_init(&c);
		formats_read(&c, "x.pgn", games, strlen(games), &at_the_end);
		mem_fail_after(-1);
		collection_free(&c);
		assert_int_equal(mem_live(), before);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_sgf_of_many_games),
	        cmocka_unit_test(test_sgf_with_a_broken_value),
	        cmocka_unit_test(test_sgf_with_text_around_it),
	        cmocka_unit_test(test_epd_and_fens),
	        cmocka_unit_test(test_pgn),
	        cmocka_unit_test(test_pgn_of_variants),
	        cmocka_unit_test(test_pgn_after_some_moves),
	        cmocka_unit_test(test_psq),
	        cmocka_unit_test(test_strings_of_moves),
	        cmocka_unit_test(test_renlib),
	        cmocka_unit_test(test_tables),
	        cmocka_unit_test(test_no_format),
	        cmocka_unit_test(test_deep_and_long),
	        cmocka_unit_test(test_a_long_game),
	        cmocka_unit_test(test_no_memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
