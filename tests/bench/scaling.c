/* SPDX-License-Identifier: MIT
 * scaling.c - problems that take long, with one worker and with more.
 *
 *     scaling [-k 1,2,4,8,16] [-e alphabeta,dfpn,auto] [-d plain] [-i 0,1] [-w turns] [-m MIB]
 *             LIST...
 *
 * Every problem is solved with each number of workers, one after the other, so that what
 * else the machine does meets all of them; each time by a fresh solver, so that nothing is
 * known beforehand; its table has its memory before it starts, as the daemon's, since to take
 * it page by page costs as much as such searches, and workers stop each other. Lists are those of
 * reduction_list.c. What takes one engine long may be nothing to the other, so each has lists of
 * its own.
 *
 * speedup   time with one worker over time with k. It says something only as long as there
 *           is a core for each worker.
 * by cpu    the same of processor time, the workers' being shared out evenly: what speedup would be
 *           if nothing else ran. Workers never sleep while there is something to search.
 * overhead  nodes with k workers over nodes with one: the work done twice, or that one
 *           worker would not have done. It needs no cores.
 *
 * Images (-i) of each problem are searched one after the other; scaling.h says which there are.
 * Where what one worker needs is a matter of luck, so is the ratio: a mean is told with its
 * standard error, and a list must not have been chosen by the images that are measured.
 *
 * Turns (-w turns): workers of df-pn take turns in one thread (scaling_turns.c). Time is then that
 * of the nodes alone, a microsecond each.
 *
 * All are told as geometric means: they are ratios. A problem that is left open with some
 * number of workers (alpha-beta may be, where lines repeat) counts in neither; one with a depth is
 * answered by "not within so many plies".
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/base/clock.h"
#include "engine/table/epoch.h"
#include "tests/bench/scaling.h"

enum { COUNTS_MAX = 8, WORKERS_MOST = 1024, ENGINES = 3, MIB_DEFAULT = 256 };

static const algorithm_t engines[ENGINES] = {ALGORITHM_ALPHABETA, ALGORITHM_DFPN, ALGORITHM_AUTO};

/* Of one engine. */
typedef struct {
	double log_overhead[COUNTS_MAX], log_speedup[COUNTS_MAX], log_rate[COUNTS_MAX]; /* sums */
	double log_cpu[COUNTS_MAX];
	double square_overhead[COUNTS_MAX], square_cpu[COUNTS_MAX]; /* sums of squares */
	double worst[COUNTS_MAX];
	unsigned problems, open;
} tally_t;

