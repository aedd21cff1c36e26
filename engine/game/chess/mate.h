/* SPDX-License-Identifier: MIT
 * mate.h - what the search asks of a chess position: distances, ends of the game, and moves in a
 * likely order. Contracts are those of game_t and hints_t (rules.h, hints.h).
 *
 * Threads   functions of constant boards: any thread.
 * Errors    none.
 */
#ifndef ENGINE_GAME_CHESS_MATE_H
#define ENGINE_GAME_CHESS_MATE_H

#include "engine/game/chess/board.h"

enum { SQUEEZE = 2 }; /* no legal move of the defender leaves his king en prise */

unsigned mate_distance(const board_t *b);
bool mate_lost(const board_t *b);

/* Attacker to move. */
unsigned mate_attacks(const board_t *b, unsigned order, move_t *out);

/* mate_at_once returns a move that mates, or MOVE_NONE. Attacker to move. */
move_t mate_at_once(const board_t *b);

/* Defender to move. */
unsigned mate_replies(const board_t *b, move_t *out);

/* mate_guess: see hints_t.guess, without lambda. Either side to move. */
guess_t mate_guess(const board_t *b);

#endif
