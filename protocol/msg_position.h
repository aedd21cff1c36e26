/* SPDX-License-Identifier: MIT
 * msg_position.h - the messages of go.position, as msg.h has those of jobs: boards of Go that a
 * connection keeps at the server, so that a program sends moves.
 *
 * Units     in the names.
 * Ownership as in msg.h; msg_position_t.set.sgf is borrowed.
 * Threads   any; no state.
 * Errors    as in msg.h.
 */
#ifndef PROTOCOL_MSG_POSITION_H
#define PROTOCOL_MSG_POSITION_H

#include "protocol/msg.h"

enum { MSG_BOARD_FIRST = 1 }; /* the number of a board where none is given */

/* go.position: what is to be done with a board, in this order; nothing may be given: then it is
 * only told. */
typedef struct {
	uint64_t board; /* its number on this connection, from 1 */
	bool has_set;
	struct {
		const char *sgf; /* borrowed; NULL = not given; one of sgf and rows is */
		size_t sgf_bytes;
		uint64_t move; /* take the position after so many moves; MSG_MOVE_ALL */
		char rows[MSG_ROWS_BYTES];
		char ko[MSG_POINT_BYTES]; /* a stone was just taken here; "" = the SGF's */
	} set;
	uint64_t undo;
	msg_line_t play; /* "D4", "white D4", "pass" */
} msg_position_t;

void msg_position_init(msg_position_t *msg); /* every field at its default */
void msg_position_write(wirebuf_t *out, const msg_position_t *msg);
err_t msg_position_read(const node_t *map, msg_position_t *msg, errinfo_t *why);

/* Its result: the board as it stands then. */
typedef struct {
	uint64_t board, moves;    /* moves: that can be taken back */
	unsigned to_play;         /* msg_colour_t */
	char ko[MSG_POINT_BYTES]; /* where who is to play may not take back; "" = nowhere */
	char rows[MSG_ROWS_BYTES];
} msg_held_t;

void msg_held_write(wirebuf_t *out, const msg_held_t *msg);
err_t msg_held_read(const node_t *map, msg_held_t *msg, errinfo_t *why);

/* msg_move_read reads one of `play`: the colour where it is told, else MSG_COLOUR_NONE, and where
 * the point's name begins. False: it is not of that form. */
bool msg_move_read(const char *text, unsigned *colour, const char **point);

#endif
