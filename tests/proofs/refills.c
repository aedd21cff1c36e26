/* SPDX-License-Identifier: MIT
 * refills.c - refills COUNT: what zones of the checker promise. Proofs are checked in the default
 * mode, the board is changed COUNT times as their zones allow, and the same nodes must prove the
 * claim there, every legal reply tried.
 *
 * In Go and Hex any stones may stand outside of the zone; in Gomoku and Atari-Go some more of the
 * defender's. Prints one line a fault; exit 1 if there are any. TESUJI_SEED repeats a run. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/proof/check/check.h"
#include "tests/proofs/dag.h"
#include "tests/proofs/random_claim.h"

enum { PROVE_BUDGET = 20000, REFILLS = 40, EXTRA_MOST = 3, MEMORY = 1 << 20 };

typedef struct {
	unsigned proofs[CLAIM_KINDS], refills[CLAIM_KINDS], bad;
} tally_t;

static bool checked(bytes_t *file, const check_options_t *options, check_result_t *result)
{
	return check_stream(bytes_source(file), options, result, NULL) == ERR_OK && result->proven;
}

/* refill changes rows outside of the zone, and tells whether it did. `extra` stones of the
 * defender's at most where the zone bears stones only. */
static bool refill(certificate_header_t *h, const uint64_t *zone, bool bears, unsigned extra,
                   rng_t *rng)
{
	const char their = h->black ? 'O' : 'X';
	const unsigned density = 1 + rng_below(rng, 8);
	bool changed = false;
	int point = 0;

	for (char *at = h->rows; *at != '\0'; at++) {
		const int p = point;
		const char was = *at;

		if (*at == '/')
			continue;
		point++;
		if ((zone[p / 64] >> (p % 64) & 1) != 0 || rng_below(rng, 10) >= density)
			continue;
		if (!bears) {
			*at = ".XO"[rng_below(rng, 3)];
		} else if (*at == '.' && extra > 0) {
			*at = their;
			extra--;
		}
		changed = changed || *at != was;
	}
	return changed;
}

/* one_refill checks the nodes on another board; false: they prove nothing there. */
static bool one_refill(const dag_t *dag, const check_result_t *zone, bool bears, unsigned extra,
                       rng_t *rng, unsigned *done)
{
	static const check_options_t all = {.exhaustive = true, .memory = MEMORY};
	dag_t other = *dag;
	bytes_t file = {.length = 0};
	check_result_t result;
	position_t *pos;
	bool good = true;

	if (!refill(&other.header, zone->zone, bears, extra, rng) ||
	    (pos = dag_position(&other.header)) == NULL)
		return true;
	position_free(pos);
	if (!dag_write(&other, &file))
		abort();
	good = checked(&file, &all, &result);
	++*done;
	if (!good)
		printf("%s (%s, %s) on %s: [%s] %s\n", dag->header.rows, result.claim,
		       bears ? "more stones" : "other stones", other.header.rows, result.path,
		       result.reason);
	bytes_free(&file);
	return good;
}

static void one_proof(unsigned kind, unsigned *left, rng_t *rng, tally_t *tally)
{
	const unsigned extra = 1 + rng_below(rng, EXTRA_MOST);
	const check_options_t options = {.memory = MEMORY, .extra = extra};
	long budget = PROVE_BUDGET;
	dag_t dag = {.count = 0};
	bytes_t file = {.length = 0};
	check_result_t result;
	const unsigned depth = random_claim(rng, kind, &dag.header);
	const bool bears = dag.header.game[0] == 'a' || strcmp(dag.header.game, "gomoku") == 0;

	dag.header.ko[0] = '\0'; /* it would have to stay one */
	if (dag_prove(&dag, depth, &budget, rng) && dag.count > 1 && dag_write(&dag, &file)) {
		tally->proofs[kind]++;
		if (!checked(&file, &options, &result))
			abort();
		for (unsigned i = 0; i<REFILLS && * left> 0; i++) {
			unsigned done = 0;

			tally->bad += !one_refill(&dag, &result, bears, extra, rng, &done);
			tally->refills[kind] += done;
			*left -= done;
		}
	}
	bytes_free(&file);
	dag_free(&dag);
}

int main(int argc, char **argv)
{
	const char *given = getenv("TESUJI_SEED");
	const uint64_t seed = given != NULL ? strtoull(given, NULL, 0) : rng_mix(clock_now_ns());
	unsigned left = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 500;
	rng_t rng = {seed};
	tally_t tally = {.bad = 0};

	printf("TESUJI_SEED=%" PRIu64 "\n", seed);
	for (unsigned kind = 0; left > 0; kind = (kind + 1) % CHESS_KIND)
		one_proof(kind, &left, &rng, &tally);
	for (unsigned i = 0; i < CHESS_KIND; i++)
		printf("kind %u: %5u proofs, %6u refills\n", i, tally.proofs[i], tally.refills[i]);
	printf("%u faults\n", tally.bad);
	return tally.bad > 0 ? 1 : 0;
}
