/* SPDX-License-Identifier: MIT
 * reduction.c - what lambda-search saves: plain alpha-beta and df-pn, and both with lambda,
 * without zones and with, on the same problems of every game, beside what Thomsen's formula
 * promises.
 *
 *     reduction [-n NODES] [-g GAME] [-v] LIST...      tables in Markdown
 *     reduction -m SEED -g GAME [-c COUNT] [-l LEAST] [-n NODES]
 *                                                      makes problems, as a list
 *
 * Lists may hold problems of any game (reduction_list.c). Every problem is classified first:
 * whether it is won, at which order and depth. Then each search has NODES for it. An answer
 * that contradicts another is a failure. Node counts are the same in every run; the
 * times are this machine's. */
#include "tests/bench/reduction.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "engine/base/err.h"
#include "engine/table/epoch.h"

enum { USAGE = 64, COUNT = 60 };

static const uint64_t NODES_DEFAULT = 400000, WALK_SEED = 2000; /* the paper's year */

static cases_t cases;

/* bench does all there is to do with the problems of one game. */
static bool bench(const char *game, char *const *lists, uint64_t nodes, bool verbose)
{
	unsigned kept = 0;
	bool fine = true;

	cases.count = 0;
	for (; *lists != NULL; lists++)
		fine = cases_read(&cases, *lists, game) && fine;
	for (unsigned i = 0; i < cases.count; i++) {
		case_t *c = &cases.at[i];

		if (!case_classify(c, nodes) || c->order == 0)
			continue; /* nobody knows, or there is nothing to compare */
		if (verbose)
			(void)fprintf(stderr, "%s %s: %s, order %u, depth %u\n", game, c->name,
			              value_name(c->value), c->order, c->depth);
		case_branching(c, WALK_SEED);
		for (unsigned m = 0; m < METHODS; m++) {
			if (!method_applies(c, (method_t)m) || case_measure(c, (method_t)m, nodes))
				continue;
			(void)fprintf(stderr, "FAIL %s %s: search %u contradicts\n", game, c->name,
			              m);
			fine = false;
		}
		if (kept != i)
			cases.at[kept] = *c;
		kept++;
	}
	if (cases.count > 0)
		(void)fprintf(stderr, "%s: %u of %u problems classified\n", game, kept,
		              cases.count);
	cases.count = kept;
	if (kept > 0)
		cases_print(&cases, game, nodes);
	return fine;
}

typedef struct {
	const char *game; /* NULL = all */
	uint64_t nodes;
	bool make, verbose;
	wanted_t wanted;
} args_t;

static bool parse_args(int argc, char **argv, args_t *args)
{
	int option;

	while ((option = getopt(argc, argv, "n:g:m:c:l:v")) != -1) {
		switch (option) {
		case 'n':
			args->nodes = strtoull(optarg, NULL, 0);
			break;
		case 'g':
			args->game = optarg;
			break;
		case 'm':
			args->make = true;
			args->wanted.seed = strtoull(optarg, NULL, 0);
			break;
		case 'c':
			args->wanted.count = (unsigned)strtoul(optarg, NULL, 0);
			break;
		case 'l':
			args->wanted.least = strtoull(optarg, NULL, 0);
			break;
		case 'v':
			args->verbose = true;
			break;
		default:
			return false;
		}
	}
	args->wanted.game = args->game;
	args->wanted.most = args->nodes;
	return args->nodes > 0 && args->make == (optind == argc) &&
	       (args->game != NULL ? game_find(args->game) != NULL : !args->make);
}

int main(int argc, char **argv)
{
	args_t args = {.nodes = NODES_DEFAULT, .wanted = {.count = COUNT}};
	bool fine = true;

	if (!parse_args(argc, argv, &args)) {
		(void)fputs("usage: reduction [-n NODES] [-g GAME] [-v] LIST...\n"
		            "       reduction -m SEED -g GAME [-c COUNT] [-l LEAST] [-n NODES]\n",
		            stderr);
		return USAGE;
	}
	epoch_start();
	epoch_thread_join();
	if (args.make)
		cases_make(&args.wanted);
	for (const game_t *const *g = game_list(); *g != NULL && !args.make; g++)
		if (args.game == NULL || game_find(args.game) == *g)
			fine = bench((*g)->name, &argv[optind], args.nodes, args.verbose) && fine;
	epoch_thread_leave();
	return fine ? EXIT_SUCCESS : EXIT_FAILURE;
}
