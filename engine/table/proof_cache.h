/* SPDX-License-Identifier: MIT
 * proof_cache.h - a zone-keyed proof cache: verdicts, each of which holds for every board that has
 * the same stones on the verdict's zone.
 *
 * Units     bytes; plies.
 * Ownership the caller of proof_cache_create owns the cache; proof_cache_free releases it. Verdicts
 *           are copied in and out.
 * Threads   one at a time.
 * Errors    proof_cache_create returns NULL when there is no memory. Later, a verdict for which
 * there is no memory is not kept.
 */
#ifndef ENGINE_TABLE_PROOF_CACHE_H
#define ENGINE_TABLE_PROOF_CACHE_H

#include "engine/game/game.h"
#include "engine/base/verdict.h"
#include "engine/zone/bits.h"

typedef struct proof_cache proof_cache_t;

/* A position as zone_ops_t.question describes it, without its stocks of ko threats; `stocks` tells
 * those apart. */
typedef struct {
	hashkey_t key;
	bits_t stones[2];
	uint64_t stocks;
} cached_question_t;

/* A verdict: the points that it depends on, whether it depends on the stocks of threats as well,
 * its first move, the plies of a proof, and its value. */
typedef struct {
	bits_t zone;
	bool stocked;
	move_t best;
	uint16_t plies;
	value_t value;
} cached_verdict_t;

/* proof_cache_create makes a cache of at most about so many bytes, which it takes as it needs
 * them. */
proof_cache_t *proof_cache_create(size_t bytes);
void proof_cache_free(proof_cache_t *p);

/* proof_cache_add keeps a verdict on a position. proof_cache_find writes one of the verdicts kept
 * that hold for a position, and returns false when there is none. */
void proof_cache_add(proof_cache_t *p, const cached_question_t *asked,
                     const cached_verdict_t *verdict);
bool proof_cache_find(const proof_cache_t *p, const cached_question_t *asked,
                      cached_verdict_t *out);

#endif
