/* SPDX-License-Identifier: MIT
 * proof_cache.h - what has been decided, by what stands on its zone: it holds for all boards that
 * agree there.
 *
 * Ownership proof_cache_create's memory is the caller's: proof_cache_free releases it.
 * Threads   one at a time.
 * Errors    proof_cache_create returns NULL without memory; later on what finds no room is not
 * kept.
 */
#ifndef ENGINE_TABLE_PROOF_CACHE_H
#define ENGINE_TABLE_PROOF_CACHE_H

#include "engine/game/game.h"
#include "engine/base/verdict.h"
#include "engine/zone/bits.h"

typedef struct proof_cache proof_cache_t;

/* A position as game_t.question tells it, but for its stocks of threats, which `stocks`
 * tells apart. */
typedef struct {
	hashkey_t question;
	bits_t stones[2];
	uint64_t stocks;
} canonical_t;

/* A verdict that has been found: the points it depends on, whether it depends on the stocks as
 * well, its first move, its plies if it is proven, and which it is. */
typedef struct {
	bits_t zone;
	bool stocked;
	move_t best;
	uint16_t plies;
	value_t value;
} verdict_t;

/* proof_cache_create makes room for about so many bytes at most; they are taken as needed. */
proof_cache_t *proof_cache_create(size_t bytes);
void proof_cache_free(proof_cache_t *p);

/* proof_cache_add keeps a verdict on a position. proof_cache_find writes one of those kept that
 * holds for a position. */
void proof_cache_add(proof_cache_t *p, const canonical_t *scene, const verdict_t *verdict);
bool proof_cache_find(const proof_cache_t *p, const canonical_t *scene, verdict_t *out);

#endif
