/* SPDX-License-Identifier: MIT
 * candidates.h - which moves either side should try, likely ones first.
 *
 * Units     a move is its point, y * width + x, y = 0 the top row.
 * Threads   functions of constant boards: any thread.
 * Errors    none.
 */
#ifndef ENGINE_GAME_GOMOKU_CANDIDATES_H
#define ENGINE_GAME_GOMOKU_CANDIDATES_H

#include "engine/game/gomoku/board.h"

/* gomoku_candidates_finish returns a move that wins for the attacker at once, or MOVE_NONE. */
move_t gomoku_candidates_finish(const gomoku_t *board);

/* gomoku_candidates_distance returns the stones that the best open window of the attacker
 * lacks, or DISTANCE_NEVER. */
unsigned gomoku_candidates_distance(const gomoku_t *board);

/* gomoku_candidates_distance_after returns the same for the board after a legal move; 0: that is
 * hard to tell, or the game is over. */
unsigned gomoku_candidates_distance_after(const gomoku_t *board, move_t move);

/* These are game_t's attacks, replies and legal_moves. */
unsigned gomoku_candidates_attacks(const gomoku_t *board, unsigned order, const bits_t *within,
                                   move_t *out);
unsigned gomoku_candidates_replies(const gomoku_t *board, const bits_t *within, move_t *out);
unsigned gomoku_candidates_legal_moves(const gomoku_t *board, move_t *out);

#endif
