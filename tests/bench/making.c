/* SPDX-License-Identifier: MIT
 * making.c - what certificates cost to make, against what the answers cost to find.
 *
 *     making [COUNT [NODES [KIND [POSITIONS]]]]
 *
 * COUNT random problems of each kind (100), or of one, are solved by one worker within NODES
 * (50,000); of every proof and denial the certificate is made, within 2 million nodes and 20 s,
 * from the table that is left. "9", "13" and "19" in a kind's name are open boards of that size: a
 * fight of stones in a square of seven points, and nothing elsewhere; of these only answers that
 * took 100 nodes count. A table by kind and verdict:
 * how many nodes the makings took for one of the solving, in the median, the 95th of a hundred and
 * the most; the same of milliseconds; how many were not made; and the sums. A solving counts as 100
 * nodes and as 1 ms at least, which is hardly time. A line for each that was not made, and for the
 * worst of each row in time. With POSITIONS each certificate is checked within so many: a line for
 * each that is rejected or left, and exit 1 if one was rejected. An empty KIND is all. TESUJI_SEED
 * repeats a run.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/rng.h"
#include "engine/proof/bytes.h"
#include "engine/proof/check/check.h"
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
	MADE_S = 20,
	CHECK_BYTES = 512 << 20,
	ROWS_BYTES = 512,
	TEXT_BYTES = 64,
	ORDERS = 3,
	FIGHT = 7, /* points of a side of the stones on an open board */
	TENTHS = 10,
};

typedef struct {
	const char *name, *game, *goal, *options;
	unsigned least, most; /* points of a side */
	unsigned own, others; /* stones named in the target */
	bool open;
} kind_t;

static const kind_t kinds[] = {
        {"capture", "go", "capture", "", 5, 9, 0, 1, false},
        {"capture-all", "go", "capture-all", "", 5, 9, 0, 3, false},
        {"capture-any", "go", "capture-any", "", 5, 9, 0, 2, false},
        {"semeai", "go", "semeai", "", 4, 7, 1, 1, false},
        {"connect", "go", "connect", "", 4, 8, 2, 0, false},
        {"live", "go", "live", "", 3, 5, 1, 0, false},
        {"hex", "hex", NULL, "", 3, 5, 0, 0, false},
        {"atarigo", "atarigo", NULL, "", 3, 6, 0, 0, false},
        {"gomoku", "gomoku", NULL, "k=4", 4, 7, 0, 0, false},
        {"capture 9", "go", "capture", "", 9, 9, 0, 1, true},
        {"capture 13", "go", "capture", "", 13, 13, 0, 1, true},
        {"capture 19", "go", "capture", "", 19, 19, 0, 1, true},
        {"capture-any 9", "go", "capture-any", "", 9, 9, 0, 2, true},
        {"capture-any 19", "go", "capture-any", "", 19, 19, 0, 2, true},
        {"semeai 9", "go", "semeai", "", 9, 9, 1, 1, true},
        {"semeai 13", "go", "semeai", "", 13, 13, 1, 1, true},
        {"semeai 19", "go", "semeai", "", 19, 19, 1, 1, true},
        {"connect 9", "go", "connect", "", 9, 9, 2, 0, true},
        {"connect 19", "go", "connect", "", 19, 19, 2, 0, true},
};

enum { KINDS = sizeof(kinds) / sizeof(kinds[0]) };

typedef struct {
	char rows[ROWS_BYTES], target[TEXT_BYTES];
	request_t request;
} asked_t;

/* Of one kind and verdict. */
typedef struct {
	double ratio[COUNT_MOST], time[COUNT_MOST], worst;
	unsigned made, left;
	unsigned unchecked;
	double solve_nodes, make_nodes, solve_ms, make_ms, bytes, most_bytes, positions;
	asked_t worst_asked;
} tally_t;

static unsigned rejected;

