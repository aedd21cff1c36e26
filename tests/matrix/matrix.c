/* SPDX-License-Identifier: MIT
 * matrix.c - matrix COUNT [LEAST]: random problems of every kind, each asked in many ways, of
 * solvers whose tables, answers and store are full of what was asked before.
 *
 * Each problem is asked QUESTIONS times: in the ways that were asked least of its kind so far, with
 * limits at random, of a solver with a small or a larger table. Then what was found is committed to
 * the store, and REPEATED of the questions are asked again. All answers of a problem are compared
 * (facts.h); one in CERTIFIED that says something gets a certificate, which the checker has to
 * take. No job may fail.
 *
 * Prints the matrix and what was done; exit 1 if there was a fault, or if some cell was asked less
 * often than LEAST. TESUJI_SEED repeats a run, but for what several workers do. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/clock.h"
#include "engine/proof/bytes.h"
#include "engine/proof/check/check.h"
#include "engine/solve/certify.h"
#include "engine/store/store.h"
#include "engine/table/epoch.h"
#include "tests/matrix/cells.h"
#include "tests/matrix/facts.h"

enum {
	QUESTIONS = 16, /* of a problem */
	CERTIFIED = 40,
	REPEATED = 5,
	CROWD = 3, /* workers */
	WITHIN_MOST = 5,
	NODES_LEAST = 50,
	NODES_MOST = 2500,
	AGAIN_NODES = 20000, /* of a certificate */
	CHECK_MOST = 20000,
	CHECK_MEMORY = 8 << 20,
	STORE_BYTES = 64 << 20,
	ANSWERS = 4096,
	FAULTS_SHOWN = 20,
};

static const size_t tables[] = {1 << 20, 16 << 20};
static const _Atomic bool never = false;
static const budget_t budget = {.nodes = AGAIN_NODES, .cancel = &never};

typedef struct {
	solver_t *solver[2][2][2]; /* by crowd, stored, table */
	store_t *store;
	rng_t rng;
	unsigned asked, faults, problems;
	unsigned proven, disproven, undecided, remembered, repeated;
	unsigned certified, unmade, too_long;
} matrix_t;

/* A question of the problem at hand. */
typedef struct {
	way_t way;
	unsigned table;
	limits_t limits;
	result_t result;
} question_t;

static void print_question(const char *what, const question_t *q)
{
	const result_t *r = &q->result;

	printf("  %s: driver %d engine %s zone %d ko %d crowd %d fresh %d store %d table %zu order "
	       "%d depth %u within %u shortest %d nodes %" PRIu64
	       "\n    -> %s %s %s order %u depth %u denied %u ko %s %u by %s%s%s "
	       "%s\n",
	       what, (int)q->way.driver, algorithm_name(q->way.engine), (int)q->way.zoning,
	       q->way.ko, q->way.crowd, q->way.fresh, q->way.stored, tables[q->table],
	       q->limits.order, q->limits.depth, q->limits.within, q->limits.shortest,
	       q->limits.nodes, job_state_name(r->state), value_name(r->value),
	       scope_name(r->scope), r->order, r->depth, r->denied, ko_name(r->ko), r->threats,
	       algorithm_name(r->engine), r->driver == DRIVER_PLAIN ? " plain" : "",
	       r->remembered ? " remembered" : "", r->fault.what != NULL ? r->fault.what : "");
}

static void fault(matrix_t *m, const asked_problem_t *asked, const char *what, const question_t *q,
                  const question_t *other)
{
	if (m->faults++ >= FAULTS_SHOWN)
		return;
	printf("FAULT %s: ", what);
	problem_print(asked);
	print_question("this", q);
	if (other != NULL)
		print_question("other", other);
	(void)fflush(stdout);
}

