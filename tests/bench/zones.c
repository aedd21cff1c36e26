/* SPDX-License-Identifier: MIT
 * zone_track.c - what zones save: nodes without them, with the sound ones, and with those of
 * Thomsen's inversion rule.
 *
 *     zones [-n NODES] LIST...
 *
 * A list is Go (.tst, see tests/problems/tst.h) or Gomoku (.tsv: name, order limit, rows,
 * with a tab between). One worker solves each problem three times, with a fresh table each.
 * A search ends at NODES. Without zones it then counts as just so many, and the ratio is
 * what it is at least ('>'); with sound zones it has failed. A verdict by the inversion rule that
 * is not the one of sound zones is marked and counted, no more; any other difference is a failure.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/table/epoch.h"
#include "tests/bench/tune.h"
#include "tests/problems/tst.h"

enum { PROBLEMS_MAX = 512, LINE_BYTES = 1024, KINDS = 3 };

static const size_t TABLE_BYTES = (size_t)64 << 20;
static const uint64_t NODES_DEFAULT = 5000000;

typedef struct {
	double ratio[PROBLEMS_MAX];
	double nodes[KINDS][PROBLEMS_MAX], ms[KINDS][PROBLEMS_MAX];
	unsigned problems, limited, wrong, guessed_wrong;
} movelist_t;

static void solve(const request_t *request, zoning_t zoning, uint64_t nodes, result_t *out)
{
	const solver_config_t config = {
	        .workers = 1, .table_bytes = TABLE_BYTES, .priority = PRIORITY_NORMAL};
	request_t r = *request;
	solver_t *solver;
	job_t *job;
	errinfo_t why;

	r.limits.zoning = zoning;
	r.limits.nodes = nodes;
	if (solver_create(&config, &solver, &why) != ERR_OK ||
	    solver_submit(solver, &r, &job, &why) != ERR_OK) {
		(void)fprintf(stderr, "zones: %s\n", why.text);
		exit(EXIT_FAILURE);
	}
	solver_wait(job);
	job_result(job, out);
	job_release(job);
	solver_destroy(solver);
}

/* same: the same verdict, or none where the search was limited. */
static bool same(const result_t *a, const result_t *b)
{
	return a->state != JOB_DONE || b->state != JOB_DONE ||
	       (a->value == b->value && a->order == b->order);
}

/* bench solves a problem with zones of every kind; `value`: what it must come to, or NULL. */
static void bench(movelist_t *list, const char *name, const request_t *request,
                  const value_t *value, uint64_t most)
{
	static result_t got[KINDS];
	const result_t *sound = &got[ZONING_SOUND], *none = &got[ZONING_NONE],
	               *guess = &got[ZONING_INVERSION];
	const unsigned i = list->problems++;
	const bool guesses = strcmp(request->problem.game, "go") == 0;
	bool fine;

	for (unsigned z = 0; z < KINDS; z++) {
		if (z != ZONING_INVERSION || guesses)
			solve(request, (zoning_t)z, most, &got[z]);
		list->nodes[z][i] = (double)got[z].nodes;
		list->ms[z][i] = (double)got[z].time_ns / NS_PER_MS;
	}
	list->ratio[i] = (double)none->nodes / (double)sound->nodes;
	list->limited += none->state != JOB_DONE;
	fine = same(none, sound) && sound->state == JOB_DONE &&
	       (value == NULL || sound->value == *value);
	list->wrong += !fine;
	printf("  %-24s %5u  %-10s %10" PRIu64 " %9" PRIu64 "  %c%7.1f", name, sound->order,
	       value_name(sound->value), none->nodes, sound->nodes,
	       none->state != JOB_DONE ? '>' : ' ', list->ratio[i]);
	if (guesses) {
		list->guessed_wrong += !same(guess, sound);
		printf("  %c%10" PRIu64 "%s", guess->state != JOB_DONE ? '>' : ' ', guess->nodes,
		       same(guess, sound) ? "" : "  wrong");
	}
	printf("%s\n", fine ? "" : "  FAIL");
	(void)fflush(stdout);
}

