/* SPDX-License-Identifier: MIT
 * test_go_problem.c - problems in text: what is accepted, how it reads back, and
 * the one complaint that each mistake gets.
 */
#include "engine/base/mem.h"
#include "engine/game/game.h"
#include "engine/game/geometry.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { THREADS = 4 };

static const char rows_plain[] = "..X/.OX/...";
static const char rows_ko[] = "O../OX./.OX"; /* black may have lost a stone on A1 */

static problem_t problem_of(const char *rows, const char *target)
{
	return (problem_t){.game = "go", .goal = "capture", .rows = rows, .target = target};
}

static position_t *create(const problem_t *problem)
{
	position_t *pos = NULL;
	errinfo_t why;

	if (game_create(problem, &pos, &why) != ERR_OK)
		fail_msg("%s: %s", problem->rows, why.text);
	assert_non_null(pos);
	return pos;
}

static void refuse(const problem_t *problem, err_t code, const char *text)
{
	position_t *pos = (position_t *)(void *)&pos;
	const size_t live = mem_live();
	errinfo_t why = {.code = ERR_OK};

	assert_int_equal(game_create(problem, &pos, &why), code);
	assert_null(pos);
	assert_int_equal(why.code, code);
	assert_string_equal(why.text, text);
	assert_int_equal(game_create(problem, &pos, NULL), code);
	assert_int_equal(mem_live(), live);
}

