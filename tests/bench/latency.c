/* SPDX-License-Identifier: MIT
 * latency.c - how long a small job takes from submission to its result while
 * every worker of the daemon is busy with long ones.
 *
 *     latency ADDRESS [JOBS [fresh]]
 *
 * Long jobs (twice as many as workers) run on a connection of their own; small
 * ones follow each other on another, the same one again and again: it is remembered, or, "fresh",
 * searched each time. Run once with and once without long jobs. It logs in with the
 * token of the environment, if there is one.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "clients/c/tesuji_login.h"

enum { JOBS_DEFAULT = 2000, JOBS_MAX = 1000000, LONG_MAX = 64, SIDE = 19, WARM_UP = 50 };

static uint64_t now_ns(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

_Noreturn static void die(const char *what, const char *why)
{
	(void)fprintf(stderr, "latency: %s: %s\n", what, why);
	exit(70);
}

static tesuji_t *connect_to(const char *address)
{
	char token[TESUJI_TOKEN_BYTES];
	tesuji_t *t;
	tesuji_error_t why;

	if (tesuji_token_default(token, &why) != 0)
		die("token", why.text);
	if (tesuji_connect_as(address, token, 5000, &t, &why) != 0)
		die(address, why.text);
	return t;
}

/* start_long submits jobs that nobody will see the end of. */
static void start_long(tesuji_t *t, unsigned count)
{
	char rows[SIDE * (SIDE + 1)];
	tesuji_request_t request;
	uint64_t job;

	for (int i = 0; i < SIDE * (SIDE + 1); i++)
		rows[i] = i % (SIDE + 1) == SIDE ? '/' : '.';
	rows[9 * (SIDE + 1) + 9] = 'O';
	rows[sizeof(rows) - 1] = '\0';
	tesuji_request_init(&request);
	request.rows = rows;
	request.target = "K10";
	request.order = 6;
	request.progress_ms = 0;
	for (unsigned i = 0; i < count; i++)
		if (tesuji_submit(t, &request, &job) != 0)
			die("a long job", tesuji_last_error(t)->text);
}

static int compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* small_jobs solves a small problem `count` times, one after the other. */
static void small_jobs(tesuji_t *t, unsigned count, int fresh, uint64_t *took)
{
	tesuji_request_t request;
	tesuji_report_t report;
	char rows[] = "...../...../..X../.XOX./.....";

	tesuji_request_init(&request);
	request.rows = rows;
	request.target = "C2";
	request.order = 1;
	request.progress_ms = 0;
	request.fresh = fresh;
	for (unsigned i = 0; i < WARM_UP + count; i++) {
		uint64_t start = now_ns();

		if (tesuji_solve(t, &request, NULL, &report) != 0)
			die("a small job", tesuji_last_error(t)->text);
		if (report.state != TESUJI_DONE || report.value != TESUJI_PROVEN)
			die("a small job", tesuji_state_name(report.state));
		if (i >= WARM_UP)
			took[i - WARM_UP] = now_ns() - start;
	}
	qsort(took, count, sizeof(*took), compare);
}

static void tell(const char *what, const uint64_t *took, unsigned count)
{
	unsigned middle = count / 2, high = count - 1 - count / 100;

	printf("  %-24s p50 %7.3f ms   p99 %7.3f ms   worst %7.3f ms   (%u jobs)\n", what,
	       (double)took[middle] / 1e6, (double)took[high] / 1e6, (double)took[count - 1] / 1e6,
	       count);
	(void)fflush(stdout);
}

int main(int argc, char **argv)
{
	long jobs = argc > 2 ? strtol(argv[2], NULL, 10) : JOBS_DEFAULT;
	const int fresh = argc > 3 && strcmp(argv[3], "fresh") == 0;
	tesuji_t *small, *large;
	tesuji_info_t info;
	uint64_t *took;

	if (argc < 2 || jobs < 1 || jobs > JOBS_MAX) {
		(void)fputs("usage: latency ADDRESS [JOBS [fresh]]\n", stderr);
		return 64;
	}
	took = calloc((size_t)jobs, sizeof(*took));
	if (took == NULL)
		die("memory", "none");
	small = connect_to(argv[1]);
	large = connect_to(argv[1]);
	if (tesuji_info(small, &info) != 0)
		die("server.info", tesuji_last_error(small)->text);
	small_jobs(small, (unsigned)jobs, fresh, took);
	tell("workers idle", took, (unsigned)jobs);
	start_long(large, info.workers * 2 < LONG_MAX ? info.workers * 2 : LONG_MAX);
	small_jobs(small, (unsigned)jobs, fresh, took);
	tell("every worker busy", took, (unsigned)jobs);
	tesuji_close(large);
	tesuji_close(small);
	free(took);
	return EXIT_SUCCESS;
}