static void bench_go(movelist_t *list, const char *path, uint64_t most)
{
	static tst_reader_t reader;
	static tst_t p;
	errinfo_t why;
	err_t err = tst_open(&reader, path, &why);

	while (err == ERR_OK && list->problems < PROBLEMS_MAX &&
	       (err = tst_next(&reader, &p, &why)) == ERR_OK) {
		const request_t request = tst_request(&p);

		bench(list, p.name, &request, p.checked ? &p.value : NULL, most);
	}
	tst_close(&reader);
	if (err != ERR_CLOSED) {
		printf("FAIL %s\n", err != ERR_OK ? why.text : "too many problems");
		list->wrong++;
	}
}

static void bench_gomoku(movelist_t *list, const char *path, uint64_t most)
{
	FILE *file = fopen(path, "r");
	char line[LINE_BYTES];

	if (file == NULL) {
		printf("FAIL %s: cannot be read\n", path);
		list->wrong++;
		return;
	}
	while (list->problems < PROBLEMS_MAX && fgets(line, sizeof(line), file) != NULL) {
		char *rest = NULL;
		const char *name = strtok_r(line, "\t\n", &rest);
		const char *order = strtok_r(NULL, "\t\n", &rest);
		const char *rows = strtok_r(NULL, "\t\n", &rest);
		const request_t request = {
		        .problem = {.game = "gomoku", .rows = rows},
		        .limits = {.order = order != NULL ? atoi(order) : 0},
		};

		if (name != NULL && name[0] != '#' && rows != NULL)
			bench(list, name, &request, NULL, most);
	}
	(void)fclose(file);
}

static int by_size(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double median(const double *values, unsigned count)
{
	static double sorted[PROBLEMS_MAX];

	memcpy(sorted, values, count * sizeof(*sorted));
	qsort(sorted, count, sizeof(*sorted), by_size);
	return count % 2 != 0 ? sorted[count / 2] : (sorted[count / 2 - 1] + sorted[count / 2]) / 2;
}

static void bench_list(const char *path, uint64_t most, bool *fine)
{
	static movelist_t list;
	const size_t length = strlen(path);
	const bool go = length > 4 && strcmp(path + length - 4, ".tst") == 0;

	memset(&list, 0, sizeof(list));
	printf("  %-24s %5s  %-10s %10s %9s %9s  %11s\n", "problem", "order", "value", "no zones",
	       "sound", "ratio", go ? "inversion" : "");
	if (go)
		bench_go(&list, path, most);
	else
		bench_gomoku(&list, path, most);
	if (list.problems == 0 || list.wrong > 0) {
		printf("FAIL %s: %u problems, %u wrong\n", path, list.problems, list.wrong);
		*fine = false;
		return;
	}
	printf("  %-24s %5s  %-10s %10.0f %9.0f  %8.1f", "median", "", "",
	       median(list.nodes[ZONING_NONE], list.problems),
	       median(list.nodes[ZONING_SOUND], list.problems), median(list.ratio, list.problems));
	if (go)
		printf("  %11.0f", median(list.nodes[ZONING_INVERSION], list.problems));
	printf("\n  %-41s %7.1f ms %6.1f ms", "median time",
	       median(list.ms[ZONING_NONE], list.problems),
	       median(list.ms[ZONING_SOUND], list.problems));
	if (go)
		printf("  %9s %7.1f ms", "", median(list.ms[ZONING_INVERSION], list.problems));
	printf("\n  %u problems, %u of them not solved without zones in %" PRIu64 " nodes",
	       list.problems, list.limited, most);
	if (go)
		printf("; the inversion rule was wrong in %u", list.guessed_wrong);
	printf("\n");
}

int main(int argc, char **argv)
{
	uint64_t most = NODES_DEFAULT;
	bool fine = true;
	int first = 1;

	tune_args(&argc, argv);
	if (argc > 2 && strcmp(argv[1], "-n") == 0) {
		most = strtoull(argv[2], NULL, 0);
		first = 3;
	}
	if (first >= argc || most == 0) {
		(void)fputs("usage: zones [-n NODES] LIST...\n", stderr);
		return 64;
	}
	epoch_start();
	for (int i = first; i < argc; i++)
		bench_list(argv[i], most, &fine);
	return fine ? EXIT_SUCCESS : EXIT_FAILURE;
}
