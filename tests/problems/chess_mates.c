/* SPDX-License-Identifier: MIT
 * chess_mates.c - solves a list of mates and checks every answer move by move.
 *
 * A list has lines "FEN <tab> N": whoever is to move mates in N or less. Each is
 * given so many seconds on one worker: lambda-search of low order first, which finds
 * what checks and quiet threats do, then search without lambda, whichever comes to a
 * proof. Every proof is followed against all replies by rules of its own
 * (chess_naive.h). A list that is not there is skipped, and said so. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/solve/solver.h"
#include "engine/table/epoch.h"
#include "tests/problems/chess_follow.h"

enum { LINE_BYTES = 256, MATES_MAX = 32, MS = 1000, TABLE_BYTES = 256 << 20, SKIPPED = 77 };

typedef struct {
	unsigned most;    /* largest N asked */
	unsigned seconds; /* for one position */
	unsigned share;   /* per cent of them that lambda gets */
	int order;        /* of lambda */
	unsigned need_n;  /* up to that N all must be solved */
	bool verbose;
} options_t;

typedef struct {
	unsigned asked, solved, by_lambda, wrong;
	uint64_t ns;
} tally_t;

static result_t run(solver_t *solver, const char *fen, limits_t limits)
{
	request_t request = {.problem = {.game = "chess", .rows = fen}, .limits = limits};
	errinfo_t why = {.code = ERR_OK};
	result_t result = {.state = JOB_FAILED};
	job_t *job;

	if (solver_submit(solver, &request, &job, &why) != ERR_OK) {
		printf("FAIL %s: %s\n", fen, why.text);
		return result;
	}
	solver_wait(job);
	job_result(job, &result);
	job_release(job);
	return result;
}

/* attempt asks lambda, then plain; *limits are those that led to the answer. */
static result_t attempt(solver_t *solver, const options_t *o, const char *fen, unsigned n,
                        limits_t *limits)
{
	uint64_t total = (uint64_t)o->seconds * MS, share = total * o->share / 100;
	result_t result = {.value = VALUE_UNDECIDED};

	*limits = (limits_t){.order = o->order, .depth = 2 * n + 1, .time_ms = share};
	if (share > 0)
		result = run(solver, fen, *limits);
	if (result.value == VALUE_PROVEN || share >= total)
		return result;
	total -= result.time_ns / NS_PER_MS;
	*limits = (limits_t){.depth = 2 * n + 1, .time_ms = total, .driver = DRIVER_PLAIN};
	return run(solver, fen, *limits);
}

static void solve_one(solver_t *solver, const options_t *o, const char *fen, unsigned n,
                      tally_t *tally)
{
	limits_t limits;
	uint64_t start = clock_now_ns(), ns;
	result_t r = attempt(solver, o, fen, n, &limits);
	const char *verdict = value_name(r.value);
	bool plain = limits.driver == DRIVER_PLAIN;

	ns = clock_now_ns() - start;
	tally->asked++;
	tally->ns += ns;
	if (r.value == VALUE_PROVEN) {
		follow_t follow = {.solver = solver, .limits = limits};

		tally->solved++;
		tally->by_lambda += !plain;
		if (!follow_proof(&follow, fen, (r.depth - 1) / 2)) {
			tally->wrong++;
			printf("FAIL %s\n     %s\n", fen, follow.wrong);
		}
	}
	if (o->verbose)
		printf("%-9s N %2u depth %2u %s order %u %10" PRIu64 " nodes %8.1f ms  %s\n",
		       verdict, n, r.depth, plain ? "plain " : "lambda", r.order, r.nodes,
		       (double)ns / NS_PER_MS, fen);
	(void)fflush(stdout);
}

/* report says how many were solved, by N; false when too few. */
static bool report(const options_t *o, const tally_t *tally)
{
	bool fine = true;

	for (unsigned n = 1; n < MATES_MAX; n++) {
		const tally_t *t = &tally[n];

		if (t->asked == 0)
			continue;
		printf("mate in %2u: %3u of %3u solved, %3u by lambda, %7.1f ms each on average\n",
		       n, t->solved, t->asked, t->by_lambda, (double)t->ns / t->asked / NS_PER_MS);
		fine = fine && t->wrong == 0 && (n > o->need_n || t->solved == t->asked);
	}
	return fine;
}

static int usage(void)
{
	(void)fputs("usage: chess_mates [-v] [-n MOST] [-s SECONDS] [-l PERCENT] [-o ORDER] "
	            "[-a ALL] LIST\n"
	            "  -n  mates of more moves are left out (12)\n"
	            "  -s  seconds for each (10)\n"
	            "  -l  share of them for lambda-search (40); 0: none, 100: all\n"
	            "  -o  its highest order (3)\n"
	            "  -a  up to so many moves all must be solved (4)\n",
	            stderr);
	return 64;
}

static bool parse(int argc, char **argv, options_t *o, const char **path)
{
	*o = (options_t){.most = 12, .seconds = 10, .share = 40, .order = 3, .need_n = 4};
	*path = NULL;
	for (int i = 1; i < argc; i++) {
		const char *a = argv[i];
		unsigned value = i + 1 < argc ? (unsigned)strtoul(argv[i + 1], NULL, 10) : 0;

		if (strcmp(a, "-v") == 0) {
			o->verbose = true;
			continue;
		}
		if (a[0] != '-') {
			*path = a;
			continue;
		}
		if (++i == argc)
			return false;
		switch (a[1]) {
		case 'n':
			o->most = value;
			break;
		case 's':
			o->seconds = value;
			break;
		case 'l':
			o->share = value;
			break;
		case 'o':
			o->order = (int)value;
			break;
		case 'a':
			o->need_n = value;
			break;
		default:
			return false;
		}
	}
	return *path != NULL && o->seconds > 0 && o->share <= 100;
}

int main(int argc, char **argv)
{
	solver_config_t config = {
	        .workers = 1, .table_bytes = TABLE_BYTES, .priority = PRIORITY_NORMAL};
	tally_t tally[MATES_MAX] = {{0}};
	char line[LINE_BYTES];
	solver_t *solver;
	const char *path;
	options_t o;
	FILE *in;
	bool fine;

	if (!parse(argc, argv, &o, &path))
		return usage();
	in = fopen(path, "r");
	if (in == NULL) {
		printf("SKIP %s is not there\n", path);
		return SKIPPED;
	}
	epoch_start();
	if (solver_create(&config, &solver, NULL) != ERR_OK)
		return 71;
	while (fgets(line, sizeof(line), in) != NULL) {
		char *tab = strchr(line, '\t');
		unsigned n = tab != NULL ? (unsigned)strtoul(tab + 1, NULL, 10) : 0;

		if (line[0] == '#' || tab == NULL || n < 1 || n > o.most || n >= MATES_MAX)
			continue;
		*tab = '\0';
		solve_one(solver, &o, line, n, &tally[n]);
	}
	(void)fclose(in);
	solver_destroy(solver);
	fine = report(&o, tally);
	return fine ? EXIT_SUCCESS : EXIT_FAILURE;
}
