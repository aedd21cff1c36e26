/* SPDX-License-Identifier: MIT
 * patterns.h - what has been decided, by what stands on its zone: it holds for all boards that
 * agree there.
 *
 * Ownership patterns_create's memory is the caller's: patterns_free releases it.
 * Threads   one at a time.
 * Errors    patterns_create returns NULL without memory; later on what finds no room is not kept.
 */
#ifndef ENGINE_LAMBDA_PATTERNS_H
#define ENGINE_LAMBDA_PATTERNS_H

#include "engine/game/game.h"
#include "engine/lambda/value.h"
#include "engine/zone/bits.h"

typedef struct patterns patterns_t;

/* A position as game_t.question tells it, but for its stocks of threats, which `stocks`
 * tells apart. */
typedef struct {
	hashkey_t question;
	bits_t stones[2];
	uint64_t stocks;
} scene_t;

/* A verdict that has been found: the points it depends on, whether it depends on the stocks as
 * well, its first move, its plies if it is proven, and which it is. */
typedef struct {
	bits_t zone;
	bool stocked;
	move_t best;
	uint16_t plies;
	value_t value;
} verdict_t;

/* patterns_create makes room for about so many bytes at most; they are taken as needed. */
patterns_t *patterns_create(size_t bytes);
void patterns_free(patterns_t *p);

/* patterns_add keeps a verdict on a position. patterns_find writes one of those kept that holds for
 * a position. */
void patterns_add(patterns_t *p, const scene_t *scene, const verdict_t *verdict);
bool patterns_find(const patterns_t *p, const scene_t *scene, verdict_t *out);

#endif
