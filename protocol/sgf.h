/* SPDX-License-Identifier: MIT
 * sgf.h - a Go position out of SGF text (FF[1] to FF[4]): set-up stones and the
 * main line's moves played out, captures removed.
 *
 * The main line is the first game tree's first variations. Known are SZ, GM,
 * AB, AW, AE, PL, B and W; the rest is skipped whatever its bytes are.
 *
 * Units     offsets in bytes from the start of the text; points on a side.
 * Ownership all storage is the caller's; the text is borrowed during the call.
 * Threads   any.
 * Errors    ERR_SYNTAX for text that is no SGF, ERR_VALUE for values that make
 *           no sense, as "byte 120: AB[zz] is off the 9x9 board".
 */
#ifndef PROTOCOL_SGF_H
#define PROTOCOL_SGF_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"

enum {
	SGF_SIDE_LEAST = 2,
	SGF_SIDE_MOST = 19,
	SGF_ROWS_BYTES = 512,
	SGF_POINT_BYTES = 8,
	SGF_MOVE_ALL = 0x7fffffff,
};

typedef enum { SGF_BLACK = 1, SGF_WHITE = 2 } sgf_colour_t;

typedef struct {
	unsigned width, height;
	char rows[SGF_ROWS_BYTES]; /* top row first, '/' between; 'X' black, 'O' white */
	sgf_colour_t to_play;
	char ko[SGF_POINT_BYTES]; /* point that to_play may not take now, "" = none */
	uint32_t moves;           /* played */
} sgf_position_t;

/* sgf_read gives the position after `moves` moves of the main line, set-up that
 * follows them included (0: all that stands before the first), or after all of
 * them with SGF_MOVE_ALL. Asking for more moves
 * than there are is ERR_RANGE. `path` precedes the error text ("position.sgf"). */
err_t sgf_read(const char *text, size_t length, uint32_t moves, const char *path,
               sgf_position_t *out, errinfo_t *why);

#endif
