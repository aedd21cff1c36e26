/* SPDX-License-Identifier: MIT
 * surroundings.h - what blocks of one colour can reach, and what they might capture there.
 *
 * Threads   as board.h.
 * Errors    none.
 */
#ifndef ENGINE_GAME_GO_BOARD_SURROUNDINGS_H
#define ENGINE_GAME_GO_BOARD_SURROUNDINGS_H

#include "engine/game/go/board/board.h"

enum {
	SURROUNDINGS_MOST = 60, /* limit: empty points that a search of the whole can master */
	SURROUNDINGS_STEPS = 4, /* limit: of surroundings that are larger */
};

/* surroundings_steps writes the stones, what they reach in `steps` moves through empty points and
 * blocks of the colour `own`, which is theirs, and the prey there: blocks of the other side with
 * few liberties outside, and these liberties. */
void surroundings_steps(const go_t *go, unsigned own, const bits_t *stones, unsigned steps,
                        bits_t *out);

/* surroundings_fits returns whether a set has at most SURROUNDINGS_MOST empty points.
 * surroundings_find writes all that the stones reach if that fits, else what they reach within
 * the most steps, at most SURROUNDINGS_STEPS, that fit. */
bool surroundings_fits(const go_t *go, const bits_t *set);
void surroundings_find(const go_t *go, unsigned own, const bits_t *stones, bits_t *out);

#endif
