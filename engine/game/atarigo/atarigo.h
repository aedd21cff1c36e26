/* SPDX-License-Identifier: MIT
 * atarigo.h - Atari-Go as a game of the engine: the first capture wins. The only
 * header of this folder that others include, tests aside. */
#ifndef ENGINE_GAME_ATARIGO_ATARIGO_H
#define ENGINE_GAME_ATARIGO_ATARIGO_H

#include "engine/game/game.h"

extern const game_t atarigo_game;

#endif
