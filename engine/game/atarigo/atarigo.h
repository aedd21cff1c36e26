/* SPDX-License-Identifier: MIT
 * atarigo.h - Atari-Go, in which the first capture wins, as a game of the engine: its row of the
 * registry. Outside of this folder only tests include other headers of it.
 *
 * Threads   constant.
 */
#ifndef ENGINE_GAME_ATARIGO_ATARIGO_H
#define ENGINE_GAME_ATARIGO_ATARIGO_H

#include "engine/game/game.h"

extern const game_t atarigo_game;

#endif
