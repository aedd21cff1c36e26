/* SPDX-License-Identifier: MIT
 * reach.h - which moves can bring about a win by fours that was not there before.
 *
 * Units     points are y * width + x, y = 0 the top row.
 * Threads   functions of constant boards: any thread.
 * Errors    none. A set that is too large to be found exactly comes out larger, never smaller.
 */
#ifndef ENGINE_GAME_GOMOKU_REACH_H
#define ENGINE_GAME_GOMOKU_REACH_H

#include "engine/game/gomoku/walk.h"

/* reach_find adds to *out every point where an attacker's stone could make the position
 * one that he wins at order 1, if he does not win it at order 1 now. */
void reach_find(const gomoku_t *board, points_t *out);

#endif
