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

/* surroundings_find writes the stones, what they reach through empty points and blocks of the
 * colour `own`, which is theirs, and the prey there: blocks of the other side with few liberties
 * outside, and these liberties. All that they reach, if that has at most SURROUNDINGS_MOST empty
 * points and `accepts` (NULL: always) does so; else what they reach within the most moves, at most
 * SURROUNDINGS_STEPS, of which both hold. False: of none, and *out is what one move reaches. */
bool surroundings_find(const go_t *go, unsigned own, const bits_t *stones,
                       bool (*accepts)(const bits_t *set, void *context), void *context,
                       bits_t *out);

#endif
