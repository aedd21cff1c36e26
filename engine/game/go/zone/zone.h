/* SPDX-License-Identifier: MIT
 * zone.h - the zones of Go: sets of points such that any board that agrees on them, with
 * the same side to move and the same ko, has the same result.
 *
 * Contracts are those of zone_ops_t (zone_ops.h).
 */
#ifndef ENGINE_GAME_GO_ZONE_ZONE_H
#define ENGINE_GAME_GO_ZONE_ZONE_H

#include "engine/game/go/board/board.h"

extern const zone_ops_t go_zones;

/* zone_add_move adds what a legal move of the side to move needs to do the same elsewhere. */
void zone_add_move(const go_t *go, move_t move, bits_t *out);

/* zone_of_moves and zone_close are must and close of go_zones, of bare points. */
void zone_of_moves(const go_t *go, const bits_t *zone, bits_t *must);
void zone_close(const go_t *go, const bits_t *must, bits_t *out);

#endif
