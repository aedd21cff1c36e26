/* SPDX-License-Identifier: MIT
 * test_diagram_styles.c - every style of board in text, character by character, and
 * what is refused; the images' shapes are counted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "clients/diagram/diagram.h"
#include "clients/diagram/diagram_figure.h"

static char moves[TESUJI_LINE_MOVES][TESUJI_POINT_BYTES];
static diagram_t diagram;

/* given sets the board, the goal's point and the line (words). */
static void given(style_t style, const char *rows, const char *target, const char *line)
{
	char copy[4096], *rest = NULL;

	memset(&diagram, 0, sizeof(diagram));
	diagram.style = style;
	diagram.rows = rows;
	diagram.target = target;
	diagram.last = "";
	diagram.moves = (const char(*)[TESUJI_POINT_BYTES])moves;
	strcpy(copy, line);
	for (char *word = strtok_r(copy, " ", &rest); word != NULL;
	     word = strtok_r(NULL, " ", &rest))
		strcpy(moves[diagram.count++], word);
}

/* drawn returns what `draw` writes; the caller frees it. */
static char *drawn(bool (*draw)(FILE *, const diagram_t *, char *))
{
	char *text = NULL;
	size_t bytes = 0;
	FILE *out = open_memstream(&text, &bytes);

	assert_true(draw(out, &diagram, NULL));
	fclose(out);
	return text;
}

static void shows(const char *expected)
{
	char *text = drawn(diagram_text);

	assert_string_equal(text, expected);
	free(text);
}

static void legend_is(const char *expected)
{
	char *text = NULL;
	size_t bytes = 0;
	FILE *out = open_memstream(&text, &bytes);

	diagram_legend(out, &diagram);
	fclose(out);
	assert_string_equal(text, expected);
	free(text);
}

static void refused(const char *expected)
{
	char why[DIAGRAM_WHY_BYTES] = "";

	assert_false(diagram_check(&diagram, why));
	assert_string_equal(why, expected);
}

static unsigned count(const char *text, const char *word)
{
	unsigned n = 0;

	for (text = strstr(text, word); text != NULL; text = strstr(text + 1, word))
		n++;
	return n;
}

static void go(void **state)
{
	(void)state;
	given(STYLE_GO, "..XO./.XO../.XX../...../.....", "C4", "D4 C5 D3 c5");
	diagram.first = TESUJI_WHITE;
	shows("    A B C D E\n"
	      "  5 . . X O .  5\n"
	      "  4 . X[O]1 .  4\n"
	      "  3 . X X 3 .  3\n"
	      "  2 . . . . .  2\n"
	      "  1 . . . . .  1\n"
	      "    A B C D E\n"
	      "    2 at C5, 4 at c5\n");
	legend_is("    X black, O white, [ ] the goal; odd numbers are white's moves\n");
}

static void renju_has_the_column_i(void **state)
{
	char rows[15 * 16 + 1] = "", *text;

	(void)state;
	for (int i = 0; i < 15; i++)
		strcat(rows, i == 0 ? "..............." : "/...............");
	given(STYLE_RENJU, rows, "", "H8 I9 J10");
	text = drawn(diagram_text);
	assert_non_null(strstr(text, "    A B C D E F G H I J K L M N O\n"));
	assert_non_null(strstr(text, "\n 10 . . . . . . . . . 3 . . . . . 10\n"));
	assert_non_null(strstr(text, "\n  9 . . . . . . . . 2 . . . . . .  9\n"));
	assert_non_null(strstr(text, "\n  8 . . . . . . . 1 . . . . . . .  8\n"));
	assert_non_null(strstr(text, "\n  4 . . . + . . . . . . . + . . .  4\n"));
	free(text);
}

static void hex_rows_lean(void **state)
{
	(void)state;
	given(STYLE_HEX, "...X/.O../..X./....", "", "a1 d4 B2");
	diagram.first = TESUJI_BLACK;
	shows("    a b c d\n"
	      "  1 1 . . X  1\n"
	      "   2 . O . .  2\n"
	      "    3 . . X .  3\n"
	      "     4 . . . 2  4\n"
	      "       a b c d\n"
	      "    3 at B2\n");
	legend_is("    X black top-bottom, O white left-right; odd numbers are black's moves\n");
}

static void hex_of_two_digits_keeps_the_half(void **state)
{
	(void)state;
	given(STYLE_HEX, ".../...", "", "a1 b1 c1 a2 b2 c2 pass a1 a1 a1");
	shows("      a   b   c\n"
	      "  1   1   2   3  1\n"
	      "    2   4   5   6  2\n"
	      "        a   b   c\n"
	      "    7 pass, 8 at 1, 9 at 1, 10 at 1\n");
}

