/* SPDX-License-Identifier: MIT
 * visited.h - the positions whose strategies have been written, with their nodes and zones.
 *
 * Ownership visited_fini releases all.
 * Threads   one at a time.
 */
#ifndef ENGINE_PROOF_VISITED_H
#define ENGINE_PROOF_VISITED_H

#include "engine/game/game.h"

typedef struct {
	hashkey_t key;
	uint32_t node;
	uint32_t order; /* of the strategy, plus 1; 0: the place is free */
} visited_entry_t;

/* Entries by their keys, and as many zones, each of `areas` sets. */
typedef struct {
	visited_entry_t *entry;
	bits_t *zone;
	size_t room, used; /* room: a power of two */
	unsigned areas;
} visited_t;

/* visited_init makes an empty one for zones with so many areas; 0: without. */
err_t visited_init(visited_t *visited, unsigned areas);
void visited_fini(visited_t *visited);

/* visited_find looks for a strategy of an order of at most `order`: its node, and its zone in
 * *zone. */
bool visited_find(const visited_t *visited, hashkey_t key, unsigned order, uint32_t *node,
                  zone_t *zone);

/* visited_add keeps one; of two of a position the last. ERR_NOMEM: it is as before. */
err_t visited_add(visited_t *visited, hashkey_t key, unsigned order, uint32_t node,
                  const zone_t *zone);

#endif
