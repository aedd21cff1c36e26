/* SPDX-License-Identifier: MIT
 * mates.c - how long each mate of a list takes, by plain df-pn or as a question about moves.
 *
 *     mates [-t | -w] [-s SECONDS] [-n NODES] [-e EVERY] LIST
 *
 * A list has lines "FEN <tab> N". Each position gets so many seconds (10), one worker and an empty
 * table; every EVERY-th is asked (1). -t tells df-pn N: mates in more moves do not count then. -w
 * asks for a mate within N moves, as `tesuji solve --mate N` does: by alpha-beta and df-pn. -n
 * limits the nodes (0: does not). Prints "N <tab> solved <tab> milliseconds <tab> nodes" for each,
 * for tests/bench/chess to make a table of. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/solve/solver.h"
#include "engine/table/epoch.h"
#include "tests/bench/tune.h"

enum { LINE_BYTES = 256, TABLE_MIB = 256, SECONDS = 10, MS = 1000 };

typedef struct {
	bool told, within;
	unsigned seconds, every, nodes;
} options_t;

static _Noreturn void fail(const char *what)
{
	(void)fprintf(stderr, "mates: %s\n", what);
	exit(71);
}

static void solve(const options_t *o, const char *fen, unsigned n)
{
	const solver_config_t config = {
	        .workers = 1, .table_bytes = (size_t)TABLE_MIB << 20, .priority = PRIORITY_NORMAL};
	const request_t request = {.problem = {.game = "chess", .rows = fen},
	                           .limits = {.driver = DRIVER_PLAIN,
	                                      .engine = ALGORITHM_DFPN,
	                                      .depth = o->told ? 2 * n + 1 : 0,
	                                      .nodes = o->nodes,
	                                      .time_ms = (uint64_t)o->seconds * MS,
	                                      .workers = 1}};
	const request_t asked = {.problem = {.game = "chess", .rows = fen},
	                         .limits = {.order = -1,
	                                    .within = n,
	                                    .nodes = o->nodes,
	                                    .time_ms = (uint64_t)o->seconds * MS,
	                                    .workers = 1}};
	solver_t *solver;
	job_t *job;
	result_t r;
	errinfo_t why;

	if (solver_create(&config, &solver, &why) != ERR_OK ||
	    solver_submit(solver, o->within ? &asked : &request, &job, &why) != ERR_OK)
		fail(why.text);
	solver_wait(job);
	job_result(job, &r);
	job_release(job);
	solver_destroy(solver);
	printf("%u\t%d\t%" PRIu64 "\t%" PRIu64 "\n", n, r.value == VALUE_PROVEN,
	       r.time_ns / NS_PER_MS, r.nodes);
	(void)fflush(stdout);
}

static bool parse(int argc, char **argv, options_t *o, const char **list)
{
	*o = (options_t){.seconds = SECONDS, .every = 1};
	*list = NULL;
	for (int i = 1; i < argc; i++) {
		const char *a = argv[i];
		unsigned *value = strcmp(a, "-s") == 0   ? &o->seconds
		                  : strcmp(a, "-e") == 0 ? &o->every
		                  : strcmp(a, "-n") == 0 ? &o->nodes
		                                         : NULL;

		if (strcmp(a, "-t") == 0)
			o->told = true;
		else if (strcmp(a, "-w") == 0)
			o->within = true;
		else if (value != NULL && i + 1 < argc)
			*value = (unsigned)strtoul(argv[++i], NULL, 10);
		else if (a[0] != '-' && *list == NULL)
			*list = a;
		else
			return false;
	}
	return *list != NULL && o->seconds > 0 && o->every > 0;
}

int main(int argc, char **argv)
{
	char line[LINE_BYTES];
	const char *list;
	unsigned asked = 0;
	options_t o;
	FILE *f;

	tune_args(&argc, argv);
	if (!parse(argc, argv, &o, &list)) {
		(void)fputs("usage: mates [-t | -w] [-s SECONDS] [-n NODES] [-e EVERY] LIST\n",
		            stderr);
		return 64;
	}
	if ((f = fopen(list, "r")) == NULL)
		fail(list);
	epoch_start();
	while (fgets(line, sizeof(line), f) != NULL) {
		char *tab = strchr(line, '\t');

		if (line[0] == '#' || tab == NULL)
			continue;
		*tab = '\0';
		if (asked++ % o.every == 0)
			solve(&o, line, (unsigned)strtoul(tab + 1, NULL, 10));
	}
	(void)fclose(f);
	return EXIT_SUCCESS;
}
