/* SPDX-License-Identifier: MIT
 * diagram_record.h - reads from a game record what a diagram needs.
 *
 * Ownership diagram_record_t is the caller's and holds all its text.
 * Threads   the main thread.
 * Errors    are written to stderr; the exit code is returned.
 */
#ifndef CLIENTS_CLI_DIAGRAM_RECORD_H
#define CLIENTS_CLI_DIAGRAM_RECORD_H

#include <stdint.h>

#include "clients/diagram/diagram.h"
#include "clients/cli/exits.h"
#include "protocol/sgf.h"

typedef struct {
	style_t style;
	char rows[TESUJI_ROWS_BYTES]; /* the board before the moves below */
	unsigned count;
	char moves[TESUJI_LINE_MOVES][TESUJI_POINT_BYTES];
	char last[TESUJI_POINT_BYTES]; /* the last move on that board; "" = none */
	tesuji_colour_t
	        first; /* who plays the first of the moves; without moves: whose turn it is */
} diagram_record_t;

/* diagram_record_read reads a file ("-": the standard input) with one line of FEN, or with an
 * SGF record, whose main line is read up to `move` moves (TESUJI_DEFAULT: all). It stores the
 * board before the last `numbers` of these moves, and the moves. Points are named in `style`;
 * NULL: the style of the record's game. Returns EXIT_PROVEN (0), or the exit code after a
 * complaint. */
exit_t diagram_record_read(const char *path, int64_t move, unsigned numbers, const style_t *style,
                           diagram_record_t *out);

/* diagram_record_style returns the style in which the points of a record's game are named. */
style_t diagram_record_style(const char *game);

/* diagram_record_move writes the move between two positions of a record: the new stone, "pass" if
 * nothing has changed, "" if stones were set up as well. */
void diagram_record_move(style_t style, const sgf_position_t *before, const sgf_position_t *after,
                         char move[TESUJI_POINT_BYTES]);

#endif
