/* SPDX-License-Identifier: MIT
 * boards.h - the boards of Go that a connection keeps at the server, so that a program sends
 * moves instead of whole boards and asks about the board that is here.
 *
 * A client chooses the number of a board, from 1 to max_boards_per_connection. A board exists
 * once it was set. A change is made as a whole or not at all.
 *
 * Ownership a connection owns its boards (conn->boards); boards_conn_gone frees them.
 * Threads   the loop thread.
 * Errors    those of the protocol, with the path of the field: "params.play[2]: ...".
 */
#ifndef SERVER_BOARDS_H
#define SERVER_BOARDS_H

#include "protocol/msg_position.h"
#include "protocol/sgf.h"
#include "server/conn.h"

/* The settings: how many boards a connection may keep, and how many moves of one can be taken
 * back. */
typedef struct {
	unsigned boards, moves;
} boards_most_t;

/* boards_change makes the change `msg` to a board (set, undo, play, in this order) and writes
 * the board as it stands afterwards to *out. On failure the board stays as it was. */
err_t boards_change(conn_t *conn, const msg_position_t *msg, const boards_most_t *most,
                    msg_held_t *out, errinfo_t *why);

/* boards_find writes the board of that number to *out, as the position after a game record.
 * ERR_VALUE: the connection has set no such board. */
err_t boards_find(const conn_t *conn, uint64_t number, sgf_position_t *out, errinfo_t *why);

/* boards_conn_gone frees all boards of a connection. */
void boards_conn_gone(conn_t *conn);

#endif
