/* SPDX-License-Identifier: MIT
 * mutations.c - mutations COUNT [FOLDER]: random proofs of all games and COUNT faulty ones, each
 * checked in both modes and judged by brute force. All three must agree, on every file. With a
 * FOLDER the files are left there, by number and verdict: "17-0", "18-1".
 *
 * Prints what it did, and one line a disagreement, which it leaves as a file. Exit 1 if there are
 * any. The seed is printed; TESUJI_SEED repeats a run. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/proof/check/check.h"
#include "tests/proofs/dag.h"
#include "tests/proofs/mutate.h"
#include "tests/proofs/random_claim.h"

enum {
	PROVE_BUDGET = 20000,
	JUDGE_BUDGET = 3000000,
	CHECK_MOST = 3000000,
	MUTANTS_A_PROOF = 24,
	MEMORY = 1 << 20, /* small, so that entries are replaced */
};

typedef struct {
	unsigned proofs[CLAIM_KINDS], mutants[MUTATIONS], good[MUTATIONS];
	unsigned bad, unknown;
	uint64_t positions[2]; /* by mode */
	const char *folder;
	unsigned files;
} tally_t;

/* checked returns 1, 0 or -1, as dag_judge. */
static int checked(bytes_t *file, bool exhaustive, check_result_t *result, tally_t *tally)
{
	const check_options_t options = {
	        .exhaustive = exhaustive, .most = CHECK_MOST, .memory = MEMORY};
	errinfo_t why;
	const err_t err = check_stream(bytes_source(file), &options, result, &why);

	tally->positions[exhaustive] += result->positions;
	if (err == ERR_LIMIT)
		return -1;
	if (err != ERR_OK)
		(void)snprintf(result->reason, sizeof(result->reason), "%s", why.text);
	return err == ERR_OK && result->proven;
}

static int judged(bytes_t *file)
{
	long budget = JUDGE_BUDGET;
	dag_t dag;
	int good = 0;

	if (dag_read(file, &dag) && strcmp(dag.header.kind, "proof") == 0)
		good = dag_judge(&dag, &budget);
	dag_free(&dag);
	return good;
}

/* agree checks a file in all ways; returns what it is. */
static int agree(bytes_t *file, const char *what, tally_t *tally)
{
	check_result_t zones, all;
	const int by_zones = checked(file, false, &zones, tally);
	const int by_all = checked(file, true, &all, tally), want = judged(file);

	if (by_zones < 0 || by_all < 0 || want < 0) {
		tally->unknown++;
		return -1;
	}
	if (by_zones != by_all || by_all != want) {
		dag_save(file, ".", tally->bad, "disagreement");
		printf("%u-disagreement (%s, %s): zones %d, exhaustive %d, brute force %d\n"
		       "  zones: [%s] %s\n  exhaustive: [%s] %s\n",
		       tally->bad++, zones.claim, what, by_zones, by_all, want, zones.path,
		       zones.reason, all.path, all.reason);
	}
	if (tally->folder != NULL)
		dag_save(file, tally->folder, tally->files++, want ? "1" : "0");
	return want;
}

static void one_mutant(bytes_t *file, unsigned way, unsigned *left, tally_t *tally)
{
	const int good = *left > 0 ? agree(file, mutate_name(way), tally) : -1;

	tally->mutants[way] += good >= 0;
	tally->good[way] += good > 0;
	*left -= good >= 0;
}

/* cut_every_reply takes each reply off its list in turn. Most were listed because the default does
 * not answer them: zones must notice. */
static void cut_every_reply(dag_t *dag, unsigned *left, tally_t *tally)
{
	bytes_t file = {.length = 0};

	for (uint32_t i = 0; i < dag->count; i++)
		for (unsigned j = 0; *left > 0 && j < dag->nodes[i].count; j++) {
			const dag_node_t whole = dag->nodes[i];
			dag_node_t *n = &dag->nodes[i];

			n->replies[j] = n->replies[--n->count];
			if (dag_write(dag, &file))
				one_mutant(&file, MUTATION_REPLY_CUT, left, tally);
			dag->nodes[i] = whole;
		}
	bytes_free(&file);
}

static void one_proof(unsigned kind, unsigned *left, rng_t *rng, tally_t *tally)
{
	long budget = PROVE_BUDGET;
	dag_t dag = {.count = 0};
	bytes_t file = {.length = 0};
	const unsigned depth = random_claim(rng, kind, &dag.header);

	if (dag_prove(&dag, depth, &budget, rng) && dag.count > 1 && dag_write(&dag, &file)) {
		tally->proofs[kind]++;
		if (agree(&file, "true", tally) == 0) {
			printf("the proof itself is none (kind %u)\n", kind);
			tally->bad++;
		}
		for (unsigned i = 0; i < MUTANTS_A_PROOF; i++) {
			const unsigned way = rng_below(rng, MUTATIONS);

			if (mutate(&dag, way, rng, &file))
				one_mutant(&file, way, left, tally);
		}
		cut_every_reply(&dag, left, tally);
	}
	bytes_free(&file);
	dag_free(&dag);
}

static void report(const tally_t *t)
{
	unsigned mutants = 0, good = 0;

	printf("proofs:");
	for (unsigned i = 0; i < CLAIM_KINDS; i++)
		printf(" %u", t->proofs[i]);
	printf("\n");
	for (unsigned i = 0; i < MUTATIONS; i++) {
		printf("%-24s %6u mutants, %5u of them still proofs\n", mutate_name(i),
		       t->mutants[i], t->good[i]);
		mutants += t->mutants[i];
		good += t->good[i];
	}
	printf("%u mutants, %u still proofs, %u not decided, %u disagreements; %" PRIu64
	       " positions with zones, %" PRIu64 " exhaustively\n",
	       mutants, good, t->unknown, t->bad, t->positions[0], t->positions[1]);
}

int main(int argc, char **argv)
{
	const char *given = getenv("TESUJI_SEED");
	const uint64_t seed = given != NULL ? strtoull(given, NULL, 0) : rng_mix(clock_now_ns());
	unsigned left = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 500;
	rng_t rng = {seed};
	tally_t tally = {.folder = argc > 2 ? argv[2] : NULL};

	printf("TESUJI_SEED=%" PRIu64 "\n", seed);
	for (unsigned kind = 0; left > 0; kind = (kind + 1) % CLAIM_KINDS)
		one_proof(kind, &left, &rng, &tally);
	report(&tally);
	return tally.bad > 0 ? 1 : 0;
}
