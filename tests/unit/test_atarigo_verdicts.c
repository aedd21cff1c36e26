/* SPDX-License-Identifier: MIT
 * test_atarigo_verdicts.c - Atari-Go solved: sides without a move, forced moves,
 * symmetries. X attacks throughout. */
#include "tests/unit/conformance.h"
#include "tests/unit/seed.h"
#include "tests/unit/solver_help.h"

enum { JUDGED = 60, ANY_DEPTH = 0 };

static const char *const options[] = {"pass=yes", "pass=no", "stuck=loses", "pass=no stuck=loses"};

static position_t *create(const char *rows, const char *with)
{
	const problem_t problem = {
	        .game = "atarigo", .rows = rows, .options = with, .attacker = COLOUR_BLACK};
	position_t *pos = NULL;
	errinfo_t why = {.code = ERR_OK};

	if (game_create(&problem, &pos, &why) != ERR_OK)
		fail_msg("%s: %s", rows, why.text);
	return pos;
}

static result_t verdict(const char *rows, const char *with, unsigned depth, driver_t driver)
{
	const request_t request = {
	        .problem = {.game = "atarigo",
	                    .rows = rows,
	                    .options = with,
	                    .attacker = COLOUR_BLACK},
	        .limits = {
	                .order = 4, .depth = depth, .driver = driver, .schedule = SCHEDULE_DEPTH}};
	solver_t *solver = make(1);
	const result_t got = solve(solver, &request);

	solver_destroy(solver);
	return got;
}

/* The points left are white's eyes: black has no legal move, and white only moves
 * that put all his stones in atari. */
#define TWO_EYES ".O.O/OOOO/OOOO"
/* One eye too many: black fills it, and then white has no legal move. */
#define THREE_EYES ".X.X/XXXX/X.XX"

static void test_stuck_sides(void **state)
{
	position_t *pos = create(TWO_EYES, "pass=no");
	move_t moves[MOVES_MAX];

	(void)state;
	assert_int_equal(pos->game->legal_moves(pos, moves), 0);
	assert_true(pos->game->may_pass(pos) && pos->game->legal(pos, MOVE_PASS));
	assert_false(pos->game->lost(pos));
	assert_int_equal(pos->game->attacks(pos, 3, NULL, moves), 0);
	assert_int_equal(pos->game->attacks(pos, ORDER_ANY, NULL, moves), 1);
	assert_int_equal(moves[0], MOVE_PASS);
	assert_false(pos->game->repeatable(pos));
	pos->game->play(pos, MOVE_PASS);
	assert_true(pos->game->repeatable(pos));
	assert_false(pos->game->may_pass(pos));
	assert_int_equal(pos->game->replies(pos, NULL, moves), 1); /* fills his own eye */
	pos->game->undo(pos);
	position_free(pos);
	/* who must move at last fills an eye, and is captured */
	assert_int_equal(verdict(TWO_EYES, "pass=no", ANY_DEPTH, DRIVER_PLAIN).value, VALUE_PROVEN);
	assert_int_equal(verdict(TWO_EYES, "pass=no", ANY_DEPTH, DRIVER_PLAIN).depth, 3);
	assert_int_equal(verdict(TWO_EYES, "pass=yes", ANY_DEPTH, DRIVER_PLAIN).value,
	                 VALUE_DISPROVEN);
	assert_int_equal(verdict(TWO_EYES, "pass=no", ANY_DEPTH, DRIVER_LAMBDA).value,
	                 VALUE_DISPROVEN);
	pos = create(TWO_EYES, "stuck=loses pass=no");
	assert_true(pos->game->lost(pos));
	assert_false(pos->game->may_pass(pos));
	position_free(pos);
}

/* A defender without a move loses where `stuck` says so; where it does not, black is
 * the one who must fill an eye next. */
static void test_stuck_defender(void **state)
{
	position_t *pos = create(THREE_EYES, "stuck=loses pass=no");
	move_t moves[MOVES_MAX];

	(void)state;
	assert_int_equal(pos->game->attacks(pos, ORDER_ANY, NULL, moves), 3);
	pos->game->play(pos, moves[0]);
	assert_int_equal(pos->game->replies(pos, NULL, moves), 0);
	assert_false(pos->game->lost(pos));
	assert_false(pos->game->may_pass(pos));
	position_free(pos);
	assert_int_equal(verdict(THREE_EYES, "stuck=loses pass=no", ANY_DEPTH, DRIVER_PLAIN).value,
	                 VALUE_PROVEN);
	assert_int_equal(verdict(THREE_EYES, "pass=no", ANY_DEPTH, DRIVER_PLAIN).value,
	                 VALUE_DISPROVEN);
	assert_int_equal(verdict(THREE_EYES, "stuck=loses", ANY_DEPTH, DRIVER_PLAIN).value,
	                 VALUE_DISPROVEN);
}

/* Where the defender has to move, full-width search cuts by what a forced move can
 * cost him. The judge, which knows no distance, must see the same wins. */
static void test_forced_moves_against_the_judge(void **state)
{
	rng_t rng = seed_take();
	unsigned judged = 0;

	(void)state;
	for (unsigned i = 0; i < JUDGED; i++) {
		char rows[] = "..../..../....";
		const char *with = options[1 + 2 * (i % 2)];
		problem_t problem = {
		        .game = "atarigo", .rows = rows, .options = with, .attacker = COLOUR_BLACK};
		position_t *pos;

		for (char *c = rows; *c != '\0'; c++)
			if (*c == '.' && rng_below(&rng, 3) > 0)
				*c = ".XO"[rng_below(&rng, 3)];
		if (game_create(&problem, &pos, NULL) != ERR_OK)
			continue; /* a block without liberties */
		for (unsigned depth = 1; depth <= 5; depth += 2) {
			long budget = 60000;
			const int won = naive_plain(pos, depth, &budget);

			if (won < 0)
				break;
			judged++;
			if (won != (verdict(rows, with, depth, DRIVER_PLAIN).value == VALUE_PROVEN))
				fail_msg("%s %s: depth %u, the judge says %d", rows, with, depth,
				         won);
		}
		position_free(pos);
	}
	assert_true(judged > JUDGED);
}

static void test_mirrors_keep_verdicts(void **state)
{
	static const char *const rows[] = {".XO./.O../..X.", "..O./O.../...X/..X.", ".O./XXO/..."};

	(void)state;
	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		position_t *pos = create(rows[i], options[i]);
		const result_t mine = verdict(rows[i], options[i], ANY_DEPTH, DRIVER_PLAIN);

		for (unsigned s = 0; s < pos->game->mirrors->count; s++) {
			char text[ROWS_TEXT_MAX];
			position_t *image;
			strbuf_t out;
			result_t its;

			assert_int_equal(pos->game->mirrors->make(pos, s, &image), ERR_OK);
			strbuf_init(&out, text, sizeof(text));
			image->game->rows_text(image, &out);
			its = verdict(text, options[i], ANY_DEPTH, DRIVER_PLAIN);
			assert_int_equal(its.value, mine.value);
			assert_int_equal(its.depth, mine.depth);
			position_free(image);
		}
		position_free(pos);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_stuck_sides),
	        cmocka_unit_test(test_stuck_defender),
	        cmocka_unit_test(test_forced_moves_against_the_judge),
	        cmocka_unit_test(test_mirrors_keep_verdicts),
	};

	return run_group(tests, sizeof(tests) / sizeof(tests[0]));
}