/* certify has the answer written and checked. */
static void certify(matrix_t *m, const asked_problem_t *asked, const question_t *q,
                    const job_t *job)
{
	const check_options_t options = {.most = CHECK_MOST, .memory = CHECK_MEMORY};
	static check_result_t result;
	bytes_t file = {.length = 0};
	proof_built_t built;
	errinfo_t why;
	err_t err = certify_job(job, &budget, bytes_sink(&file), &built, &why);

	if (err == ERR_VALUE || err == ERR_LIMIT) {
		m->unmade++; /* there are no such certificates, or the table has lost too much */
	} else if (err != ERR_OK) {
		fault(m, asked, why.text, q, NULL);
	} else {
		err = check_stream(bytes_source(&file), &options, &result, &why);
		if (err == ERR_LIMIT)
			m->too_long++;
		else if (err != ERR_OK)
			fault(m, asked, why.text, q, NULL);
		else if (!result.proven)
			fault(m, asked, result.reason, q, NULL);
		else
			m->certified++;
	}
	bytes_free(&file);
}

/* ask asks once; false: it was refused or failed. */
static bool ask(matrix_t *m, const asked_problem_t *asked, question_t *q, bool certifies)
{
	request_t request = {.problem = problem_of(asked, q->way.ko),
	                     .limits = q->limits,
	                     .fresh = q->way.fresh,
	                     .ko = q->way.ko};
	errinfo_t why;
	job_t *job;

	m->asked++;
	q->result = (result_t){.state = JOB_QUEUED};
	if (solver_submit(m->solver[q->way.crowd][q->way.stored][q->table], &request, &job, &why) !=
	    ERR_OK) {
		fault(m, asked, why.text, q, NULL);
		return false;
	}
	solver_wait(job);
	job_result(job, &q->result);
	if (q->result.state != JOB_DONE && q->result.state != JOB_EXPIRED)
		fault(m, asked, "it failed", q, NULL);
	else if (certifies && q->result.value != VALUE_UNDECIDED &&
	         q->result.scope != SCOPE_HEURISTIC)
		certify(m, asked, q, job);
	job_release(job);
	m->proven += q->result.value == VALUE_PROVEN;
	m->disproven += q->result.value == VALUE_DISPROVEN;
	m->undecided += q->result.value == VALUE_UNDECIDED;
	m->remembered += q->result.remembered;
	return q->result.state != JOB_FAILED;
}

static void draw(matrix_t *m, unsigned kind, side_t first, question_t *q)
{
	rng_t *rng = &m->rng;

	*q = (question_t){.table = rng_below(rng, 2)};
	(void)way_of(kind_at(kind), cells_choose(rng, kind, first), &q->way);
	q->limits = (limits_t){.order = (int)rng_below(rng, 4),
	                       .nodes = NODES_LEAST + rng_below(rng, NODES_MOST),
	                       .workers = q->way.crowd ? 0 : 1,
	                       .driver = q->way.driver,
	                       .engine = q->way.engine,
	                       .zoning = q->way.zoning};
	if (rng_below(rng, 3) == 0)
		q->limits.order = rng_below(rng, 2) ? -1 : ORDER_MAX;
	if (rng_below(rng, 4) == 0)
		q->limits.depth = 1 + 2 * rng_below(rng, 8);
	if (rng_below(rng, 8) == 0)
		q->limits.depth = DEPTH_MAX;
	if (rng_below(rng, 8) == 0)
		q->limits.schedule = SCHEDULE_DEPTH;
	if (rng_below(rng, 4) != 0 || q->way.ko || q->way.zoning == ZONING_INVERSION)
		return;
	q->limits.depth = 0;
	q->limits.shortest = rng_below(rng, 3) == 0;
	if (!q->limits.shortest || rng_below(rng, 2))
		q->limits.within = 1 + rng_below(rng, WITHIN_MOST);
}

/* take compares an answer with those before. */
static void take(matrix_t *m, const asked_problem_t *asked, facts_t *facts, question_t *list,
                 unsigned i)
{
	const problem_t problem = problem_of(asked, list[i].way.ko);
	const said_t *other = facts_take(facts, &list[i].result, &problem, list[i].way.ko, i);

	if (other != NULL)
		fault(m, asked, "contradiction", &list[i], &list[other->question]);
}

