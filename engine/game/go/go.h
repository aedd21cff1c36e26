/* SPDX-License-Identifier: MIT
 * go.h - Go as a game of the engine: goals about capturing, connecting and living. Files outside of
 * this folder include this header and no other of the folder, tests and benchmarks excepted.
 *
 * Threads   any: the row is a constant.
 */
#ifndef ENGINE_GAME_GO_GO_H
#define ENGINE_GAME_GO_GO_H

#include "engine/game/game.h"

extern const game_t go_game;

#endif
