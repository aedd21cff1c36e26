/* SPDX-License-Identifier: MIT
 * shared.h - nodes of a denial or a proof by what their positions have in common: a node serves all
 * boards that agree with its own on its zone (denial.c, build.c).
 *
 * Ownership shared_fini releases what shared_init has made.
 * Threads   one at a time.
 * Errors    none: what finds no room is not kept, and its positions are walked one by one.
 */
#ifndef ENGINE_PROOF_SHARED_H
#define ENGINE_PROOF_SHARED_H

#include "engine/game/game.h"
#include "engine/table/proof_cache.h"

typedef struct {
	proof_cache_t *by_zone; /* NULL: nothing is kept */
	unsigned most;          /* highest order that was kept */
} shared_t;

void shared_init(shared_t *shared);
void shared_fini(shared_t *shared);

/* shared_keep keeps the node that denies `order` to the attacker, to move, on all boards that agree
 * with this one on the zone, of one area; or the node that proves it, without lambda. */
void shared_keep(shared_t *shared, const position_t *pos, unsigned order, const zone_t *zone,
                 uint32_t node);

/* shared_find looks for a node that was kept for `order` or a higher one and serves here, and
 * writes its zone as well. */
bool shared_find(const shared_t *shared, const position_t *pos, unsigned order, uint32_t *node,
                 zone_t *zone);

#endif
