/* SPDX-License-Identifier: MIT
 * test_store_question.c - records as questions again: of every game, from every side, each with the
 * answer that was kept; records that lie where nobody looks are refused. */
#include "engine/store/question.h"
#include "engine/store/store_copy.h"
#include "tests/unit/seed.h"
#include "tests/unit/store_help.h"

enum { NODES = 100000, DRAWS = 20 };

static const struct {
	problem_t problem;
	bool verdict, plain;
} asked[] = {
        {.problem = {.game = "go", .rows = "O..../.X.../.....", .target = "A3"}},
        {.problem = {.game = "go",
                     .rows = "......./......./...OX../...XX../......./......./.......",
                     .target = "D5"},
         .verdict = true},
        {.problem = {.game = "go",
                     .rows = "X.O../.OO../OX.../...../.....",
                     .target = "A5",
                     .first = SIDE_DEFENDER,
                     .defender_threats = 1}},
        {.problem = {.game = "go",
                     .rows = ".XO./X.XO/.XO./....",
                     .target = "C3",
                     .attacker = COLOUR_WHITE,
                     .ko = "B3",
                     .attacker_threats = 1}},
        {.problem = {.game = "go",
                     .goal = "connect",
                     .rows = "...../.X.X./...../.O.O./.....",
                     .target = "B4 D4"}},
        {.problem = {.game = "go",
                     .goal = "semeai",
                     .rows = ".XO.../.XOX../XXOX../OOOX../XXXX../......",
                     .target = "C6 B6"}},
        {.problem = {.game = "go",
                     .rows = "O..../.X.../...../...../.....",
                     .target = "A5",
                     .options = "region=A5-C5,B3-C3,A4,A3"}},
        {.problem = {.game = "go",
                     .goal = "live",
                     .rows = ".XO.../XX..../.XO.../..O.../....../......",
                     .target = "B6 A5 B4",
                     .options = "region=A4-C6"},
         .plain = true},
        {.problem = {.game = "go",
                     .goal = "live-any",
                     .rows = ".XO/XX./.XO/..O",
                     .target = "B4",
                     .first = SIDE_DEFENDER}},
        {.problem = {.game = "go",
                     .goal = "capture-any",
                     .rows = "O..X./.X.../...../..XO./..X.O",
                     .target = "A5 D2 E1"}},
        {.problem = {.game = "go",
                     .goal = "capture-all",
                     .rows = "O..X./.X.../...../..XO./..XO.",
                     .target = "A5 D2 D1"}},
        {.problem = {.game = "gomoku",
                     .rows = "......./......./.XX.X../..O.O../......./......./.......",
                     .attacker = COLOUR_BLACK}},
        {.problem = {.game = "gomoku",
                     .rows = "......../.OOO..../..X.X.../......../......../......../........"
                             "/........",
                     .options = "rule=renju",
                     .attacker = COLOUR_WHITE}},
        {.problem = {.game = "gomoku",
                     .rows = ".XX../.O.O./...../...../.....",
                     .options = "k=4 rule=standard",
                     .attacker = COLOUR_WHITE}},
        {.problem = {.game = "atarigo",
                     .rows = "...../.XO../.OX../...../.....",
                     .options = "pass=no stuck=loses",
                     .attacker = COLOUR_WHITE}},
        {.problem = {.game = "hex", .rows = "..../.X../O.../....", .attacker = COLOUR_BLACK}},
        {.problem = {.game = "hex", .rows = "..../.O.X/..../...O", .attacker = COLOUR_WHITE}},
        {.problem = {.game = "chess", .rows = "7k/8/5K2/8/8/8/8/6R1 w - - 0 1"}},
        {.problem = {.game = "chess", .rows = "r3k2r/8/8/8/8/5q2/8/6K1 b kq - 0 1"}},
        {.problem = {.game = "chess", .rows = "7k/6pp/8/4pP2/8/8/8/K5RR w - e6 0 1"}},
};

enum { ASKED = sizeof(asked) / sizeof(asked[0]) };

/* What a walk over records does. */
typedef struct {
	rng_t rng;
	solver_t *fresh;
	unsigned seen, drawn, decided;
} seen_t;

static request_t request_of(const problem_t *problem, bool verdict, int order)
{
	return (request_t){.problem = *problem,
	                   .limits = {.order = order, .nodes = NODES, .workers = 1},
	                   .ko = verdict};
}

/* look makes the question of a record, often, and solves it. */
static bool look(uint64_t hash, const uint8_t *bytes, size_t count, void *context)
{
	seen_t *seen = context;
	errinfo_t why = {.code = ERR_OK};
	char first[ROWS_TEXT_MAX] = "";
	fact_record_t r;

	assert_true(fact_record_open(bytes, count, &r));
	seen->seen++;
	for (unsigned i = 0; i < DRAWS; i++) {
		question_t q;
		request_t request;
		result_t now;

		if (question_make(&r, hash, i > 0 ? &seen->rng : NULL, &q, &why) != ERR_OK)
			fail_msg("%s", why.text);
		if (i == 0)
			strcpy(first, q.rows);
		else if (strcmp(first, q.rows) == 0)
			continue;
		seen->drawn += i > 0;
		request = request_of(&q.problem, q.verdict, (int)q.order);
		if (q.plain)
			request.limits.driver = DRIVER_PLAIN;
		now = solve(seen->fresh, &request);
		if (now.value == VALUE_UNDECIDED)
			continue;
		seen->decided += i == 0;
		if ((unsigned)now.value != r.value || (q.verdict && now.ko != r.ko))
			fail_msg("%.*s: %s: %s", (int)r.question_length, r.question, q.rows,
			         value_name(now.value));
	}
	assert_int_equal(question_make(&r, hash + 1, NULL, &(question_t){.order = 0}, &why),
	                 ERR_VALUE);
	assert_non_null(strstr(why.text, "not where it would be looked for"));
	return true;
}

