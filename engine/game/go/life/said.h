/* SPDX-License-Identifier: MIT
 * said.h - what the networks and the guess by eyes have said of boards, which df-pn comes back to
 * again and again. It is kept in the scratch of a position (position_scratch).
 *
 * Two boards with one hash would be taken for each other, which costs time and no more: all that is
 * kept here orders moves and nodes.
 *
 * Ownership of the position.
 * Threads   as the position.
 * Errors    none: where a position has no scratch nothing is kept.
 */
#ifndef ENGINE_GAME_GO_LIFE_SAID_H
#define ENGINE_GAME_GO_LIFE_SAID_H

#include "engine/game/go/board/board.h"
#include "engine/game/hints.h"

enum { SAID_POINTS = 160 }; /* size: points that a network scores */

/* What a network says of a board: scores by point, as it counts the points, and the work of each
 * side's move. */
typedef struct {
	int32_t work[2];
	int32_t score[SAID_POINTS];
} said_t;

/* said_scratch tells what memory it takes. */
scratch_t said_scratch(void);

/* said_find returns where what a network says of the board of a hash is kept: in the scratch, or
 * *own where there is none. `*is_said`: it has been said. Else the caller writes it there. */
said_t *said_find(const go_t *go, uint64_t hash, said_t *own, bool *is_said);

/* said_guess writes the guess that was kept of this very board, said_keep keeps one. */
bool said_guess(const go_t *go, guess_t *out);
void said_keep(const go_t *go, const guess_t *guess);

#endif
