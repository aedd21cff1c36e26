/* SPDX-License-Identifier: MIT
 * candidates.h - which moves are worth a look, likely ones first.
 *
 * Contracts are those of game.h (finish, attacks, replies). */
#ifndef ENGINE_GAME_GO_CANDIDATES_H
#define ENGINE_GAME_GO_CANDIDATES_H

#include "engine/game/go/board.h"

move_t candidates_finish(const go_t *go);

/* candidates_distance_after is that of a capture after a move that captures nothing; 0: it is not
 * told. */
unsigned candidates_distance_after(const go_t *go, move_t move);

/* candidates_liberties counts the target's liberties after a defender's stone on `move`, one of
 * them, whoever is to move; 0 where that is suicide, AREA_MAX where one is beyond the region: it
 * stays for good. */
unsigned candidates_liberties(const go_t *go, unsigned move);

unsigned candidates_attacks(const go_t *go, unsigned order, const bits_t *within, move_t *out);
unsigned candidates_replies(const go_t *go, const bits_t *within, move_t *out);

#endif
