/* SPDX-License-Identifier: MIT
 * play.h - makes a move on a board of Go, and takes it back.
 *
 * Threads   as board.h.
 * Errors    none: an illegal move is a fault of the caller.
 */
#ifndef ENGINE_GAME_GO_BOARD_PLAY_H
#define ENGINE_GAME_GO_BOARD_PLAY_H

#include "engine/game/go/board/board.h"

/* play_move makes a legal move of the side to move, or a pass. Fewer than PLAYED_MAX may stand
 * played before it. */
void play_move(go_t *go, move_t move);

/* play_undo takes the last move or pass back: every byte of the board is as it was. One must stand
 * played. */
void play_undo(go_t *go);

/* play_stack_words is an upper bound on the 64-bit words of undo records of PLAYED_MAX moves on a
 * board set up with so many stones. */
uint32_t play_stack_words(unsigned stones, unsigned area);

#endif
