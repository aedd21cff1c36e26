/* SPDX-License-Identifier: MIT
 * field.h - a small board for judgements: stones in an array with a border, blocks found anew for
 * each position. It is copied, not undone.
 *
 * Units     a point is (y + 1) * FIELD_STRIDE + x + 1, y = 0 the top row. FIELD_NONE is no point.
 * Threads   values of one thread.
 * Errors    none. A point that a function takes must be on the board.
 */
#ifndef ENGINE_JUDGE_FIELD_H
#define ENGINE_JUDGE_FIELD_H

#include <stdbool.h>
#include <stdint.h>

enum {
	FIELD_STRIDE = 21,
	FIELD_POINTS = FIELD_STRIDE * FIELD_STRIDE,
	FIELD_NONE = 0,
	FIELD_EMPTY = 0,
	FIELD_EDGE = 3,
	FIELD_BLOCKS = 19 * 19, /* no board has more stones */
};

/* What stands on the board: 0 nothing, 1 or 2 a stone of that colour, FIELD_EDGE beyond. */
typedef struct {
	uint64_t key; /* of the stones */
	int16_t ko;   /* the point whose capture is a retake of a ko, or FIELD_NONE */
	uint8_t width, height;
	uint8_t left, right, top, bottom; /* columns left..right - 1 and rows top..bottom - 1 are
	                                     looked at */
	uint8_t at[FIELD_POINTS];
} field_t;

/* A block: stones of one colour, connected. */
typedef struct {
	uint8_t colour;
	int16_t root;  /* one of its stones */
	int16_t size;  /* how many stones */
	int16_t libs;  /* how many liberties */
	int16_t first; /* its liberties are blocks_t.lib[first .. first + libs - 1] */
	int16_t stone; /* its stones are blocks_t.stone[stone .. stone + size - 1] */
} fblock_t;

/* All blocks of a position. */
typedef struct {
	int n;
	int16_t id[FIELD_POINTS]; /* of a stone: the number of its block; else -1 */
	fblock_t block[FIELD_BLOCKS];
	int16_t lib[4 * FIELD_POINTS];
	int16_t stone[FIELD_POINTS];
} blocks_t;

extern const int field_next[4]; /* the steps to the neighbours of a point */
extern const int field_diag[4]; /* the steps to its diagonals; diag[i] lies between next[i] and
                                   next[(i + 1) % 4] */

/* field_clear makes an empty board. field_point returns the point of a column and a row. */
void field_clear(field_t *f, unsigned width, unsigned height);
int field_point(unsigned x, unsigned y);

/* field_put puts a stone on an empty point and captures nothing. */
void field_put(field_t *f, int p, int colour);

/* field_play plays a stone. It returns how many stones were captured, or -1 and leaves the board as
 * it was where the point is taken or the move is suicide. Ko is not looked at, but f->ko is set. */
int field_play(field_t *f, int p, int colour);

/* field_blocks finds all blocks. */
void field_blocks(const field_t *f, blocks_t *b);

/* field_after counts, to at most three, the liberties that a stone on the empty point p would have;
 * what it captures counts as liberties. */
int field_after(const field_t *f, const blocks_t *b, int p, int colour);

#endif