static void every_question_is_asked_again(void **state)
{
	seen_t seen = {.rng = seed_take(), .fresh = make(1)};
	char folder[FOLDER_BYTES];
	store_t *store;
	solver_t *storing;

	(void)state;
	folder_make(folder);
	store = store_at(folder, STORE_BYTES);
	storing = make_storing(store);
	for (unsigned i = 0; i < ASKED; i++) {
		request_t request = request_of(&asked[i].problem, asked[i].verdict, -1);

		if (asked[i].plain)
			request.limits.driver = DRIVER_PLAIN;
		if (solve(storing, &request).value == VALUE_UNDECIDED)
			fail_msg("%s %s: undecided", asked[i].problem.game, asked[i].problem.rows);
	}
	commit(store);
	assert_int_equal(store_walk(store, look, &seen, NULL), ERR_OK);
	assert_int_equal(seen.seen, ASKED);
	assert_int_equal(seen.decided, ASKED);
	assert_true(seen.drawn > 3 * DRAWS); /* of Go, other boards than the empty one */
	solver_destroy(storing);
	solver_destroy(seen.fresh);
	store_close(store);
	folder_drop(folder);
}

/* Gomoku with an option more, which its create does not need. */
static game_t later_game;

/* An option that a later version adds must leave the questions that are stored without it as they
 * are; they would never be found again. Those that the first stores name stay in. */
static void bug_a_new_option_changed_every_stored_question(void **state)
{
	static game_option_t options[8];
	static canonical_t out;
	const game_t *gomoku = game_find("gomoku");
	const problem_t asked_with[] = {{.game = "later",
	                                 .rows = "...../..X../...../...../.....",
	                                 .attacker = COLOUR_BLACK},
	                                {.game = "later",
	                                 .rows = "...../..X../...../...../.....",
	                                 .options = "width=2",
	                                 .attacker = COLOUR_BLACK}};
	static const char *const questions[] = {"later win k=5 rule=0",
	                                        "later win k=5 rule=0 width=2"};
	const canonical_wish_t wish = {.verdict = CANONICAL_NO_VERDICT};
	unsigned count = 0;

	(void)state;
	for (; gomoku->options[count].name != NULL; count++)
		options[count] = gomoku->options[count];
	options[count] = (game_option_t){
	        .name = "width", .kind = OPTION_NUMBER, .least = 1, .most = 3, .fallback = "1"};
	later_game = *gomoku;
	later_game.name = "later";
	later_game.options = options;
	assert_int_equal(game_register(&later_game), ERR_OK);
	for (size_t i = 0; i < sizeof(questions) / sizeof(*questions); i++) {
		problem_t plain = asked_with[0];
		position_t *pos;

		plain.game = "gomoku";
		assert_int_equal(game_create(&plain, &pos, NULL), ERR_OK);
		pos->game = &later_game;
		assert_true(canonical_make(&asked_with[i], pos, wish, &out));
		assert_string_equal(out.question, questions[i]);
		position_free(pos);
	}
}

/* Records of games, goals and options that there are not, and of boards that are none. */
static void nonsense(void **state)
{
	static const struct {
		const char *question, *box;
		unsigned width;
	} bad[] = {{"", "t", 1},
	           {"go", "t", 1},
	           {"draughts win", "t", 1},
	           {"go capture order=3", "t", 1},
	           {"go capture threats=1", "t", 1},
	           {"go capture banned", "+t+", 3},
	           {"go capture", "???", 3},
	           {"go capture", "t#t", 3},
	           {"gomoku win k=9 rule=0", "a........", 3},
	           {"gomoku win k=3 rule=7", "a........", 3},
	           {"chess mate", "K.k", 3}};

	(void)state;
	for (unsigned i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		const fact_record_t r = {.question = bad[i].question,
		                         .question_length = (unsigned)strlen(bad[i].question),
		                         .box = (const uint8_t *)bad[i].box,
		                         .width = bad[i].width,
		                         .height = (unsigned)strlen(bad[i].box) / bad[i].width};
		errinfo_t why;
		question_t q;

		assert_int_equal(question_make(&r, 1, NULL, &q, &why), ERR_VALUE);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(every_question_is_asked_again),
	        cmocka_unit_test(bug_a_new_option_changed_every_stored_question),
	        cmocka_unit_test(nonsense),
	};

	return run_group(tests, sizeof(tests) / sizeof(tests[0]));
}
