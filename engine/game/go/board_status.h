/* SPDX-License-Identifier: MIT
 * board_status.h - the questions that a whole board of Go suggests: each block to be captured, and
 * each pair of blocks that are near to be connected.
 *
 * Threads   any; no state.
 * Errors    those of problem.h: the first field that is wrong, and there are no questions then.
 */
#ifndef ENGINE_GAME_GO_BOARD_STATUS_H
#define ENGINE_GAME_GO_BOARD_STATUS_H

#include "engine/game/game.h"

/* go_board_status is survey of game_t. */
err_t go_board_status(const problem_t *board, bool pairs, themes_t *out, errinfo_t *why);

#endif
