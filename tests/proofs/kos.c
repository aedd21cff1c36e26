/* SPDX-License-Identifier: MIT
 * kos.c - kos COUNT [GOAL [FOLDER]]: random problems of Go around kos, of one goal or of "all" in
 * turn, until COUNT have been judged by all: the search by both drivers with both engines, the
 * checker of the certificates in both modes, and brute force from the definition. Any two that
 * disagree are a fault. With a FOLDER the proofs are left there for other checkers.
 *
 * Prints what it did, and one line a fault; exit 1 if there are any. TESUJI_SEED repeats a run. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/proof/check/check.h"
#include "engine/solve/certify.h"
#include "engine/solve/solver.h"
#include "engine/table/epoch.h"
#include "tests/proofs/dag.h"
#include "tests/proofs/go_truth.h"
#include "tests/proofs/ko_claim.h"

enum {
	NODES = 200000, /* of a search */
	STATES = 20000,
	CHECK_MOST = 200000,
	MEMORY = 8 << 20,
	TABLE = 1 << 20,
	ORDERS = 4,
	WAYS = 4,
};

typedef struct {
	unsigned drawn, judged, left, traded; /* traded: a stone taken in place of taking back */
	unsigned verdict[2], open;            /* of searches: disproven, proven */
	unsigned certified[2], unmade, too_long;
} goal_tally_t;

typedef struct {
	goal_tally_t goal[KO_GOALS];
	unsigned bad, files, searches;
	const char *folder;
	solver_t *solver;
	rng_t rng;
} tally_t;

/* A problem with what is true of it. */
typedef struct {
	certificate_header_t header;
	unsigned goal, order;
	int truth, lambda; /* by rules, and by orders up to `order`: 1 or 0 */
} problem_case_t;

static const _Atomic bool never = false;
static const budget_t budget = {.nodes = NODES, .cancel = &never};

static void fault(tally_t *tally, const problem_case_t *p, const char *what, const char *why)
{
	const certificate_header_t *h = &p->header;

	printf("fault %u: %s: %s --rows %s --goal \"%s:%s\" --attacker %s --first %s "
	       "--attacker-threats %u --defender-threats %u%s%s%s%s --order %u (true: %d, lambda "
	       "%d)\n",
	       tally->bad++, what, why, h->rows, h->goal, h->target, h->black ? "black" : "white",
	       h->defender_first ? "defender" : "attacker", h->threats[0], h->threats[1],
	       h->ko[0] != '\0' ? " --ko " : "", h->ko, h->options > 0 ? " --option region=" : "",
	       h->options > 0 ? h->option[0].value : "", p->order, p->truth, p->lambda);
}

/* check asks the checker in both modes. */
static void check(tally_t *tally, const problem_case_t *p, bytes_t *file, bool proven)
{
	for (unsigned all = 0; all <= 1; all++) {
		const check_options_t options = {
		        .exhaustive = all, .most = CHECK_MOST, .memory = MEMORY};
		check_result_t result;
		errinfo_t why = {.code = ERR_OK};
		const err_t err = check_stream(bytes_source(file), &options, &result, &why);

		if (err == ERR_LIMIT)
			tally->goal[p->goal].too_long++;
		else if (err != ERR_OK)
			fault(tally, p, "refused", why.text);
		else if (!result.proven)
			fault(tally, p, result.path, result.reason);
		else if ((strcmp(result.header.kind, "proof") == 0) != proven)
			fault(tally, p, "kind", result.header.kind);
		else
			tally->goal[p->goal].certified[proven]++;
	}
}

static void certify(tally_t *tally, const problem_case_t *p, job_t *job, bool proven)
{
	bytes_t file = {.length = 0};
	proof_built_t built;
	errinfo_t why = {.code = ERR_OK};
	const err_t err = certify_job(job, &budget, bytes_sink(&file), &built, &why);

	if (err == ERR_OK)
		check(tally, p, &file, proven);
	else if (err == ERR_VALUE || err == ERR_LIMIT)
		tally->goal[p->goal].unmade++;
	else
		fault(tally, p, "not made", why.text);
	if (err == ERR_OK && proven && tally->folder != NULL)
		dag_save(&file, tally->folder, tally->files++, "1");
	bytes_free(&file);
}

static problem_t problem_of(const certificate_header_t *h, const char *options)
{
	return (problem_t){.game = h->game,
	                   .rows = h->rows,
	                   .goal = h->goal,
	                   .target = h->target[0] != '\0' ? h->target : NULL,
	                   .options = options,
	                   .attacker = h->black ? COLOUR_BLACK : COLOUR_WHITE,
	                   .first = h->defender_first ? SIDE_DEFENDER : SIDE_ATTACKER,
	                   .ko = h->ko[0] != '\0' ? h->ko : NULL,
	                   .attacker_threats = h->threats[0],
	                   .defender_threats = h->threats[1]};
}

