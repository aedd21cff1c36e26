/* SPDX-License-Identifier: MIT
 * hex.h - Hex as a game of the engine: X joins top and bottom, O left and right. The
 * only header of this folder that others include, tests aside. */
#ifndef ENGINE_GAME_HEX_HEX_H
#define ENGINE_GAME_HEX_HEX_H

#include "engine/game/game.h"

extern const game_t hex_game;

#endif
