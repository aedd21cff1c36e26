/* SPDX-License-Identifier: MIT
 * go.h - Go as a game of the engine: capture this block. The only header of
 * this folder that others include, tests and benchmarks aside. */
#ifndef ENGINE_GAME_GO_GO_H
#define ENGINE_GAME_GO_GO_H

#include "engine/game/game.h"

extern const game_t go_game;

#endif
