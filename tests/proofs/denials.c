/* SPDX-License-Identifier: MIT
 * denials.c - denials COUNT [FOLDER]: random problems of all games are solved; every 0 must have a
 * certificate that the checker takes, and brute force must agree with it. COUNT faulty ones are
 * made of those: what is taken for a denial brute force must deny as well. With a FOLDER the files
 * are left there, by number and verdict.
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
#include "tests/proofs/mutate.h"
#include "tests/proofs/random_claim.h"
#include "tests/proofs/truth.h"

enum {
	NODES = 3000, /* of a problem */
	AGAIN = 20000,
	STATES = 4000,
	CHECK_MOST = 200000,
	MEMORY = 32 << 20,
	TABLE = 1 << 20,
	MUTANTS = 12, /* of a denial */
	ORDERS = 3,
};

typedef struct {
	unsigned denials[CLAIM_KINDS], judged[CLAIM_KINDS];
	unsigned unmade, too_long, proofs, open;
	unsigned mutants[MUTATIONS], good[MUTATIONS], agreed;
	unsigned bad, files;
	uint64_t nodes, positions;
	const char *folder;
	solver_t *solver;
} tally_t;

static const _Atomic bool never = false;
static const budget_t budget = {.nodes = AGAIN, .cancel = &never};

/* fault tells of one. */
static void fault(tally_t *tally, bytes_t *file, const char *what, const check_result_t *result,
                  const char *why)
{
	printf("%u-fault (%s): %s: [%s] %s %s\n", tally->bad, what, result->claim, result->path,
	       result->reason, why);
	if (file != NULL)
		dag_save(file, ".", tally->bad, "fault");
	tally->bad++;
}

/* checked returns 1, 0, or -1: not decided. */
static int checked(bytes_t *file, check_result_t *result, errinfo_t *why)
{
	const check_options_t options = {.most = CHECK_MOST, .memory = MEMORY};
	const err_t err = check_stream(bytes_source(file), &options, result, why);

	return err == ERR_LIMIT ? -1 : err == ERR_OK && result->proven;
}

/* judged tells by brute force whether a claim to deny something is right: 1, 0 or -1. */
static int judged(const certificate_header_t *header)
{
	const bool lambda = strcmp(header->kind, "lambda-denial") == 0;
	position_t *pos = dag_position(header);
	int truth;

	if (pos == NULL)
		return 0;
	truth = truth_of(header, pos, lambda, lambda ? header->order : 0, STATES);
	position_free(pos);
	return truth < 0 ? -1 : !truth;
}

/* claim_more makes the claim a stronger one, mostly false: that is where a rule that is missing
 * shows, for a faulty denial of what is true is no fault. */
static void claim_more(certificate_header_t *h, rng_t *rng)
{
	const bool lambda = strcmp(h->kind, "lambda-denial") == 0;
	const bool go = strcmp(h->game, "go") == 0;

	switch (rng_below(rng, 6)) {
	case 0:
	case 1:
		h->order += lambda;
		return;
	case 2:
		strcpy(h->kind, "denial");
		return;
	case 3:
		h->threats[0] = go ? CERTIFICATE_UNLIMITED : 0;
		return;
	case 4:
		h->threats[1] = go && h->threats[1] > 0 ? h->threats[1] - 1 : 0;
		return;
	default:
		h->defender_first = false; /* the root is of the wrong kind then, mostly */
	}
}

/* mutants makes faulty files of a denial. */
static void mutants(bytes_t *whole, unsigned *left, rng_t *rng, tally_t *tally)
{
	bytes_t file = {.length = 0};
	certificate_header_t header;
	dag_t dag;

	if (!dag_read(whole, &dag))
		abort();
	header = dag.header;
	for (unsigned i = 0; i<MUTANTS && * left> 0; i++) {
		const unsigned way = rng_below(rng, MUTATIONS);
		check_result_t result;
		errinfo_t why;
		int got, want;

		dag.header = header;
		if (rng_below(rng, 2))
			claim_more(&dag.header, rng);
		if (rng_below(rng, 4) == 0 ? !dag_write(&dag, &file)
		                           : !mutate(&dag, way, rng, &file))
			continue;
		--*left;
		got = checked(&file, &result, &why);
		tally->mutants[way]++;
		if (tally->folder != NULL && got >= 0)
			dag_save(&file, tally->folder, tally->files++, got ? "1" : "0");
		if (got != 1 || strcmp(result.header.kind, "proof") == 0)
			continue;
		tally->good[way]++;
		want = judged(&result.header);
		tally->agreed += want == 1;
		if (want == 0)
			fault(tally, &file, mutate_name(way), &result, "brute force proves it");
	}
	bytes_free(&file);
	dag_free(&dag);
}

