/* SPDX-License-Identifier: MIT
 * geometry.h - what is the same for all positions of one board size in games with
 * blocks and liberties, and the random words of the hash.
 *
 * Ownership static storage, built when first asked for, never changed or freed.
 * Threads   geometry_get: any thread; what it returns is constant.
 */
#ifndef ENGINE_GAME_GEOMETRY_H
#define ENGINE_GAME_GEOMETRY_H

#include "engine/game/game.h"
#include "engine/zone/bits.h"

enum {
	SIDE_LEAST = 2,
	SIDE_MOST = 19, /* of boards of Go and Atari-Go */
	AREA_MAX = SIDE_MOST * SIDE_MOST,
	POINT_NONE = AREA_MAX, /* off the board, and "no ko" */
	DIRECTIONS = 4,
};

/* One random word pair for each fact that a key holds. */
typedef struct {
	hashkey_t stone[2][AREA_MAX];                /* [black, white] */
	hashkey_t ko[AREA_MAX + 1];                  /* [POINT_NONE] is 0 */
	hashkey_t threats[2][THREATS_UNLIMITED + 1]; /* by side */
	hashkey_t defender_turn;
	hashkey_t wanted[AREA_MAX]; /* stones still to be captured */
} hashwords_t;

typedef struct {
	const hashwords_t *hash;
	uint16_t width, height, area;
	uint16_t near[AREA_MAX][DIRECTIONS]; /* neighbours; POINT_NONE beyond the edge */
	bits_t all;
	bits_t not_left, not_right; /* points with x > 0, with x < width - 1 */
} geometry_t;

/* geometry_get returns the geometry of a size within SIDE_LEAST..SIDE_MOST. */
const geometry_t *geometry_get(unsigned width, unsigned height);

/* geometry_goal_key hashes the goal: board size, target, attacker, and the second target or
 * POINT_NONE. */
hashkey_t geometry_goal_key(const geometry_t *geo, unsigned target, unsigned second,
                            colour_t attacker);

/* geometry_neighbours sets *out to the points that have a neighbour in `set`. */
void geometry_neighbours(const geometry_t *geo, const bits_t *set, bits_t *out);

#endif
