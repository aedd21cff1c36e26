/* SPDX-License-Identifier: MIT
 * test_go_capture_moves.c - the order of candidates in shapes that everyone knows.
 *
 * What may be left out is tested in test_go_rules; here it is what comes first.
 */
#include "engine/game/game.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/go_help.h"

/* check_first compares the first moves of a list with "D4 E5". */
static void check_first(const position_t *pos, const move_t *moves, unsigned count,
                        const char *expected)
{
	char text[ROWS_TEXT_MAX];
	strbuf_t out;

	strbuf_init(&out, text, sizeof(text));
	for (unsigned i = 0; i < count && out.length < strlen(expected); i++) {
		if (i > 0)
			strbuf_char(&out, ' ');
		pos->game->move_text(pos, moves[i], &out);
	}
	assert_string_equal(text, expected);
}

static void play(position_t *pos, const char *text)
{
	const move_t move = pos->game->move_parse(pos, text);

	assert_true(pos->game->legal(pos, move));
	pos->game->play(pos, move);
}

static void test_ladder(void **state)
{
	position_t *pos =
	        go_position("......./..X..../.XO..../.X...../......./......./.......", "C5", NULL);
	move_t moves[MOVES_MAX];

	(void)state;
	assert_int_equal(pos->game->distance(pos), 2);
	assert_int_equal(pos->game->attacks(pos, 0, NULL, moves), 0);
	/* D5 leads to three liberties, C4 to two: both sides want D5 */
	assert_int_equal(pos->game->attacks(pos, 1, NULL, moves), 2);
	check_first(pos, moves, 2, "D5 C4");
	play(pos, "D5");
	assert_int_equal(pos->game->replies(pos, NULL, moves), 1);
	check_first(pos, moves, 1, "C4");
	play(pos, "C4");
	assert_int_equal(pos->game->attacks(pos, 1, NULL, moves), 2);
	check_first(pos, moves, 2, "C3 D4");
	position_free(pos);
}

/* With slack everything is a candidate; the net's point comes right after the
 * liberties. */
static void test_net(void **state)
{
	position_t *pos =
	        go_position("......./..XX.../.XO..../.X...../......./......./.......", "C5", NULL);
	move_t moves[MOVES_MAX];
	const unsigned count = pos->game->attacks(pos, 2, NULL, moves);

	(void)state;
	assert_int_equal(count, 49 - 5);
	check_first(pos, moves, count, "D5 C4 D4");
	position_free(pos);
}

/* In atari only two kinds of reply help; the capture comes first. */
static void test_rescues(void **state)
{
	position_t *pos = go_position("....../....../.OXO../.XO.../....../......", "C3", NULL);
	move_t moves[MOVES_MAX];

	(void)state;
	play(pos, "C2");
	assert_int_equal(pos->game->replies(pos, NULL, moves), 2);
	check_first(pos, moves, 2, "C5 D3");
	play(pos, "C5");
	assert_int_equal(pos->game->distance(pos), 2);
	position_free(pos);
}

/* The last liberty leads nowhere, so it is no reply. */
static void test_only_capture_rescues(void **state)
{
	position_t *pos = go_position("....../...X../.OXOX./.XO.X./...X../......", "C3", NULL);
	move_t moves[MOVES_MAX];

	(void)state;
	play(pos, "C2");
	assert_int_equal(pos->game->replies(pos, NULL, moves), 1);
	check_first(pos, moves, 1, "C5");
	position_free(pos);
}

/* Not in atari: all legal moves, captures around the target first. */
static void test_counter_capture_first(void **state)
{
	position_t *pos = go_position("....../....../.OXO../.XO.../....../......", "C3", NULL);
	move_t moves[MOVES_MAX];
	unsigned count;

	(void)state;
	play(pos, "A1");
	count = pos->game->replies(pos, NULL, moves);
	assert_int_equal(count, 36 - 6);
	check_first(pos, moves, count, "C5 D3 C2");
	position_free(pos);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_ladder),
	        cmocka_unit_test(test_net),
	        cmocka_unit_test(test_rescues),
	        cmocka_unit_test(test_only_capture_rescues),
	        cmocka_unit_test(test_counter_capture_first),
	};

	return cmocka_run_group_tests_name("go_candidates", tests, NULL, NULL);
}
