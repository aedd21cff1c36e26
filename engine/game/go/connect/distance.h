/* SPDX-License-Identifier: MIT
 * distance.h - which points a block of the attacker's reaches in a number of steps. A step leads to
 * an empty point or to a block of the defender's with few liberties; the attacker's other blocks
 * cost no step. connect.c has the proof that steps are a lower bound of moves.
 *
 * Threads   any; no state.
 * Errors    none.
 */
#ifndef ENGINE_GAME_GO_CONNECT_DISTANCE_H
#define ENGINE_GAME_GO_CONNECT_DISTANCE_H

#include "engine/game/go/board/board.h"

enum { REACH_MOST = 5 }; /* bound: steps that are counted, at most */

/* What may be reached from a block: within[i] with i steps or fewer. The attacker's blocks that the
 * last step joined are in within[steps] only after distance_join. */
typedef struct {
	const go_t *go;
	unsigned weak; /* a block with so many liberties or fewer is a step */
	bits_t own;    /* the attacker's stones */
	bits_t last;   /* what the last step reached */
	bits_t border; /* points next to within[steps] to which a step may lead */
	bits_t within[REACH_MOST + 1];
	unsigned steps; /* taken so far: within[0] to within[steps] are known */
	bool joined;    /* has distance_join been called since the last step? */
} distance_t;

/* distance_owns: is there a stone of the attacker's on `p`? */
static inline bool distance_owns(const go_t *go, unsigned p)
{
	return go->at[p] == go->colour[SIDE_ATTACKER];
}

/* distance_begin begins at the block on `stone`, with no steps taken. distance_next takes one step;
 * fewer than REACH_MOST must have been taken. distance_from begins and takes `steps` steps.
 * distance_join adds the attacker's blocks that the last step touches to within[steps]. */
void distance_begin(const go_t *go, unsigned stone, unsigned weak, distance_t *reach);
void distance_next(distance_t *reach);
void distance_from(const go_t *go, unsigned stone, unsigned weak, unsigned steps,
                   distance_t *reach);
void distance_join(distance_t *reach);

/* distance_near returns the points from which a step joins the block on `stone`: its liberties, and
 * if blocks may be steps (weak > 0), all points next to it. */
bits_t distance_near(const go_t *go, unsigned stone, unsigned weak);

#endif
