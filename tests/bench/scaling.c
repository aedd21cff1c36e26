/* SPDX-License-Identifier: MIT
 * scaling.c - problems that take long, with one worker and with more.
 *
 *     scaling [-k 1,2,4,8,16] [-e alphabeta,dfpn,auto] [-d plain] [-m MIB] LIST...
 *
 * Every problem is solved with each number of workers, one after the other, so that what
 * else the machine does meets all of them; each time by a fresh solver, so that nothing is
 * known beforehand. Lists are those of reduction_list.c. What takes one engine long may be
 * nothing to the other, so each has lists of its own.
 *
 * speedup   time with one worker over time with k. It says something only as long as there
 *           is a core for each worker.
 * by cpu    the same of processor time, the workers' being shared out evenly: what speedup would be
 *           if nothing else ran. Workers never sleep while there is something to search.
 * overhead  nodes with k workers over nodes with one: the work done twice, or that one
 *           worker would not have done. It needs no cores.
 *
 * All are told as geometric means: they are ratios. A problem that is left open with some
 * number of workers (alpha-beta may be, where lines repeat) counts in neither.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/base/clock.h"
#include "engine/table/epoch.h"
#include "tests/bench/reduction.h"

enum { COUNTS_MAX = 8, ENGINES = 3, MIB_DEFAULT = 256 };

static const engine_t engines[ENGINES] = {ENGINE_ALPHABETA, ENGINE_DFPN, ENGINE_AUTO};

/* Of one engine. */
typedef struct {
	double log_overhead[COUNTS_MAX], log_speedup[COUNTS_MAX], log_rate[COUNTS_MAX]; /* sums */
	double log_cpu[COUNTS_MAX];
	double worst[COUNTS_MAX];
	unsigned problems, open;
} tally_t;

typedef struct {
	unsigned count[COUNTS_MAX], counts; /* numbers of workers */
	bool asked[ENGINES];
	driver_t driver;
	size_t table_bytes;
	tally_t tally[ENGINES];
	unsigned wrong;
} run_t;

