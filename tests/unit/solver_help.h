/* SPDX-License-Identifier: MIT
 * solver_help.h - solvers, requests and boards that the tests of jobs share. */
#ifndef TESTS_UNIT_SOLVER_HELP_H
#define TESTS_UNIT_SOLVER_HELP_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "engine/base/check.h"
#include "engine/base/mem.h"
#include "engine/solve/solver.h"
#include "engine/table/epoch.h"

enum { TABLE_BYTES = 1 << 22 };

/* A block in the corner with two liberties: taken in three plies. */
#define CORNER "O../.X./..."
/* Orders up to which a lone stone on an open board keeps everybody busy. */
enum { HARD_ORDER = 6 };

static char open_board[ROWS_TEXT_MAX]; /* written once, before any thread is there */

static inline void make_open_board(void)
{
	char *p = open_board;

	for (int y = 0; y < 19; y++)
		for (int x = 0; x <= 19; x++)
			*p++ = x == 19 ? '/' : x == 9 && y == 9 ? 'O' : '.';
	p[-1] = '\0';
}

static inline request_t ask(const char *rows, const char *target, int order)
{
	return (request_t){
	        .problem = {.game = "go", .rows = rows, .goal = "capture", .target = target},
	        .limits = {.order = order},
	};
}

static inline request_t ask_for(const char *goal, const char *rows, const char *target, int order)
{
	request_t r = ask(rows, target, order);

	r.problem.goal = goal;
	return r;
}

static inline solver_t *make(unsigned workers)
{
	solver_config_t config = {
	        .workers = workers, .table_bytes = TABLE_BYTES, .priority = PRIORITY_NORMAL};
	solver_t *s = NULL;

	assert_int_equal(solver_create(&config, &s, NULL), ERR_OK);
	assert_non_null(s);
	assert_int_equal(solver_workers(s), workers);
	return s;
}

static inline result_t solve(solver_t *s, const request_t *r)
{
	errinfo_t why = {.code = ERR_OK};
	job_t *job;
	result_t result;

	if (solver_submit(s, r, &job, &why) != ERR_OK)
		fail_msg("refused: %s", why.text);
	solver_wait(job);
	job_result(job, &result);
	job_release(job);
	return result;
}

/* run_group runs tests with epochs and the open board ready, and checks that no
 * memory is left. */
static inline int run_group(const struct CMUnitTest *tests, size_t count)
{
	int failed;

	make_open_board();
	epoch_start();
	epoch_thread_join();
	failed = _cmocka_run_group_tests("jobs", tests, count, NULL, NULL);
	epoch_barrier();
	epoch_thread_leave();
	CHECK(mem_live() == 0);
	return failed;
}

#endif
