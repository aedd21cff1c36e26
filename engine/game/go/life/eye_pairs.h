/* SPDX-License-Identifier: MIT
 * eye_pairs.h - estimates how many moves blocks are from having two eyes, and which moves make
 * those eyes. An estimate orders moves and nothing else: no result rests on it.
 *
 * Threads   any; no state.
 */
#ifndef ENGINE_GAME_GO_LIFE_EYE_PAIRS_H
#define ENGINE_GAME_GO_LIFE_EYE_PAIRS_H

#include "engine/game/go/board/board.h"

/* eye_pairs_moves writes the moves that make eyes, those that the cheapest ways to life have in
 * common first, at most EYE_PAIRS_MOVES, and returns how many. */
enum { EYE_PAIRS_MOVES = 64 };
unsigned eye_pairs_moves(const go_t *go, uint16_t *out);

/* eye_pairs_guess is a goal's guess (game.h) of making the attacker's blocks alive, in a search
 * without lambda. */
guess_t eye_pairs_guess(const go_t *go);

#endif
