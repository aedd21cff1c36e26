/* SPDX-License-Identifier: MIT
 * test_client_diagram.c - the board in text, character by character. */
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

static tesuji_report_t report;

/* given sets the board, the goal's point and the line (words). */
static void given(const char *rows, const char *target, const char *line)
{
	char copy[4096], *rest = NULL;

	memset(&report, 0, sizeof(report));
	strcpy(report.rows, rows);
	strcpy(report.target, target);
	strcpy(copy, line);
	for (char *word = strtok_r(copy, " ", &rest); word != NULL;
	     word = strtok_r(NULL, " ", &rest))
		strcpy(report.line[report.line_length++], word);
}

static bool drawn(FILE *out)
{
	diagram_t diagram;

	diagram_of_report(&diagram, &report);
	return diagram_text(out, &diagram, NULL);
}

static void shows(const char *expected)
{
	char *text = NULL;
	size_t bytes = 0;
	FILE *out = open_memstream(&text, &bytes);

	assert_true(drawn(out));
	fclose(out);
	assert_string_equal(text, expected);
	free(text);
}

static void one_digit(void **state)
{
	(void)state;
	given("..X/XO./.../O..", "B3", "C3 B2 A2");
	shows("    A B C\n"
	      "  4 . . X  4\n"
	      "  3 X[O]1  3\n"
	      "  2 3 2 .  2\n"
	      "  1 O . .  1\n"
	      "    A B C\n");
}

static void goals_of_several_stones(void **state)
{
	(void)state;
	given("..X/XO./.../O..", "B3 A1", "C3");
	shows("    A B C\n"
	      "  4 . . X  4\n"
	      "  3 X[O]1  3\n"
	      "  2 . . .  2\n"
	      "  1[O]. .  1\n"
	      "    A B C\n");
	given("..X/XO./.../O..", "B3 K9", "C3"); /* one is off the board */
	shows("    A B C\n"
	      "  4 . . X  4\n"
	      "  3 X O 1  3\n"
	      "  2 . . .  2\n"
	      "  1 O . .  1\n"
	      "    A B C\n");
}

static void two_digits_align_and_brackets_touch(void **state)
{
	(void)state;
	given("O.../..../..X.", "A3", "B3 C3 D3 A2 B2 C2 D2 A1 B1 D1");
	shows("     A  B  C  D\n"
	      "  3 [O] 1  2  3  3\n"
	      "  2  4  5  6  7  2\n"
	      "  1  8  9  X 10  1\n"
	      "     A  B  C  D\n");
}

static void passes_and_replayed_points_are_told_below(void **state)
{
	(void)state;
	given("XO/..", "B2", "A1 pass B1 A1 A2 B1");
	shows("    A B\n"
	      "  2 X[O] 2\n"
	      "  1 1 3  1\n"
	      "    A B\n"
	      "    2 pass, 4 at 1, 5 at A2, 6 at 3\n");
}

static void many_notes_are_folded(void **state)
{
	char line[1024] = "", *text = NULL, *at;
	size_t bytes = 0;
	FILE *out = open_memstream(&text, &bytes);

	(void)state;
	for (int i = 0; i < 60; i++)
		strcat(line, "pass ");
	given("X.", "A1", line);
	assert_true(drawn(out));
	fclose(out);
	for (char *start = text; (at = strchr(start, '\n')) != NULL; start = at + 1)
		assert_in_range(at - start, 1, 78);
	assert_non_null(strstr(text, "60 pass\n"));
	free(text);
}

static void star_points(void **state)
{
	char rows[9 * 10 + 1] = "";

	(void)state;
	for (int i = 0; i < 9; i++)
		strcat(rows, i == 0 ? "........." : "/.........");
	given(rows, "", "");
	shows("    A B C D E F G H J\n"
	      "  9 . . . . . . . . .  9\n"
	      "  8 . . . . . . . . .  8\n"
	      "  7 . . + . . . + . .  7\n"
	      "  6 . . . . . . . . .  6\n"
	      "  5 . . . . + . . . .  5\n"
	      "  4 . . . . . . . . .  4\n"
	      "  3 . . + . . . + . .  3\n"
	      "  2 . . . . . . . . .  2\n"
	      "  1 . . . . . . . . .  1\n"
	      "    A B C D E F G H J\n");
}

static void nineteen_has_nine_stars_and_no_letter_i(void **state)
{
	char rows[19 * 20 + 1] = "", *text = NULL;
	size_t bytes = 0, stars = 0;
	FILE *out = open_memstream(&text, &bytes);

	(void)state;
	for (int i = 0; i < 19; i++)
		strcat(rows, i == 0 ? "..................." : "/...................");
	given(rows, "T19", "A1 T1");
	assert_true(drawn(out));
	fclose(out);
	for (const char *p = text; *p != '\0'; p++)
		stars += *p == '+';
	assert_int_equal(stars, 9);
	assert_non_null(strstr(text, "G H J K L M N O P Q R S T\n"));
	assert_non_null(strstr(text, "\n 19 . . "));
	assert_non_null(strstr(text, " .[.]19\n"));
	assert_non_null(strstr(text, "\n  1 1 . . "));
	free(text);
}

static void bad_boards_print_nothing(void **state)
{
	static const char *const bad[] = {
	        "", "/", "X/", "X./X", "XZ", ".....................", "X//X", "x.",
	};
	FILE *out = tmpfile();

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		given(bad[i], "A1", "A1");
		assert_false(drawn(out));
	}
	assert_int_equal(ftell(out), 0);
	fclose(out);
}

static void hostile_lines_do_no_harm(void **state)
{
	(void)state;
	given("..", "Z9", "Q19 D4 I1 A0 A01 zz B1 A999");
	shows("    A B\n"
	      "  1 . 7  1\n"
	      "    A B\n"
	      "    1 Q19, 2 D4, 3 I1, 4 A0, 5 A01, 6 zz, 8 A999\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(one_digit),
	        cmocka_unit_test(goals_of_several_stones),
	        cmocka_unit_test(two_digits_align_and_brackets_touch),
	        cmocka_unit_test(passes_and_replayed_points_are_told_below),
	        cmocka_unit_test(many_notes_are_folded),
	        cmocka_unit_test(star_points),
	        cmocka_unit_test(nineteen_has_nine_stars_and_no_letter_i),
	        cmocka_unit_test(bad_boards_print_nothing),
	        cmocka_unit_test(hostile_lines_do_no_harm),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