static void chess(void **state)
{
	(void)state;
	given(STYLE_CHESS, "6k1/1P3ppp/8/8/8/8/5PPP/R3n1K1 w - - 0 1", "g8",
	      "a1a8 e1d3 b7b8q d3f2 a8b8");
	diagram.first = TESUJI_WHITE;
	shows("    a  b  c  d  e  f  g  h\n"
	      "  8 1  3  .  .  .  . [k] .  8\n"
	      "  7 . (P) .  .  .  p  p  p  7\n"
	      "  6 .  .  .  .  .  .  .  .  6\n"
	      "  5 .  .  .  .  .  .  .  .  5\n"
	      "  4 .  .  .  .  .  .  .  .  4\n"
	      "  3 .  .  .  2  .  .  .  .  3\n"
	      "  2 .  .  .  .  .  P  P  P  2\n"
	      "  1(R) .  .  . (n) .  K  .  1\n"
	      "    a  b  c  d  e  f  g  h\n"
	      "    3 b7b8q, 4 d3f2, 5 a8b8\n");
	legend_is("    capitals are white, [ ] the goal, ( ) starts of moves; "
	          "odd numbers are white's moves\n");
}

static void chess_with_two_digits(void **state)
{
	char *text;

	(void)state;
	given(STYLE_CHESS, "8/8/8/8/8/8/8/K7", "",
	      "a1b1 pass b1c1 pass c1d1 pass d1e1 pass e1f1 pass f1g1");
	text = drawn(diagram_text);
	assert_non_null(strstr(text, "     a   b   c   d   e   f   g   h\n"));
	assert_non_null(strstr(text, "\n  1 (K)  1   3   5   7   9  11   .  1\n"));
	free(text);
}

static void the_last_move_is_marked(void **state)
{
	(void)state;
	given(STYLE_GO, "XO/..", "A2", "");
	diagram.last = "B2";
	shows("    A B\n"
	      "  2[X]O) 2\n"
	      "  1 . .  1\n"
	      "    A B\n");
	legend_is("    X black, O white, [ ] the goal, ( ) the last move\n");
}

static void who_begins(void **state)
{
	static const struct {
		style_t style;
		const char *rows, *target;
		tesuji_colour_t first;
	} rows[] = {
	        {STYLE_GO, "XX/O.", "A1", TESUJI_BLACK},
	        {STYLE_GO, "XX/O.", "A2", TESUJI_WHITE},
	        {STYLE_GO, "XX/O.", "B1", TESUJI_WHITE},
	        {STYLE_RENJU, "XX/OO", "", TESUJI_BLACK},
	        {STYLE_CHESS, "8/8/8/8/8/8/8/8 b", "", TESUJI_BLACK},
	        {STYLE_CHESS, "8/8/8/8/8/8/8/8", "", TESUJI_WHITE},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		given(rows[i].style, rows[i].rows, rows[i].target, "");
		diagram_guess(&diagram);
		assert_int_equal(diagram.first, rows[i].first);
	}
	diagram.first = TESUJI_BLACK;
	diagram_guess(&diagram);
	assert_int_equal(diagram.first, TESUJI_BLACK);
}

static void what_is_wrong_is_told(void **state)
{
	(void)state;
	given(STYLE_GO, "", "", "");
	refused("row 1 has 0 points, a board has 1 to 20");
	given(STYLE_GO, "..../..X", "", "");
	refused("row 2 has 3 points, expected 4");
	given(STYLE_HEX, "../.x", "", "");
	refused("row 2, point 2 is none of '.', 'X', 'O'");
	given(STYLE_GO, "././././././././././././././././././././.", "", "");
	refused("more than 20 rows");
	given(STYLE_CHESS, "8/8", "", "");
	refused("a board has 8 ranks");
	given(STYLE_CHESS, "8/8/8/8/8/8/8/8/8", "", "");
	refused("a board has 8 ranks");
	given(STYLE_CHESS, "8/8/8/8/7/8/8/8", "", "");
	refused("rank 4 does not have 8 squares");
	given(STYLE_CHESS, "8/8/8/8/8/8/8/44k", "", "");
	refused("rank 1 does not have 8 squares");
	given(STYLE_CHESS, "8/xyz", "", "");
	refused("rank 7: 'x' is neither a piece nor a number of squares");
	given(STYLE_GO, "...", "", "A1 pass D1");
	refused("move 3: 'D1' is no move on this 3x1 board");
	given(STYLE_CHESS, "8/8/8/8/8/8/8/8", "", "e2e9");
	refused("move 1: 'e2e9' is no move on this 8x8 board");
	given(STYLE_CHESS, "8/8/8/8/8/8/8/8", "", "e7e8k");
	refused("move 1: 'e7e8k' is no move on this 8x8 board");
	given(STYLE_GO, "...", "A\n", "");
	refused("'A?' is no point of this 3x1 board");
	given(STYLE_RENJU, "...", "C1", "A1 pass c1");
	assert_true(diagram_check(&diagram, NULL));
}

