/* SPDX-License-Identifier: MIT
 * lines.h - the lines of a board of one size, and the random words of the hash.
 *
 * A line is a row, a column or a diagonal. Its points are bits of one word, from
 * LINE_PAD upwards, so that a look a few points beyond either end stays inside
 * the word and finds nothing.
 *
 * Units     a point is y * width + x, y = 0 the top row.
 * Ownership static storage, built when first asked for, never changed or freed.
 * Threads   gomoku_lines: any thread; what it returns is constant.
 */
#ifndef ENGINE_GAME_GOMOKU_LINES_H
#define ENGINE_GAME_GOMOKU_LINES_H

#include "engine/game/grid.h"

enum {
	GOMOKU_SIDE_LEAST = 3,
	LINE_DIRECTIONS = 4, /* along rows, columns, and either kind of diagonal */
	LINES_MAX = 2 * BOARD_MAX + 2 * (2 * BOARD_MAX - 1),
	LINE_PAD = 6,
};

/* One random word pair for each fact that changes while playing. */
typedef struct {
	hashkey_t stone[2][GRID_AREA_MAX]; /* by side */
	hashkey_t defender_turn;
} gomoku_hashwords_t;

typedef struct {
	const gomoku_hashwords_t *hash;
	uint16_t width, height, area;
	uint16_t words;                   /* 64-bit words that hold a bit for each point */
	uint16_t stride[LINE_DIRECTIONS]; /* from a point to the next one of its line */
	uint8_t line[LINE_DIRECTIONS][GRID_AREA_MAX];  /* which line a point is on */
	uint8_t place[LINE_DIRECTIONS][GRID_AREA_MAX]; /* which bit of it */
	uint32_t valid[LINES_MAX];                     /* bits that are points */
} lines_t;

/* gomoku_lines returns the lines of a size within GOMOKU_SIDE_LEAST..BOARD_MAX. */
const lines_t *gomoku_lines(unsigned width, unsigned height);

#endif
