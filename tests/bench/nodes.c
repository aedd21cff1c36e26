/* SPDX-License-Identifier: MIT
 * nodes.c - nodes [-n NODES] [-r RANDOM] FILE...: how many nodes one worker needs for a fixed list
 * of problems of every game, to show that a change of the code has not changed the search.
 *
 * The list is every problem of the FILEs (tests/problems/tst.h, tests/vectors/row.h, mates in
 * chess) and the first RANDOM (6) of 6 random problems of each of 22 kinds, which nodes.tsv keeps:
 * new kinds and goals of tests/matrix and tests/proofs do not change them. Each is asked in every
 * way that it can be searched in: by alpha-beta and by df-pn, with lambda-search and plainly, with
 * zones and without, each time of a new table of 1 MiB and within NODES nodes (20,000).
 *
 * Prints a line that names the ways, one line a problem: its place, and for each way the value
 * (1, 0, ?) and the nodes; then the sum of each way, and the CRC-32 of the problems' lines. Two
 * programs that search alike print the same. Exit 1 if a job fails, 64 for a wrong command line, 66
 * for a file that cannot be read. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/crc32.h"
#include "engine/solve/solver.h"
#include "engine/table/epoch.h"
#include "tests/bench/tune.h"
#include "tests/problems/tst.h"
#include "tests/vectors/row.h"

enum {
	NODES_DEFAULT = 20000,
	RANDOM_DEFAULT = 6,
	TABLE_BYTES = 1 << 20,
	LINE_BYTES = 1024,
	OUT_BYTES = 512,
	KINDS = 22, /* of nodes.tsv */
	EXIT_USAGE = 64,
	EXIT_NOINPUT = 66,
};

/* A way to search. */
typedef struct {
	const char *name;
	algorithm_t engine;
	driver_t driver;
	zoning_t zoning;
} way_t;

static const way_t ways[] = {
        {"ab", ALGORITHM_ALPHABETA, DRIVER_LAMBDA, ZONING_SOUND},
        {"ab-nozone", ALGORITHM_ALPHABETA, DRIVER_LAMBDA, ZONING_NONE},
        {"ab-plain", ALGORITHM_ALPHABETA, DRIVER_PLAIN, ZONING_SOUND},
        {"ab-plain-nozone", ALGORITHM_ALPHABETA, DRIVER_PLAIN, ZONING_NONE},
        {"dfpn", ALGORITHM_DFPN, DRIVER_LAMBDA, ZONING_SOUND},
        {"dfpn-nozone", ALGORITHM_DFPN, DRIVER_LAMBDA, ZONING_NONE},
        {"dfpn-plain", ALGORITHM_DFPN, DRIVER_PLAIN, ZONING_SOUND},
        {"dfpn-plain-nozone", ALGORITHM_DFPN, DRIVER_PLAIN, ZONING_NONE},
        {"auto", ALGORITHM_AUTO, DRIVER_LAMBDA, ZONING_SOUND},
};
enum { WAYS = sizeof(ways) / sizeof(ways[0]) };

typedef struct {
	uint64_t limit, sum[WAYS];
	unsigned problems, questions, decided, failed;
	uint32_t crc;
} nodes_t;

/* ask writes the value and the nodes of one question; the job runs on this thread alone. */
static void ask(nodes_t *n, const request_t *asked, unsigned way, char *out, size_t room)
{
	const solver_config_t config = {.workers = 1,
	                                .table_bytes = TABLE_BYTES,
	                                .priority = PRIORITY_NORMAL,
	                                .by_turns = true};
	request_t request = *asked;
	solver_t *solver;
	errinfo_t why;
	result_t r;
	job_t *job;

	request.limits.nodes = n->limit;
	request.limits.engine = ways[way].engine;
	request.limits.driver = ways[way].driver;
	request.limits.zoning = ways[way].zoning;
	if (solver_create(&config, &solver, &why) != ERR_OK) {
		(void)fprintf(stderr, "nodes: %s\n", why.text);
		exit(EXIT_FAILURE);
	}
	n->questions++;
	if (solver_submit(solver, &request, &job, &why) != ERR_OK) {
		(void)snprintf(out, room, " refused");
	} else {
		solver_wait(job);
		job_result(job, &r);
		job_release(job);
		n->failed += r.state == JOB_FAILED;
		n->decided += r.value != VALUE_UNDECIDED;
		n->sum[way] += r.nodes;
		(void)snprintf(out, room, " %s%" PRIu64,
		               r.value == VALUE_PROVEN      ? "1:"
		               : r.value == VALUE_DISPROVEN ? "0:"
		                                            : "?:",
		               r.nodes);
	}
	solver_destroy(solver);
}

static void ask_all(nodes_t *n, const char *name, unsigned number, const request_t *request)
{
	char line[OUT_BYTES];
	size_t length = (size_t)snprintf(line, sizeof(line), "%.80s:%u", name, number);

	n->problems++;
	for (unsigned way = 0; way < WAYS; way++) {
		ask(n, request, way, line + length, sizeof(line) - length);
		length += strlen(line + length);
	}
	n->crc = crc32_update(n->crc, line, length);
	puts(line);
}

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash != NULL ? slash + 1 : path;
}

/* take_row asks a line of a file of rows: of the vectors, or a mate in chess, whose position is the
 * first column that is a FEN. False: the line cannot be read. */
