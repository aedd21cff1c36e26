/* SPDX-License-Identifier: MIT
 * position.h - a position of chess as a GUI tells it: a FEN and moves.
 *
 * Units     moves as move_t, and in text as UCI writes them, "e7e8q".
 * Ownership uci_position_set makes a position, uci_position_clear frees it.
 * Threads   one thread at a time.
 * Errors    functions return false and change nothing; `why` [UCI_WHY_BYTES] says what is wrong.
 */
#ifndef CLIENTS_UCI_POSITION_H
#define CLIENTS_UCI_POSITION_H

#include "engine/game/game.h"

enum { UCI_FEN_BYTES = 128, UCI_WHY_BYTES = 512 };

/* uci_position_set reads the words behind "position": "startpos" or "fen FEN", and perhaps "moves
 * MOVE...". */
bool uci_position_set(position_t **position, unsigned count, char **words, char *why);

/* uci_position_of makes the position of a FEN, or NULL. uci_position_after makes the position after
 * a legal move; its side to move is its attacker. NULL: no memory. */
position_t *uci_position_of(const char *fen, char *why);
position_t *uci_position_after(position_t *position, move_t move);

/* uci_position_fen writes the FEN, uci_position_move a move. */
void uci_position_fen(const position_t *position, char fen[UCI_FEN_BYTES]);
void uci_position_move(const position_t *position, move_t move, char text[MOVE_TEXT_MAX]);

/* uci_position_read reads a legal move in UCI's words, MOVE_NONE if it is none. */
move_t uci_position_read(const position_t *position, const char *text);

/* uci_position_mates tells whether a legal move mates. uci_position_in_check: is the king of the
 * side to move attacked? */
bool uci_position_mates(const position_t *position, move_t move);
bool uci_position_in_check(const position_t *position);

#endif
