/* SPDX-License-Identifier: MIT
 * candidates.h - which cells are worth a look, likely ones first.
 *
 * Contracts are those of game.h (finish, attacks, replies). */
#ifndef ENGINE_GAME_HEX_CANDIDATES_H
#define ENGINE_GAME_HEX_CANDIDATES_H

#include "engine/game/hex/board.h"

move_t hexmoves_finish(const hex_t *hex);
unsigned hexmoves_attacks(const hex_t *hex, unsigned order, move_t *out);
unsigned hexmoves_replies(const hex_t *hex, move_t *out);

#endif
