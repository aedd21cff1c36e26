/* SPDX-License-Identifier: MIT
 * zone.h - the zones of Go: sets of points such that every board that agrees on them, with the same
 * side to move and the same ko, has the same result. zone.c has the proof.
 *
 * Contracts those of zone_ops_t (zone_ops.h).
 * Threads   as board.h; the table is a constant.
 * Errors    none.
 */
#ifndef ENGINE_GAME_GO_ZONE_ZONE_H
#define ENGINE_GAME_GO_ZONE_ZONE_H

#include "engine/game/go/board/board.h"

extern const zone_ops_t go_zones;

/* zone_add_move adds the points that must stay so that a legal move of the side to move is legal on
 * another board too, and does the same there. */
void zone_add_move(const go_t *go, move_t move, bits_t *out);

/* zone_of_moves and zone_close are `must` and `close` of go_zones, with a set of points in place of
 * a zone_t. */
void zone_of_moves(const go_t *go, const bits_t *zone, bits_t *must);
void zone_close(const go_t *go, const bits_t *must, bits_t *out);

#endif
