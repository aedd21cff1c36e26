/* SPDX-License-Identifier: MIT
 * test_client_status_show.c - the list of a status and its board: words, order, letters. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "clients/cli/status_show.h"

static board_t board;
static status_t status;

static tesuji_verdict_t *tell(tesuji_asked_t asked, const char *stones, tesuji_value_t value,
                              const char *best)
{
	tesuji_verdict_t *v = &board.verdict[board.count++];

	*v = (tesuji_verdict_t){.asked = asked,
	                        .colour = TESUJI_WHITE,
	                        .size = 1,
	                        .liberties = 2,
	                        .value = value,
	                        .ko = asked == TESUJI_CUT ? TESUJI_KO_UNASKED : TESUJI_KO_NONE};
	strcpy(v->stones, stones);
	strcpy(v->best, best);
	return v;
}

static void begin(const char *rows)
{
	memset(&board, 0, sizeof(board));
	strcpy(board.rows, rows);
}

static const char *note_of(const char *stones)
{
	for (unsigned i = 0; i < status.count; i++)
		if (strcmp(status.row[i].verdict->stones, stones) == 0)
			return status.note[i];
	return "no row";
}

static void each_verdict_has_its_words(void **state)
{
	tesuji_verdict_t *v;

	(void)state;
	begin("OOO/.../...");
	tell(TESUJI_CAPTURE, "A1", TESUJI_PROVEN, "C3");
	tell(TESUJI_SAVE, "A1", TESUJI_PROVEN, "B2");
	tell(TESUJI_CAPTURE, "A2", TESUJI_PROVEN, "C3");
	tell(TESUJI_SAVE, "A2", TESUJI_DISPROVEN, "");
	tell(TESUJI_CAPTURE, "A3", TESUJI_PROVEN, "B2");
	tell(TESUJI_CAPTURE, "B1", TESUJI_DISPROVEN, "");
	tell(TESUJI_CAPTURE, "B3", TESUJI_UNDECIDED, "");
	tell(TESUJI_CUT, "C1 C2", TESUJI_PROVEN, "pass");
	tell(TESUJI_CUT, "A1 A2", TESUJI_PROVEN, "A1");
	tell(TESUJI_CUT, "A1 A3", TESUJI_DISPROVEN, "");
	v = tell(TESUJI_CAPTURE, "C1", TESUJI_PROVEN, "C2");
	v->ko = TESUJI_KO_FIGHT;
	v = tell(TESUJI_SAVE, "C1", TESUJI_PROVEN, "C2");
	v->ko = TESUJI_KO_FIGHT;
	v->ko_threats = TESUJI_UNLIMITED;
	board.undecided = 1;
	status_show_make(&status, &board);
	assert_int_equal(status.count, 7);
	assert_string_equal(note_of("A1"), "captured at C3 (A); saved at B2 (B)");
	assert_string_equal(note_of("A2"), "captured at C3 (A); not saved");
	assert_string_equal(note_of("A3"), "captured at B2 (B); saving it is not decided");
	assert_string_equal(note_of("B1"), "no row");
	assert_string_equal(note_of("B3"), "not decided");
	assert_string_equal(note_of("C1 C2"), "cut as it stands");
	assert_string_equal(note_of("A1 A2"), "cut at A1 (D)");
	assert_string_equal(note_of("C1"), "captured at C2 (C) by ko (needs no threat); "
	                                   "saved at C2 (C) by ko (needs more than 2 threats)");
	assert_int_equal(status.captured, 4);
	assert_int_equal(status.saved, 2);
	assert_int_equal(status.blocks, 6);
	assert_int_equal(status.cut, 2);
	assert_int_equal(status.pairs, 3);
}

static void the_urgent_stand_first(void **state)
{
	(void)state;
	begin("OOO/.../...");
	tell(TESUJI_CUT, "A1 A2", TESUJI_PROVEN, "C3")->liberties = 1;
	tell(TESUJI_CAPTURE, "A1", TESUJI_UNDECIDED, "")->liberties = 1;
	tell(TESUJI_CAPTURE, "A2", TESUJI_PROVEN, "C3")->liberties = 3;
	tell(TESUJI_CAPTURE, "A3", TESUJI_PROVEN, "C3");
	tell(TESUJI_CAPTURE, "B3", TESUJI_PROVEN, "C3")->size = 4;
	status_show_make(&status, &board);
	assert_int_equal(status.count, 5);
	assert_string_equal(status.row[0].verdict->stones, "B3");
	assert_string_equal(status.row[1].verdict->stones, "A3");
	assert_string_equal(status.row[2].verdict->stones, "A2");
	assert_string_equal(status.row[3].verdict->stones, "A1 A2");
	assert_string_equal(status.row[4].verdict->stones, "A1");
}

static void letters_end(void **state)
{
	char rows[19 * 20];

	(void)state;
	memset(rows, '.', sizeof(rows));
	for (unsigned y = 1; y <= 19; y++)
		rows[20 * y - 1] = '/';
	rows[sizeof(rows) - 1] = '\0';
	begin(rows);
	for (unsigned i = 0; i < 30; i++) {
		char stones[8], best[8];

		snprintf(stones, sizeof(stones), "%c%u", 'A' + (int)(i % 7), 1 + i / 7);
		snprintf(best, sizeof(best), "%c%u", 'A' + (int)(i % 7), 10 + i / 7);
		tell(TESUJI_CAPTURE, stones, TESUJI_PROVEN, best);
	}
	status_show_make(&status, &board);
	assert_int_equal(status.count, 30);
	assert_int_equal(status.letter_count, STATUS_LETTERS);
	for (unsigned i = 0; i < status.mark_count; i++)
		assert_true(status.mark[i].letter != 'X' && status.mark[i].letter != 'O');
	assert_null(strchr(status.note[29], '('));
	assert_non_null(strchr(status.note[0], '('));
}

/* printed is what status_show_print writes. */
static void printed(char *out, size_t room)
{
	FILE *file = tmpfile();
	size_t length;

	assert_non_null(file);
	status_show_print(file, &status);
	rewind(file);
	length = fread(out, 1, room - 1, file);
	out[length] = '\0';
	fclose(file);
}

static void the_board_is_marked(void **state)
{
	char text[2048];

	(void)state;
	begin("OO./.X./X.O");
	tell(TESUJI_CAPTURE, "A3", TESUJI_PROVEN, "A2")->size = 2;
	status_show_make(&status, &board);
	printed(text, sizeof(text));
	assert_non_null(strstr(text, "1 of 1 blocks can be captured, 0 of them saved; 0 of 0 pairs "
	                             "can be cut; 0 not decided.\n"));
	assert_non_null(strstr(text, "\n  white A3       2 stones   2 liberties   captured at A2 "
	                             "(A); saving it is not decided\n"));
	assert_non_null(strstr(text, "  3 o o .  3\n  2 A X .  2\n  1 X . O  1\n"));
	begin("OO./..../X.O"); /* of a daemon that tells nonsense: a list without a board */
	status_show_make(&status, &board);
	printed(text, sizeof(text));
	assert_null(strstr(text, "letters"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(each_verdict_has_its_words),
	        cmocka_unit_test(the_urgent_stand_first),
	        cmocka_unit_test(letters_end),
	        cmocka_unit_test(the_board_is_marked),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
