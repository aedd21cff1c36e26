/* SPDX-License-Identifier: MIT
 * shared.c - see shared.h.
 *
 * Nodes     A node is kept in a proof_cache_t as a verdict: the low half of its number in the place
 * of the first move, the high half in that of the plies.
 *
 * Orders    A node that denies an order denies the lower ones: a distance that is too far for more
 *           moves is too far for fewer, and passes run out sooner. Proofs are kept without lambda
 *           alone, which has one order. */
#include "engine/proof/shared.h"

#include <assert.h>

enum { BYTES = 64 << 20, HALF = 16 };

static_assert(8 * sizeof(move_t) == HALF, "a node is a move and as many bits of plies");

void shared_init(shared_t *shared)
{
	*shared = (shared_t){.by_zone = proof_cache_create(BYTES)};
}

void shared_fini(shared_t *shared)
{
	proof_cache_free(shared->by_zone);
	shared->by_zone = NULL;
}

static cached_question_t asked_of(const position_t *pos)
{
	cached_question_t asked = {.stocks = 0};

	asked.key = pos->game->zones->question(pos, asked.stones);
	return asked;
}

void shared_keep(shared_t *shared, const position_t *pos, unsigned order, const zone_t *zone,
                 uint32_t node)
{
	cached_question_t asked;

	if (shared->by_zone == NULL)
		return;
	assert(zone->areas == 1 && pos->turn == SIDE_ATTACKER);
	asked = asked_of(pos);
	asked.key.lo ^= order;
	proof_cache_add(shared->by_zone, &asked,
	                &(cached_verdict_t){.zone = zone->area[0],
	                                    .best = (move_t)node,
	                                    .plies = (uint16_t)(node >> HALF),
	                                    .value = VALUE_DISPROVEN});
	if (order > shared->most)
		shared->most = order;
}

bool shared_find(const shared_t *shared, const position_t *pos, unsigned order, uint32_t *node,
                 zone_t *zone)
{
	cached_verdict_t found;
	cached_question_t asked;

	if (shared->by_zone == NULL)
		return false;
	asked = asked_of(pos);
	asked.key.lo ^= order;
	for (unsigned o = order; o <= shared->most; o++) {
		if (proof_cache_find(shared->by_zone, &asked, &found)) {
			*node = found.best | (uint32_t)found.plies << HALF;
			zone_clear(zone);
			zone_add_set(zone, &found.zone, 1);
			return true;
		}
		asked.key.lo ^= o ^ (o + 1);
	}
	return false;
}
