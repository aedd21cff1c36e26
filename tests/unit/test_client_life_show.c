/* SPDX-License-Identifier: MIT
 * test_client_life_show.c - the answer about a dragon: its words, the marks of its board, JSON. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "clients/cli/life_show.h"

static life_answer_t answer;
static life_picture_t picture;

static tesuji_verdict_t *tell(tesuji_asked_t asked, const char *tried, tesuji_value_t value,
                              const char *best)
{
	tesuji_verdict_t *v = &answer.verdict[answer.count++];

	*v = (tesuji_verdict_t){.asked = asked,
	                        .colour = answer.dragon.colour,
	                        .value = value,
	                        .ko = tried[0] != '\0' || value == TESUJI_UNDECIDED
	                                      ? TESUJI_KO_UNASKED
	                              : value == TESUJI_PROVEN ? TESUJI_KO_NONE
	                                                       : TESUJI_KO_FAILS};
	strcpy(v->stones, "Q10");
	strcpy(v->tried, tried);
	strcpy(v->best, best);
	return v;
}

static tesuji_verdict_t *judge(tesuji_asked_t asked, tesuji_ko_t ko, double chance,
                               const char *best)
{
	tesuji_verdict_t *v = tell(asked, "", TESUJI_UNDECIDED, best);

	v->ko = ko;
	v->is_judged = 1;
	v->chance = chance;
	return v;
}

static void begin(tesuji_life_t life, bool closed)
{
	memset(&answer, 0, sizeof(answer));
	answer.life = life;
	answer.dragon = (tesuji_dragon_t){
	        .colour = TESUJI_WHITE, .size = 12, .liberties = 1, .closed = closed};
	strcpy(answer.dragon.rows, "OOX/..X/XX.");
	strcpy(answer.dragon.stones, "A3");
	strcpy(answer.dragon.around, "C3");
	strcpy(answer.dragon.region, "A3-B2");
}

static void says(const char *first, const char *second, const char *third)
{
	life_show_make(&picture, &answer);
	assert_int_equal(picture.line_count, 3);
	assert_string_equal(picture.line[0], first);
	assert_string_equal(picture.line[1], second);
	assert_string_equal(picture.line[2], third);
}

static void lives_have_their_words(void **state)
{
	(void)state;
	begin(TESUJI_LIFE_UNSETTLED, true);
	tell(TESUJI_KILL, "", TESUJI_PROVEN, "A2");
	tell(TESUJI_LIVE, "", TESUJI_PROVEN, "B2");
	says("white A3 (12 stones, 1 liberty) is unsettled.",
	     "Black moves first: it dies after A2 (proven)",
	     "White moves first: it lives after B2 (proven)");
	begin(TESUJI_LIFE_ALIVE, true);
	answer.dragon.colour = TESUJI_BLACK;
	tell(TESUJI_KILL, "", TESUJI_DISPROVEN, "");
	tell(TESUJI_LIVE, "", TESUJI_PROVEN, "pass");
	says("black A3 (12 stones, 1 liberty) is alive.", "White moves first: it lives (proven)",
	     "Black moves first: it lives (proven)");
	begin(TESUJI_LIFE_ALIVE, false);
	tell(TESUJI_KILL, "", TESUJI_DISPROVEN, "");
	says("white A3 (12 stones, 1 liberty) is alive, or gets out of the region.",
	     "Black moves first: it lives (proven)", "White moves first: not decided");
	begin(TESUJI_LIFE_DEAD, true);
	answer.dragon.size = 1;
	answer.dragon.liberties = 2;
	tell(TESUJI_KILL, "", TESUJI_PROVEN, "pass");
	tell(TESUJI_LIVE, "", TESUJI_DISPROVEN, "");
	says("white A3 (1 stone, 2 liberties) is dead.", "Black moves first: it dies (proven)",
	     "White moves first: it dies (proven)");
	begin(TESUJI_LIFE_SEKI, true);
	tell(TESUJI_KILL, "", TESUJI_DISPROVEN, "");
	tell(TESUJI_EYES, "", TESUJI_PROVEN, "A2");
	life_show_make(&picture, &answer);
	assert_string_equal(picture.line[0], "white A3 (12 stones, 1 liberty) is alive in seki.");
}

static void kos_name_their_threats(void **state)
{
	tesuji_verdict_t *v;

	(void)state;
	begin(TESUJI_LIFE_KO, true);
	v = tell(TESUJI_KILL, "", TESUJI_PROVEN, "A2");
	v->ko = TESUJI_KO_FIGHT;
	v = tell(TESUJI_LIVE, "", TESUJI_PROVEN, "");
	v->ko = TESUJI_KO_FIGHT;
	v->ko_threats = TESUJI_UNLIMITED;
	says("white A3 (12 stones, 1 liberty) is unsettled, with a ko.",
	     "Black moves first: it dies after A2 by ko (needs no threat) (proven)",
	     "White moves first: it lives by ko (needs more than 2 threats) (proven)");
	v->ko_threats = 4711;
	life_show_make(&picture, &answer);
	assert_non_null(strstr(picture.line[2], "more than 2 threats"));
}

static void judgements_are_named_so(void **state)
{
	(void)state;
	begin(TESUJI_LIFE_OPEN, true);
	judge(TESUJI_KILL, TESUJI_KO_FIGHT, 0.835, "A2")->ko_threats = 1;
	judge(TESUJI_LIVE, TESUJI_KO_NONE, 0.9, "pass");
	says("white A3 (12 stones, 1 liberty) is probably unsettled.",
	     "Black moves first: it dies after A2 by ko (needs 1 threat) (judged, 84 %)",
	     "White moves first: it lives (judged, 90 %)");
	begin(TESUJI_LIFE_OPEN, true);
	judge(TESUJI_KILL, TESUJI_KO_FAILS, 0.25, "");
	judge(TESUJI_LIVE, TESUJI_KO_NONE, 0.9, "pass");
	says("white A3 (12 stones, 1 liberty) is probably alive.",
	     "Black moves first: it lives (judged, 75 %)",
	     "White moves first: it lives (judged, 90 %)");
	begin(TESUJI_LIFE_OPEN, true);
	tell(TESUJI_KILL, "", TESUJI_PROVEN, "A2");
	judge(TESUJI_LIVE, TESUJI_KO_FAILS, 0.0, "");
	says("white A3 (12 stones, 1 liberty) is probably dead.",
	     "Black moves first: it dies after A2 (proven)",
	     "White moves first: it dies (judged, 100 %)");
	begin(TESUJI_LIFE_OPEN, true);
	tell(TESUJI_KILL, "", TESUJI_UNDECIDED, "");
	tell(TESUJI_LIVE, "", TESUJI_PROVEN, "A2");
	says("white A3 (12 stones, 1 liberty) is not decided.", "Black moves first: not decided",
	     "White moves first: it lives after A2 (proven)");
	begin(TESUJI_LIFE_UNTOLD, true);
	says("white A3 (12 stones, 1 liberty) is not decided.", "Black moves first: not decided",
	     "White moves first: not decided");
}

/* The first stone alone is named; of "Q10 R11 S12" it was "Q10 R11 ". */
static void bug_names_were_cut_at_eight_letters(void **state)
{
	(void)state;
	begin(TESUJI_LIFE_DEAD, true);
	strcpy(answer.dragon.stones, "Q10 R11 S12");
	life_show_make(&picture, &answer);
	assert_string_equal(picture.line[0], "white Q10 (12 stones, 1 liberty) is dead.");
}

