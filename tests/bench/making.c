/* SPDX-License-Identifier: MIT
 * making.c - what certificates cost to make, against what the answers cost to find.
 *
 *     making [COUNT [NODES [KIND]]]
 *
 * COUNT random problems of each kind (100), or of one, are solved by one worker within NODES
 * (50,000); of every proof and denial the certificate is made, within 2 million nodes, from the
 * table that is left. A table by kind and verdict: how many nodes the makings took for one of the
 * solving, in the median, the 95th of a hundred and the most; how many were not made; and the sums.
 * A solving counts as 100 nodes at least, which hardly take time. A line for each that was not
 * made, and for the worst of each row. TESUJI_SEED repeats a run.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/rng.h"
#include "engine/proof/bytes.h"
#include "engine/solve/certify.h"
#include "engine/solve/solver.h"
#include "engine/table/epoch.h"

enum {
	COUNT_DEFAULT = 100,
	COUNT_MOST = 10000,
	NODES_DEFAULT = 50000,
	AGAIN = 2000000,
	NODES_LEAST = 100, /* of a solving, for the ratio */
	TABLE = 16 << 20,
	ROWS_BYTES = 128,
	TEXT_BYTES = 64,
	ORDERS = 3,
	TENTHS = 10,
};

typedef struct {
	const char *name, *game, *goal, *options;
	unsigned least, most; /* points of a side */
	unsigned own, others; /* stones named in the target */
} kind_t;

static const kind_t kinds[] = {
        {"capture", "go", "capture", "", 5, 9, 0, 1},
        {"capture-all", "go", "capture-all", "", 5, 9, 0, 3},
        {"capture-any", "go", "capture-any", "", 5, 9, 0, 2},
        {"semeai", "go", "semeai", "", 4, 7, 1, 1},
        {"connect", "go", "connect", "", 4, 8, 2, 0},
        {"live", "go", "live", "", 3, 5, 1, 0},
        {"hex", "hex", NULL, "", 3, 5, 0, 0},
        {"atarigo", "atarigo", NULL, "", 3, 6, 0, 0},
        {"gomoku", "gomoku", NULL, "k=4", 4, 7, 0, 0},
};

enum { KINDS = sizeof(kinds) / sizeof(kinds[0]) };

typedef struct {
	char rows[ROWS_BYTES], target[TEXT_BYTES];
	request_t request;
} asked_t;

/* Of one kind and verdict. */
typedef struct {
	double ratio[COUNT_MOST], worst;
	unsigned made, left;
	double solve_nodes, make_nodes, solve_ms, make_ms;
	asked_t worst_asked;
} tally_t;

/* target names so many stones of the colour. */
static void target(rng_t *rng, unsigned count, char colour, unsigned side, asked_t *out)
{
	for (unsigned tries = 0; count > 0 && tries < 200; tries++) {
		const unsigned x = rng_below(rng, side), y = rng_below(rng, side);
		char *end = out->target + strlen(out->target);
		char name[8];

		(void)snprintf(name, sizeof(name), "%c%u", "ABCDEFGHJ"[x], side - y);
		if (out->rows[y * (side + 1) + x] != colour || strstr(out->target, name) != NULL)
			continue;
		(void)snprintf(end, TEXT_BYTES - strlen(out->target), "%s%s",
		               end > out->target ? " " : "", name);
		count--;
	}
}

static void draw(rng_t *rng, const kind_t *kind, uint64_t nodes, asked_t *out)
{
	const unsigned side = kind->least + rng_below(rng, kind->most - kind->least + 1);
	const unsigned stones = 2 + rng_below(rng, 4);
	char *at = out->rows;

	memset(out, 0, sizeof(*out));
	for (unsigned y = 0; y < side; y++) {
		for (unsigned x = 0; x < side; x++)
			*at++ = rng_below(rng, TENTHS) < stones ? "XO"[rng_below(rng, 2)] : '.';
		*at++ = y + 1 < side ? '/' : '\0';
	}
	target(rng, kind->others, 'O', side, out);
	target(rng, kind->own, 'X', side, out);
	out->request = (request_t){.problem = {.game = kind->game,
	                                       .rows = out->rows,
	                                       .goal = kind->goal,
	                                       .options = kind->options,
	                                       .attacker = COLOUR_BLACK},
	                           .limits = {.nodes = nodes, .order = ORDER_ANY},
	                           .fresh = true};
	if (out->target[0] != '\0')
		out->request.problem.target = out->target;
	if (rng_below(rng, 3) == 0)
		out->request.limits.driver = DRIVER_PLAIN;
	else
		out->request.limits.order = 1 + (int)rng_below(rng, ORDERS);
}

