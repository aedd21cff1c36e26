/* SPDX-License-Identifier: MIT
 * board.h - boards of Go that the daemon keeps: the structs across. Library internals.
 *
 * Threads   one at a time for each handle.
 */
#ifndef CLIENTS_C_BOARD_H
#define CLIENTS_C_BOARD_H

#include "clients/c/handle.h"

/* board_change makes a message of a change to a board. It returns TESUJI_OK, or the code of the
 * first field that a message cannot hold, with its path in *why. */
int board_change(const tesuji_change_t *change, msg_position_t *out, tesuji_error_t *why);

/* board_held makes of the answer the board that a program gets. */
void board_held(const msg_held_t *msg, tesuji_board_t *out);

#endif
