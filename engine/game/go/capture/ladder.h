/* SPDX-License-Identifier: MIT
 * ladder.h - reads a ladder: whether a block with two liberties can be captured by ataris alone.
 *
 * Threads   as board.h.
 */
#ifndef ENGINE_GAME_GO_CAPTURE_LADDER_H
#define ENGINE_GAME_GO_CAPTURE_LADDER_H

#include "engine/game/go/board/board.h"

/* ladder_read is game_t's read, of the goal to capture the target. */
bool ladder_read(go_t *go, reading_t *out);

#endif