/* target names so many stones of the colour. */
static void target(rng_t *rng, unsigned count, char colour, unsigned side, asked_t *out)
{
	for (unsigned tries = 0; count > 0 && tries < 4000; tries++) {
		const unsigned x = rng_below(rng, side), y = rng_below(rng, side);
		char *end = out->target + strlen(out->target);
		char name[8];

		(void)snprintf(name, sizeof(name), "%c%u", "ABCDEFGHJKLMNOPQRST"[x], side - y);
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
	const unsigned left = kind->open ? rng_below(rng, side - FIGHT + 1) : 0;
	const unsigned top = kind->open ? rng_below(rng, side - FIGHT + 1) : 0;
	const unsigned fight = kind->open ? FIGHT : side;
	char *at = out->rows;

	memset(out, 0, sizeof(*out));
	for (unsigned y = 0; y < side; y++) {
		for (unsigned x = 0; x < side; x++)
			*at++ = x - left < fight && y - top < fight &&
			                        rng_below(rng, TENTHS) < stones
			                ? "XO"[rng_below(rng, 2)]
			                : '.';
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
	if (kind->open)
		out->request.limits.order = 2 + (int)rng_below(rng, ORDERS);
	else if (rng_below(rng, 3) == 0)
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

/* check looks at a certificate within so many positions, 0: not at all; false: it is bad. */
static bool check(const asked_t *asked, bytes_t *file, uint64_t most, tally_t *tally)
{
	const check_options_t options = {.most = most, .memory = CHECK_BYTES};
	static check_result_t result; /* large */
	errinfo_t why;
	err_t err;

	if (most == 0)
		return true;
	err = check_stream(bytes_source(file), &options, &result, &why);
	tally->positions += (double)result.positions;
	if (err == ERR_OK && result.proven)
		return true;
	tally->unchecked += err != ERR_OK;
	if (err != ERR_OK)
		(void)snprintf(result.reason, sizeof(result.reason), "%s", why.text);
	printf("%s: [%s] %s: ", err == ERR_LIMIT ? "LEFT" : "REJECTED", result.path, result.reason);
	show("", asked);
	return err == ERR_LIMIT;
}

static void make(const asked_t *asked, job_t *job, const result_t *r, uint64_t most, tally_t *tally)
{
	static const _Atomic bool never = false;
	const uint64_t start = clock_now_ns();
	const budget_t budget = {
	        .nodes = AGAIN, .end_ns = start + MADE_S * (uint64_t)NS_PER_S, .cancel = &never};
	const double solved = r->nodes > NODES_LEAST ? (double)r->nodes : NODES_LEAST;
	bytes_t file = {.length = 0};
	proof_built_t built;
	errinfo_t why;
	const err_t err = certify_job(job, &budget, bytes_sink(&file), &built, &why);

	const double solve_ms = (double)r->time_ns / NS_PER_MS;
	const double make_ms = (double)(clock_now_ns() - start) / NS_PER_MS;

	if (err == ERR_OK && !check(asked, &file, most, tally))
		rejected++;
	tally->bytes += (double)file.length;
	if ((double)file.length > tally->most_bytes)
		tally->most_bytes = (double)file.length;
	bytes_free(&file);
	if (err == ERR_VALUE || tally->made == COUNT_MOST)
		return; /* of this there is none */
	if (err != ERR_OK) {
		show("NOT MADE", asked);
		tally->left++;
	}
	tally->solve_nodes += (double)r->nodes;
	tally->make_nodes += (double)built.searched;
	tally->solve_ms += solve_ms;
	tally->make_ms += make_ms;
	tally->ratio[tally->made] = (double)built.searched / solved;
	tally->time[tally->made] = make_ms / (solve_ms > 1 ? solve_ms : 1);
	if (tally->time[tally->made] > tally->worst) {
		tally->worst = tally->time[tally->made];
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
	qsort(t->time, t->made, sizeof(t->time[0]), by_size);
	printf("| %s | %s | %u | %u | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f | %.0f | %.0f | %.0f "
	       "| %.0f | %.0f | %.0f | %.0f | %u |\n",
	       kind, verdict, t->made, t->left, t->ratio[t->made / 2], t->ratio[t->made * 95 / 100],
	       t->ratio[t->made - 1], t->time[t->made / 2], t->time[t->made * 95 / 100],
	       t->time[t->made - 1], t->solve_nodes, t->make_nodes, t->solve_ms, t->make_ms,
	       t->bytes / t->made, t->most_bytes, t->positions / t->made, t->unchecked);
	if (t->worst > 1)
		show("worst:", &t->worst_asked);
}

static void one_kind(const kind_t *kind, unsigned count, uint64_t nodes, uint64_t most,
                     uint64_t seed)
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
			if (r.value != VALUE_UNDECIDED && (!kind->open || r.nodes >= NODES_LEAST))
				make(&asked, job, &r, most, &tally[r.value == VALUE_PROVEN]);
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

	const uint64_t most = argc > 4 ? strtoull(argv[4], NULL, 10) : 0;

	epoch_start();
	printf("TESUJI_SEED=%" PRIu64 "\n\n"
	       "| kind | verdict | asked | not made | nodes: median | 95th | most | time: median | "
	       "95th | most | nodes solving | making | ms solving | making | bytes: mean | most | "
	       "positions: mean | left "
	       "|\n|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n",
	       seed);
	for (unsigned i = 0; i < KINDS; i++)
		if (argc <= 3 || argv[3][0] == '\0' || strcmp(argv[3], kinds[i].name) == 0)
			one_kind(&kinds[i], count, nodes, most, seed);
	return rejected > 0;
}
