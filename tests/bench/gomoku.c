/* SPDX-License-Identifier: MIT
 * gomoku.c - how many Gomoku puzzles on 15x15 are solved in so much time, or so many nodes.
 *
 *     gomoku [--seconds N] [--nodes N] [--orders LIST] [--engines LIST] [--every N] [--rows]
 *            [--rule freestyle|renju] [--zone sound|none] FILE
 *
 * First the exact verdicts of order 1 (a win by fours) for all rows of FILE, then the rows
 * of kind vct by each engine at each order. Rows as in tests/problems/puzzle.h. The verdicts
 * are of freestyle: with --rule renju nothing is called wrong.
 *
 * --nodes instead of --seconds gives the same figures on a machine that has other work.
 * --every N takes one row of kind vct in N; --rows prints each. One worker, and a fresh
 * solver for each row, so that nothing is known beforehand.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/table/epoch.h"
#include "tests/bench/tune.h"
#include "tests/problems/puzzle.h"

enum {
	LISTED_MAX = 8,
	SECONDS = 2,
};

static const size_t TABLE_BYTES = (size_t)64 << 20;
static const char usage_text[] =
        "usage: gomoku [--seconds N] [--nodes N] [--orders 2,3] [--engines alphabeta,dfpn]\n"
        "              [--every N] [--rows] [--rule freestyle|renju] [--zone sound|none] FILE\n";

/* One way to solve the rows of kind vct. */
typedef struct {
	algorithm_t engine;
	unsigned order;
} way_t;

typedef struct {
	const char *path;
	puzzle_rule_t rule;
	zoning_t zoning;
	uint64_t seconds, nodes;
	unsigned every;
	bool rows;
	unsigned order[LISTED_MAX], orders;
	algorithm_t engine[LISTED_MAX];
	unsigned engines;
} config_t;

typedef struct {
	unsigned rows, proven, disproven, wrong;
	uint64_t nodes, time_ns, proof_ns;
} sum_t;

static bool solve(const config_t *how, const puzzle_t *puzzle, const limits_t *limits,
                  result_t *out)
{
	solver_config_t config = {
	        .workers = 1, .table_bytes = TABLE_BYTES, .priority = PRIORITY_NORMAL};
	solver_t *solver;
	errinfo_t why = {.code = ERR_OK};
	bool fine;

	if (solver_create(&config, &solver, &why) != ERR_OK) {
		(void)fprintf(stderr, "gomoku: %s\n", why.text);
		exit(71);
	}
	fine = puzzle_solve(puzzle, how->rule, solver, limits, out);
	solver_destroy(solver);
	return fine;
}

/* judge counts a result; `exact`: it has to be the verdict of order 1. */
static void judge(const config_t *config, const puzzle_t *puzzle, bool exact, const result_t *r,
                  sum_t *sum)
{
	const bool want = puzzle->is_win;
	const bool won = r->value == VALUE_PROVEN;
	/* What order 1 wins the orders above must not disprove. */
	const bool wrong = config->rule != PUZZLE_FREESTYLE ? false
	                   : exact ? r->value != (want ? VALUE_PROVEN : VALUE_DISPROVEN)
	                           : want && r->value == VALUE_DISPROVEN;

	sum->nodes += r->nodes;
	sum->time_ns += r->time_ns;
	sum->proof_ns += won ? r->time_ns : 0;
	sum->proven += won;
	sum->disproven += r->value == VALUE_DISPROVEN;
	sum->wrong += wrong;
	if (wrong || config->rows)
		printf("  %s %s %-9s order %u depth %3u %10" PRIu64 " nodes %9.1f ms\n",
		       wrong ? "FAIL" : "row ", puzzle->id, value_name(r->value), r->order,
		       r->depth, r->nodes, (double)r->time_ns / NS_PER_MS);
	(void)fflush(stdout);
}

/* run_file solves the rows of the file: at order 1 all (way NULL), else those of kind vct. */
static void run_file(const config_t *config, const way_t *way, sum_t *sum)
{
	const limits_t limits = {.order = way != NULL ? (int)way->order : 1,
	                         .engine = way != NULL ? way->engine : ALGORITHM_AUTO,
	                         .nodes = way != NULL ? config->nodes : 0,
	                         .time_ms = way != NULL ? config->seconds * 1000 : 0,
	                         .zoning = config->zoning,
	                         .workers = 1};
	FILE *file = fopen(config->path, "re");
	char *line = NULL;
	size_t room = 0;
	unsigned vct = 0;

	if (file == NULL) {
		(void)fprintf(stderr, "gomoku: cannot open %s\n", config->path);
		exit(66);
	}
	while (getline(&line, &room, file) > 0) {
		puzzle_t puzzle;
		result_t result;

		if (!puzzle_read(line, &puzzle))
			continue;
		if (way != NULL && (strcmp(puzzle.kind, "vct") != 0 || vct++ % config->every != 0))
			continue;
		sum->rows++;
		if (solve(config, &puzzle, &limits, &result))
			judge(config, &puzzle, way == NULL, &result, sum);
		else
			sum->wrong++;
	}
	free(line);
	(void)fclose(file);
}