typedef struct {
	unsigned count[COUNTS_MAX], counts; /* numbers of workers */
	unsigned image[COUNTS_MAX], images;
	bool asked[ENGINES], turns;
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

static bool solve_in_turns(const run_t *run, const case_t *p, unsigned workers, result_t *out,
                           double *cpu)
{
	const turns_t turns = {
	        .workers = workers, .driver = run->driver, .table_bytes = run->table_bytes};

	if (!turns_solve(&turns, p, out)) {
		printf("FAIL %s\n", p->name);
		return false;
	}
	*cpu = (double)out->time_ns / NS_PER_S * workers;
	return true;
}

static bool solve(const run_t *run, const case_t *p, algorithm_t engine, unsigned workers,
                  result_t *out, double *cpu)
{
	solver_config_t config = {.workers = workers,
	                          .table_bytes = run->table_bytes,
	                          .table_touched = true,
	                          .priority = PRIORITY_NORMAL};
	request_t request = {
	        .problem = case_problem(p),
	        .limits = {.order = (int)p->limit, .depth = p->within, .driver = run->driver}};
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
		solver_wait(job);
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

static void bench(run_t *run, const case_t *p, unsigned image, unsigned e)
{
	tally_t *t = &run->tally[e], sum = *t;
	result_t one = {.nodes = 0}, got;
	double one_cpu = 0;

	for (unsigned i = 0; i < run->counts; i++) {
		double over, faster, cpu = 0, by_cpu;

		if (!(run->turns ? solve_in_turns(run, p, run->count[i], &got, &cpu)
		                 : solve(run, p, engines[e], run->count[i], &got, &cpu))) {
			run->wrong++;
			return;
		}
		if (got.value == VALUE_UNDECIDED && p->within == 0) {
			printf("    %3u workers left %s open: not counted\n", run->count[i],
			       p->name);
			t->open++;
			return;
		}
		if (i == 0) {
			one = got;
			one_cpu = cpu;
			printf("  %-20s image %u %-9s %-9s order %u depth %u\n", p->name, image,
			       algorithm_name(engines[e]), value_name(got.value), got.order,
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
		sum.square_overhead[i] += log(over) * log(over);
		sum.square_cpu[i] += log(by_cpu) * log(by_cpu);
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

static void bench_images(run_t *run, const case_t *p)
{
	for (unsigned i = 0; i < run->images; i++) {
		case_t image;

		if (!image_make(p, run->image[i], &image)) {
			printf("FAIL %s: its options name points\n", p->name);
			run->wrong++;
			return;
		}
		for (unsigned e = 0; e < ENGINES; e++)
			if (run->asked[e])
				bench(run, &image, run->image[i], e);
	}
}

/* error_of is the standard error, in per cent, of a geometric mean of n, from sums of
 * logarithms. */
static double error_of(double sum, double squares, unsigned n)
{
	const double mean = sum / n;

	return n < 2 ? 0 : 100 * sqrt(fmax(squares / n - mean * mean, 0) / (n - 1));
}

static void tell(const run_t *run, unsigned e)
{
	const tally_t *t = &run->tally[e];

	if (t->problems == 0)
		return;
	printf("  %s, geometric means of %u problems (%u left open)\n", algorithm_name(engines[e]),
	       t->problems, t->open);
	for (unsigned i = 0; i < run->counts; i++)
		printf("    %3u workers   speedup %5.2f   by cpu %5.2f +- %.0f %%   overhead %5.2f "
		       "+- %.0f %% (worst %.2f)   %6.3f M nodes/s\n",
		       run->count[i], exp(t->log_speedup[i] / t->problems),
		       exp(t->log_cpu[i] / t->problems),
		       error_of(t->log_cpu[i], t->square_cpu[i], t->problems),
		       exp(t->log_overhead[i] / t->problems),
		       error_of(t->log_overhead[i], t->square_overhead[i], t->problems),
		       t->worst[i], exp(t->log_rate[i] / t->problems) / 1e6);
}

/* parse_list reads numbers with commas between. */
static bool parse_list(unsigned *list, unsigned *count, unsigned least, unsigned most,
                       const char *text)
{
	*count = 0;
	while (*count < COUNTS_MAX) {
		char *end;
		unsigned long n = strtoul(text, &end, 10);

		if (end == text || n < least || n > most)
			return false;
		list[(*count)++] = (unsigned)n;
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
		run->asked[e] = strstr(text, algorithm_name(engines[e])) != NULL;
		any |= run->asked[e];
	}
	return any;
}

static bool parse(run_t *run, char option, const char *text)
{
	if (option == 'k')
		return parse_list(run->count, &run->counts, 1, WORKERS_MOST, text);
	if (option == 'i')
		return parse_list(run->image, &run->images, 0, IMAGES - 1, text);
	if (option == 'e')
		return parse_engines(run, text);
	if (option == 'w') {
		run->turns = true;
		return strcmp(text, "turns") == 0;
	}
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

	(void)parse(&run, 'k', "1,2,4,8,16");
	(void)parse(&run, 'i', "0");
	for (; first + 1 < argc && argv[first][0] == '-'; first += 2)
		if (!parse(&run, argv[first][1], argv[first + 1]))
			break;
	if (first >= argc || argv[first][0] == '-') {
		(void)fputs("usage: scaling [-k 1,2,4,8,16] [-e alphabeta,dfpn,auto] [-d plain] "
		            "[-i 0,1] [-w turns] [-m MIB] LIST...\n",
		            stderr);
		return 64;
	}
	epoch_start();
	for (int i = first; i < argc; i++)
		run.wrong += !cases_read(&cases, argv[i], NULL);
	for (unsigned e = 0; e < ENGINES; e++)
		run.asked[e] &= !run.turns || engines[e] == ALGORITHM_DFPN;
	for (unsigned i = 0; i < cases.count; i++)
		bench_images(&run, &cases.at[i]);
	for (unsigned e = 0; e < ENGINES; e++) {
		tell(&run, e);
		problems += run.tally[e].problems;
	}
	return run.wrong == 0 && problems > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