/* cpu_seconds is the processor time of all threads so far. */
static double cpu_seconds(void)
{
	struct timespec now;

	(void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / NS_PER_S;
}

static bool solve(const run_t *run, const case_t *p, engine_t engine, unsigned workers,
                  result_t *out, double *cpu)
{
	solver_config_t config = {
	        .workers = workers, .table_bytes = run->table_bytes, .priority = PRIORITY_NORMAL};
	request_t request = {.problem = case_problem(p),
	                     .limits = {.order = (int)p->limit, .driver = run->driver}};
	solver_t *solver;
	job_t *job;
	errinfo_t why;
	bool fine = false;

	request.limits.engine = engine;
	if (solver_create(&config, &solver, &why) != ERR_OK) {
		(void)fprintf(stderr, "scaling: %s\n", why.text);
		exit(71);
	}
	if (solver_submit(solver, &request, &job, &why) != ERR_OK) {
		printf("FAIL %s: %s\n", p->name, why.text);
	} else {
		*cpu = cpu_seconds();
		job_wait(job);
		*cpu = cpu_seconds() - *cpu;
		job_result(job, out);
		job_release(job);
		fine = out->state == JOB_DONE;
		if (!fine)
			printf("FAIL %s: %s, %s\n", p->name, job_state_name(out->state),
			       value_name(out->value));
	}
	solver_destroy(solver);
	return fine;
}

static double seconds(const result_t *r)
{
	return (double)r->time_ns / NS_PER_S;
}

static void bench(run_t *run, const case_t *p, unsigned e)
{
	tally_t *t = &run->tally[e], sum = *t;
	result_t one = {.nodes = 0}, got;
	double one_cpu = 0;

	for (unsigned i = 0; i < run->counts; i++) {
		double over, faster, cpu = 0, by_cpu;

		if (!solve(run, p, engines[e], run->count[i], &got, &cpu)) {
			run->wrong++;
			return;
		}
		if (got.value == VALUE_UNDECIDED) {
			printf("    %3u workers left %s open: not counted\n", run->count[i],
			       p->name);
			t->open++;
			return;
		}
		if (i == 0) {
			one = got;
			one_cpu = cpu;
			printf("  %-20s %-9s %-9s order %u depth %u\n", p->name,
			       engine_name(engines[e]), value_name(got.value), got.order,
			       got.depth);
		}
		if (got.value != one.value) {
			printf("FAIL %s: %s by one, %s by %u workers\n", p->name,
			       value_name(one.value), value_name(got.value), run->count[i]);
			run->wrong++;
			return;
		}
		over = (double)got.nodes / (double)one.nodes;
		faster = seconds(&one) / seconds(&got);
		by_cpu = one_cpu / (cpu / run->count[i]);
		sum.log_overhead[i] += log(over);
		sum.log_speedup[i] += log(faster);
		sum.log_cpu[i] += log(by_cpu);
		sum.log_rate[i] += log((double)got.nodes / seconds(&got));
		sum.worst[i] = over > sum.worst[i] ? over : sum.worst[i];
		printf("    %3u workers %12" PRIu64
		       " nodes %9.2f s   speedup %5.2f   by cpu %5.2f   "
		       "overhead %5.2f\n",
		       run->count[i], got.nodes, seconds(&got), faster, by_cpu, over);
		(void)fflush(stdout);
	}
	*t = sum;
	t->problems++;
}

static void tell(const run_t *run, unsigned e)
{
	const tally_t *t = &run->tally[e];

	if (t->problems == 0)
		return;
	printf("  %s, geometric means of %u problems (%u left open)\n", engine_name(engines[e]),
	       t->problems, t->open);
	for (unsigned i = 0; i < run->counts; i++)
		printf("    %3u workers   speedup %5.2f   by cpu %5.2f   overhead %5.2f (worst "
		       "%.2f)   "
		       "%6.3f M nodes/s\n",
		       run->count[i], exp(t->log_speedup[i] / t->problems),
		       exp(t->log_cpu[i] / t->problems), exp(t->log_overhead[i] / t->problems),
		       t->worst[i], exp(t->log_rate[i] / t->problems) / 1e6);
}

static bool parse_counts(run_t *run, const char *text)
{
	run->counts = 0;
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

static bool parse_engines(run_t *run, const char *text)
{
	bool any = false;

	for (unsigned e = 0; e < ENGINES; e++) {
		run->asked[e] = strstr(text, engine_name(engines[e])) != NULL;
		any |= run->asked[e];
	}
	return any;
}

static bool parse(run_t *run, char option, const char *text)
{
	if (option == 'k')
		return parse_counts(run, text);
	if (option == 'e')
		return parse_engines(run, text);
	if (option == 'd') {
		run->driver = DRIVER_PLAIN;
		return strcmp(text, "plain") == 0;
	}
	run->table_bytes = (size_t)strtoul(text, NULL, 10) << 20;
	return option == 'm' && run->table_bytes > 0;
}

int main(int argc, char **argv)
{
	static cases_t cases;
	static run_t run = {.table_bytes = (size_t)MIB_DEFAULT << 20, .asked = {true, true}};
	unsigned problems = 0;
	int first = 1;

	(void)parse_counts(&run, "1,2,4,8,16");
	for (; first + 1 < argc && argv[first][0] == '-'; first += 2)
		if (!parse(&run, argv[first][1], argv[first + 1]))
			break;
	if (first >= argc || argv[first][0] == '-') {
		(void)fputs("usage: scaling [-k 1,2,4,8,16] [-e alphabeta,dfpn,auto] [-d plain] "
		            "[-m MIB] LIST...\n",
		            stderr);
		return 64;
	}
	epoch_start();
	for (int i = first; i < argc; i++)
		run.wrong += !cases_read(&cases, argv[i], NULL);
	for (unsigned i = 0; i < cases.count; i++)
		for (unsigned e = 0; e < ENGINES; e++)
			if (run.asked[e])
				bench(&run, &cases.at[i], e);
	for (unsigned e = 0; e < ENGINES; e++) {
		tell(&run, e);
		problems += run.tally[e].problems;
	}
	return run.wrong == 0 && problems > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