static void test_rows_refused(void **state)
{
	static const struct {
		const char *rows;
		err_t code;
		const char *text;
	} bad[] = {
	        {NULL, ERR_MISSING, "position.rows: no board is given"},
	        {"", ERR_RANGE, "position.rows: row 1 has 0 points, a board has 2 to 19"},
	        {"X/O", ERR_RANGE, "position.rows: row 1 has 1 points, a board has 2 to 19"},
	        {"....................", ERR_RANGE,
	         "position.rows: row 1 has 20 points, a board has 2 to 19"},
	        {"...", ERR_RANGE, "position.rows: 1 rows, a board has 2 to 19"},
	        {"../../../../../../../../../../../../../../../../../../../..", ERR_RANGE,
	         "position.rows: 20 rows, a board has 2 to 19"},
	        {".../..", ERR_SYNTAX, "position.rows: row 2 has 2 points, expected 3"},
	        {".../....", ERR_SYNTAX, "position.rows: row 2 has 4 points, expected 3"},
	        {".../.../", ERR_SYNTAX, "position.rows: row 3 has 0 points, expected 3"},
	        {".../.x.", ERR_SYNTAX,
	         "position.rows: row 2, point 2: 'x' is none of '.', 'X', 'O'"},
	        {"..\n/...", ERR_SYNTAX,
	         "position.rows: row 1, point 3: 0x0a is none of '.', 'X', 'O'"},
	        {"OX./X../...", ERR_POSITION, "position.rows: the block on A3 has no liberty"},
	        {"OO/OO", ERR_POSITION, "position.rows: the block on A2 has no liberty"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		char target[] = {'A', '2', '\0'};
		problem_t problem;

		if (bad[i].rows != NULL && strncmp(bad[i].rows, "OX.", 3) == 0)
			target[1] = '3';
		problem = problem_of(bad[i].rows, target);
		refuse(&problem, bad[i].code, bad[i].text);
	}
}

static void test_goal_refused(void **state)
{
	problem_t p = problem_of(rows_plain, "B2");

	(void)state;
	p.options = "k=4";
	refuse(&p, ERR_VALUE, "options: go has no option \"k\"");
	p.options = NULL;
	p.goal = "love";
	refuse(&p, ERR_GAME, "goal.type: go has no goal \"love\"");
	p.goal = "capture";
	p.target = NULL;
	refuse(&p, ERR_MISSING, "goal.target: no point is given");
	p.target = "D4";
	refuse(&p, ERR_VALUE, "goal.target: \"D4\" is not a point of a 3x3 board");
	p.target = "A1";
	refuse(&p, ERR_VALUE, "goal.target: there is no stone on A1");
	p.target = "B2";
	p.attacker = COLOUR_WHITE;
	refuse(&p, ERR_VALUE, "goal.attacker: the stone on B2 is the attacker's own");
	p.attacker = COLOUR_NONE;
	p.attacker_threats = 4;
	refuse(&p, ERR_RANGE, "threats.attacker: 4 is none of 0, 1, 2, unlimited (3)");
	p.attacker_threats = THREATS_UNLIMITED;
	p.defender_threats = 9;
	refuse(&p, ERR_RANGE, "threats.defender: 9 is none of 0, 1, 2, unlimited (3)");
}

static void test_ko_refused(void **state)
{
	problem_t p = problem_of(rows_ko, "A3");

	(void)state;
	p.ko = "A9";
	refuse(&p, ERR_VALUE, "ko: \"A9\" is not a point of a 3x3 board");
	p.ko = "A2";
	refuse(&p, ERR_POSITION, "ko: there is a stone on A2");
	p.ko = "C3"; /* open around */
	refuse(&p, ERR_POSITION,
	       "ko: no ko on C3, the attacker would not capture a single stone there");
	p = problem_of("X.X/XX./.OO", "C1");
	p.ko = "B3"; /* the attacker's own eye */
	refuse(&p, ERR_POSITION,
	       "ko: no ko on B3, the attacker would not capture a single stone there");
	p = problem_of(".OX/OOX/X.X", "B3"); /* would take three */
	p.ko = "A3";
	refuse(&p, ERR_POSITION,
	       "ko: no ko on A3, the attacker would not capture a single stone there");
}

static void test_points_read(void **state)
{
	static const char *const bad[] = {"",    "D",   "4",   "D0",  "D04", "I4",           "U1",
	                                  "D20", "D4 ", " D4", "D-1", "D4x", "D999999999999"};
	char rows[ROWS_TEXT_MAX] = "";
	problem_t problem = problem_of(rows, "A19");
	position_t *pos;

	(void)state;
	for (unsigned y = 0; y < SIDE_MOST; y++)
		strcat(rows, y == 0 ? "O.................." : "/...................");
	pos = create(&problem);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_int_equal(pos->game->move_parse(pos, bad[i]), MOVE_NONE);
	assert_int_equal(pos->game->move_parse(pos, NULL), MOVE_NONE);
	assert_int_equal(pos->game->move_parse(pos, "pass"), MOVE_PASS);
	assert_int_equal(pos->game->move_parse(pos, "A19"), 0);
	assert_int_equal(pos->game->move_parse(pos, "t19"), 18);
	assert_int_equal(pos->game->move_parse(pos, "T1"), 360);
	assert_int_equal(pos->game->move_parse(pos, "J10"), 179); /* I is left out */
	for (unsigned move = 0; move < AREA_MAX; move++) {
		char text[MOVE_TEXT_MAX];
		strbuf_t out;

		strbuf_init(&out, text, sizeof(text));
		pos->game->move_text(pos, (move_t)move, &out);
		assert_false(out.overflow);
		assert_int_equal(pos->game->move_parse(pos, text), move);
	}
	position_free(pos);
}

static void check_rows(const position_t *pos, const char *expected)
{
	char rows[ROWS_TEXT_MAX];
	strbuf_t out;

	strbuf_init(&out, rows, sizeof(rows));
	pos->game->rows_text(pos, &out);
	assert_string_equal(rows, expected);
}

static void test_reads_back(void **state)
{
	problem_t problem = problem_of(".X.O/O..X", "D2");
	position_t *pos = create(&problem);
	char text[MOVE_TEXT_MAX];
	strbuf_t out;

	(void)state;
	check_rows(pos, problem.rows);
	assert_int_equal(pos->turn, SIDE_ATTACKER);
	assert_int_equal(pos->game->attacker(pos), COLOUR_BLACK);
	assert_int_equal(pos->game->distance(pos), 1);
	pos->game->play(pos, pos->game->finish(pos));
	check_rows(pos, ".XX./O..X");
	pos->game->undo(pos);
	check_rows(pos, problem.rows);
	strbuf_init(&out, text, sizeof(text));
	pos->game->move_text(pos, MOVE_PASS, &out);
	assert_string_equal(text, "pass");
	position_free(pos);
}

static void test_ko_and_threats(void **state)
{
	problem_t problem = problem_of(rows_ko, "B1");
	position_t *pos;
	move_t ko;

	(void)state;
	problem.ko = "A1";
	pos = create(&problem);
	ko = pos->game->move_parse(pos, "A1");
	assert_false(pos->game->legal(pos, ko));
	assert_int_equal(pos->game->finish(pos), MOVE_NONE);
	pos->game->play(pos, pos->game->move_parse(pos, "C3"));
	pos->game->play(pos, MOVE_PASS);
	assert_int_equal(pos->game->finish(pos), ko); /* the ban lasts one move */
	position_free(pos);

	problem.attacker_threats = 1;
	pos = create(&problem);
	assert_int_equal(pos->game->finish(pos), ko);
	position_free(pos);

	problem.ko = NULL;
	problem.attacker_threats = 0;
	pos = create(&problem);
	assert_int_equal(pos->game->finish(pos), ko);
	position_free(pos);
}

/* Whatever decides the result is in the key. */
static void test_keys_differ(void **state)
{
	problem_t p[] = {
	        problem_of(".O./.X./...", "B3"),     problem_of(".O./.X./...", "B2"),
	        problem_of(".O./.X./.../...", "B4"), problem_of(".O../X.../....", "B3"),
	        problem_of(".X./.O./...", "B3"),     problem_of(".O./.X./...", "B3"),
	        problem_of(".O./.X./...", "B3"),     problem_of(rows_ko, "B1"),
	        problem_of(rows_ko, "B1"),           problem_of(".OO/.X./...", "B3"),
	        problem_of(".OO/.X./...", "C3"),
	};
	const size_t count = sizeof(p) / sizeof(p[0]);
	hashkey_t key[sizeof(p) / sizeof(p[0]) + 1];

	(void)state;
	p[5].attacker_threats = 1;
	p[6].defender_threats = 1;
	p[8].ko = "A1";
	for (size_t i = 0; i < count; i++) {
		position_t *pos = create(&p[i]);

		key[i] = pos->game->key(pos);
		if (i == 0) { /* the same stones, the other side to move */
			pos->game->play(pos, pos->game->move_parse(pos, "A1"));
			key[count] = pos->game->key(pos);
			pos->game->play(pos, MOVE_PASS);
			assert_true(key[count].lo != pos->game->key(pos).lo);
		}
		position_free(pos);
	}
	for (size_t i = 0; i <= count; i++)
		for (size_t k = 0; k < i; k++)
			assert_true(key[i].lo != key[k].lo && key[i].hi != key[k].hi);
}

static void *create_all_sizes(void *failed)
{
	for (unsigned width = 2; width <= SIDE_MOST; width++)
		for (unsigned height = 2; height <= SIDE_MOST; height++) {
			char rows[ROWS_TEXT_MAX];
			char target[MOVE_TEXT_MAX];
			problem_t problem = problem_of(rows, target);
			position_t *pos = NULL;
			strbuf_t out;

			strbuf_init(&out, rows, sizeof(rows));
			for (unsigned p = 0; p < width * height; p++) {
				if (p > 0 && p % width == 0)
					strbuf_char(&out, '/');
				strbuf_char(&out, p == 0 ? 'O' : '.');
			}
			snprintf(target, sizeof(target), "A%u", height);
			if (game_create(&problem, &pos, NULL) != ERR_OK ||
			    pos->game->distance(pos) != 2)
				*(bool *)failed = true;
			position_free(pos);
		}
	return NULL;
}

/* The tables of a size are built by whoever comes first. */
static void test_sizes_from_many_threads(void **state)
{
	pthread_t thread[THREADS];
	bool failed[THREADS] = {false};

	(void)state;
	for (unsigned i = 0; i < THREADS; i++)
		assert_int_equal(pthread_create(&thread[i], NULL, create_all_sizes, &failed[i]), 0);
	for (unsigned i = 0; i < THREADS; i++)
		assert_int_equal(pthread_join(thread[i], NULL), 0);
	for (unsigned i = 0; i < THREADS; i++)
		assert_false(failed[i]);
}

static void test_no_memory(void **state)
{
	const problem_t problem = problem_of(rows_plain, "B2");
	position_t *pos;
	errinfo_t why;

	(void)state;
	mem_fail_after(0);
	assert_int_equal(game_create(&problem, &pos, &why), ERR_NOMEM);
	assert_null(pos);
	assert_false(mem_fail_pending());
	mem_fail_after(-1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_sizes_from_many_threads),
	        cmocka_unit_test(test_rows_refused),
	        cmocka_unit_test(test_goal_refused),
	        cmocka_unit_test(test_ko_refused),
	        cmocka_unit_test(test_points_read),
	        cmocka_unit_test(test_reads_back),
	        cmocka_unit_test(test_ko_and_threats),
	        cmocka_unit_test(test_keys_differ),
	        cmocka_unit_test(test_no_memory),
	};

	return cmocka_run_group_tests_name("go_problem", tests, NULL, NULL);
}
