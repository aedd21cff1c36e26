/* SPDX-License-Identifier: MIT
 * stored.c - how long a question takes whose answer the daemon's store has: the same again, and
 * on boards that are turned, with the colours swapped, shifted, with other stones elsewhere.
 *
 *     stored ADDRESS [JOBS]
 *
 * For a daemon with a store and without answers in memory (--answers 0). The store is filled
 * first with what the daemon finds on random boards, so that lists are as long as they get. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "clients/c/tesuji.h"
#include "engine/base/rng.h"

enum { SIDE = 19, ROWS = SIDE * (SIDE + 1), JOBS_DEFAULT = 1000, JOBS_MAX = 100000, FILL = 2000 };
enum { MIDDLE = 9, WAITS_MOST = 1000 };

typedef enum { SAME, OTHER, TURNED, SWAPPED, SHIFTED, ALL, KINDS } kind_t;

static const char *const kind_names[KINDS] = {"the same board", "other stones elsewhere",
                                              "turned",         "colours swapped",
                                              "shifted",        "all of it at once"};

typedef struct {
	char rows[ROWS];
	char target[4];
} board_t;

static uint64_t now_ns(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

_Noreturn static void die(const char *what, const char *why)
{
	(void)fprintf(stderr, "stored: %s: %s\n", what, why);
	exit(70);
}

static void clear(board_t *b)
{
	for (unsigned i = 0; i < ROWS; i++)
		b->rows[i] = i % (SIDE + 1) == SIDE ? '/' : '.';
	b->rows[ROWS - 1] = '\0';
}

static char *at(board_t *b, unsigned x, unsigned y)
{
	return &b->rows[y * (SIDE + 1) + x];
}

static void set_target(board_t *b, unsigned x, unsigned y)
{
	(void)snprintf(b->target, sizeof(b->target), "%c%u", (char)('A' + x + (x >= 8)), SIDE - y);
}

/* scatter puts single stones where the problem in the middle does not reach. */
static void scatter(board_t *b, rng_t *rng)
{
	for (unsigned i = 0; i < 2 * SIDE; i++) {
		const unsigned x = rng_below(rng, SIDE);
		const unsigned y = rng_below(rng, 2) == 0 ? 0 : SIDE - 1;

		*at(b, x, y) = x % 2 == 0 ? 'X' : '.'; /* never without a liberty */
	}
}

/* make draws the problem of a kind: a stone that is caught in a net in the middle. */
static void make(kind_t kind, rng_t *rng, board_t *b)
{
	static const int stones[][2] = {{-1, 0}, {0, -1}, {-1, 1}, {1, -1}, {2, 1}, {1, 2}};
	const bool turned = kind == TURNED || kind == ALL, swapped = kind == SWAPPED || kind == ALL;
	const bool shifted = kind == SHIFTED || kind == ALL;
	const int dx = shifted ? (int)rng_below(rng, 3) - 1 : 0;
	const int dy = shifted ? (int)rng_below(rng, 3) - 1 : 0;
	const int fx = turned ? -1 : 1;

	clear(b);
	if (kind == OTHER || kind == ALL)
		scatter(b, rng);
	for (unsigned i = 0; i < sizeof(stones) / sizeof(stones[0]); i++)
		*at(b, (unsigned)(MIDDLE + dx + fx * stones[i][0]),
		    (unsigned)(MIDDLE + dy + stones[i][1])) = swapped ? 'O' : 'X';
	*at(b, (unsigned)(MIDDLE + dx), (unsigned)(MIDDLE + dy)) = swapped ? 'X' : 'O';
	set_target(b, (unsigned)(MIDDLE + dx), (unsigned)(MIDDLE + dy));
}

static tesuji_report_t solve(tesuji_t *t, const board_t *b, int order)
{
	tesuji_request_t request;
	tesuji_report_t report;

	tesuji_request_init(&request);
	request.rows = b->rows;
	request.target = b->target;
	request.order = order;
	request.nodes = 20000;
	request.progress_ms = 0;
	if (tesuji_solve(t, &request, NULL, &report) != 0)
		report.state = TESUJI_FAILED; /* a block without liberties, when it was drawn */
	return report;
}

/* fill has the daemon find things out about boards drawn at random. */
static void fill(tesuji_t *t, rng_t *rng)
{
	for (unsigned i = 0; i < FILL; i++) {
		board_t b;
		unsigned x = 0, y = 0, seen = 0;

		clear(&b);
		for (unsigned j = 0; j < SIDE * SIDE; j++) {
			const unsigned dice = rng_below(rng, 8);

			if (dice > 1)
				continue;
			*at(&b, j % SIDE, j / SIDE) = dice == 0 ? 'X' : 'O';
			if (rng_below(rng, ++seen) == 0) {
				x = j % SIDE;
				y = j / SIDE;
			}
		}
		set_target(&b, x, y);
		(void)solve(t, &b, 1);
	}
}

static int compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static void measure(tesuji_t *t, kind_t kind, rng_t *rng, unsigned count, uint64_t *took)
{
	const unsigned middle = count / 2, late = count - 1 - count / 100;

	for (unsigned i = 0; i < count; i++) {
		tesuji_report_t report;
		uint64_t start;
		board_t b;

		make(kind, rng, &b);
		start = now_ns();
		report = solve(t, &b, 2);
		took[i] = now_ns() - start;
		if (report.value != TESUJI_PROVEN || !report.remembered)
			die(kind_names[kind], "was not known");
	}
	qsort(took, count, sizeof(*took), compare);
	printf("  %-24s p50 %7.3f ms   p99 %7.3f ms   worst %7.3f ms   (%u jobs)\n",
	       kind_names[kind], (double)took[middle] / 1e6, (double)took[late] / 1e6,
	       (double)took[count - 1] / 1e6, count);
}

int main(int argc, char **argv)
{
	const long jobs = argc > 2 ? strtol(argv[2], NULL, 10) : JOBS_DEFAULT;
	rng_t rng = {1};
	tesuji_error_t why;
	uint64_t *took;
	unsigned waits = 0;
	tesuji_t *t;
	board_t b;

	if (argc < 2 || jobs < 1 || jobs > JOBS_MAX) {
		(void)fputs("usage: stored ADDRESS [JOBS]\n", stderr);
		return 64;
	}
	took = calloc((size_t)jobs, sizeof(*took));
	if (took == NULL)
		die("memory", "none");
	if (tesuji_connect(argv[1], 5000, &t, &why) != 0)
		die(argv[1], why.text);
	fill(t, &rng);
	make(SAME, &rng, &b);
	if (solve(t, &b, 2).value != TESUJI_PROVEN)
		die("the problem", "is not proven");
	while (!solve(t, &b, 2).remembered) /* until its commit is through */
		if (++waits == WAITS_MOST)
			die("the daemon", "has no store");
	for (kind_t kind = SAME; kind < KINDS; kind++)
		measure(t, kind, &rng, (unsigned)jobs, took);
	tesuji_close(t);
	free(took);
	return EXIT_SUCCESS;
}
