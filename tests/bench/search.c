/* SPDX-License-Identifier: MIT
 * search.c - problems that take seconds, with one worker and with more.
 *
 *     search [-k 1,2,4,8,16] LIST.tst...
 *
 * For every problem and number of workers a fresh solver, so that nothing is
 * known beforehand. Overhead is nodes with k workers over nodes with one: the
 * work done twice, whatever the machine has for cores. Speed is nodes a second,
 * which only says something as long as there is a core for each worker.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/table/epoch.h"
#include "tests/problems/tst.h"

enum { COUNTS_MAX = 8 };

static const size_t TABLE_BYTES = (size_t)256 << 20;

typedef struct {
	unsigned count[COUNTS_MAX], counts;             /* numbers of workers */
	double overhead[COUNTS_MAX], speed[COUNTS_MAX]; /* sums over problems */
	double worst[COUNTS_MAX];
	unsigned problems, wrong;
} run_t;

static bool solve(const tst_t *p, unsigned workers, result_t *out)
{
	solver_config_t config = {
	        .workers = workers, .table_bytes = TABLE_BYTES, .priority = PRIORITY_NORMAL};
	request_t request = tst_request(p);
	solver_t *solver;
	job_t *job;
	errinfo_t why;
	bool fine = false;

	if (solver_create(&config, &solver, &why) != ERR_OK) {
		(void)fprintf(stderr, "search: %s\n", why.text);
		exit(71);
	}
	if (solver_submit(solver, &request, &job, &why) != ERR_OK) {
		printf("FAIL %s: %s\n", p->name, why.text);
	} else {
		job_wait(job);
		job_result(job, out);
		job_release(job);
		fine = out->state == JOB_DONE && (!p->checked || out->value == p->value);
		if (!fine)
			printf("FAIL %s: %s, %s\n", p->name, job_state_name(out->state),
			       value_name(out->value));
	}
	solver_destroy(solver);
	return fine;
}

static void bench(run_t *run, const tst_t *p)
{
	result_t one = {.nodes = 0}, got;

	run->problems++;
	for (unsigned i = 0; i < run->counts; i++) {
		double rate, over, faster;

		if (!solve(p, run->count[i], &got)) {
			run->wrong++;
			return;
		}
		if (i == 0) {
			one = got;
			printf("  %-20s %-9s order %u depth %u\n", p->name, value_name(got.value),
			       got.order, got.depth);
		}
		rate = (double)got.nodes / (double)got.time_ns * NS_PER_S;
		over = (double)got.nodes / (double)one.nodes;
		faster = rate / ((double)one.nodes / (double)one.time_ns * NS_PER_S);
		run->overhead[i] += over;
		run->speed[i] += faster;
		run->worst[i] = over > run->worst[i] ? over : run->worst[i];
		printf("    %3u workers %12" PRIu64 " nodes %9.2f s %8.2f M nodes/s   "
		       "overhead %5.2f   speed %5.2f\n",
		       run->count[i], got.nodes, (double)got.time_ns / NS_PER_S, rate / 1e6, over,
		       faster);
		(void)fflush(stdout);
	}
}

static void bench_list(run_t *run, const char *path)
{
	tst_reader_t reader;
	errinfo_t why;
	err_t err = tst_open(&reader, path, &why);
	tst_t p;

	while (err == ERR_OK && (err = tst_next(&reader, &p, &why)) == ERR_OK)
		bench(run, &p);
	tst_close(&reader);
	if (err != ERR_CLOSED) {
		printf("FAIL %s\n", why.text);
		run->wrong++;
	}
}

static bool parse_counts(run_t *run, const char *text)
{
	while (run->counts < COUNTS_MAX) {
		char *end;
		unsigned long n = strtoul(text, &end, 10);

		if (n < 1 || n > 1024)
			return false;
		run->count[run->counts++] = (unsigned)n;
		if (*end == '\0')
			return true;
		text = end + 1;
	}
	return false;
}

int main(int argc, char **argv)
{
	static run_t run;
	int first = 1;

	if (argc > 2 && strcmp(argv[1], "-k") == 0) {
		first = 3;
		if (!parse_counts(&run, argv[2]))
			first = argc;
	} else {
		(void)parse_counts(&run, "1,2,4,8,16");
	}
	if (first >= argc) {
		(void)fputs("usage: search [-k 1,2,4,8,16] LIST.tst...\n", stderr);
		return 64;
	}
	epoch_start();
	for (int i = first; i < argc; i++)
		bench_list(&run, argv[i]);
	printf("  mean of %u problems\n", run.problems);
	for (unsigned i = 0; i < run.counts && run.wrong == 0 && run.problems > 0; i++)
		printf("    %3u workers   overhead %5.2f (worst %.2f)   speed %5.2f\n",
		       run.count[i], run.overhead[i] / run.problems, run.worst[i],
		       run.speed[i] / run.problems);
	return run.wrong == 0 && run.problems > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
