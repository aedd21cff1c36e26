/* SPDX-License-Identifier: MIT
 * ladder.h - reads a ladder: whether a block with two liberties can be captured by ataris alone.
 *
 * Threads   as board.h.
 * Errors    none.
 */
#ifndef ENGINE_GAME_GO_CAPTURE_LADDER_H
#define ENGINE_GAME_GO_CAPTURE_LADDER_H

#include "engine/game/go/board/board.h"

/* ladder_read is read of hints_t, for the goal "capture". */
bool ladder_read(position_t *pos, reading_t *out);

#endif
