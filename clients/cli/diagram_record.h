/* SPDX-License-Identifier: MIT
 * diagram_record.h - what a diagram needs of a game record.
 *
 * Ownership diagram_record_t is the caller's and holds all its text.
 */
#ifndef CLIENTS_CLI_DIAGRAM_RECORD_H
#define CLIENTS_CLI_DIAGRAM_RECORD_H

#include <stdint.h>

#include "clients/cli/diagram.h"
#include "clients/cli/exits.h"

typedef struct {
	style_t style;
	char rows[TESUJI_ROWS_BYTES]; /* before the moves below */
	unsigned count;
	char moves[TESUJI_LINE_MOVES][TESUJI_POINT_BYTES];
	char last[TESUJI_POINT_BYTES]; /* the last move on that board; "" = none */
	tesuji_colour_t first;         /* plays the first of the moves; or is to move */
} diagram_record_t;

/* diagram_record_read reads a file ("-": standard input) with one line of FEN, or the
 * main line of an SGF record up to `move` moves (TESUJI_DEFAULT: all): the board as
 * it is before the last `numbers` of them, and these. Points are named in `style`,
 * NULL = that of the record's game. On failure it has complained and returns the
 * exit code; EXIT_PROVEN (0) otherwise. */
exit_t diagram_record_read(const char *path, int64_t move, unsigned numbers, const style_t *style,
                           diagram_record_t *out);

#endif
