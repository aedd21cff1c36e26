/* SPDX-License-Identifier: MIT
 * atarigo_published.c - the published lengths of Atari-Go on small boards, where a
 * side without a legal move loses and nobody passes, by the driver plain.
 *
 *     3x3 empty      the first player wins in 7 plies
 *     3x4 empty      the first player in 9
 *     4x4 empty      the second player in 14
 *     6x6 crosscut   the first player in 15
 *
 * Full-width search deepens by two plies, so the depth of its proof is the least
 * there is. Where the second player wins, he is made the attacker after each first
 * move in turn: the longest of these games, and the first move, are the length.
 * Every game is won with one worker, and the longest again with four. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "engine/solve/solver.h"
#include "engine/table/epoch.h"

enum { TABLE_BYTES = 64 << 20, WORKERS = 4 };

#define RULES "stuck=loses pass=no"

typedef struct {
	const char *name, *options;
	unsigned side; /* of a square board on which the second player wins, else 0 */
	unsigned plies;
} row_t;

static const row_t rows[] = {
        {"3x3 empty", RULES " size=3", 0, 7},
        {"3x4 empty", RULES " size=3x4", 0, 9},
        {"4x4 empty", RULES " size=4", 4, 14},
        {"6x6 crosscut", RULES " size=6 setup=crosscut", 0, 15},
};

/* What the games of one row came to. */
typedef struct {
	unsigned longest; /* plies */
	bool failed;
	uint64_t nodes, time_ns;
} tally_t;

static void solve(const problem_t *problem, unsigned workers, tally_t *tally)
{
	const solver_config_t config = {
	        .workers = workers, .table_bytes = TABLE_BYTES, .priority = PRIORITY_NORMAL};
	const request_t request = {.problem = *problem, .limits = {.driver = DRIVER_PLAIN}};
	solver_t *solver = NULL;
	errinfo_t why = {.code = ERR_OK};
	result_t got = {.value = VALUE_UNDECIDED};
	job_t *job;

	if (solver_create(&config, &solver, &why) != ERR_OK ||
	    solver_submit(solver, &request, &job, &why) != ERR_OK) {
		printf("%s\n", why.text);
	} else {
		solver_wait(job);
		job_result(job, &got);
		job_release(job);
	}
	solver_destroy(solver);
	tally->failed |= got.value != VALUE_PROVEN;
	tally->longest = got.depth > tally->longest ? got.depth : tally->longest;
	tally->nodes += got.nodes;
	tally->time_ns += got.time_ns;
}

/* after_each_move solves the position after every first move of black. */
static void after_each_move(const row_t *row, unsigned workers, tally_t *tally)
{
	for (unsigned first = 0; first < row->side * row->side; first++) {
		char board[ROWS_TEXT_MAX];
		problem_t problem = {.game = "atarigo", .options = row->options, .rows = board};
		strbuf_t out;

		strbuf_init(&out, board, sizeof(board));
		for (unsigned p = 0; p < row->side * row->side; p++) {
			if (p > 0 && p % row->side == 0)
				strbuf_char(&out, '/');
			strbuf_char(&out, p == first ? 'X' : '.');
		}
		solve(&problem, workers, tally);
	}
	tally->longest++;
}

static bool check(const row_t *row, unsigned workers)
{
	const problem_t problem = {.game = "atarigo", .options = row->options};
	tally_t tally = {.longest = 0};
	bool right;

	if (row->side > 0)
		after_each_move(row, workers, &tally);
	else
		solve(&problem, workers, &tally);
	right = !tally.failed && tally.longest == row->plies;
	printf("%s %-13s %u worker%s: %s in %u plies, %" PRIu64 " nodes, %.2f s\n",
	       right ? "ok  " : "FAIL", row->name, workers, workers == 1 ? " " : "s",
	       tally.failed ? "not won" : "won", tally.longest, tally.nodes,
	       (double)tally.time_ns / 1e9);
	return right;
}

int main(void)
{
	unsigned failed = 0;

	epoch_start();
	epoch_thread_join();
#ifndef UNDER_TSAN /* which has nothing to find where one worker searches */
	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		failed += !check(&rows[i], 1);
#endif
	failed += !check(&rows[sizeof(rows) / sizeof(rows[0]) - 1], WORKERS);
	epoch_barrier();
	epoch_thread_leave();
	return failed > 0;
}