static void commit(matrix_t *m)
{
	errinfo_t why;

	if (store_commit(m->store, &why) != ERR_OK) {
		printf("FAULT: %s\n", why.text);
		m->faults++;
	}
}

static void one_problem(matrix_t *m, unsigned kind, side_t first)
{
	static question_t list[QUESTIONS];
	facts_t facts = {.count = 0};
	asked_problem_t asked;

	problem_draw(&m->rng, kind, first, &asked);
	m->problems++;
	for (unsigned i = 0; i < QUESTIONS; i++) {
		question_t *q = &list[i];

		draw(m, kind, first, q);
		if (ask(m, &asked, q, rng_below(&m->rng, CERTIFIED) == 0))
			take(m, &asked, &facts, list, i);
	}
	commit(m);
	for (unsigned i = 0; i < REPEATED; i++) {
		const unsigned which = rng_below(&m->rng, QUESTIONS);

		m->repeated++;
		if (ask(m, &asked, &list[which], rng_below(&m->rng, CERTIFIED) == 0))
			take(m, &asked, &facts, list, which);
	}
}

static bool start(matrix_t *m, const char *folder)
{
	const store_config_t kept = {.folder = folder, .bytes = STORE_BYTES};
	errinfo_t why;

	if (store_open(&kept, &m->store, &why) != ERR_OK) {
		printf("%s\n", why.text);
		return false;
	}
	for (unsigned i = 0; i < 8; i++) {
		const bool crowd = i & 4, stored = i & 2;
		const solver_config_t config = {.workers = crowd ? CROWD : 1,
		                                .table_bytes = tables[i & 1],
		                                .answers = ANSWERS,
		                                .store = stored ? m->store : NULL,
		                                .young_us = crowd ? 1 : 0,
		                                .priority = PRIORITY_NORMAL};

		if (solver_create(&config, &m->solver[crowd][stored][i & 1], &why) != ERR_OK) {
			printf("%s\n", why.text);
			return false;
		}
	}
	return true;
}

static void end(matrix_t *m, const char *folder)
{
	static const char *const names[] = {"data.mdb", "lock.mdb", "tesuji.lock"};
	char path[128];

	for (unsigned i = 0; i < 8; i++)
		solver_destroy(m->solver[i >> 2][i >> 1 & 1][i & 1]);
	store_close(m->store);
	for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		(void)snprintf(path, sizeof(path), "%s/%s", folder, names[i]);
		(void)unlink(path);
	}
	(void)rmdir(folder);
}

int main(int argc, char **argv)
{
	const char *given = getenv("TESUJI_SEED");
	const uint64_t seed = given != NULL ? strtoull(given, NULL, 0) : rng_mix(clock_now_ns());
	const unsigned most = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 5000;
	const unsigned wanted = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 0;
	char folder[64];
	static matrix_t m;
	unsigned cells, least;

	printf("TESUJI_SEED=%" PRIu64 "\n", seed);
	(void)fflush(stdout);
	m.rng = (rng_t){seed};
	epoch_start();
	(void)snprintf(folder, sizeof(folder), "%s/tesuji-matrix-XXXXXX",
	               access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
	if (mkdtemp(folder) == NULL || !start(&m, folder))
		return 1;
	for (unsigned i = 0; m.asked < most; i = (i + 1) % (2 * KINDS))
		one_problem(&m, i / 2, (side_t)(i % 2));
	end(&m, folder);
	cells_print();
	least = cells_least(&cells);
	printf("%u questions of %u problems: %u proven, %u disproven, %u undecided; %u repeated, "
	       "%u "
	       "remembered; %u certificates taken, %u not made, %u too long to check\n",
	       m.asked, m.problems, m.proven, m.disproven, m.undecided, m.repeated, m.remembered,
	       m.certified, m.unmade, m.too_long);
	printf("%u cells, each at least %u times; %u faults\n", cells, least, m.faults);
	return m.faults > 0 || least < wanted ? EXIT_FAILURE : EXIT_SUCCESS;
}
