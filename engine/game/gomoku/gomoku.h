/* SPDX-License-Identifier: MIT
 * gomoku.h - Gomoku, k in a row, as a game of the engine: its row of the registry. Outside of
 * this folder only tests and benchmarks include other headers of it.
 *
 * Threads   constant.
 */
#ifndef ENGINE_GAME_GOMOKU_GOMOKU_H
#define ENGINE_GAME_GOMOKU_GOMOKU_H

#include "engine/game/game.h"

extern const game_t gomoku_game;

#endif