static char mark_of(const char *point)
{
	for (unsigned i = 0; i < picture.mark_count; i++)
		if (strcmp(picture.mark[i].point, point) == 0)
			return picture.mark[i].letter;
	return '?';
}

static void moves_have_letters(void **state)
{
	(void)state;
	begin(TESUJI_LIFE_UNSETTLED, true);
	strcpy(answer.dragon.stones, "A3 B3");
	tell(TESUJI_KILL, "", TESUJI_PROVEN, "A2");
	tell(TESUJI_LIVE, "", TESUJI_PROVEN, "pass");
	tell(TESUJI_KILL, "A2", TESUJI_PROVEN, "");
	tell(TESUJI_KILL, "B2", TESUJI_PROVEN, "");
	tell(TESUJI_KILL, "C2", TESUJI_DISPROVEN, "");
	tell(TESUJI_LIVE, "B2", TESUJI_PROVEN, "");
	tell(TESUJI_LIVE, "D2", TESUJI_PROVEN, "");
	tell(TESUJI_LIVE, "E2", TESUJI_UNDECIDED, "");
	tell(TESUJI_EYES, "", TESUJI_PROVEN, "F2");
	life_show_make(&picture, &answer);
	assert_int_equal(picture.mark_count, 3 + 2);
	assert_int_equal(mark_of("A2"), 'K');
	assert_int_equal(mark_of("B2"), 'B');
	assert_int_equal(mark_of("D2"), 'L');
	assert_int_equal(mark_of("A3"), '\0');
	assert_int_equal(mark_of("B3"), '\0');
	assert_string_equal(picture.diagram.rows, answer.dragon.rows);
	assert_int_equal(picture.diagram.note_count, 3);
}

