/* SPDX-License-Identifier: MIT
 * chess.h - chess, goal "mate": the row of the registry.
 *
 * Threads   constant.
 */
#ifndef ENGINE_GAME_CHESS_CHESS_H
#define ENGINE_GAME_CHESS_CHESS_H

#include "engine/game/game.h"

extern const game_t chess_game;

#endif
