/* SPDX-License-Identifier: MIT
 * inversion.h - Thomsen's R*-zone with the inversion rule (T. Thomsen, "Lambda-search in game trees
 * - with application to Go", 2000): smaller zones than zone.h's, by a rule that has no proof and
 * may leave out a move that matters. A result that relies on them is heuristic.
 *
 * While the search goes on, a zone of these rules holds only shadow stones: the points on which
 * either side played for the result. `must` makes the R*-zone of them, and `own` the zone that is
 * told of the whole result.
 *
 * Contracts those of zone_ops_t (zone_ops.h), but that the zone may be too small.
 * Threads   any; the table is a constant.
 * Errors    none.
 */
#ifndef ENGINE_GAME_GO_ZONE_INVERSION_H
#define ENGINE_GAME_GO_ZONE_INVERSION_H

#include "engine/game/game.h"
#include "engine/game/go/board/board.h"

extern const zone_ops_t go_inversion;

/* inversion_zone writes the R*-zone (Thomsen's Definition 6) of a result of the lambda-tree of
 * order `n` with these shadow stones. `proven`: the result is a proof; else it is a failure. */
void inversion_zone(const go_t *go, unsigned n, bool proven, const bits_t *shadow, bits_t *out);

#endif
