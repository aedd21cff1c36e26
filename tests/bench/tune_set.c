/* SPDX-License-Identifier: MIT
 * tune_set.c - tune_set [-w WAY] [-n NODES] [-j WORKERS] [-g GAME[/GOAL]] FILE...: how many nodes a
 * search needs for each problem of a set, to judge a tuned number by (engine/tuning/tuning.def).
 *
 *     -w   the way to search: one of `ways` below (dfpn)
 *     -n   nodes that a problem may take (100,000)
 *     -j   workers (1)
 *     -g   only problems of this game, or of this goal of it
 *
 * FILE is a list in any form of reduction_list.c. Each problem is asked of a new table of 1 MiB.
 * Prints a line a problem: its name, the value (1, 0, ?) and the nodes; then a line with the number
 * of problems, of those decided, all nodes, their geometric mean, and milliseconds. With one worker
 * everything but the milliseconds is the same in every run.
 * Exit 1 if a job fails, 64 for a wrong command line, 66 for a file that cannot be read. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/clock.h"
#include "engine/solve/solver.h"
#include "engine/table/epoch.h"
#include "tests/bench/reduction.h"
#include "tests/bench/tune.h"

enum { TABLE_BYTES = 1 << 20, EXIT_USAGE = 64, EXIT_NOINPUT = 66 };

typedef struct {
	const char *name;
	algorithm_t engine;
	driver_t driver;
	zoning_t zoning;
} way_t;

static const way_t ways[] = {
        {"dfpn", ALGORITHM_DFPN, DRIVER_LAMBDA, ZONING_SOUND},
        {"dfpn-plain", ALGORITHM_DFPN, DRIVER_PLAIN, ZONING_SOUND},
        {"ab", ALGORITHM_ALPHABETA, DRIVER_LAMBDA, ZONING_SOUND},
        {"ab-plain", ALGORITHM_ALPHABETA, DRIVER_PLAIN, ZONING_SOUND},
        {"auto", ALGORITHM_AUTO, DRIVER_LAMBDA, ZONING_SOUND},
};
enum { WAYS = sizeof(ways) / sizeof(ways[0]) };

typedef struct {
	const way_t *way;
	uint64_t limit;
	unsigned workers;
	unsigned problems, decided, failed;
	uint64_t nodes;
	double logarithms, ms;
} set_t;

static const way_t *way_of(const char *name)
{
	for (unsigned i = 0; i < WAYS; i++)
		if (strcmp(ways[i].name, name) == 0)
			return &ways[i];
	return NULL;
}

static void take(set_t *set, const char *name, const result_t *r, uint64_t from)
{
	set->problems++;
	set->failed += r->state == JOB_FAILED;
	set->decided += r->value != VALUE_UNDECIDED;
	set->nodes += r->nodes;
	set->logarithms += log((double)r->nodes + 1);
	set->ms += (double)(clock_now_ns() - from) / NS_PER_MS;
	printf("%s\t%s\t%" PRIu64 "\n", name,
	       r->value == VALUE_PROVEN      ? "1"
	       : r->value == VALUE_DISPROVEN ? "0"
	                                     : "?",
	       r->nodes);
}

static void ask(set_t *set, const case_t *c)
{
	const solver_config_t config = {.workers = set->workers,
	                                .table_bytes = TABLE_BYTES,
	                                .priority = PRIORITY_NORMAL,
	                                .by_turns = set->workers == 1};
	const uint64_t from = clock_now_ns();
	request_t request = {.problem = case_problem(c), .limits = {.order = (int)c->limit}};
	solver_t *solver;
	errinfo_t why;
	result_t r;
	job_t *job;

	request.limits.nodes = set->limit;
	request.limits.depth = c->within;
	request.limits.engine = set->way->engine;
	request.limits.driver = set->way->driver;
	request.limits.zoning = set->way->zoning;
	if (solver_create(&config, &solver, &why) != ERR_OK ||
	    solver_submit(solver, &request, &job, &why) != ERR_OK) {
		(void)fprintf(stderr, "tune_set: %s: %s\n", c->name, why.text);
		exit(EXIT_FAILURE);
	}
	solver_wait(job);
	job_result(job, &r);
	job_release(job);
	solver_destroy(solver);
	take(set, c->name, &r, from);
}

/* is_wanted: is a problem of the game, and of the goal, that -g names? */
static bool is_wanted(const case_t *c, const char *named)
{
	const char *goal = named != NULL ? strchr(named, '/') : NULL;
	const size_t length = goal != NULL ? (size_t)(goal - named) : 0;

	if (named == NULL)
		return true;
	return goal == NULL
	               ? strcmp(c->game, named) == 0
	               : strncmp(c->game, named, length) == 0 && strcmp(c->goal, goal + 1) == 0;
}

int main(int argc, char **argv)
{
	static cases_t cases;
	set_t set = {.way = &ways[0], .limit = 100000, .workers = 1};
	const char *named = NULL;
	int option;

	tune_args(&argc, argv);
	while ((option = getopt(argc, argv, "w:n:j:g:")) != -1)
		if (option == 'w')
			set.way = way_of(optarg);
		else if (option == 'n')
			set.limit = strtoull(optarg, NULL, 10);
		else if (option == 'j')
			set.workers = (unsigned)strtoul(optarg, NULL, 10);
		else if (option == 'g')
			named = optarg;
		else
			return EXIT_USAGE;
	if (set.way == NULL || set.workers == 0)
		return EXIT_USAGE;
	for (int i = optind; i < argc; i++)
		if (!cases_read(&cases, argv[i], NULL))
			return EXIT_NOINPUT;
	epoch_start();
	epoch_thread_join();
	for (unsigned i = 0; i < cases.count; i++)
		if (is_wanted(&cases.at[i], named))
			ask(&set, &cases.at[i]);
	epoch_thread_leave();
	printf("%u problems, %u decided, %" PRIu64 " nodes, mean %.0f, %.0f ms\n", set.problems,
	       set.decided, set.nodes,
	       set.problems > 0 ? exp(set.logarithms / set.problems) - 1 : 0, set.ms);
	return set.failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
