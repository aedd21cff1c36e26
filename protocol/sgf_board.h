/* SPDX-License-Identifier: MIT
 * sgf_board.h - a board of stones with captures and ko: the one behind sgf.c, and that
 * of clients that follow a game of Go.
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
	uint8_t ko_stone;               /* by this colour; only with a ko */
	bool captured;                  /* stones have been taken off */
	uint32_t looked;                /* stones that moves have looked at so far: their cost */
} sgf_board_t;

/* sgf_board_play puts a stone on an empty point and removes what it captures,
 * itself if it captures nothing and has no liberty. The ko is set when a single
 * stone took a single stone and stands where only that point is free. */
void sgf_board_play(sgf_board_t *board, int point, unsigned stone);

/* sgf_board_legal: may that colour put a stone there? Not on a stone, nor where a ko bans
 * it, nor to take itself off. */
bool sgf_board_legal(const sgf_board_t *board, int point, unsigned stone);

/* The block of a stone and its liberties, each point once. */
typedef struct {
	unsigned stones, liberties;
	int stone[SGF_POINTS_MAX], liberty[SGF_POINTS_MAX];
} sgf_block_t;

void sgf_board_block(const sgf_board_t *board, int point, sgf_block_t *out);

/* sgf_board_beside writes the points beside one and returns how many. */
unsigned sgf_board_beside(const sgf_board_t *board, int point, int out[4]);

/* sgf_board_rows writes "..X/O..", sgf_board_point "D4". sgf_board_find is the point that
 * such a text names, in either case, or SGF_NO_POINT. sgf_board_of makes the board of a
 * position that was read. */
void sgf_board_rows(const sgf_board_t *board, char *out, size_t capacity);
void sgf_board_point(const sgf_board_t *board, int point, char *out, size_t capacity);
int sgf_board_find(const sgf_board_t *board, const char *text);
void sgf_board_of(const sgf_position_t *position, sgf_board_t *out);

#endif
