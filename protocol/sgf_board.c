/* SPDX-License-Identifier: MIT
 * sgf_board.c - the few rules that a game record needs.
 *
 * A record is history: whether a move was legal is not asked. Blocks are found
 * afresh at each move, which is plenty for some hundred moves.
 */
#include "protocol/sgf_board.h"

#include <assert.h>
#include <stdio.h>

#include "engine/base/strbuf.h"

/* neighbours writes the points beside `point` and returns how many. */
static unsigned neighbours(const sgf_board_t *board, int point, int out[4])
{
	int width = (int)board->width, last = width * (int)board->height - 1;
	unsigned count = 0;

	if (point >= width)
		out[count++] = point - width;
	if (point + width <= last)
		out[count++] = point + width;
	if (point % width > 0)
		out[count++] = point - 1;
	if (point % width < width - 1)
		out[count++] = point + 1;
	return count;
}

/* block_take removes the block at `point` if it has no liberty, and returns how
 * many stones that were. */
static unsigned block_take(sgf_board_t *board, int point)
{
	uint8_t seen[SGF_POINTS_MAX] = {0};
	int stones[SGF_POINTS_MAX];
	uint8_t colour = board->stones[point];
	unsigned count = 0;

	assert(colour != SGF_EMPTY);
	stones[count++] = point;
	seen[point] = 1;
	for (unsigned i = 0; i < count; i++) {
		int beside[4];
		unsigned sides = neighbours(board, stones[i], beside);

		for (unsigned j = 0; j < sides; j++) {
			if (board->stones[beside[j]] == SGF_EMPTY)
				return 0;
			if (board->stones[beside[j]] != colour || seen[beside[j]])
				continue;
			seen[beside[j]] = 1;
			stones[count++] = beside[j];
		}
	}
	for (unsigned i = 0; i < count; i++)
		board->stones[stones[i]] = SGF_EMPTY;
	return count;
}

void sgf_board_play(sgf_board_t *board, int point, unsigned stone)
{
	unsigned taken = 0, own = 0, free_points = 0, sides;
	int beside[4], hole = SGF_NO_POINT;

	assert(board->stones[point] == SGF_EMPTY);
	board->stones[point] = (uint8_t)stone;
	sides = neighbours(board, point, beside);
	for (unsigned i = 0; i < sides; i++) {
		uint8_t there = board->stones[beside[i]];
		unsigned here;

		if (there == SGF_EMPTY || there == stone)
			continue;
		here = block_take(board, beside[i]);
		taken += here;
		if (here > 0)
			hole = beside[i];
	}
	for (unsigned i = 0; i < sides; i++) {
		own += board->stones[beside[i]] == (uint8_t)stone;
		free_points += board->stones[beside[i]] == SGF_EMPTY;
	}
	board->captured |= taken > 0;
	board->ko = taken == 1 && own == 0 && free_points == 1 ? hole : SGF_NO_POINT;
	if (taken == 0)
		block_take(board, point);
}

void sgf_board_rows(const sgf_board_t *board, char *out, size_t capacity)
{
	static const char stones[] = {[SGF_EMPTY] = '.', [SGF_BLACK] = 'X', [SGF_WHITE] = 'O'};
	strbuf_t text;

	strbuf_init(&text, out, capacity);
	for (unsigned row = 0; row < board->height; row++) {
		if (row > 0)
			strbuf_char(&text, '/');
		for (unsigned column = 0; column < board->width; column++)
			strbuf_char(&text, stones[board->stones[row * board->width + column]]);
	}
	assert(!text.overflow);
}

void sgf_board_point(const sgf_board_t *board, int point, char *out, size_t capacity)
{
	static const char letters[] = "ABCDEFGHJKLMNOPQRST";
	int width = (int)board->width;

	snprintf(out, capacity, "%c%d", letters[point % width], (int)board->height - point / width);
}
