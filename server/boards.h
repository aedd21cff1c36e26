/* SPDX-License-Identifier: MIT
 * boards.h - the boards of Go that connections keep, so that a program sends its moves and asks
 * about the board it has here.
 *
 * Boards have numbers of the client's choosing, from 1 to the most that a connection may have, and
 * are there once they were set. A change is made whole or not at all.
 *
 * Ownership a connection owns its boards (conn->boards); boards_conn_gone frees them.
 * Threads   the loop thread.
 * Errors    as in the protocol, with the path of the field: "params.play[2]: ...".
 */
#ifndef SERVER_BOARDS_H
#define SERVER_BOARDS_H

#include "protocol/msg_position.h"
#include "protocol/sgf.h"
#include "server/conn.h"

/* The settings: boards of a connection, moves on one that can be taken back. */
typedef struct {
	unsigned boards, moves;
} boards_most_t;

/* boards_change does with a board what `msg` says and writes how it stands then. On failure the
 * board stays as it was. */
err_t boards_change(conn_t *conn, const msg_position_t *msg, const boards_most_t *most,
                    msg_held_t *out, errinfo_t *why);

/* boards_find gives a board as a record's position; ERR_VALUE: it was never set. */
err_t boards_find(const conn_t *conn, uint64_t number, sgf_position_t *out, errinfo_t *why);

/* boards_conn_gone forgets all boards of a connection. */
void boards_conn_gone(conn_t *conn);

#endif
