/* SPDX-License-Identifier: MIT
 * ztable.h - exact zones, point by point, of facts that took work or were found lately. The entry
 * of the table has the same zone in coarse cells only, and serves where the exact one is gone.
 *
 * Ownership the caller owns the ztable_t; store and find copy.
 * Threads   create, free, clear, touch: one thread, nobody searching. store and find:
 *           any thread, any time; a zone that is being overwritten is not found.
 * Errors    create returns NULL when there is no memory.
 */
#ifndef ENGINE_TABLE_ZTABLE_H
#define ENGINE_TABLE_ZTABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/game/game.h"

typedef struct ztable ztable_t;

/* A fact about a position, as ttable.h has them: proven at `order` within `plies`, or not
 * proven there, `forever`: at any depth. */
typedef struct {
	bool proven, forever;
	uint8_t order;
	uint16_t plies;
} zfact_t;

/* ztable_create makes an empty one of the largest power-of-two number of buckets within
 * `bytes`, one at least. */
ztable_t *ztable_create(size_t bytes);
void ztable_free(ztable_t *zt);
void ztable_clear(ztable_t *zt);
void ztable_distrust(ztable_t *zt); /* as ttable_distrust: any thread, any time */
void ztable_touch(ztable_t *zt);

/* ztable_store keeps the zone of a fact, its first two areas, in the place of another; `nodes` is
 * the work spent on the fact, by which zones are kept. */
void ztable_store(ztable_t *zt, hashkey_t key, zfact_t fact, const zone_t *zone, uint64_t nodes);

/* ztable_prefetch asks for the cache lines of `key`, to be written. */
void ztable_prefetch(const ztable_t *zt, hashkey_t key);

/* ztable_find writes the zone of a fact about the position that implies `fact` to *out,
 * made for the same board, and returns true. Areas from the third on are everything. */
bool ztable_find(const ztable_t *zt, hashkey_t key, zfact_t fact, zone_t *out);

#endif
