/* SPDX-License-Identifier: MIT
 * board.h - converts between the structs of tesuji_go.h and those of go.position. Library
 * internals.
 *
 * Threads   any; no state.
 */
#ifndef CLIENTS_C_BOARD_H
#define CLIENTS_C_BOARD_H

#include "clients/c/handle.h"

/* board_change fills a message from a change of a board. It returns TESUJI_OK, or the code of
 * the first field that the message cannot hold, with its path in *why. */
int board_change(const tesuji_change_t *change, msg_position_t *out, tesuji_error_t *why);

/* board_held fills the board that a program gets from a message. */
void board_held(const msg_held_t *msg, tesuji_board_t *out);

#endif
