/* SPDX-License-Identifier: MIT
 * legal.h - where the side to move may play on a board of Go.
 *
 * Threads   as board.h; nothing is written to the board.
 * Errors    none.
 */
#ifndef ENGINE_GAME_GO_BOARD_LEGAL_H
#define ENGINE_GAME_GO_BOARD_LEGAL_H

#include "engine/game/go/board/board.h"

/* board_legal: may the side to move play there? Any move_t may be asked, those off the board too; a
 * pass is not legal in this sense. */
bool board_legal(const go_t *go, move_t move);

/* board_legal_points sets *out to every point where board_legal holds. */
void board_legal_points(const go_t *go, bits_t *out);

/* legal_is_suicide: would a stone of the side to move on the empty point `p` have no liberty, once
 * what it captures is off the board? */
bool legal_is_suicide(const go_t *go, unsigned p);

#endif
