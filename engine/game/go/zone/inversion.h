/* SPDX-License-Identifier: MIT
 * inversion.h - Thomsen's R*-zone with the inversion rule: small zones that may miss
 * a move. What relies on them is a guess.
 *
 * A zone of these rules holds shadow stones only, the points on which either side
 * played for the result; `must` makes the R*-zone of them. Threads: any. */
#ifndef ENGINE_GAME_GO_ZONE_INVERSION_H
#define ENGINE_GAME_GO_ZONE_INVERSION_H

#include "engine/game/game.h"
#include "engine/game/go/board/board.h"

extern const zone_ops_t go_inversion;

/* inversion_zone writes the R*-zone (Definition 6) of a result of the lambda-tree of
 * order `n`, a proof or not, whose shadow stones are `shadow`. */
void inversion_zone(const go_t *go, unsigned n, bool proven, const bits_t *shadow, bits_t *out);

#endif
