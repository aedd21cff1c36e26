/* SPDX-License-Identifier: MIT
 * test_analysis.c - what a setter is told, of verdicts that are made up: the classes of problems,
 * the main line, its duals and its end. */
#include "clients/problem/analysis.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* A move of a made-up problem, below the moves `line`. */
typedef struct {
	const char *line, *move;
	tesuji_tells_t verdict;
	unsigned depth;
	bool asked;           /* it has left a question */
	tesuji_state_t state; /* of the question */
} row_t;

/* A problem of the test; its questions are told apart by their rows, which hold the moves so
 * far. */
typedef struct {
	const row_t *row;
	unsigned fails_at;  /* the call that fails; 0: none */
	unsigned silent_at; /* the call whose verdicts do not come to be kept; 0: none */
	unsigned calls;
	int64_t depth[8]; /* of each call */
} script_t;

static int ask(void *context, const tesuji_request_t *request, tesuji_moves_t *begun,
               void (*take)(void *node, const tesuji_event_t *event), void *node)
{
	static tesuji_event_t event;
	script_t *s = context;
	unsigned rank = 0;

	assert_true(s->calls < 8);
	s->depth[s->calls] = request->depth;
	if (++s->calls == s->fails_at)
		return 7;
	memset(begun, 0, sizeof(*begun));
	begun->first = request->first != NULL && strcmp(request->first, "defender") == 0
	                       ? TESUJI_DEFENDER
	                       : TESUJI_ATTACKER;
	for (const row_t *r = s->row; r->line != NULL; r++)
		begun->moves += strcmp(r->line, request->rows) == 0;
	for (const row_t *r = s->row; r->line != NULL && s->calls != s->silent_at; r++) {
		if (strcmp(r->line, request->rows) != 0)
			continue;
		memset(&event, 0, sizeof(event));
		event.kind = TESUJI_EVENT_MOVE;
		event.tried.verdict = r->verdict;
		event.tried.rank = ++rank;
		event.tried.has_question = r->asked;
		snprintf(event.tried.move, sizeof(event.tried.move), "%s", r->move);
		event.report.depth = r->depth;
		event.report.state = r->state;
		event.report.first =
		        begun->first == TESUJI_ATTACKER ? TESUJI_DEFENDER : TESUJI_ATTACKER;
		snprintf(event.report.rows, sizeof(event.report.rows), "%s%s", r->line, r->move);
		take(node, &event);
	}
	return 0;
}

static int analyse(script_t *s, const char *solution, int64_t depth, analysis_t *out)
{
	tesuji_request_t request;

	tesuji_request_init(&request);
	request.rows = "";
	request.depth = depth;
	if (depth != TESUJI_DEFAULT) {
		request.driver = "plain";
		request.engine = "alphabeta";
	}
	return analysis_run(ask, s, &request, solution, true, out);
}

#define WORKS TESUJI_MOVE_WORKS
#define FAILS TESUJI_MOVE_FAILS
#define OPEN  TESUJI_MOVE_OPEN

static void test_the_main_line(void **state)
{
	/* A works; B answers longest (not the pass); then D works at once and C as well, slower */
	static const row_t rows[] = {{"", "X", FAILS, 4, true, TESUJI_DONE},
	                             {"", "A", WORKS, 4, true, TESUJI_DONE},
	                             {"A", "pass", FAILS, 9, true, TESUJI_DONE},
	                             {"A", "E", FAILS, 1, true, TESUJI_DONE},
	                             {"A", "B", FAILS, 3, true, TESUJI_DONE},
	                             {"AB", "C", WORKS, 1, true, TESUJI_DONE},
	                             {"AB", "D", WORKS, 0, false, TESUJI_DONE},
	                             {NULL, NULL, OPEN, 0, false, TESUJI_DONE}};
	script_t s = {.row = rows};
	analysis_t a;

	(void)state;
	assert_int_equal(analyse(&s, "a", TESUJI_DEFAULT, &a), 0);
	assert_int_equal(analysis_is_sound(&a), 1);
	assert_int_equal(analysis_is_unique(&a), 1);
	assert_int_equal(a.solution, SOLUTION_RIGHT);
	assert_int_equal(a.length, 3);
	assert_string_equal(a.line[1], "B");
	assert_string_equal(a.line[2], "D");
	assert_true(a.is_followed);
	assert_int_equal(a.duals, 1);
	assert_int_equal(a.dual[0].ply, 3);
	assert_int_equal(a.dual[0].works, 2);
	analysis_fini(&a);
}

