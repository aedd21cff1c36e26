/* SPDX-License-Identifier: MIT
 * sgf.h - reads a position out of SGF text (FF[1] to FF[4]): the set-up stones and the moves of
 * the main line, played; in Go with captures.
 *
 * The main line consists of the first game tree's first variations. The properties SZ, GM, AB,
 * AW, AE, PL, B and W are read; others are skipped, whatever their bytes. A point is two
 * letters, or in a record of Hex also a letter and a number counted from the top, "a1".
 *
 * Units     offsets in bytes from the start of the text; points on a side.
 * Ownership all storage is the caller's; the text is borrowed during the call.
 * Threads   any.
 * Errors    ERR_SYNTAX for text that is no SGF; ERR_VALUE for values that make no sense, as "byte
 *           120: AB[zz] is off the 9x9 board"; ERR_RANGE for a record that takes more than
 *           SGF_WORK_MOST to play: a game takes some thousand.
 * Source    SGF FF[4], https://www.red-bean.com/sgf/
 */
#ifndef PROTOCOL_SGF_H
#define PROTOCOL_SGF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"

enum {
	SGF_SIDE_LEAST = 2,
	SGF_SIDE_MOST = 20,
	SGF_SIDE_DEFAULT = 19, /* where a record names no size */
	SGF_SIDE_GO = 19,      /* the most of a board of Go or Atari-Go */
	SGF_ROWS_BYTES = 512,
	SGF_POINT_BYTES = 8,
	SGF_MOVE_ALL = 0x7fffffff,
	SGF_WORK_MOST = 262144, /* stones looked at for captures, and rows set up, of one record */
};

typedef enum { SGF_BLACK = 1, SGF_WHITE = 2 } sgf_colour_t;

typedef struct sgf_position {
	unsigned width, height;
	char rows[SGF_ROWS_BYTES]; /* top row first, '/' between; 'X' black, 'O' white */
	const char *game;          /* the game of the record, by GM: "go"; a constant */
	sgf_colour_t to_play;
	bool to_play_told;        /* PL or a move tells to_play; else it is black */
	char ko[SGF_POINT_BYTES]; /* where to_play may not retake now; "" = nowhere */
	uint32_t moves;           /* how many were played */
	bool captured;            /* one of them has captured stones */
	size_t fault;             /* after a failure, and then alone: the byte where it failed */
} sgf_position_t;

/* Which position of a record is wanted. */
typedef struct {
	const char *game;   /* NULL = any; a record of another game is ERR_VALUE */
	uint32_t moves;     /* how many are played, or SGF_MOVE_ALL */
	const char *before; /* stop before the first move on this point, "D4"; NULL = do not */
	bool may_be_open;   /* a text that ends before its last ")" is as good as one that has it */
	const char *path;   /* the path in errors, "position.sgf" */
	size_t base; /* added to the bytes that errors name: where the text begins in a file */
} sgf_query_t;

/* sgf_read writes the position after `moves` moves of the main line, or after all of them, to
 * *out. The set-up that follows the last of these moves is part of it (0 moves: all that stands
 * before the first). ERR_RANGE: the main line has fewer moves, and `before` has not ended it. */
err_t sgf_read(const char *text, size_t length, const sgf_query_t *query, sgf_position_t *out,
               errinfo_t *why);

/* sgf_root_value copies the value `index` (0: the first) of a property of the first node, "GN",
 * without its escapes and cut to `capacity` bytes with the NUL. false: there is no such value. */
bool sgf_root_value(const char *text, size_t length, const char *ident, unsigned index, char *out,
                    size_t capacity);

#endif