static bool take_row(nodes_t *n, const char *name, unsigned number, char *line)
{
	request_t request = {.problem = {.game = "chess"}, .limits = {.order = -1}};
	errinfo_t why;
	row_t row;

	if (strstr(name, "chess") == NULL) {
		if (!row_is_one(line))
			return true;
		if (row_parse(line, &row, &why) != ERR_OK) {
			(void)fprintf(stderr, "nodes: %s:%u: %s\n", name, number, why.text);
			return false;
		}
		request.problem = row_problem(&row);
		ask_all(n, name, number, &request);
		return true;
	}
	if (line[0] == '#')
		return true;
	for (char *at = line, *column; (column = strsep(&at, "\t\n")) != NULL;)
		if (strchr(column, '/') != NULL && strchr(column, ' ') != NULL) {
			request.problem.rows = column;
			ask_all(n, name, number, &request);
			return true;
		}
	return true;
}

static bool take_rows(nodes_t *n, const char *path)
{
	FILE *file = fopen(path, "re");
	char line[LINE_BYTES];
	bool good = true;

	if (file == NULL) {
		(void)fprintf(stderr, "nodes: %s cannot be opened\n", path);
		return false;
	}
	for (unsigned i = 1; good && fgets(line, sizeof(line), file) != NULL; i++)
		good = take_row(n, base_name(path), i, line);
	(void)fclose(file);
	return good;
}

static bool take_list(nodes_t *n, const char *path)
{
	static tst_reader_t reader;
	tst_t problem;
	errinfo_t why;
	err_t err = tst_open(&reader, path, &why);

	while (err == ERR_OK && (err = tst_next(&reader, &problem, &why)) == ERR_OK) {
		const request_t request = tst_request(&problem);

		ask_all(n, base_name(path), problem.line, &request);
	}
	tst_close(&reader);
	if (err != ERR_CLOSED)
		(void)fprintf(stderr, "nodes: %s: %s\n", path, why.text);
	return err == ERR_CLOSED;
}

/* take_drawn asks a row of nodes.tsv, which it cuts to pieces: "-" is not given. */
static bool take_drawn(nodes_t *n, char *line, unsigned number)
{
	enum { KIND, GAME, ROWS, GOAL, TARGET, OPTIONS, KO, ATTACKER, FIRST, THREATS, FIELDS = 11 };
	char *field[FIELDS] = {NULL}, *at = line;
	request_t request = {.limits = {.order = -1}};

	line[strcspn(line, "\n")] = '\0';
	for (unsigned i = 0; i < FIELDS; i++)
		if ((field[i] = strsep(&at, "\t")) == NULL)
			return false;
	request.problem =
	        (problem_t){.game = field[GAME],
	                    .rows = field[ROWS],
	                    .goal = field[GOAL],
	                    .target = strcmp(field[TARGET], "-") != 0 ? field[TARGET] : NULL,
	                    .options = field[OPTIONS],
	                    .ko = strcmp(field[KO], "-") != 0 ? field[KO] : NULL,
	                    .attacker = (colour_t)strtoul(field[ATTACKER], NULL, 10),
	                    .first = (side_t)strtoul(field[FIRST], NULL, 10),
	                    .attacker_threats = (unsigned)strtoul(field[THREATS], NULL, 10),
	                    .defender_threats = (unsigned)strtoul(field[THREATS + 1], NULL, 10)};
	ask_all(n, field[KIND], number, &request);
	return true;
}

/* take_random asks the first `count` problems of each kind: the kinds come in turn. */
static bool take_random(nodes_t *n, unsigned count)
{
	FILE *file = fopen(NODES_DRAWN, "re");
	char line[LINE_BYTES];
	bool good = file != NULL;

	for (unsigned i = 0;
	     good && i < KINDS * count && fgets(line, sizeof(line), file) != NULL;) {
		if (line[0] == '#')
			continue;
		good = take_drawn(n, line, i / KINDS);
		i++;
	}
	if (!good)
		(void)fprintf(stderr, "nodes: %s cannot be read\n", NODES_DRAWN);
	if (file != NULL)
		(void)fclose(file);
	return good;
}

static void print_ways(void)
{
	printf("problem");
	for (unsigned way = 0; way < WAYS; way++)
		printf("\t%s", ways[way].name);
	printf("\n");
}

int main(int argc, char **argv)
{
	nodes_t n = {.limit = NODES_DEFAULT};
	unsigned random = RANDOM_DEFAULT;
	int option;

	tune_args(&argc, argv);
	while ((option = getopt(argc, argv, "n:r:h")) != -1)
		if (option == 'n') {
			n.limit = strtoull(optarg, NULL, 10);
		} else if (option == 'r') {
			random = (unsigned)strtoul(optarg, NULL, 10);
		} else {
			(void)fprintf(
			        option == 'h' ? stdout : stderr,
			        "nodes [--tune NAME=VALUE]... [-n NODES] [-r RANDOM] FILE...\n");
			return option == 'h' ? EXIT_SUCCESS : EXIT_USAGE;
		}
	print_ways();
	epoch_start();
	epoch_thread_join();
	for (int i = optind; i < argc; i++) {
		const char *dot = strrchr(argv[i], '.');
		const bool is_list = dot != NULL && strcmp(dot, ".tst") == 0;

		if (!(is_list ? take_list : take_rows)(&n, argv[i]))
			return EXIT_NOINPUT;
	}
	if (!take_random(&n, random))
		return EXIT_NOINPUT;
	for (unsigned way = 0; way < WAYS; way++)
		printf("%-18s %12" PRIu64 " nodes\n", ways[way].name, n.sum[way]);
	printf("%u problems, %u questions, %u decided, %u failed, crc32 %08" PRIx32 "\n",
	       n.problems, n.questions, n.decided, n.failed, n.crc);
	epoch_thread_leave();
	return n.failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
