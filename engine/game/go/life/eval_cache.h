/* SPDX-License-Identifier: MIT
 * eval_cache.h - the evaluation cache: what the networks and the guess by eyes tell of boards that
 * df-pn comes back to again and again. It lies in the scratch of a position (position_scratch).
 *
 * Two boards with one hash are taken for each other, which costs time and no more: all that is
 * kept here orders moves and nodes.
 *
 * Ownership of the position.
 * Threads   as the position.
 * Errors    none: where a position has no scratch nothing is kept.
 */
#ifndef ENGINE_GAME_GO_LIFE_EVAL_CACHE_H
#define ENGINE_GAME_GO_LIFE_EVAL_CACHE_H

#include "engine/game/go/board/board.h"
#include "engine/game/hints.h"

enum { EVAL_POINTS = 160 }; /* size: points that a network scores */

/* What a network tells of a board: scores by point, as it counts the points, and the work of each
 * side's move. */
typedef struct {
	int32_t work[2];
	int32_t score[EVAL_POINTS];
} evaluation_t;

/* eval_cache_scratch tells what memory it takes. */
scratch_t eval_cache_scratch(void);

/* eval_cache_find returns where the evaluation of a board with `count` states is kept: in the
 * scratch, or *own where there is none. `*is_known`: it stands there. Else the caller writes it. */
evaluation_t *eval_cache_find(const go_t *go, const uint8_t *state, unsigned count,
                              evaluation_t *own, bool *is_known);

/* eval_cache_guess writes the guess that was kept of this very board; eval_cache_keep_guess keeps
 * one. */
bool eval_cache_guess(const go_t *go, guess_t *out);
void eval_cache_keep_guess(const go_t *go, const guess_t *guess);

#endif
