/* SPDX-License-Identifier: MIT
 * walk.h - goes through the windows that are open for a side, and keeps lists of points.
 *
 * Threads   values of one thread; the board must not change meanwhile.
 */
#ifndef ENGINE_GAME_GOMOKU_WALK_H
#define ENGINE_GAME_GOMOKU_WALK_H

#include "engine/game/gomoku/board.h"

/* A list of different points. */
typedef struct {
	unsigned count;
	uint16_t point[GRID_AREA_MAX];
	bool has[GRID_AREA_MAX];
} points_t;

static inline void points_add(points_t *points, unsigned p)
{
	if (points->has[p])
		return;
	points->has[p] = true;
	points->point[points->count++] = (uint16_t)p;
}

/* A walk through open[side][stones]; d, first, stride and empty are of the window
 * that walk_next came to. */
typedef struct {
	const gomoku_t *board;
	const windows_t *set;
	unsigned left;     /* windows still to come */
	unsigned at, word; /* where the search for the next one goes on */
	uint64_t bits;
	unsigned d, first, stride;
	uint32_t empty; /* which of the k points, the first being bit 0 */
} walk_t;

static inline walk_t walk_start(const gomoku_t *board, side_t side, unsigned stones)
{
	return (walk_t){.board = board,
	                .set = &board->open[side][stones],
	                .left = board->n[side][stones],
	                .bits = board->open[side][stones].word[0][0]};
}

/* walk_next goes to the next window; false when there is none left. */
static inline bool walk_next(walk_t *walk)
{
	const lines_t *geo = walk->board->geo;
	unsigned line;

	if (walk->left == 0)
		return false;
	walk->left--;
	while (walk->bits == 0) {
		if (++walk->word == geo->words) {
			walk->word = 0;
			walk->at++;
		}
		walk->bits = walk->set->word[walk->at][walk->word];
	}
	walk->d = walk->at;
	walk->first = 64 * walk->word + (unsigned)__builtin_ctzll(walk->bits);
	walk->bits &= walk->bits - 1;
	walk->stride = geo->stride[walk->d];
	line = geo->line[walk->d][walk->first];
	walk->empty = gomoku_board_empty(walk->board, line) >> geo->place[walk->d][walk->first] &
	              walk->board->row;
	return true;
}

/* walk_point takes the next empty point out of the window; walk->empty is not 0. */
static inline unsigned walk_point(walk_t *walk)
{
	const unsigned i = (unsigned)__builtin_ctz(walk->empty);

	walk->empty &= walk->empty - 1;
	return walk->first + i * walk->stride;
}

#endif