/* A daemon that says as much as it may, and in strange words. */
static void much_fits(void **state)
{
	static const char letters[] = "ABCDEFGHJKLMNOPQRST";

	(void)state;
	begin(TESUJI_LIFE_UNSETTLED, true);
	for (unsigned i = 0; i < LIFE_VERDICTS_MAX; i++) {
		char point[TESUJI_POINT_BYTES];

		snprintf(point, sizeof(point), "%c%u", letters[i % 19], 1 + i / 19);
		tell(i % 2 == 0 ? TESUJI_KILL : TESUJI_LIVE, point, TESUJI_PROVEN, "");
	}
	memset(answer.dragon.stones, 'x', sizeof(answer.dragon.stones) - 1);
	life_show_make(&picture, &answer);
	assert_int_equal(picture.mark_count, LIFE_MARKS_MAX);
	assert_int_equal(strlen(picture.line[0]), DIAGRAM_NOTE_BYTES - 1);
}

static char *printed(bool json)
{
	char *text = NULL;
	size_t length;
	FILE *out = open_memstream(&text, &length);

	assert_non_null(out);
	life_show_make(&picture, &answer);
	if (json)
		life_show_json(out, &answer, "unix:/x");
	else
		life_show_print(out, &answer, &picture);
	fclose(out);
	return text;
}

static void what_is_printed(void **state)
{
	char *text;

	(void)state;
	begin(TESUJI_LIFE_UNSETTLED, false);
	tell(TESUJI_KILL, "", TESUJI_PROVEN, "A2");
	text = printed(false);
	assert_string_equal(
	        text,
	        "white A3 (12 stones, 1 liberty) is unsettled.\n\n"
	        "  Black moves first: it dies after A2 (proven)\n"
	        "  White moves first: not decided\n\n"
	        "  the dragon    A3\n"
	        "  surrounded by C3\n"
	        "  region        A3-B2\n"
	        "                not closed: who gets out of it counts as alive\n\n"
	        "    A B C\n"
	        "  3 o o X  3\n"
	        "  2 K . X  2\n"
	        "  1 X X .  1\n"
	        "    A B C\n"
	        "    X black, O white; small: the dragon; K: Black kills there, L: White lives,\n"
	        "    B: either, whoever plays there\n");
	free(text);
	strcpy(answer.dragon.region, "");
	strcpy(answer.dragon.around, "");
	answer.dragon.closed = 1;
	text = printed(false);
	assert_non_null(strstr(text, "  the dragon    A3\n  region        the whole board\n\n"));
	assert_null(strstr(text, "not closed"));
	free(text);
	judge(TESUJI_LIVE, TESUJI_KO_FAILS, 0.25, "");
	tell(TESUJI_KILL, "B2", TESUJI_PROVEN, "");
	text = printed(true);
	assert_non_null(strstr(text, "\"life\": \"unsettled\""));
	assert_non_null(strstr(text, "\"chance\": 0.250"));
	assert_non_null(strstr(text, "\"tried\": \"B2\""));
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(lives_have_their_words),
	        cmocka_unit_test(kos_name_their_threats),
	        cmocka_unit_test(judgements_are_named_so),
	        cmocka_unit_test(bug_names_were_cut_at_eight_letters),
	        cmocka_unit_test(moves_have_letters),
	        cmocka_unit_test(much_fits),
	        cmocka_unit_test(what_is_printed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
