/* SPDX-License-Identifier: MIT
 * msg_position.h - the messages of go.position, as msg.h has those of jobs: boards of Go that a
 * connection keeps at the server, so that a program sends moves instead of boards.
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

/* The parameters of go.position: what is done with a board, in the order set, undo, play. With
 * none of these the board only is told. */
typedef struct {
	uint64_t board; /* its number on this connection, from 1 */
	bool has_set;
	struct {
		const char *sgf; /* borrowed, sgf_bytes long; NULL: rows are given instead */
		size_t sgf_bytes;
		uint64_t move; /* the position after so many moves, or MSG_MOVE_ALL */
		char rows[MSG_ROWS_BYTES];
		char ko[MSG_POINT_BYTES]; /* a stone was just taken here; "" = the SGF's */
	} set;
	uint64_t undo;   /* how many moves are taken back */
	msg_line_t play; /* moves: "D4", "white D4", "pass" */
} msg_position_t;

void msg_position_init(msg_position_t *msg); /* every field at its default */
void msg_position_write(wirebuf_t *out, const msg_position_t *msg);
err_t msg_position_read(const node_t *map, msg_position_t *msg, errinfo_t *why);

/* The result of go.position: the board after the change. */
typedef struct {
	uint64_t board, moves;    /* its number; how many moves can be taken back */
	unsigned to_play;         /* msg_colour_t */
	char ko[MSG_POINT_BYTES]; /* where to_play may not retake a ko now; "" = nowhere */
	char rows[MSG_ROWS_BYTES];
} msg_held_t;

void msg_held_write(wirebuf_t *out, const msg_held_t *msg);
err_t msg_held_read(const node_t *map, msg_held_t *msg, errinfo_t *why);

/* msg_move_read reads one text of `play`. It stores the colour, MSG_COLOUR_NONE where the text
 * has none, and where the name of the point begins. False: the text is not of that form. */
bool msg_move_read(const char *text, unsigned *colour, const char **point);

#endif
