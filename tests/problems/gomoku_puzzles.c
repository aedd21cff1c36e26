/* SPDX-License-Identifier: MIT
 * gomoku_puzzles.c - solves a list of Gomoku puzzles on 15x15 and compares.
 *
 *     gomoku_puzzles [FILE]                       every row at order 1
 *     gomoku_puzzles --vct [--seconds N] [--order N] [FILE]
 *                                                 rows of kind vct, order <= 2
 *
 * Rows of the file as in puzzle.h. One worker, and a fresh table for each job. Without the file the
 * test is skipped, and says so.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/table/epoch.h"
#include "tests/problems/puzzle.h"

enum {
	SKIPPED = 77,         /* exit code: nothing was tested */
	FAST_BYTES = 4 << 20, /* table of an order-1 job */
	LONG_BYTES = 64 << 20,
	LONG_ORDER = 2, /* all that order 3 proves in such a time, order 2 does */
	SECONDS = 10,   /* for a row of kind vct */
};

static const char default_file[] = "../../../shared/problems/gomoku/puzzles.tsv";

typedef struct {
	bool vct;
	unsigned seconds, order; /* limits for a row of kind vct */
	solver_t *solver;
	unsigned rows, wrong, proven, disproven;
	uint64_t nodes, time_ns;
} run_t;

static bool solve(const run_t *run, const puzzle_t *puzzle, result_t *out)
{
	limits_t limits = {.order = 1, .table_bytes = FAST_BYTES, .workers = 1};

	if (run->vct) {
		limits.order = (int)run->order;
		limits.table_bytes = LONG_BYTES;
		limits.time_ms = UINT64_C(1000) * run->seconds;
	}
	return puzzle_solve(puzzle, PUZZLE_FREESTYLE, run->solver, &limits, out);
}

static void judge(run_t *run, const puzzle_t *puzzle, const result_t *r)
{
	const bool want = puzzle->is_win;
	const bool won = r->value == VALUE_PROVEN;
	const value_t due = want ? VALUE_PROVEN : VALUE_DISPROVEN;
	/* A row that order 1 wins must stay won at orders above. */
	const bool fine = run->vct ? won || !want : r->state == JOB_DONE && r->value == due;

	run->nodes += r->nodes;
	run->time_ns += r->time_ns;
	run->proven += won;
	run->disproven += r->value == VALUE_DISPROVEN;
	run->wrong += !fine;
	if (!fine || run->vct)
		printf("%s %s %-5s %-9s order %u depth %3u %10" PRIu64 " nodes %9.1f ms\n",
		       fine ? "ok  " : "FAIL", puzzle->id, puzzle->verdict, value_name(r->value),
		       r->order, r->depth, r->nodes, (double)r->time_ns / NS_PER_MS);
	(void)fflush(stdout);
}

static void run_file(run_t *run, FILE *file)
{
	char *line = NULL;
	size_t room = 0;

	while (getline(&line, &room, file) > 0) {
		puzzle_t puzzle;
		result_t result;

		if (!puzzle_read(line, &puzzle) || (run->vct && strcmp(puzzle.kind, "vct") != 0))
			continue;
		run->rows++;
		if (solve(run, &puzzle, &result))
			judge(run, &puzzle, &result);
		else
			run->wrong++;
	}
	free(line);
}

static int usage(void)
{
	(void)fputs("usage: gomoku_puzzles [--vct [--seconds N] [--order N]] [FILE]\n", stderr);
	return 64;
}

int main(int argc, char **argv)
{
	solver_config_t config = {
	        .workers = 1, .table_bytes = 1 << 20, .priority = PRIORITY_NORMAL};
	run_t run = {.seconds = SECONDS, .order = LONG_ORDER};
	const char *path = default_file;
	errinfo_t why;
	FILE *file;

	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--vct") == 0)
			run.vct = true;
		else if (strcmp(argv[i], "--seconds") == 0 && i + 1 < argc)
			run.seconds = (unsigned)strtoul(argv[++i], NULL, 10);
		else if (strcmp(argv[i], "--order") == 0 && i + 1 < argc)
			run.order = (unsigned)strtoul(argv[++i], NULL, 10);
		else if (argv[i][0] != '-')
			path = argv[i];
		else
			return usage();
	}
	file = fopen(path, "re");
	if (file == NULL) {
		printf("SKIPPED: there is no %s\n", path);
		return SKIPPED;
	}
	epoch_start();
	if (solver_create(&config, &run.solver, &why) != ERR_OK) {
		(void)fprintf(stderr, "gomoku_puzzles: %s\n", why.text);
		return 71;
	}
	run_file(&run, file);
	(void)fclose(file);
	solver_destroy(run.solver);
	printf("%u rows: %u proven, %u disproven, %u wrong; %" PRIu64 " nodes, %.2f s\n", run.rows,
	       run.proven, run.disproven, run.wrong, run.nodes,
	       (double)run.time_ns / (1000.0 * NS_PER_MS));
	return run.rows > 0 && run.wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
