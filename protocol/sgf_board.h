/* SPDX-License-Identifier: MIT
 * sgf_board.h - the board behind sgf.c: stones, captures, ko. Internal to
 * protocol/.
 *
 * Units     a point is row * width + column, row 0 at the top.
 * Ownership the caller's storage.
 * Threads   one thread at a time.
 */
#ifndef PROTOCOL_SGF_BOARD_H
#define PROTOCOL_SGF_BOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "protocol/sgf.h"

enum { SGF_EMPTY = 0, SGF_NO_POINT = -1, SGF_POINTS_MAX = SGF_SIDE_MOST * SGF_SIDE_MOST };

typedef struct {
	unsigned width, height;
	uint8_t stones[SGF_POINTS_MAX]; /* SGF_EMPTY or an sgf_colour_t */
	int ko;                         /* the point that was just taken and may not be retaken */
	bool captured;                  /* stones have been taken off */
} sgf_board_t;

/* sgf_board_play puts a stone on an empty point and removes what it captures,
 * itself if it captures nothing and has no liberty. The ko is set when a single
 * stone took a single stone and stands where only that point is free. */
void sgf_board_play(sgf_board_t *board, int point, unsigned stone);

/* sgf_board_rows writes "..X/O..", sgf_board_point "D4". */
void sgf_board_rows(const sgf_board_t *board, char *out, size_t capacity);
void sgf_board_point(const sgf_board_t *board, int point, char *out, size_t capacity);

#endif
