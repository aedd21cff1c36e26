/* SPDX-License-Identifier: MIT
 * atari.h - an Atari-Go position: blocks and liberties until the first capture.
 *
 * Units     a point is y * width + x, y = 0 the top row; a move is its point.
 * Ownership atari_create's block is the caller's: position_free releases it.
 * Threads   a board: one thread at a time. It only reads what it points at.
 * Invariant for every stone p: block[id[p]] is its block, and id[p] is in roots[]
 *           of its side. `lib` holds exactly the block's `libs` liberties. What is
 *           no root's block is left from before it was joined, or zero.
 */
#ifndef ENGINE_GAME_ATARIGO_ATARI_H
#define ENGINE_GAME_ATARIGO_ATARI_H

#include "engine/zone/bits.h"
#include "engine/game/geometry.h"
#include "engine/game/grid.h"

enum { ATARI_EDGE = 3 }; /* what stands beyond the edge */

typedef struct {
	bits_t lib;
	bits_t stones;
	uint32_t libs;
	uint32_t size; /* stones */
} string_t;

/* What the sides may do besides playing stones. */
typedef struct {
	uint8_t stuck_loses; /* a side without a legal move loses, or else it passes */
	uint8_t free_pass;   /* the defender may pass whenever he likes */
} atari_rules_t;

/* What a move changes and undo puts back. */
typedef struct {
	hashkey_t key;
	uint16_t move;
	uint16_t root; /* of the block that the stone joined; the move: of none */
	uint16_t joined[DIRECTIONS];
	uint16_t joins; /* blocks that went into it */
	string_t old;   /* that block before */
} atari_frame_t;

typedef struct {
	position_t base;
	const geometry_t *geo;
	hashkey_t key;
	bits_t empty;
	bits_t roots[2]; /* of blocks, by side */
	uint16_t plies;  /* moves and passes that stand played */
	uint16_t waits;  /* passes of the attacker among them */
	uint8_t colour[2];
	uint8_t captured; /* a capture ended the game, by the side that moved last */
	atari_rules_t rules;
	uint8_t at[AREA_MAX + 1]; /* colour of a point; [POINT_NONE] is ATARI_EDGE */
	uint16_t id[AREA_MAX];
	string_t block[AREA_MAX];
	atari_frame_t played[];
} atari_t;

/* atari_create makes a board with `turn` to move; *out is NULL when there is no
 * memory. Blocks without liberties are accepted: look before playing. */
err_t atari_create(const grid_t *grid, colour_t attacker, atari_rules_t rules, side_t turn,
                   atari_t **out);

/* atari_play makes a legal move, or passes; atari_undo takes it back. Captured stones
 * stay where they are: the game is over. */
void atari_play(atari_t *go, move_t move);
void atari_undo(atari_t *go);

/* atari_ends_stuck: does the attacker win when the defender is stuck? */
static inline bool atari_ends_stuck(const atari_t *go)
{
	return go->rules.stuck_loses && !go->rules.free_pass;
}

/* atari_key computes what go->key must be, from nothing. */
hashkey_t atari_key(const atari_t *go);

static inline side_t atari_other(side_t side)
{
	return side == SIDE_ATTACKER ? SIDE_DEFENDER : SIDE_ATTACKER;
}

#endif
