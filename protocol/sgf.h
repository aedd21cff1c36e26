/* SPDX-License-Identifier: MIT
 * sgf.h - a position out of SGF text (FF[1] to FF[4]): set-up stones and the main
 * line's moves played out; in Go captures are removed.
 *
 * The main line is the first game tree's first variations. Known are SZ, GM,
 * AB, AW, AE, PL, B and W; the rest is skipped whatever its bytes are. Points
 * are two letters, or where the board is one of Hex also a letter and a number
 * counted from the top, "a1".
 *
 * Units     offsets in bytes from the start of the text; points on a side.
 * Ownership all storage is the caller's; the text is borrowed during the call.
 * Threads   any.
 * Errors    ERR_SYNTAX for text that is no SGF, ERR_VALUE for values that make
 *           no sense, as "byte 120: AB[zz] is off the 9x9 board", ERR_RANGE for a record that
 *           takes more than SGF_WORK_MOST to play out: a game takes some thousand.
 */
#ifndef PROTOCOL_SGF_H
#define PROTOCOL_SGF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"

enum {
	SGF_SIDE_LEAST = 2,
	SGF_SIDE_MOST = 19,
	SGF_ROWS_BYTES = 512,
	SGF_POINT_BYTES = 8,
	SGF_MOVE_ALL = 0x7fffffff,
	SGF_WORK_MOST = 262144, /* stones that are looked at for captures, rows that are set up */
};

typedef enum { SGF_BLACK = 1, SGF_WHITE = 2 } sgf_colour_t;

typedef struct sgf_position {
	unsigned width, height;
	char rows[SGF_ROWS_BYTES]; /* top row first, '/' between; 'X' black, 'O' white */
	const char *game;          /* whose record it is, by GM: "go" */
	sgf_colour_t to_play;
	bool to_play_told;        /* by PL or a move; else it is black */
	char ko[SGF_POINT_BYTES]; /* point that to_play may not take now, "" = none */
	uint32_t moves;           /* played */
	bool captured;            /* by one of them */
} sgf_position_t;

/* What is wanted of a record. */
typedef struct {
	const char *game;   /* NULL = any; a GM that is another's is ERR_VALUE */
	uint32_t moves;     /* or SGF_MOVE_ALL */
	const char *before; /* stop before the first move on this point, "D4"; NULL = none */
	const char *path;   /* precedes the error text, "position.sgf" */
} sgf_query_t;

/* sgf_read gives the position after `moves` moves of the main line, set-up that
 * follows them included (0: all that stands before the first), or after all of
 * them. Asking for more moves than there are is ERR_RANGE, unless `before` ended them. */
err_t sgf_read(const char *text, size_t length, const sgf_query_t *query, sgf_position_t *out,
               errinfo_t *why);

#endif
