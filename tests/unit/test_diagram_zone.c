/* SPDX-License-Identifier: MIT
 * test_diagram_zone.c - zones in diagrams: the marks and the legend in text, the shade
 * in images, in every style. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "clients/diagram/diagram.h"

static tesuji_report_t report;

/* given sets a report: the board, the line (words), the zone (words, each a point and
 * behind a colon its index). */
static void given(const char *style, const char *rows, const char *line, unsigned areas,
                  const char *zone)
{
	char copy[4096], *rest = NULL;

	memset(&report, 0, sizeof(report));
	strcpy(report.style, style);
	strcpy(report.rows, rows);
	strcpy(copy, line);
	for (char *word = strtok_r(copy, " ", &rest); word != NULL;
	     word = strtok_r(NULL, " ", &rest))
		strcpy(report.line[report.line_length++], word);
	report.areas = areas;
	strcpy(copy, zone);
	for (char *word = strtok_r(copy, " ", &rest); word != NULL;
	     word = strtok_r(NULL, " ", &rest)) {
		char *colon = strchr(word, ':');

		report.indices[report.zone_length] =
		        colon != NULL ? (unsigned char)(colon[1] - '0') : 1;
		if (colon != NULL)
			*colon = '\0';
		strcpy(report.zone[report.zone_length++], word);
	}
}

static void shows(const char *expected)
{
	char *text = NULL;
	size_t bytes = 0;
	FILE *out = open_memstream(&text, &bytes);
	diagram_t diagram;

	diagram_of_report(&diagram, &report);
	assert_true(diagram_text(out, &diagram, NULL));
	diagram_legend(out, &diagram);
	fclose(out);
	assert_string_equal(text, expected);
	free(text);
}

/* image returns the picture; the caller frees it. */
static char *image(void)
{
	char *text = NULL;
	size_t bytes = 0;
	FILE *out = open_memstream(&text, &bytes);
	diagram_t diagram;

	diagram_of_report(&diagram, &report);
	assert_true(diagram_svg(out, &diagram, NULL));
	fclose(out);
	return text;
}

static unsigned count(const char *text, const char *word)
{
	unsigned n = 0;

	for (text = strstr(text, word); text != NULL; text = strstr(text + 1, word))
		n++;
	return n;
}

static void one_area(void **state)
{
	(void)state;
	given("go", "X..O./.XO../.XXO./..O../.....", "D4 C5", 1, "B4 C4 D4 B3 C3 D3 C5 B5 C2");
	shows("    A B C D E\n"
	      "  5 x * 2 o .  5\n"
	      "  4 . X O 1 .  4\n"
	      "  3 . X X O .  3\n"
	      "  2 . . O . .  2\n"
	      "  1 . . . . .  1\n"
	      "    A B C D E\n"
	      "    X black, O white\n"
	      "    * and capitals: the zone (9 points); what lies outside does not matter\n");
}

static void no_zone_changes_nothing(void **state)
{
	(void)state;
	given("go", "XO/..", "", 0, "A1 B1");
	shows("    A B\n"
	      "  2 X O  2\n"
	      "  1 . .  1\n"
	      "    A B\n"
	      "    X black, O white\n");
}

static void an_empty_zone_is_one(void **state)
{
	(void)state;
	given("go", "XO/..", "", 1, "");
	shows("    A B\n"
	      "  2 x o  2\n"
	      "  1 . .  1\n"
	      "    A B\n"
	      "    X black, O white\n"
	      "    * and capitals: the zone (0 points); what lies outside does not matter\n");
}

/* Stones of a game in which they stay have their letters: only what is put on the board
 * can matter. Points that are none of the board, or told twice, do no harm. */
static void several_areas(void **state)
{
	(void)state;
	given("renju", "X..../.O.../...../...../.....", "B5", 7,
	      "B5 C5:1 D5:2 E5:3 A4:4 A5:1 C4:6 Z9:1 C4:6 pass");
	shows("    A B C D E\n"
	      "  5 X 1 * : -  5\n"
	      "  4 - O - . .  4\n"
	      "  3 . . . . .  3\n"
	      "  2 . . . . .  2\n"
	      "  1 . . . . .  1\n"
	      "    A B C D E\n"
	      "    X black, O white\n"
	      "    the zone (7 points): * can matter at once, : from two stones on, "
	      "- from more\n");
}

