/* SPDX-License-Identifier: MIT
 * retake.h - a capture that the defender can take back at once.
 *
 * A lone stone taken in a ko is not taken for good while the defender has a threat to retake it
 * with: then it takes one more move, and whoever asks for the verdict by ko is told that it is
 * one. If he does not retake it at once, or cannot, the goal is reached.
 *
 * Threads   as board.h.
 */
#ifndef ENGINE_GAME_GO_CAPTURE_RETAKE_H
#define ENGINE_GAME_GO_CAPTURE_RETAKE_H

#include "engine/game/go/board/board.h"

/* retake_is_open: has the target just been taken so? It is a point without a stone then. */
static inline bool retake_is_open(const go_t *go)
{
	return go->at[go->target] == COLOUR_NONE;
}

/* retake_follows: may an attacker's stone on `move`, which takes the block on `stone`, be taken
 * back at once? retake_may_follow: might it, after one more move of the defender's elsewhere? */
bool retake_follows(const go_t *go, unsigned stone, unsigned move);
bool retake_may_follow(const go_t *go, unsigned stone, unsigned move);

/* retake_matters_of: does whether the defender has threats matter for that, here or after one more
 * move? retake_matters asks for the target. */
bool retake_matters_of(const go_t *go, unsigned stone);
bool retake_matters(const go_t *go);

/* retake_needs adds what must stay around `move` so that it stays so. */
void retake_needs(const go_t *go, unsigned stone, unsigned move, bits_t *out);

/* retake_needs_none adds what must stay so that no such capture becomes of one that is none. */
void retake_needs_none(const go_t *go, unsigned stone, unsigned move, bits_t *out);

/* retake_finish returns the move of an attacker whose capture of the stone there was not taken
 * back: to fill the ko, or where he may not, MOVE_PASS. */
move_t retake_finish(const go_t *go, unsigned stone);

#endif