static void test_classes(void **state)
{
	static const struct {
		tesuji_tells_t verdict[3];
		int sound, unique;
		solution_t second; /* if the second move is given as the solution */
	} cases[] = {{{WORKS, FAILS, FAILS}, 1, 1, SOLUTION_WRONG},
	             {{WORKS, WORKS, FAILS}, 1, 0, SOLUTION_RIGHT},
	             {{WORKS, OPEN, FAILS}, 1, -1, SOLUTION_OPEN},
	             {{FAILS, FAILS, FAILS}, 0, 0, SOLUTION_WRONG},
	             {{FAILS, OPEN, FAILS}, -1, -1, SOLUTION_OPEN},
	             {{WORKS, WORKS, OPEN}, 1, 0, SOLUTION_RIGHT}};

	(void)state;
	for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const row_t rows[] = {{"", "A", cases[i].verdict[0], 1, false, TESUJI_DONE},
		                      {"", "B", cases[i].verdict[1], 1, false, TESUJI_DONE},
		                      {"", "C", cases[i].verdict[2], 1, false, TESUJI_DONE},
		                      {NULL, NULL, OPEN, 0, false, TESUJI_DONE}};
		script_t s = {.row = rows};
		analysis_t a;

		assert_int_equal(analyse(&s, "B", TESUJI_DEFAULT, &a), 0);
		assert_int_equal(analysis_is_sound(&a), cases[i].sound);
		assert_int_equal(analysis_is_unique(&a), cases[i].unique);
		assert_int_equal(a.solution, cases[i].second);
		analysis_fini(&a);
	}
}

/* With a depth a move that was searched to its end without a proof is too slow; one that was not
 * stays open. Each step of the line has two plies less. */
static void test_depth(void **state)
{
	static const row_t rows[] = {{"", "A", WORKS, 4, true, TESUJI_DONE},
	                             {"", "S", OPEN, 0, true, TESUJI_DONE},
	                             {"", "T", OPEN, 0, true, TESUJI_EXPIRED},
	                             {"A", "B", FAILS, 3, true, TESUJI_DONE},
	                             {"AB", "D", WORKS, 0, false, TESUJI_DONE},
	                             {NULL, NULL, OPEN, 0, false, TESUJI_DONE}};
	script_t s = {.row = rows};
	analysis_t a;

	(void)state;
	assert_int_equal(analyse(&s, NULL, 5, &a), 0);
	assert_int_equal(a.first.fails, 1);
	assert_int_equal(a.first.open, 1);
	assert_int_equal(analysis_is_unique(&a), -1);
	assert_int_equal(s.calls, 3);
	assert_int_equal(s.depth[0], 5);
	assert_int_equal(s.depth[1], 3);
	assert_int_equal(s.depth[2], 3);
	analysis_fini(&a);
	s.calls = 0;
	assert_int_equal(analyse(&s, NULL, TESUJI_DEFAULT, &a), 0);
	assert_int_equal(a.first.open, 2);
	analysis_fini(&a);
}

/* The line ends where a reply stays open, and where asking fails. */
static void test_ends(void **state)
{
	static const row_t rows[] = {{"", "A", WORKS, 4, true, TESUJI_DONE},
	                             {"A", "B", FAILS, 3, true, TESUJI_DONE},
	                             {"A", "C", OPEN, 3, true, TESUJI_EXPIRED},
	                             {NULL, NULL, OPEN, 0, false, TESUJI_DONE}};
	script_t s = {.row = rows};
	analysis_t a;

	(void)state;
	assert_int_equal(analyse(&s, NULL, TESUJI_DEFAULT, &a), 0);
	assert_int_equal(a.length, 1);
	assert_false(a.is_followed);
	analysis_fini(&a);
	for (unsigned i = 1; i <= 2; i++) {
		s = (script_t){.row = rows, .fails_at = i};
		assert_int_equal(analyse(&s, NULL, TESUJI_DEFAULT, &a), 7);
		analysis_fini(&a);
		s = (script_t){.row = rows, .silent_at = i};
		assert_int_equal(analyse(&s, NULL, TESUJI_DEFAULT, &a), ANALYSIS_NO_MEMORY);
		analysis_fini(&a);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_the_main_line),
	        cmocka_unit_test(test_classes),
	        cmocka_unit_test(test_depth),
	        cmocka_unit_test(test_ends),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