static void star_points_give_way(void **state)
{
	(void)state;
	given("go",
	      "........./........./........./........./........./........./........./"
	      "........./.........",
	      "", 1, "E5");
	shows("    A B C D E F G H J\n"
	      "  9 . . . . . . . . .  9\n"
	      "  8 . . . . . . . . .  8\n"
	      "  7 . . + . . . + . .  7\n"
	      "  6 . . . . . . . . .  6\n"
	      "  5 . . . . * . . . .  5\n"
	      "  4 . . . . . . . . .  4\n"
	      "  3 . . + . . . + . .  3\n"
	      "  2 . . . . . . . . .  2\n"
	      "  1 . . . . . . . . .  1\n"
	      "    A B C D E F G H J\n"
	      "    X black, O white\n"
	      "    * and capitals: the zone (1 point); what lies outside does not matter\n");
}

static void pieces_keep_their_case(void **state)
{
	(void)state;
	given("chess", "k7/8/8/8/8/8/8/K7 w - - 0 1", "", 1, "a8 b8");
	shows("    a  b  c  d  e  f  g  h\n"
	      "  8 k  *  .  .  .  .  .  .  8\n"
	      "  7 .  .  .  .  .  .  .  .  7\n"
	      "  6 .  .  .  .  .  .  .  .  6\n"
	      "  5 .  .  .  .  .  .  .  .  5\n"
	      "  4 .  .  .  .  .  .  .  .  4\n"
	      "  3 .  .  .  .  .  .  .  .  3\n"
	      "  2 .  .  .  .  .  .  .  .  2\n"
	      "  1 K  .  .  .  .  .  .  .  1\n"
	      "    a  b  c  d  e  f  g  h\n"
	      "    capitals are white\n"
	      "    *: the zone (2 points); what lies outside does not matter\n");
}

#define DARK   "fill=\"#a6c380\""
#define MIDDLE "fill=\"#cfd9a9\""
#define LIGHT  "fill=\"#e2e0ba\""

static void points_in_images(void **state)
{
	char *svg;

	(void)state;
	given("go", "XO/..", "A1", 1, "A2 B2 A1");
	svg = image();
	assert_int_equal(count(svg, "<rect "), 1 + 3);
	assert_int_equal(count(svg, DARK), 3);
	assert_true(strstr(svg, DARK) < strstr(svg, "<line "));   /* under the lines ... */
	assert_true(strstr(svg, DARK) < strstr(svg, "<circle ")); /* ... and the stones */
	assert_non_null(strstr(svg, ">shaded: the zone, 3 points</text>"));
	free(svg);

	given("renju", "XO/..", "pass", 5, "A2:1 B2:2 A1:3 B1:4");
	svg = image();
	assert_int_equal(count(svg, DARK), 1);
	assert_int_equal(count(svg, MIDDLE), 1);
	assert_int_equal(count(svg, LIGHT), 2);
	assert_non_null(strstr(svg, ">1 pass</text>"));
	assert_non_null(strstr(svg, ">shaded: the zone, 4 points, darker matters sooner</text>"));
	free(svg);

	given("go", "XO/..", "", 0, "A1");
	svg = image();
	assert_int_equal(count(svg, "<rect "), 1);
	assert_null(strstr(svg, "shaded"));
	free(svg);
}

static void cells_in_images(void **state)
{
	char *svg;

	(void)state;
	given("hex", "X./.O", "", 3, "a1:1 b1:1 a2:2");
	svg = image();
	assert_int_equal(count(svg, "<polygon "), 4);
	assert_int_equal(count(svg, DARK), 2);
	assert_int_equal(count(svg, MIDDLE), 1);
	assert_int_equal(count(svg, "fill=\"#faf3e0\""), 1); /* the last cell */
	free(svg);

	given("chess", "k7/8/8/8/8/8/8/K7 w - - 0 1", "a1a2", 1, "a1 a2 a8");
	svg = image();
	assert_int_equal(count(svg, DARK), 2); /* where a move starts that is told instead */
	assert_true(strstr(svg, DARK) < strstr(svg, "<path "));
	free(svg);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(one_area),
	        cmocka_unit_test(no_zone_changes_nothing),
	        cmocka_unit_test(an_empty_zone_is_one),
	        cmocka_unit_test(several_areas),
	        cmocka_unit_test(star_points_give_way),
	        cmocka_unit_test(pieces_keep_their_case),
	        cmocka_unit_test(points_in_images),
	        cmocka_unit_test(cells_in_images),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
