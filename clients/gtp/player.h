/* SPDX-License-Identifier: MIT
 * player.h - a move to play: a tactician, not a strategist.
 *
 * Errors    player_move returns false when the daemon refuses or is gone; ask->failure says
 *           why. Its move is legal; the same questions answered alike, it is the same.
 */
#ifndef CLIENTS_GTP_PLAYER_H
#define CLIENTS_GTP_PLAYER_H

#include "clients/gtp/ask.h"
#include "clients/gtp/game.h"

/* player_move chooses a point or GAME_PASS; it does not play it. */
bool player_move(ask_t *ask, const game_t *game, unsigned colour, int *out);

#endif
