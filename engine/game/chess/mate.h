/* SPDX-License-Identifier: MIT
 * mate.h - what the search asks of a chess position; see game.h for what each
 * answer means.
 *
 * Threads   functions of constant boards: any thread.
 */
#ifndef ENGINE_GAME_CHESS_MATE_H
#define ENGINE_GAME_CHESS_MATE_H

#include "engine/game/chess/board.h"

enum { SQUEEZE = 2 }; /* no legal move of the defender leaves his king en prise */

unsigned mate_distance(const board_t *b);
bool mate_lost(const board_t *b);

/* Attacker to move. */
unsigned mate_attacks(const board_t *b, unsigned order, move_t *out);

/* Defender to move. */
unsigned mate_replies(const board_t *b, move_t *out);

#endif
