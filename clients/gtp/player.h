/* SPDX-License-Identifier: MIT
 * player.h - chooses a move to play, by tactics alone.
 *
 * Ownership everything is borrowed.
 * Threads   one thread at a time.
 * Errors    player_move returns false when the daemon refuses or the connection is lost;
 *           ask->failure says why.
 */
#ifndef CLIENTS_GTP_PLAYER_H
#define CLIENTS_GTP_PLAYER_H

#include "clients/gtp/ask.h"
#include "clients/gtp/game.h"

/* player_move sets *out to a legal point, or to GAME_PASS; it does not play it. The choice
 * depends on the board and on the answers of the daemon alone. */
bool player_move(ask_t *ask, const game_t *game, unsigned colour, int *out);

#endif
