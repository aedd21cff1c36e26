/* SPDX-License-Identifier: MIT
 * capture_moves.h - the candidate moves of the goals "capture" and "semeai", the likely ones first.
 * The other goals have candidates of their own.
 *
 * Contracts finish, attacks and replies are those of a game's row; the goal's target block, or a
 *           capture that may be taken back (retake.h), must be on the board.
 * Threads   as board.h.
 */
#ifndef ENGINE_GAME_GO_CAPTURE_CAPTURE_MOVES_H
#define ENGINE_GAME_GO_CAPTURE_CAPTURE_MOVES_H

#include "engine/game/go/board/board.h"

move_t capture_moves_finish(const go_t *go);

/* capture_moves_distance_after is that of a capture after a move that captures nothing; 0: it is
 * not told. */
unsigned capture_moves_distance_after(const go_t *go, move_t move);

/* capture_moves_liberties counts the target's liberties after a defender's stone on `move`, one of
 * them, whoever is to move; 0 where that is suicide, AREA_MAX where one is beyond the region: it
 * stays for good. */
unsigned capture_moves_liberties(const go_t *go, unsigned move);

unsigned capture_moves_attacks(const go_t *go, unsigned order, const bits_t *within, move_t *out);
unsigned capture_moves_replies(const go_t *go, const bits_t *within, move_t *out);

#endif
