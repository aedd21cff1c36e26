/* SPDX-License-Identifier: MIT
 * renju.c - overlines, double-fours and double-threes: stones are put where they would have to be,
 * and runs are counted.
 *
 * A three counts only if its straight four is not forbidden, which is the same question with one
 * stone more. So forbidden() calls itself. The calls end, because each fills one more point. */
#include "engine/proof/check/renju.h"

enum { FOUR = 4, FIVE = 5, SETS_MAX = 10 };

const int renju_step[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};

static int stone_at(const check_claim_t *claim, const check_board_t *board, int x, int y)
{
	if (x < 0 || y < 0 || x >= claim->width || y >= claim->height)
		return NO_POINT;
	return board->at[y * claim->width + x];
}

int renju_run(const check_claim_t *claim, const check_board_t *board, int x, int y, int d,
              int *before)
{
	const int dx = renju_step[d][0], dy = renju_step[d][1];
	const int colour = stone_at(claim, board, x, y);
	int after = 0;

	assert(colour == STONE_BLACK || colour == STONE_WHITE); /* or the edge would be of a run */
	*before = 0;
	while (stone_at(claim, board, x - (*before + 1) * dx, y - (*before + 1) * dy) == colour)
		++*before;
	while (stone_at(claim, board, x + (after + 1) * dx, y + (after + 1) * dy) == colour)
		after++;
	return *before + 1 + after;
}

/* makes_five: does the run through (x, y) become five with a stone on (fx, fy)? */
static bool makes_five(const check_claim_t *claim, const check_board_t *board, int x, int y, int d,
                       int fx, int fy)
{
	check_board_t with = *board;
	int before;

	if (stone_at(claim, board, fx, fy) != STONE_NONE)
		return false;
	with.at[fy * claim->width + fx] = STONE_BLACK;
	return renju_run(claim, &with, x, y, d, &before) == FIVE;
}

/* is_straight_four: is the run through (x, y) four, and do both its ends make five? */
static bool is_straight_four(const check_claim_t *claim, const check_board_t *board, int x, int y,
                             int d)
{
	const int dx = renju_step[d][0], dy = renju_step[d][1];
	int before;

	if (renju_run(claim, board, x, y, d, &before) != FOUR)
		return false;
	x -= before * dx;
	y -= before * dy;
	return makes_five(claim, board, x, y, d, x - dx, y - dy) &&
	       makes_five(claim, board, x, y, d, x + FOUR * dx, y + FOUR * dy);
}

static bool is_five(const check_claim_t *claim, const check_board_t *board, int x, int y)
{
	int before;

	for (int d = 0; d < 4; d++)
		if (renju_run(claim, board, x, y, d, &before) == FIVE)
			return true;
	return false;
}

/* count_fours counts the fours in direction d through the stone on (x, y): different sets of four
 * that one stone more makes five. */
static unsigned count_fours(const check_claim_t *claim, const check_board_t *board, int x, int y,
                            int d)
{
	const int dx = renju_step[d][0], dy = renju_step[d][1];
	unsigned sets[SETS_MAX], count = 0;

	for (int i = -FOUR; i <= FOUR; i++) {
		check_board_t with = *board;
		unsigned set, known = 0;
		int before;

		if (stone_at(claim, board, x + i * dx, y + i * dy) != STONE_NONE)
			continue;
		with.at[(y + i * dy) * claim->width + x + i * dx] = STONE_BLACK;
		if (renju_run(claim, &with, x, y, d, &before) != FIVE || i < -before ||
		    i > FOUR - before)
			continue;
		/* The run's points are bits FOUR - before and up, p is bit FOUR. */
		set = (0x1fu << (FOUR - before)) & ~(1u << (FOUR + i));
		while (known < count && sets[known] != set)
			known++;
		assert(known < SETS_MAX);
		if (known == count)
			sets[count++] = set;
	}
	return count;
}

static bool forbidden(const check_claim_t *claim, const check_board_t *board, int point,
                      unsigned *maybe);

/* has_three: is there a three in direction d through the stone on (x, y)? *maybe: there is, or
 * would be if the straight four were not forbidden. */
static bool has_three(const check_claim_t *claim, const check_board_t *board, int x, int y, int d,
                      bool *maybe)
{
	const int dx = renju_step[d][0], dy = renju_step[d][1];
	bool has = false;

	*maybe = false;
	for (int i = -3; i <= 3; i++) {
		const int qx = x + i * dx, qy = y + i * dy, q = qy * claim->width + qx;
		check_board_t with = *board;
		unsigned ignored;
		int before;

		if (stone_at(claim, board, qx, qy) != STONE_NONE)
			continue;
		with.at[q] = STONE_BLACK;
		(void)renju_run(claim, &with, x, y, d, &before);
		if (!is_straight_four(claim, &with, x, y, d) || i < -before || i > 3 - before ||
		    is_five(claim, &with, qx, qy))
			continue;
		*maybe = true;
		has = has || !forbidden(claim, board, q, &ignored);
	}
	return has;
}

static bool forbidden(const check_claim_t *claim, const check_board_t *board, int point,
                      unsigned *maybe)
{
	const int x = point % claim->width, y = point / claim->width;
	unsigned fours = 0, threes = 0;
	check_board_t with = *board;
	bool overline = false;

	assert(board->at[point] == STONE_NONE); /* each question fills a point more */
	*maybe = 0;
	with.at[point] = STONE_BLACK;
	if (is_five(claim, &with, x, y))
		return false;
	for (int d = 0; d < 4; d++) {
		int before;
		bool may;

		overline = overline || renju_run(claim, &with, x, y, d, &before) > FIVE;
		fours += count_fours(claim, &with, x, y, d);
		threes += has_three(claim, &with, x, y, d, &may);
		*maybe += may;
	}
	return overline || fours >= 2 || threes >= 2;
}

bool renju_forbidden(const check_claim_t *claim, const check_board_t *board, int point,
                     unsigned *threes)
{
	return forbidden(claim, board, point, threes);
}
