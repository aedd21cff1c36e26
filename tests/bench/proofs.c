/* SPDX-License-Identifier: MIT
 * proofs.c - certificates of all that is proven of lists of problems, and what the checker says.
 *
 *     proofs [-n NODES] [-m MIB] [-x POSITIONS] [-w FOLDER] LIST...
 *
 * Every problem is solved with one worker within NODES (2 million); its certificate is made from
 * the table that is left, and checked twice: with the checker's own zones, and against every legal
 * reply, that within POSITIONS (30 million; 0: not at all). Lists are those of reduction_list.c;
 * problems that are not proven are counted only. A line for each problem whose certificate is
 * refused, or left at POSITIONS, and a table by game and order. With -w the certificates are
 * written into FOLDER, GAME-NAME. Ends with 1 if one was refused.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/mem.h"
#include "engine/proof/bytes.h"
#include "engine/proof/check/check.h"
#include "engine/solve/certify.h"
#include "engine/table/epoch.h"
#include "tests/bench/reduction.h"

enum { MIB_DEFAULT = 256, SEARCH_AGAIN = 50000000, ROWS_MAX = 64, PATH_BYTES = 512 };

/* Of one game and order. */
typedef struct {
	const char *game;
	unsigned order;
	unsigned proofs, whole, refused; /* whole: exhaustive as well */
	double nodes, most_nodes, bytes, again;
	double solve_ms, make_ms, check_ms, most_check_ms, positions, whole_ms, whole_positions;
} row_t;

typedef struct {
	uint64_t nodes, exhaustive;
	size_t mib;
	row_t row[ROWS_MAX];
	unsigned rows, problems, open, refused;
	const char *folder; /* NULL: none are written */
} run_t;

static row_t *row_of(run_t *run, const char *game, unsigned order)
{
	row_t *row = run->row;

	while (row < run->row + run->rows && (strcmp(row->game, game) != 0 || row->order != order))
		row++;
	if (row == run->row + run->rows) {
		if (run->rows == ROWS_MAX) {
			(void)fprintf(stderr, "proofs: too many games and orders\n");
			exit(64);
		}
		run->rows++;
		*row = (row_t){.game = game_find(game)->name, .order = order};
	}
	return row;
}

static double ms_since(uint64_t start)
{
	return (double)(clock_now_ns() - start) / NS_PER_MS;
}

/* check returns whether the certificate is good; exhaustively: also when it took too long to
 * say. */
static bool check(run_t *run, const case_t *p, bytes_t *file, bool exhaustive, row_t *row)
{
	const check_options_t options = {.exhaustive = exhaustive,
	                                 .most = exhaustive ? run->exhaustive : 0};
	const uint64_t start = clock_now_ns();
	static check_result_t result; /* large */
	errinfo_t why;
	double ms;
	err_t err;

	err = check_stream(bytes_source(file), &options, &result, &why);
	ms = ms_since(start);
	if (exhaustive && err == ERR_LIMIT) {
		printf("LEFT %s %s (all replies): %s\n", p->game, p->name, why.text);
		return true;
	}
	if (err != ERR_OK || !result.proven) {
		printf("REFUSED %s %s%s: %s%s%s\n", p->game, p->name,
		       exhaustive ? " (all replies)" : "", err != ERR_OK ? why.text : result.reason,
		       err != ERR_OK ? "" : " after ", err != ERR_OK ? "" : result.path);
		return false;
	}
	if (exhaustive) {
		row->whole++;
		row->whole_ms += ms;
		row->whole_positions += (double)result.positions;
	} else {
		row->check_ms += ms;
		row->most_check_ms = ms > row->most_check_ms ? ms : row->most_check_ms;
		row->positions += (double)result.positions;
	}
	return true;
}

/* keep writes the certificate to a file. */
static void keep(const run_t *run, const case_t *p, const bytes_t *bytes)
{
	char path[PATH_BYTES];
	FILE *file;

	(void)snprintf(path, sizeof(path), "%s/%s-%s", run->folder, p->game, p->name);
	file = fopen(path, "wbe");
	if (file == NULL || fwrite(bytes->data, 1, bytes->length, file) != bytes->length ||
	    fclose(file) != 0) {
		(void)fprintf(stderr, "proofs: %s: cannot be written\n", path);
		exit(74);
	}
}