/* search asks in one of the ways, and holds the verdict against the truth. */
static void search(tally_t *tally, const problem_case_t *p, unsigned way)
{
	const certificate_header_t *h = &p->header;
	const bool lambda = way & 1;
	goal_tally_t *t = &tally->goal[p->goal];
	char options[CERTIFICATE_TEXT_MAX + 8] = "";
	request_t request = {.limits = {.nodes = NODES}, .fresh = true};
	char name[64];
	errinfo_t why = {.code = ERR_OK};
	result_t r;
	job_t *job;
	bool proven;

	if (h->options > 0)
		(void)snprintf(options, sizeof(options), "region=%s", h->option[0].value);
	request.problem = problem_of(h, options);
	request.limits.order = (int)p->order;
	request.limits.driver = lambda ? DRIVER_LAMBDA : DRIVER_PLAIN;
	request.limits.engine = way & 2 ? ALGORITHM_DFPN : ALGORITHM_ALPHABETA;
	request.limits.zoning = rng_below(&tally->rng, 4) == 0 ? ZONING_NONE : ZONING_SOUND;
	request.limits.table_bytes = rng_below(&tally->rng, 2) ? TABLE : 0;
	tally->searches++;
	if (solver_submit(tally->solver, &request, &job, &why) != ERR_OK) {
		fault(tally, p, "not taken", why.text);
		return;
	}
	solver_wait(job);
	job_result(job, &r);
	proven = r.value == VALUE_PROVEN;
	(void)snprintf(name, sizeof(name), "%s %s zoning %d%s order %u",
	               lambda ? "lambda" : "plain", way & 2 ? "dfpn" : "alphabeta",
	               (int)request.limits.zoning, request.limits.table_bytes ? " own" : "",
	               r.order);
	if (r.state == JOB_FAILED) {
		fault(tally, p, name, "failed");
	} else if (r.value == VALUE_UNDECIDED) {
		t->open++;
	} else {
		t->verdict[proven]++;
		if (proven ? !p->truth : (lambda && r.scope == SCOPE_ORDER ? p->lambda : p->truth))
			fault(tally, p, name, value_name(r.value));
		else if (proven && lambda && !p->lambda)
			fault(tally, p, name, "proven by too low an order");
		certify(tally, p, job, proven);
	}
	job_release(job);
}

/* one_problem draws one and asks all; false: it is none, or too large to be judged. */
static bool one_problem(tally_t *tally, unsigned goal)
{
	goal_tally_t *t = &tally->goal[goal];
	problem_case_t p = {.goal = goal};
	go_truth_t met;
	position_t *pos;

	ko_claim(&tally->rng, goal, &p.header);
	pos = dag_position(&p.header);
	if (pos == NULL)
		return false;
	position_free(pos);
	t->drawn++;
	p.order = rng_below(&tally->rng, ORDERS);
	p.truth = go_truth(&p.header, false, 0, STATES, &met);
	if (p.truth < 0)
		return false;
	p.lambda = go_truth(&p.header, true, p.order, STATES, NULL);
	if (p.lambda < 0)
		return false;
	if (p.lambda && !p.truth)
		fault(tally, &p, "brute force", "lambda has proven too much");
	t->judged++;
	t->left += met.left;
	t->traded += met.traded;
	for (unsigned way = 0; way < WAYS; way++)
		search(tally, &p, way);
	return true;
}

static void report(const tally_t *tally)
{
	for (unsigned i = 0; i < KO_GOALS; i++) {
		const goal_tally_t *t = &tally->goal[i];

		if (t->drawn > 0)
			printf("%-11s %6u drawn, %6u judged: %u with a stone left in a ko, %u "
			       "with another taken by that; searches: %u proven, %u disproven, %u "
			       "open; checked: %u, %u, %u unmade, %u too long\n",
			       ko_goal(i), t->drawn, t->judged, t->left, t->traded, t->verdict[1],
			       t->verdict[0], t->open, t->certified[1], t->certified[0], t->unmade,
			       t->too_long);
	}
	printf("%u searches, %u faults\n", tally->searches, tally->bad);
}

int main(int argc, char **argv)
{
	const char *given = getenv("TESUJI_SEED");
	const uint64_t seed = given != NULL ? strtoull(given, NULL, 0) : rng_mix(clock_now_ns());
	const solver_config_t config = {
	        .workers = 1, .table_bytes = TABLE, .priority = PRIORITY_NORMAL};
	const unsigned count = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 200;
	const char *wanted = argc > 2 ? argv[2] : "all";
	tally_t tally = {.folder = argc > 3 ? argv[3] : NULL, .rng = {seed}};
	errinfo_t why;

	printf("TESUJI_SEED=%" PRIu64 "\n", seed);
	epoch_start();
	if (solver_create(&config, &tally.solver, &why) != ERR_OK) {
		printf("%s\n", why.text);
		return 1;
	}
	for (unsigned done = 0, goal = 0; done < count; goal = (goal + 1) % KO_GOALS)
		if (strcmp(wanted, "all") == 0 || strcmp(wanted, ko_goal(goal)) == 0)
			done += one_problem(&tally, goal);
	solver_destroy(tally.solver);
	report(&tally);
	return tally.bad > 0 ? 1 : 0;
}