static unsigned run(const config_t *config)
{
	sum_t sum = {.rows = 0};
	unsigned wrong;

	run_file(config, NULL, &sum);
	printf("order 1, %u rows: %u proven, %u disproven, %u wrong, %" PRIu64 " nodes, %.2f s\n",
	       sum.rows, sum.proven, sum.disproven, sum.wrong, sum.nodes,
	       (double)sum.time_ns / NS_PER_S);
	wrong = sum.wrong;
	for (unsigned i = 0; i < config->engines; i++)
		for (unsigned j = 0; j < config->orders; j++) {
			const way_t way = {config->engine[i], config->order[j]};

			sum = (sum_t){.rows = 0};
			run_file(config, &way, &sum);
			printf("%-9s order %u, %u rows: %u proven (%.0f ms on average), %u "
			       "disproven, %u wrong, %.0f nodes/s\n",
			       algorithm_name(way.engine), way.order, sum.rows, sum.proven,
			       sum.proven > 0 ? (double)sum.proof_ns / NS_PER_MS / sum.proven : 0.0,
			       sum.disproven, sum.wrong,
			       (double)sum.nodes / ((double)sum.time_ns / NS_PER_S));
			wrong += sum.wrong;
		}
	return wrong;
}

static bool parse_orders(config_t *config, const char *text)
{
	while (config->orders < LISTED_MAX) {
		char *end;
		const unsigned long n = strtoul(text, &end, 10);

		if (end == text || n < 1 || n > ORDER_MAX)
			return false;
		config->order[config->orders++] = (unsigned)n;
		if (*end == '\0')
			return true;
		text = end + 1;
	}
	return false;
}

static bool parse_engines(config_t *config, const char *text)
{
	while (config->engines < LISTED_MAX) {
		const size_t length = strcspn(text, ",");
		algorithm_t engine = ALGORITHM_AUTO;

		while (engine <= ALGORITHM_DFPN &&
		       (strlen(algorithm_name(engine)) != length ||
		        memcmp(algorithm_name(engine), text, length) != 0))
			engine++;
		if (engine > ALGORITHM_DFPN)
			return false;
		config->engine[config->engines++] = engine;
		if (text[length] == '\0')
			return true;
		text += length + 1;
	}
	return false;
}

static bool parse_zone(config_t *config, const char *text)
{
	config->zoning = strcmp(text, "none") == 0 ? ZONING_NONE : ZONING_SOUND;
	return config->zoning == ZONING_NONE || strcmp(text, "sound") == 0;
}

static bool parse(config_t *config, int argc, char **argv)
{
	bool fine = true;

	for (int i = 1; fine && i < argc; i++) {
		const char *value = i + 1 < argc ? argv[i + 1] : "";

		if (strcmp(argv[i], "--rows") == 0) {
			config->rows = true;
			continue;
		}
		if (argv[i][0] != '-') {
			fine = config->path == NULL;
			config->path = argv[i];
			continue;
		}
		i++;
		if (strcmp(argv[i - 1], "--seconds") == 0)
			config->seconds = strtoull(value, NULL, 10);
		else if (strcmp(argv[i - 1], "--nodes") == 0)
			config->nodes = strtoull(value, NULL, 10);
		else if (strcmp(argv[i - 1], "--every") == 0)
			config->every = (unsigned)strtoul(value, NULL, 10);
		else if (strcmp(argv[i - 1], "--rule") == 0)
			fine = puzzle_rule_read(value, &config->rule);
		else if (strcmp(argv[i - 1], "--zone") == 0)
			fine = parse_zone(config, value);
		else if (strcmp(argv[i - 1], "--orders") == 0)
			fine = parse_orders(config, value);
		else
			fine = strcmp(argv[i - 1], "--engines") == 0 &&
			       parse_engines(config, value);
	}
	if (config->orders == 0)
		(void)parse_orders(config, "2");
	if (config->engines == 0)
		(void)parse_engines(config, "alphabeta,dfpn");
	if (config->seconds == 0 && config->nodes == 0)
		config->seconds = SECONDS;
	return fine && config->path != NULL && config->every > 0;
}

int main(int argc, char **argv)
{
	config_t config = {.every = 1};

	tune_args(&argc, argv);
	if (!parse(&config, argc, argv)) {
		(void)fputs(usage_text, stderr);
		return 64;
	}
	epoch_start();
	return run(&config) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