static void prove(run_t *run, const case_t *p, job_t *job, const result_t *r)
{
	static const _Atomic bool never = false;
	static const budget_t budget = {.nodes = SEARCH_AGAIN, .cancel = &never};
	row_t *row = row_of(run, p->game, r->driver == DRIVER_PLAIN ? ORDER_ANY : r->order);
	const uint64_t start = clock_now_ns();
	bytes_t file = {.data = NULL};
	proof_built_t built;
	errinfo_t why;
	bool good;

	row->proofs++;
	row->solve_ms += (double)r->time_ns / NS_PER_MS;
	good = certify_job(job, &budget, bytes_sink(&file), &built, &why) == ERR_OK;
	if (!good)
		printf("NOT MADE %s %s: %s\n", p->game, p->name, why.text);
	row->make_ms += ms_since(start);
	row->nodes += built.nodes;
	row->most_nodes = built.nodes > row->most_nodes ? built.nodes : row->most_nodes;
	row->again += (double)built.searched;
	row->bytes += (double)file.length;
	if (good && run->folder != NULL)
		keep(run, p, &file);
	good = good && check(run, p, &file, false, row);
	if (good && run->exhaustive > 0)
		good = check(run, p, &file, true, row);
	if (!good) {
		row->refused++;
		run->refused++;
	}
	bytes_free(&file);
}

static void bench(run_t *run, const case_t *p)
{
	const solver_config_t config = {
	        .workers = 1, .table_bytes = run->mib << 20, .priority = PRIORITY_NORMAL};
	request_t request = {.problem = case_problem(p),
	                     .limits = {.order = (int)p->limit, .nodes = run->nodes}};
	solver_t *solver;
	errinfo_t why;
	result_t r;
	job_t *job;

	run->problems++;
	if (solver_create(&config, &solver, &why) != ERR_OK ||
	    solver_submit(solver, &request, &job, &why) != ERR_OK) {
		(void)fprintf(stderr, "proofs: %s: %s\n", p->name, why.text);
		exit(65);
	}
	solver_wait(job);
	job_result(job, &r);
	if (r.value == VALUE_PROVEN)
		prove(run, p, job, &r);
	else
		run->open++;
	job_release(job);
	solver_destroy(solver);
	(void)fflush(stdout);
}

static int by_game(const void *left, const void *right)
{
	const row_t *a = left, *b = right;
	const int games = strcmp(a->game, b->game);

	return games != 0 ? games : (a->order > b->order) - (a->order < b->order);
}

static void tell(run_t *run)
{
	qsort(run->row, run->rows, sizeof(run->row[0]), by_game);
	printf("\n| game | order | proofs | refused | nodes, mean | most | bytes, mean | made, ms "
	       "| "
	       "checked, ms | most | positions | all replies | ms | positions |\n"
	       "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
	for (const row_t *r = run->row; r < run->row + run->rows; r++) {
		const double n = r->proofs, whole = r->whole > 0 ? r->whole : 1;
		char order[16] = "plain";

		if (r->order != ORDER_ANY)
			(void)snprintf(order, sizeof(order), "%u", r->order);
		printf("| %s | %s | %u | %u | %.0f | %.0f | %.0f | %.2f | %.2f | %.0f | %.0f | %u "
		       "of %u | %.1f | %.0f |\n",
		       r->game, order, r->proofs, r->refused, r->nodes / n, r->most_nodes,
		       r->bytes / n, r->make_ms / n, r->check_ms / n, r->most_check_ms,
		       r->positions / n, r->whole, r->proofs, r->whole_ms / whole,
		       r->whole_positions / whole);
	}
	printf("\n%u problems, %u not proven within %" PRIu64 " nodes, %u certificates refused\n",
	       run->problems, run->open, run->nodes, run->refused);
}

int main(int argc, char **argv)
{
	static run_t run = {.nodes = 2000000, .exhaustive = 30000000, .mib = MIB_DEFAULT};
	static cases_t cases;

	epoch_start();
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "-w") == 0 && i + 1 < argc) {
			run.folder = argv[++i];
			continue;
		}
		if (argv[i][0] == '-' && i + 1 < argc && strchr("nmx", argv[i][1]) != NULL) {
			const uint64_t value = strtoull(argv[i + 1], NULL, 10);

			if (argv[i][1] == 'n')
				run.nodes = value;
			else if (argv[i][1] == 'm')
				run.mib = (size_t)value;
			else
				run.exhaustive = value;
			i++;
			continue;
		}
		cases.count = 0;
		if (!cases_read(&cases, argv[i], NULL))
			return 65;
		for (unsigned k = 0; k < cases.count; k++)
			bench(&run, &cases.at[k]);
	}
	if (run.problems == 0) {
		(void)fprintf(
		        stderr,
		        "usage: proofs [-n NODES] [-m MIB] [-x POSITIONS] [-w FOLDER] LIST...\n");
		return 64;
	}
	tell(&run);
	return run.refused > 0;
}
