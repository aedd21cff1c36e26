/* SPDX-License-Identifier: MIT
 * capture_moves.h - the moves of either side about the capture of one block, the likely ones first:
 * for the goals "capture" and "semeai".
 *
 * Contracts capture_moves_finish, capture_moves_attacks and capture_moves_replies are finish,
 * attacks and replies of rules.h. The target must be on the board, or its capture be open
 *           (retake.h).
 * Threads   as board.h.
 * Errors    none.
 */
#ifndef ENGINE_GAME_GO_CAPTURE_CAPTURE_MOVES_H
#define ENGINE_GAME_GO_CAPTURE_CAPTURE_MOVES_H

#include "engine/game/go/board/board.h"

move_t capture_moves_finish(const go_t *go);

/* capture_moves_distance_after returns the distance of "capture" after a legal move that captures
 * nothing, or 0: the move has to be played to know. */
unsigned capture_moves_distance_after(const go_t *go, move_t move);

/* capture_moves_liberties returns how many liberties the target's block would have with a stone of
 * the defender's on `move`, which must be one of its liberties; either side may be to move. 0: that
 * would be suicide. AREA_MAX: one of them would be outside of the region, and the block safe for
 * good. */
unsigned capture_moves_liberties(const go_t *go, unsigned move);

unsigned capture_moves_attacks(const go_t *go, unsigned order, const bits_t *within, move_t *out);
unsigned capture_moves_replies(const go_t *go, const bits_t *within, move_t *out);

#endif