static void style_names(void **state)
{
	style_t style = STYLE_CHESS;

	(void)state;
	assert_true(diagram_style_parse("", &style) && style == STYLE_GO);
	assert_true(diagram_style_parse("go", &style) && style == STYLE_GO);
	assert_true(diagram_style_parse("renju", &style) && style == STYLE_RENJU);
	assert_true(diagram_style_parse("hex", &style) && style == STYLE_HEX);
	assert_true(diagram_style_parse("chess", &style) && style == STYLE_CHESS);
	assert_false(diagram_style_parse("Go", &style) || diagram_style_parse("shogi", &style));
}

static void reports_carry_the_style_and_coordinates(void **state)
{
	static tesuji_report_t report;

	(void)state;
	strcpy(report.rows, "8/8/8/8/8/8/8/K7 w - - 0 1");
	strcpy(report.style, "chess");
	strcpy(report.line[0], "Ka2");
	strcpy(report.coords[0], "a1a2");
	report.line_length = report.coords_length = 1;
	diagram_of_report(&diagram, &report);
	assert_int_equal(diagram.style, STYLE_CHESS);
	assert_string_equal(diagram.moves[0], "a1a2");
	strcpy(report.style, "shogi");
	diagram_of_report(&diagram, &report);
	assert_false(diagram_text(stderr, &diagram, NULL) || diagram_svg(stderr, &diagram, NULL));
}

static void images(void **state)
{
	char *svg;

	(void)state;
	given(STYLE_GO, "XX./O../...", "A3", "C3 C1 A2 A2 <&>");
	svg = drawn(diagram_svg);
	assert_int_equal(count(svg, "<line "), 6);
	assert_int_equal(count(svg, "<polygon "), 2); /* both stones of the block */
	assert_int_equal(count(svg, "<circle "), 3 + 2);
	assert_non_null(strstr(svg, ">3 at A2,  4 at A2,  5 &lt;&amp;&gt;</text>"));
	free(svg);

	given(STYLE_HEX, "X./.O", "", "b1");
	svg = drawn(diagram_svg);
	assert_int_equal(count(svg, "<polygon "), 4);
	assert_int_equal(count(svg, "<polyline "), 8);
	assert_int_equal(count(svg, "<circle "), 3 + 1);
	free(svg);

	given(STYLE_CHESS, "k7/8/8/8/8/8/8/RNBQKP2", "", "a1a8 a8a1 b1b2 pass pass b2b1");
	svg = drawn(diagram_svg);
	assert_int_equal(count(svg, "<rect "), 1 + 64 + 2 + 1 + 1); /* page, squares, starts */
	assert_int_equal(count(svg, "<polygon "), 4);               /* arrows */
	assert_int_equal(count(svg, "<circle "), 4);                /* badges */
	assert_int_equal(count(svg, "<path "), 7 + 6);
	free(svg);
}

static void crowded_images_tell_the_rest_below(void **state)
{
	char *svg;

	(void)state;
	given(STYLE_CHESS, "k7/8/8/8/8/8/8/K7", "", "a1a2 a8a2 a1a2 a8a2 a1a2 a2a2");
	svg = drawn(diagram_svg);
	assert_int_equal(count(svg, "<circle "), CROWD_MAX);
	assert_non_null(strstr(svg, ">5 a1a2,  6 a2a2</text>"));
	free(svg);
}

static void long_lines_are_cut_nowhere(void **state)
{
	char *svg;

	(void)state;
	given(STYLE_GO, ".", "", "");
	for (unsigned i = 0; i < TESUJI_LINE_MOVES; i++)
		strcpy(moves[i], "Zz9;;;;;;;;;;;;");
	diagram.count = TESUJI_LINE_MOVES + 100;
	svg = drawn(diagram_svg);
	assert_non_null(strstr(svg, "512 Zz9;;;;;;;;;;;;</text>"));
	free(svg);
	free(drawn(diagram_text));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(go),
	        cmocka_unit_test(renju_has_the_column_i),
	        cmocka_unit_test(hex_rows_lean),
	        cmocka_unit_test(hex_of_two_digits_keeps_the_half),
	        cmocka_unit_test(chess),
	        cmocka_unit_test(chess_with_two_digits),
	        cmocka_unit_test(the_last_move_is_marked),
	        cmocka_unit_test(who_begins),
	        cmocka_unit_test(what_is_wrong_is_told),
	        cmocka_unit_test(style_names),
	        cmocka_unit_test(reports_carry_the_style_and_coordinates),
	        cmocka_unit_test(images),
	        cmocka_unit_test(crowded_images_tell_the_rest_below),
	        cmocka_unit_test(long_lines_are_cut_nowhere),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
