/* SPDX-License-Identifier: MIT
 * sgf_board.h - a board of stones with captures and ko: for sgf.c, and for clients and the
 * server where they follow a game of Go.
 *
 * Units     a point is row * width + column, row 0 at the top.
 * Ownership the caller's storage.
 * Threads   one thread at a time for each board.
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
	int ko;           /* where ko_stone may not retake now; SGF_NO_POINT = nowhere */
	uint8_t ko_stone; /* a colour; valid with a ko */
	bool captured;    /* a move has captured stones */
	uint32_t looked;  /* stones that moves have looked at so far: what they have cost */
} sgf_board_t;

/* sgf_board_play puts a stone on an empty point and removes the stones that it captures; if it
 * captures nothing and its block has no liberty, that block is removed. The ko is set when a
 * single stone has captured a single stone and stands where only that point is free. */
void sgf_board_play(sgf_board_t *board, int point, unsigned stone);

/* sgf_board_legal tells whether that colour may play there: not on a stone, not where a ko
 * forbids it, not suicide. */
bool sgf_board_legal(const sgf_board_t *board, int point, unsigned stone);

/* The block of a stone and its liberties, each point once. */
typedef struct {
	unsigned stones, liberties;
	int stone[SGF_POINTS_MAX], liberty[SGF_POINTS_MAX];
} sgf_block_t;

/* sgf_board_block writes the block of the stone at `point`, which is not empty. */
void sgf_board_block(const sgf_board_t *board, int point, sgf_block_t *out);

/* sgf_board_beside writes the neighbours of a point and returns how many there are. */
unsigned sgf_board_beside(const sgf_board_t *board, int point, int out[4]);

/* sgf_board_rows writes the board as "..X/O..", sgf_board_point the name of a point as "D4",
 * into a text of `capacity` bytes, which must be enough. sgf_board_find returns the point of
 * such a name, in either case; SGF_NO_POINT: it names none. sgf_board_of makes the board of a
 * position that was read. */
void sgf_board_rows(const sgf_board_t *board, char *out, size_t capacity);
void sgf_board_point(const sgf_board_t *board, int point, char *out, size_t capacity);
int sgf_board_find(const sgf_board_t *board, const char *text);
void sgf_board_of(const sgf_position_t *position, sgf_board_t *out);

#endif
