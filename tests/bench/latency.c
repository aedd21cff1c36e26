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
 * Where the daemon has a journal, durable jobs follow: from submission to
 * the answer that says they are on the disk, to the result, and to the end of
 * job.ack.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "clients/c/tesuji_durable.h"
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

/* wait_for reads events until the job has ended. */
static void wait_for(tesuji_t *t, uint64_t job)
{
	tesuji_event_t event;

	do {
		if (tesuji_next(t, -1, &event) != 1)
			die("a durable job", tesuji_last_error(t)->text);
	} while (event.kind != TESUJI_EVENT_DONE || event.job != job);
}

/* The steps of a durable job, in ns. */
typedef struct {
	uint64_t *answer, *result, *ack;
} steps_t;

/* durable_jobs does as small_jobs does, with durable ones; false: the daemon keeps none. */
static bool durable_jobs(tesuji_t *t, unsigned count, const char *round, const steps_t *took)
{
	tesuji_request_t request;
	char rows[] = "...../...../..X../.XOX./.....", key[TESUJI_KEY_BYTES];
	uint64_t job;

	tesuji_request_init(&request);
	request.rows = rows;
	request.target = "C2";
	request.order = 1;
	request.progress_ms = 0;
	for (unsigned i = 0; i < WARM_UP + count; i++) {
		const unsigned at = i < WARM_UP ? 0 : i - WARM_UP;
		const uint64_t start = now_ns();
		uint64_t then;
		int rc;

		(void)snprintf(key, sizeof(key), "latency %s %u", round, i);
		rc = tesuji_submit_durable(t, &request, key, &job, NULL);
		if (rc == TESUJI_E_JOURNAL && i == 0)
			return false;
		if (rc != 0)
			die("a durable job", tesuji_last_error(t)->text);
		took->answer[at] = now_ns() - start;
		wait_for(t, job);
		then = now_ns();
		took->result[at] = then - start;
		if (tesuji_ack_key(t, key) != 0)
			die("an acknowledgement", tesuji_last_error(t)->text);
		took->ack[at] = now_ns() - then;
	}
	qsort(took->answer, count, sizeof(*took->answer), compare);
	qsort(took->result, count, sizeof(*took->result), compare);
	qsort(took->ack, count, sizeof(*took->ack), compare);
	return true;
}

static void tell_durable(const char *what, const steps_t *took, unsigned count)
{
	char line[64];

	(void)snprintf(line, sizeof(line), "%s, on the disk", what);
	tell(line, took->answer, count);
	(void)snprintf(line, sizeof(line), "%s, result", what);
	tell(line, took->result, count);
	(void)snprintf(line, sizeof(line), "%s, job.ack", what);
	tell(line, took->ack, count);
}

int main(int argc, char **argv)
{
	long jobs = argc > 2 ? strtol(argv[2], NULL, 10) : JOBS_DEFAULT;
	const int fresh = argc > 3 && strcmp(argv[3], "fresh") == 0;
	tesuji_t *small, *large;
	tesuji_info_t info;
	uint64_t *took;
	steps_t steps;

	if (argc < 2 || jobs < 1 || jobs > JOBS_MAX) {
		(void)fputs("usage: latency ADDRESS [JOBS [fresh]]\n", stderr);
		return 64;
	}
	took = calloc((size_t)jobs, 3 * sizeof(*took));
	if (took == NULL)
		die("memory", "none");
	steps = (steps_t){took, took + jobs, took + 2 * jobs};
	small = connect_to(argv[1]);
	large = connect_to(argv[1]);
	if (tesuji_info(small, &info) != 0)
		die("server.info", tesuji_last_error(small)->text);
	small_jobs(small, (unsigned)jobs, fresh, took);
	tell("workers idle", took, (unsigned)jobs);
	if (durable_jobs(small, (unsigned)jobs, "idle", &steps))
		tell_durable("durable", &steps, (unsigned)jobs);
	start_long(large, info.workers * 2 < LONG_MAX ? info.workers * 2 : LONG_MAX);
	small_jobs(small, (unsigned)jobs, fresh, took);
	tell("every worker busy", took, (unsigned)jobs);
	if (durable_jobs(small, (unsigned)jobs, "busy", &steps))
		tell_durable("durable, busy", &steps, (unsigned)jobs);
	tesuji_close(large);
	tesuji_close(small);
	free(took);
	return EXIT_SUCCESS;
}
