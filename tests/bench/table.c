/* SPDX-License-Identifier: MIT
 * table.c - how often a second the transposition table can be asked, at random
 * places, and written where it did not know. One thread. */
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/clock.h"
#include "engine/base/rng.h"
#include "engine/table/ttable.h"

enum { MIB = 1 << 20, PROBES = 4000000 };

static hashkey_t key_of(uint64_t n)
{
	return (hashkey_t){.lo = rng_mix(n), .hi = rng_mix(n ^ UINT64_C(0x9e3779b97f4a7c15))};
}

static double rate(uint64_t operations, uint64_t start)
{
	return (double)operations / (double)(clock_cpu_ns() - start) * NS_PER_S / 1e6;
}

static int measure(unsigned mib)
{
	ttable_t *table;
	ttentry_t entry;
	rng_t rng = {.state = mib};
	uint64_t start, found = 0;
	double filling, asking;

	if (ttable_create((size_t)mib * MIB, &table) != ERR_OK) {
		(void)fprintf(stderr, "table: no memory for %u MiB\n", mib);
		return 0;
	}
	start = clock_cpu_ns();
	for (unsigned i = 0; i < PROBES; i++) {
		hashkey_t key = key_of(rng_below(&rng, PROBES));

		if (!ttable_probe(table, key, &entry))
			ttable_store_failed(table, key, 1, 5, false, MOVE_NONE, 1, ZONE_COARSE_ALL);
	}
	filling = rate(PROBES, start);
	start = clock_cpu_ns();
	for (unsigned i = 0; i < PROBES; i++)
		found += ttable_probe(table, key_of(rng_below(&rng, PROBES)), &entry);
	asking = rate(PROBES, start);
	printf("  table of %4u MiB          %8.2f M probes/s, %.2f M probes/s with stores"
	       " (%.0f %% found)\n",
	       mib, asking, filling, 100.0 * (double)found / PROBES);
	ttable_free(table);
	return 1;
}

int main(void)
{
	return measure(16) && measure(256) && measure(1024) ? EXIT_SUCCESS : EXIT_FAILURE;
}
