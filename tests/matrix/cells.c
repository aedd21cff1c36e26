/* SPDX-License-Identifier: MIT
 * cells.c - see cells.h. */
#include "tests/matrix/cells.h"

#include <stdio.h>

static unsigned count[KINDS][2][WAYS];

static const char *const drivers[] = {"lambda", "plain"};
static const char *const engines[] = {"auto", "alphabeta", "dfpn"};
static const char *const zones[] = {"sound", "none", "inversion"};

bool way_of(const kind_t *kind, unsigned index, way_t *out)
{
	/* The last three are the columns of a printed line. */
	*out = (way_t){.stored = index % 2,
	               .fresh = index / 2 % 2,
	               .crowd = index / 4 % 2,
	               .ko = index / 8 % 2,
	               .zoning = (zoning_t)(index / 16 % 3),
	               .engine = (algorithm_t)(index / 48 % 3),
	               .driver = (driver_t)(index / 144 % 2)};
	return kind->is_go || (!out->ko && out->zoning != ZONING_INVERSION);
}

unsigned cells_choose(rng_t *rng, unsigned kind, side_t first)
{
	unsigned *counts = count[kind][first], chosen = 0, least = UINT32_MAX, alike = 0;
	way_t way;

	for (unsigned i = 0; i < WAYS; i++) {
		if (!way_of(kind_at(kind), i, &way) || counts[i] > least)
			continue;
		alike = counts[i] < least ? 1 : alike + 1;
		least = counts[i];
		if (rng_below(rng, alike) == 0)
			chosen = i;
	}
	counts[chosen]++;
	return chosen;
}

void cells_print(void)
{
	way_t way;

	puts("kind first driver engine zone ko: one worker, several; each not fresh without a "
	     "store, with; fresh without, with");
	for (unsigned row = 0; row < KINDS * 2 * WAYS; row += 8) {
		const unsigned kind = row / (2 * WAYS), first = row / WAYS % 2;

		if (!way_of(kind_at(kind), row % WAYS, &way))
			continue;
		printf("%-22s %-8s %-6s %-9s %-9s %-2s:", kind_at(kind)->name,
		       first == SIDE_ATTACKER ? "attacker" : "defender", drivers[way.driver],
		       engines[way.engine], zones[way.zoning], way.ko ? "ko" : "-");
		for (unsigned i = 0; i < 8; i++)
			printf(" %u", count[kind][first][row % WAYS + i]);
		puts("");
	}
}

unsigned cells_least(unsigned *cells)
{
	unsigned least = UINT32_MAX;
	way_t way;

	*cells = 0;
	for (unsigned kind = 0; kind < KINDS; kind++) {
		for (unsigned i = 0; i < 2 * WAYS; i++) {
			const unsigned n = count[kind][i / WAYS][i % WAYS];

			if (!way_of(kind_at(kind), i % WAYS, &way))
				continue;
			++*cells;
			least = n < least ? n : least;
		}
	}
	return least;
}
