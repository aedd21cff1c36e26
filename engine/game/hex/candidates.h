/* SPDX-License-Identifier: MIT
 * candidates.h - which cells either side should try, likely ones first.
 *
 * Contracts are those of game_t (rules.h): finish, attacks, replies.
 *
 * Units     a move is its cell, y * width + x, y = 0 the top row.
 * Threads   functions of constant boards: any thread.
 * Errors    none.
 */
#ifndef ENGINE_GAME_HEX_CANDIDATES_H
#define ENGINE_GAME_HEX_CANDIDATES_H

#include "engine/game/hex/board.h"

move_t hex_candidates_finish(const hex_t *hex);
unsigned hex_candidates_attacks(const hex_t *hex, unsigned order, const bits_t *within,
                                move_t *out);
unsigned hex_candidates_replies(const hex_t *hex, const bits_t *within, move_t *out);

/* hex_candidates_through tells for every empty cell the length of a shortest path of `side`
 * through it, counted in empty cells; HEX_FAR for the others. */
void hex_candidates_through(const hex_t *hex, side_t side, uint8_t length[HEX_AREA_MAX]);

#endif
