/* SPDX-License-Identifier: MIT
 * gomoku.h - Gomoku, k in a row, as a game of the engine. The only header of this folder
 * that others include, tests and benchmarks aside. */
#ifndef ENGINE_GAME_GOMOKU_GOMOKU_H
#define ENGINE_GAME_GOMOKU_GOMOKU_H

#include "engine/game/game.h"

extern const game_t gomoku_game;

#endif
