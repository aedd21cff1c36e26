/* SPDX-License-Identifier: MIT
 * eye_pairs.h - estimates how many moves blocks are from having two eyes, and which moves make
 * those eyes. The estimate orders moves and nodes; no result rests on it.
 *
 * Threads   any; no state.
 * Errors    none.
 */
#ifndef ENGINE_GAME_GO_LIFE_EYE_PAIRS_H
#define ENGINE_GAME_GO_LIFE_EYE_PAIRS_H

#include "engine/game/go/board/board.h"

/* eye_pairs_moves writes at most EYE_PAIRS_MOVES points where stones make two eyes, and returns how
 * many. Points that most of the cheapest pairs of eyes lack come first. A move may be illegal. */
enum { EYE_PAIRS_MOVES = 64 };
unsigned eye_pairs_moves(const go_t *go, uint16_t *out);

/* eye_pairs_guess is guess of hints_t for the goals of life, in a search without lambda. */
guess_t eye_pairs_guess(const go_t *go);

#endif
