/* SPDX-License-Identifier: MIT
 * test_judge.c - judgements of small positions whose answer is plain: eyes, nakade, escape, a race
 * and ko; a judgement is the same under colours swapped. */
#include "engine/judge/judge.h"

#include <string.h>

#include "tests/unit/seed.h"

enum { AREA = JUDGE_SIDE_MAX * JUDGE_SIDE_MAX };

typedef struct {
	uint8_t stones[AREA];
	judge_question_t question;
} board_t;

/* point_of returns the point that a text such as "B7" names. */
static int point_of(const board_t *b, const char *text)
{
	const int x = text[0] - 'A' - (text[0] > 'I');

	return ((int)b->question.height - (atoi(text + 1))) * (int)b->question.width + x;
}

/* board_make reads rows from the top, separated by slashes. */
static void board_make(const char *rows, const char *dragon, bool kill, board_t *b)
{
	unsigned n = 0;

	memset(b, 0, sizeof *b);
	b->question.stones = b->stones;
	b->question.width = (unsigned)strcspn(rows, "/");
	b->question.height = 1;
	for (const char *c = rows; *c != '\0'; c++) {
		b->question.height += *c == '/';
		if (*c != '/')
			b->stones[n++] = *c == 'X' ? 1 : *c == 'O' ? 2 : 0;
	}
	b->question.ko = JUDGE_NO_POINT;
	b->question.dragon = point_of(b, dragon);
	b->question.kill = kill;
}

/* expect asks and compares code and move; an empty move: any. */
static void expect(const char *rows, const char *dragon, bool kill, int code, const char *move)
{
	judge_answer_t answer, swapped;
	board_t b;

	board_make(rows, dragon, kill, &b);
	judge_dragon(&b.question, &answer);
	if (answer.code != code)
		fail_msg("%s %s: code %d, not %d", rows, dragon, answer.code, code);
	if (move[0] != '\0' && answer.move != point_of(&b, move))
		fail_msg("%s %s: move %d, not %s", rows, dragon, answer.move, move);
	assert_true(answer.life >= 0 && answer.life <= 1 && answer.nodes > 0);
	assert_true(answer.chance > 0.5 && answer.chance < 1);
	for (unsigned i = 0; i < AREA; i++)
		b.stones[i] = b.stones[i] == 0 ? 0 : 3 - b.stones[i];
	judge_dragon(&b.question, &swapped);
	assert_int_equal(swapped.code, answer.code);
}

#define BELOW "/......./......./......./......."

static void test_two_eyes(void **state)
{
	(void)state;
	expect(".X.XO../XXXXO../OOOOO.." BELOW, "B7", true, JUDGE_NO, "");
	expect(".X.XO../XXXXO../OOOOO.." BELOW, "B7", false, JUDGE_YES, "");
}

static void test_one_eye(void **state)
{
	(void)state;
	expect(".XXO.../XXXO.../OOOO..." BELOW, "B7", true, JUDGE_YES, "");
	expect(".XXO.../XXXO.../OOOO..." BELOW, "B7", false, JUDGE_NO, "");
}

static void test_nakade(void **state)
{
	(void)state;
	expect("...XO../XXXXO../OOOOO.." BELOW, "D7", true, JUDGE_YES, "B7");
	expect("...XO../XXXXO../OOOOO.." BELOW, "D7", false, JUDGE_YES, "B7");
	expect("...XO../..XXO../XXXO.../OOOO.../......./.......", "D6", true, JUDGE_YES, "B6");
	expect("..XO.../..XO.../XXXO.../OOOO.../......./.......", "C6", false, JUDGE_NO, "");
	expect("....XO./XXXXXO./OOOOOO." BELOW, "E7", true, JUDGE_NO, "");
}

static void test_escape(void **state)
{
	static const char *open = "........./........./........./....O..../...OX..../....X..../"
	                          "........./........./.........";
	static const char *gate =
	        "............./............./...OOO......./...OXX......./"
	        "...OOO......./............./............./............./............./"
	        "............./............./............./.............";

	(void)state;
	expect(open, "E5", true, JUDGE_NO, "");
	expect(gate, "E10", true, JUDGE_YES, "G10");
	expect(gate, "E10", false, JUDGE_YES, "G10");
}

/* Who moves first wins the race. */
static void test_race(void **state)
{
	static const char *race = ".XO.X../.XO.X../.XOXX../OOOX.../XXXX.../......./.......";

	(void)state;
	expect(race, "B7", true, JUDGE_YES, "");
	expect(race, "B7", false, JUDGE_YES, "");
}

/* The second eye is real once the ko beside it is won: X takes first, then O does. */
static void test_ko(void **state)
{
	static const char *before = ".XXOO../XXXO.../.XOO.../XO.O.../XXOO.../OOO..../.......";
	static const char *after = ".XXOO../XXXO.../.XOO.../X.XO.../XXOO.../OOO..../.......";

	(void)state;
	expect(before, "B7", true, JUDGE_YES, "");
	expect(before, "B7", false, JUDGE_KO_GOOD, "C4");
	expect(after, "B7", true, JUDGE_KO_GOOD, "B4");
	expect(after, "B7", false, JUDGE_YES, "B4");
}

/* The point of a ko may not be taken at once: O has to find the first threat. */
static void test_banned(void **state)
{
	judge_answer_t answer;
	board_t b;

	(void)state;
	board_make(".XXOO../XXXO.../.XOO.../X.XO.../XXOO.../OOO..../.......", "B7", true, &b);
	b.question.ko = point_of(&b, "B4");
	judge_dragon(&b.question, &answer);
	assert_int_equal(answer.code, JUDGE_KO_BAD);
	b.question.nodes = 1;
	judge_dragon(&b.question, &answer);
	assert_true(answer.open && answer.nodes < 100);
}

/* The same question has the same answer; a shape far away does not change it. */
static void test_same(void **state)
{
	judge_answer_t first, second;
	board_t b;

	(void)state;
	board_make("..XO.../..XO.../XXXO.../OOOO.../......./.......", "C6", true, &b);
	judge_dragon(&b.question, &first);
	judge_dragon(&b.question, &second);
	assert_int_equal(first.code, second.code);
	assert_int_equal(first.move, second.move);
	assert_int_equal(first.nodes, second.nodes);
	expect(".XXO.../XXXO.../OOOO..." BELOW "/......./......./......./......./......./......."
	       "/...O.../..OXO../...O...",
	       "B15", true, JUDGE_YES, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_two_eyes), cmocka_unit_test(test_one_eye),
	        cmocka_unit_test(test_nakade),   cmocka_unit_test(test_escape),
	        cmocka_unit_test(test_race),     cmocka_unit_test(test_ko),
	        cmocka_unit_test(test_banned),   cmocka_unit_test(test_same),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
