/* SPDX-License-Identifier: MIT
 * distance.h - which points a block of the attacker's reaches in a number of steps. A step is an
 * empty point or a block of the defender's with few liberties; the attacker's own blocks cost no
 * step (connect.c has the proof that this is a lower bound of moves).
 *
 * Threads   any; no state.
 */
#ifndef ENGINE_GAME_GO_CONNECT_DISTANCE_H
#define ENGINE_GAME_GO_CONNECT_DISTANCE_H

#include "engine/game/go/board/board.h"

enum { REACH_MOST = 5 }; /* steps */

/* What may be reached from a block: within[i] with i steps or fewer. Own blocks that the last step
 * joined are in it only after distance_join. */
typedef struct {
	const go_t *go;
	unsigned weak; /* liberties that a block to be stepped on has at most */
	bits_t own;    /* the attacker's stones */
	bits_t last;   /* what the last step reached */
	bits_t border; /* what is next to within[steps], as far as a step may lead there */
	bits_t within[REACH_MOST + 1];
	unsigned steps; /* of the last that is known */
	bool joined;
} distance_t;

/* distance_owns: is there a stone of the attacker's? */
static inline bool distance_owns(const go_t *go, unsigned p)
{
	return go->at[p] == go->colour[SIDE_ATTACKER];
}

/* distance_begin is what costs no step; distance_next goes on by one; distance_from does both, up
 * to so many steps. */
void distance_begin(const go_t *go, unsigned stone, unsigned weak, distance_t *reach);
void distance_next(distance_t *reach);
void distance_from(const go_t *go, unsigned stone, unsigned weak, unsigned steps,
                   distance_t *reach);
void distance_join(distance_t *reach);

/* distance_near is where a step joins a block: to its liberties, and, where blocks of `weak`
 * liberties are stepped on, to all of its neighbours. */
bits_t distance_near(const go_t *go, unsigned stone, unsigned weak);

#endif
