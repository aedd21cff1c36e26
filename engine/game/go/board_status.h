/* SPDX-License-Identifier: MIT
 * board_status.h - what a whole board of Go suggests: blocks to capture, pairs of them to connect.
 *
 * Threads   any; no state. */
#ifndef ENGINE_GAME_GO_BOARD_STATUS_H
#define ENGINE_GAME_GO_BOARD_STATUS_H

#include "engine/game/game.h"

/* go_board_status is game_t's survey. */
err_t go_board_status(const problem_t *board, bool pairs, themes_t *out, errinfo_t *why);

#endif
