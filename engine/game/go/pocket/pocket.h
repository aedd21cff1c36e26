/* SPDX-License-Identifier: MIT
 * pocket.h - a question about a small closed region, on a board of its own: the points that may be
 * played on and the stones that can be captured, as bits of one word. All else on the board is
 * either out of reach or can never be captured, so that only what it does to these points counts.
 *
 * A position is small and is copied instead of being taken back, a move on it takes some tens of
 * nanoseconds. pocket_search.h searches such positions; oracle.c tells df-pn of it.
 *
 * Units     a bit is row * stride + column of the rectangle around the points; the last column of
 *           a row is no point, so that neighbours are shifts. A move is a bit, or POCKET_PASS.
 * Ownership plain storage.
 * Threads   any, each with its own.
 * Errors    pocket_make returns false for a question that does not fit.
 */
#ifndef ENGINE_GAME_GO_POCKET_POCKET_H
#define ENGINE_GAME_GO_POCKET_POCKET_H

#include "engine/game/go/board/board.h"

enum { POCKET_BITS = 64, POCKET_PASS = POCKET_BITS, POCKET_NO_KO = POCKET_BITS, POCKET_NONE };

typedef enum {
	POCKET_LIVE,        /* the attacker's named stones are to be alive */
	POCKET_LIVE_ANY,    /* one of them, or of all his blocks if none is named */
	POCKET_CAPTURE_ANY, /* one of the defender's named stones is to be captured */
	POCKET_CAPTURE_ALL  /* each of them */
} pocket_goal_t;

typedef enum { POCKET_OPEN, POCKET_WON, POCKET_LOST } pocket_end_t; /* of the attacker's goal */

/* What is the same in all positions of a question. `open` are points next to one from which
 * somebody can never be kept off: no area that has one of them is vital. A stone on a point of
 * anchor[side] is part of a block that can never be captured. */
typedef struct {
	uint64_t area, region, named;
	uint64_t anchor[2], open[2];
	unsigned stride, rows;
	unsigned left, top; /* of the rectangle, on the board */
	pocket_goal_t goal;
	uint8_t lives; /* side_t: whose stones are to live */
} pocket_t;

/* Stones and ko threats by side. `wanted` are the stones that POCKET_CAPTURE_ALL still wants. */
typedef struct {
	uint64_t stones[2], wanted;
	uint8_t ko, turn, threats[2];
} pocket_state_t;

/* pocket_make makes the pocket of a board, whose goal must be one of those above; false where the
 * points are too many or too far apart, or the answer is plain. */
bool pocket_make(const go_t *go, pocket_goal_t goal, pocket_t *out);

/* pocket_read reads a position of the question; pocket_move is a move of the pocket as one of the
 * board, pocket_bit the reverse. */
void pocket_read(const pocket_t *p, const go_t *go, pocket_state_t *out);
move_t pocket_move(const pocket_t *p, const go_t *go, unsigned bit);

/* pocket_beside returns the points of `within` that have a neighbour in `points`. */
static inline uint64_t pocket_beside(const pocket_t *p, uint64_t points, uint64_t within)
{
	return (points << 1 | points >> 1 | points << p->stride | points >> p->stride) & within;
}

/* pocket_grow returns all of `within` that is connected to `from`, a part of it. */
static inline uint64_t pocket_grow(const pocket_t *p, uint64_t from, uint64_t within)
{
	uint64_t block = from, before;

	do {
		before = block;
		block |= pocket_beside(p, block, within);
	} while (block != before);
	return block;
}

#endif