static void show(const char *what, const asked_t *asked)
{
	const limits_t *limits = &asked->request.limits;

	printf("%s %s %s%s%s ", what, asked->request.problem.game, asked->rows,
	       asked->target[0] != '\0' ? " " : "", asked->target);
	if (limits->driver == DRIVER_PLAIN)
		printf("plain\n");
	else
		printf("order %d\n", limits->order);
}

static void make(const asked_t *asked, job_t *job, const result_t *r, tally_t *tally)
{
	static const _Atomic bool never = false;
	static const budget_t budget = {.nodes = AGAIN, .cancel = &never};
	const uint64_t start = clock_now_ns();
	const double solved = r->nodes > NODES_LEAST ? (double)r->nodes : NODES_LEAST;
	bytes_t file = {.length = 0};
	proof_built_t built;
	errinfo_t why;
	const err_t err = certify_job(job, &budget, bytes_sink(&file), &built, &why);

	bytes_free(&file);
	if (err == ERR_VALUE || tally->made == COUNT_MOST)
		return; /* of this there is none */
	if (err != ERR_OK) {
		show("NOT MADE", asked);
		tally->left++;
	}
	tally->solve_nodes += (double)r->nodes;
	tally->make_nodes += (double)built.searched;
	tally->solve_ms += (double)r->time_ns / NS_PER_MS;
	tally->make_ms += (double)(clock_now_ns() - start) / NS_PER_MS;
	tally->ratio[tally->made] = (double)built.searched / solved;
	if (tally->ratio[tally->made] > tally->worst) {
		tally->worst = tally->ratio[tally->made];
		tally->worst_asked = *asked;
		tally->worst_asked.request.problem.rows = NULL;
	}
	tally->made++;
}

static int by_size(const void *left, const void *right)
{
	const double a = *(const double *)left, b = *(const double *)right;

	return (a > b) - (a < b);
}

static void tell(const char *kind, const char *verdict, tally_t *t)
{
	if (t->made == 0)
		return;
	qsort(t->ratio, t->made, sizeof(t->ratio[0]), by_size);
	printf("| %s | %s | %u | %u | %.2f | %.2f | %.2f | %.0f | %.0f | %.0f | %.0f |\n", kind,
	       verdict, t->made, t->left, t->ratio[t->made / 2], t->ratio[t->made * 95 / 100],
	       t->ratio[t->made - 1], t->solve_nodes, t->make_nodes, t->solve_ms, t->make_ms);
	if (t->worst > 1)
		show("worst:", &t->worst_asked);
}

static void one_kind(const kind_t *kind, unsigned count, uint64_t nodes, uint64_t seed)
{
	static tally_t tally[2]; /* denied, proven */
	rng_t rng = {rng_mix(seed ^ (uint64_t)(kind - kinds))};

	memset(tally, 0, sizeof(tally));
	for (unsigned i = 0; i < count; i++) {
		const solver_config_t config = {
		        .workers = 1, .table_bytes = TABLE, .priority = PRIORITY_NORMAL};
		static asked_t asked;
		solver_t *solver;
		errinfo_t why;
		result_t r;
		job_t *job;

		draw(&rng, kind, nodes, &asked);
		if (solver_create(&config, &solver, &why) != ERR_OK) {
			(void)fprintf(stderr, "making: %s\n", why.text);
			exit(71);
		}
		if (solver_submit(solver, &asked.request, &job, &why) == ERR_OK) {
			solver_wait(job);
			job_result(job, &r);
			if (r.value != VALUE_UNDECIDED)
				make(&asked, job, &r, &tally[r.value == VALUE_PROVEN]);
			job_release(job);
		}
		solver_destroy(solver);
	}
	tell(kind->name, "denied", &tally[0]);
	tell(kind->name, "proven", &tally[1]);
	(void)fflush(stdout);
}

int main(int argc, char **argv)
{
	const char *given = getenv("TESUJI_SEED");
	const uint64_t seed = given != NULL ? strtoull(given, NULL, 0) : rng_mix(clock_now_ns());
	const unsigned count = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : COUNT_DEFAULT;
	const uint64_t nodes = argc > 2 ? strtoull(argv[2], NULL, 10) : NODES_DEFAULT;

	epoch_start();
	printf("TESUJI_SEED=%" PRIu64 "\n\n"
	       "| kind | verdict | asked | not made | median | 95th | most | nodes solving | "
	       "making "
	       "| ms solving | making |\n|---|---|---|---|---|---|---|---|---|---|---|\n",
	       seed);
	for (unsigned i = 0; i < KINDS; i++)
		if (argc <= 3 || strcmp(argv[3], kinds[i].name) == 0)
			one_kind(&kinds[i], count, nodes, seed);
	return 0;
}
