/* SPDX-License-Identifier: MIT
 * again.c - again EVERY FILE...: lists of problems (tests/problems/tst.h, tests/vectors/row.h,
 * mates in chess) of which every so many-th row is asked ROUNDS times by each engine, with and
 * without lambda, with the verdict by ko where there is one, of a solver with a table of 1 MiB and
 * of one of 16 MiB, which all rows share. No answer may contradict another one of the same row
 * (facts.h), and no job may fail. EVERY 1 asks all. A folder that is not there, named first, skips
 * the run.
 *
 * Prints what it did, and one line a fault; exit 1 if there are any, 77 if it was skipped. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/table/epoch.h"
#include "tests/matrix/facts.h"
#include "tests/problems/tst.h"
#include "tests/vectors/row.h"

enum { ROUNDS = 3, NODES = 4000, FAULTS_SHOWN = 20, SKIPPED = 77, LINE_BYTES = 1024 };

static const size_t tables[] = {1 << 20, 16 << 20};
enum { TABLES = sizeof(tables) / sizeof(tables[0]) };

typedef struct {
	solver_t *solver[TABLES];
	unsigned every, seen, rows, asked, decided, faults;
	const char *file;
	unsigned line;
} again_t;

static void fault(again_t *a, const request_t *r, unsigned table, const char *what)
{
	if (a->faults++ < FAULTS_SHOWN)
		printf("FAULT %s:%u: driver %d engine %s ko %d order %d table %zu: %s\n", a->file,
		       a->line, (int)r->limits.driver, algorithm_name(r->limits.engine), r->ko,
		       r->limits.order, tables[table], what);
}

static void ask(again_t *a, unsigned table, const request_t *request, facts_t *facts)
{
	errinfo_t why;
	result_t result;
	job_t *job;

	a->asked++;
	if (solver_submit(a->solver[table], request, &job, &why) != ERR_OK) {
		fault(a, request, table, why.text);
		return;
	}
	solver_wait(job);
	job_result(job, &result);
	job_release(job);
	if (result.state == JOB_FAILED)
		fault(a, request, table, result.fault.what != NULL ? result.fault.what : "failed");
	a->decided += result.value != VALUE_UNDECIDED;
	if (facts_take(facts, &result, &request->problem, request->ko, 0) != NULL)
		fault(a, request, table, "contradicts an earlier answer");
}

/* ask_row asks a problem in all ways, every so many-th row. */
static void ask_row(again_t *a, request_t request)
{
	const bool has_ko = strcmp(request.problem.game, "go") == 0 &&
	                    request.problem.attacker_threats == 0 &&
	                    request.problem.defender_threats == 0;
	facts_t facts = {.count = 0};

	if (a->seen++ % a->every != 0)
		return;
	a->rows++;
	request.limits.nodes = NODES;
	request.fresh = true;
	for (unsigned i = 0; i < ROUNDS * 2 * 3 * TABLES; i++) {
		request.limits.driver = i / 2 % 2 ? DRIVER_PLAIN : DRIVER_LAMBDA;
		request.limits.engine = (algorithm_t)(i / 4 % 3);
		request.ko = false;
		ask(a, i % TABLES, &request, &facts);
		request.ko = has_ko;
		if (has_ko)
			ask(a, i % TABLES, &request, &facts);
	}
}

static void take_vector(again_t *a, char *line)
{
	request_t request = {.limits = {.order = -1}};
	errinfo_t why;
	row_t row;

	if (!row_is_one(line))
		return;
	if (row_parse(line, &row, &why) != ERR_OK) {
		fault(a, &request, 0, why.text);
		return;
	}
	request.problem = row_problem(&row);
	ask_row(a, request);
}

/* take_mate takes a row of a list of mates: the first column that is a FEN. */
static void take_mate(again_t *a, char *line)
{
	request_t request = {.problem = {.game = "chess"}, .limits = {.order = -1}};

	if (line[0] == '#')
		return;
	for (char *at = line, *column; (column = strsep(&at, "\t\n")) != NULL;)
		if (strchr(column, '/') != NULL && strchr(column, ' ') != NULL) {
			request.problem.rows = column;
			ask_row(a, request);
			return;
		}
}

static void take_rows(again_t *a, void (*take)(again_t *a, char *line))
{
	FILE *file = fopen(a->file, "re");
	char line[LINE_BYTES];

	if (file == NULL) {
		printf("%s: cannot be opened\n", a->file);
		a->faults++;
		return;
	}
	for (a->line = 1; fgets(line, sizeof(line), file) != NULL; a->line++)
		take(a, line);
	(void)fclose(file);
}

static void take_list(again_t *a)
{
	static tst_reader_t reader;
	tst_t problem;
	errinfo_t why;
	err_t err = tst_open(&reader, a->file, &why);

	while (err == ERR_OK && (err = tst_next(&reader, &problem, &why)) == ERR_OK) {
		a->line = problem.line;
		ask_row(a, tst_request(&problem));
	}
	if (err != ERR_CLOSED) {
		printf("%s: %s\n", a->file, why.text);
		a->faults++;
	}
	tst_close(&reader);
}

static void take_file(again_t *a)
{
	const char *dot = strrchr(a->file, '.');

	if (dot != NULL && strcmp(dot, ".tst") == 0)
		take_list(a);
	else
		take_rows(a, strstr(a->file, "chess") != NULL ? take_mate : take_vector);
}

int main(int argc, char **argv)
{
	again_t a = {.every = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 0};
	int first = 2;
	errinfo_t why;

	if (argc < 3 || a.every == 0) {
		(void)fputs("usage: again EVERY FILE...\n", stderr);
		return 64;
	}
	if (strrchr(argv[2], '.') == NULL || strrchr(argv[2], '.') < strrchr(argv[2], '/')) {
		first = 3;
		if (access(argv[2], R_OK) != 0) {
			printf("%s is not there: skipped\n", argv[2]);
			return SKIPPED;
		}
	}
	epoch_start();
	for (unsigned i = 0; i < TABLES; i++) {
		const solver_config_t config = {
		        .workers = 1, .table_bytes = tables[i], .priority = PRIORITY_NORMAL};

		if (solver_create(&config, &a.solver[i], &why) != ERR_OK) {
			printf("%s\n", why.text);
			return 1;
		}
	}
	for (int i = first; i < argc; i++) {
		a.file = argv[i];
		take_file(&a);
	}
	for (unsigned i = 0; i < TABLES; i++)
		solver_destroy(a.solver[i]);
	printf("%u of %u rows, %u questions, %u decided, %u faults\n", a.rows, a.seen, a.asked,
	       a.decided, a.faults);
	return a.faults == 0 && a.decided > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