/* deny takes a job that ended with a 0. */
static void deny(job_t *job, unsigned kind, unsigned *left, rng_t *rng, tally_t *tally)
{
	check_result_t result = {.claim = ""};
	bytes_t file = {.length = 0};
	proof_built_t built;
	errinfo_t why = {.code = ERR_OK};
	const err_t err = certify_job(job, &budget, bytes_sink(&file), &built, &why);
	int got = -1, want;

	if (err == ERR_OK)
		got = checked(&file, &result, &why);
	if (err != ERR_OK || got < 0) {
		tally->unmade += err == ERR_VALUE;
		tally->too_long += err == ERR_LIMIT || err == ERR_OK;
		if (err != ERR_VALUE && err != ERR_LIMIT && err != ERR_OK)
			fault(tally, NULL, "not made", &result, why.text);
	} else {
		tally->denials[kind]++;
		tally->nodes += built.nodes;
		tally->positions += result.positions;
		if (got == 0)
			fault(tally, &file, "refused", &result, why.text);
		want = judged(&result.header);
		tally->judged[kind] += want == 1;
		if (want == 0)
			fault(tally, &file, "wrong", &result, "brute force proves it");
		if (tally->folder != NULL)
			dag_save(&file, tally->folder, tally->files++, got ? "1" : "0");
		mutants(&file, left, rng, tally);
	}
	bytes_free(&file);
}

static void one_problem(unsigned kind, unsigned *left, rng_t *rng, tally_t *tally)
{
	certificate_header_t h;
	char options[CERTIFICATE_TEXT_MAX] = "";
	request_t request = {.limits = {.nodes = NODES}, .fresh = true};
	strbuf_t out;
	errinfo_t why;
	result_t r;
	job_t *job;

	(void)random_claim(rng, kind, &h);
	strbuf_init(&out, options, sizeof(options));
	for (unsigned i = 0; i < h.options; i++)
		strbuf_printf(&out, "%s%s=%s", i > 0 ? " " : "", h.option[i].name,
		              h.option[i].value);
	request.problem = (problem_t){.game = h.game,
	                              .rows = h.fen[0] != '\0' ? h.fen : h.rows,
	                              .goal = h.goal,
	                              .target = h.target[0] != '\0' ? h.target : NULL,
	                              .options = options,
	                              .attacker = h.black ? COLOUR_BLACK : COLOUR_WHITE,
	                              .first = h.defender_first ? SIDE_DEFENDER : SIDE_ATTACKER,
	                              .ko = h.ko[0] != '\0' ? h.ko : NULL,
	                              .attacker_threats = h.threats[0],
	                              .defender_threats = h.threats[1]};
	request.limits.order = (int)rng_below(rng, ORDERS);
	request.limits.driver = rng_below(rng, 2) ? DRIVER_LAMBDA : DRIVER_PLAIN;
	if (solver_submit(tally->solver, &request, &job, &why) != ERR_OK)
		return;
	solver_wait(job);
	job_result(job, &r);
	tally->proofs += r.value == VALUE_PROVEN;
	tally->open += r.value == VALUE_UNDECIDED;
	if (r.value == VALUE_DISPROVEN)
		deny(job, kind, left, rng, tally);
	job_release(job);
}

static void report(const tally_t *t)
{
	unsigned mutants = 0, good = 0, denials = 0, judged = 0;

	printf("kind: denials, by brute force as well:");
	for (unsigned i = 0; i < CLAIM_KINDS; i++) {
		printf(" %u:%u,%u", i, t->denials[i], t->judged[i]);
		denials += t->denials[i];
		judged += t->judged[i];
	}
	for (unsigned i = 0; i < MUTATIONS; i++) {
		printf("\n%-24s %6u mutants, %5u of them still denials", mutate_name(i),
		       t->mutants[i], t->good[i]);
		mutants += t->mutants[i];
		good += t->good[i];
	}
	printf("\n%u denials, %u of them judged, %u too long, %u have no certificate; %u proofs, "
	       "%u "
	       "open; %" PRIu64 " nodes, %" PRIu64
	       " positions\n%u mutants, %u still denials, %u of "
	       "them judged; %u faults\n",
	       denials, judged, t->too_long, t->unmade, t->proofs, t->open, t->nodes, t->positions,
	       mutants, good, t->agreed, t->bad);
}

int main(int argc, char **argv)
{
	const char *given = getenv("TESUJI_SEED");
	const uint64_t seed = given != NULL ? strtoull(given, NULL, 0) : rng_mix(clock_now_ns());
	const solver_config_t config = {
	        .workers = 1, .table_bytes = TABLE, .priority = PRIORITY_NORMAL};
	unsigned left = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 500;
	tally_t tally = {.folder = argc > 2 ? argv[2] : NULL};
	rng_t rng = {seed};
	errinfo_t why;

	printf("TESUJI_SEED=%" PRIu64 "\n", seed);
	epoch_start();
	if (solver_create(&config, &tally.solver, &why) != ERR_OK) {
		printf("%s\n", why.text);
		return 1;
	}
	for (unsigned kind = 0; left > 0; kind = (kind + 1) % CLAIM_KINDS)
		one_problem(kind, &left, &rng, &tally);
	solver_destroy(tally.solver);
	report(&tally);
	return tally.bad > 0 ? 1 : 0;
}
