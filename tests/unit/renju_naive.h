/* SPDX-License-Identifier: MIT
 * renju_naive.h - Renju's forbidden moves word by word: every stone is tried on every
 * point of a line, fours and threes are collected as sets of stones and counted. */
#ifndef TESTS_UNIT_RENJU_NAIVE_H
#define TESTS_UNIT_RENJU_NAIVE_H

#include "engine/game/gomoku/renju.h"

enum { NAIVE_SETS = 16 };

typedef struct {
	int width, height;
	uint8_t at[GRID_AREA_MAX]; /* colour_t */
} naive_t;

static const int naive_step[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};

static inline unsigned naive_at(const naive_t *n, int x, int y)
{
	if (x < 0 || y < 0 || x >= n->width || y >= n->height)
		return 3; /* beyond the edge */
	return n->at[y * n->width + x];
}

/* naive_run returns the length of the black run through (x, y) in direction d, and where
 * it begins. */
static inline int naive_run(const naive_t *n, int x, int y, int d, int *from)
{
	const int dx = naive_step[d][0], dy = naive_step[d][1];
	int before = 0, after = 0;

	if (naive_at(n, x, y) != COLOUR_BLACK)
		return 0;
	while (naive_at(n, x - (before + 1) * dx, y - (before + 1) * dy) == COLOUR_BLACK)
		before++;
	while (naive_at(n, x + (after + 1) * dx, y + (after + 1) * dy) == COLOUR_BLACK)
		after++;
	*from = -before;
	return before + after + 1;
}

static inline bool naive_is_five(const naive_t *n, int x, int y)
{
	int from;

	for (int d = 0; d < 4; d++)
		if (naive_run(n, x, y, d, &from) == 5)
			return true;
	return false;
}

/* naive_ends counts the empty points that make the run of four through (x, y) exactly
 * five. */
static inline int naive_ends(naive_t *n, int x, int y, int d)
{
	int ends = 0, from, other;

	if (naive_run(n, x, y, d, &from) != 4)
		return 0;
	for (int i = from - 1; i <= from + 4; i += 5) {
		const int ex = x + i * naive_step[d][0], ey = y + i * naive_step[d][1];

		if (naive_at(n, ex, ey) != COLOUR_NONE)
			continue;
		n->at[ey * n->width + ex] = COLOUR_BLACK;
		ends += naive_run(n, x, y, d, &other) == 5;
		n->at[ey * n->width + ex] = COLOUR_NONE;
	}
	return ends;
}

/* add_set adds a set of stones, as bits around (x, y), if it is new. */
static inline void naive_add(unsigned *sets, unsigned *count, unsigned set)
{
	for (unsigned i = 0; i < *count; i++)
		if (sets[i] == set)
			return;
	sets[(*count)++] = set;
}

static inline renju_t naive_verdict(naive_t *n, int x, int y);

/* naive_line counts the fours and the threes of direction d through the stone (x, y). */
static inline void naive_line(naive_t *n, int x, int y, int d, unsigned *fours, unsigned *threes)
{
	unsigned four[NAIVE_SETS], three[NAIVE_SETS];
	unsigned four_count = 0, three_count = 0;

	for (int i = -4; i <= 4; i++) {
		const int qx = x + i * naive_step[d][0], qy = y + i * naive_step[d][1];
		int from = 0, length;
		unsigned set;

		if (naive_at(n, qx, qy) != COLOUR_NONE)
			continue;
		n->at[qy * n->width + qx] = COLOUR_BLACK;
		length = naive_run(n, x, y, d, &from);
		if (i < from || i >= from + length) /* not in this run */
			length = 0;
		if (length != 4 && length != 5)
			length = from = 0; /* of no interest, and perhaps out of the set */
		set = (((1u << length) - 1) << (from + 8)) & ~(1u << (i + 8));
		if (length == 5)
			naive_add(four, &four_count, set);
		if (length == 4 && naive_ends(n, x, y, d) == 2 && !naive_is_five(n, qx, qy)) {
			n->at[qy * n->width + qx] = COLOUR_NONE;
			if (naive_verdict(n, qx, qy) == RENJU_FREE)
				naive_add(three, &three_count, set);
		}
		n->at[qy * n->width + qx] = COLOUR_NONE;
	}
	*fours += four_count;
	*threes += three_count;
}

/* naive_verdict says what a black stone on the empty point (x, y) would be. */
static inline renju_t naive_verdict(naive_t *n, int x, int y)
{
	unsigned fours = 0, threes = 0;
	bool overline = false;
	renju_t verdict = RENJU_FREE;

	n->at[y * n->width + x] = COLOUR_BLACK;
	for (int d = 0; d < 4; d++) {
		int from;

		overline |= naive_run(n, x, y, d, &from) > 5;
		naive_line(n, x, y, d, &fours, &threes);
	}
	if (naive_is_five(n, x, y))
		verdict = RENJU_FIVE;
	else if (overline)
		verdict = RENJU_OVERLINE;
	else if (fours >= 2)
		verdict = RENJU_DOUBLE_FOUR;
	else if (threes >= 2)
		verdict = RENJU_DOUBLE_THREE;
	n->at[y * n->width + x] = COLOUR_NONE;
	return verdict;
}

#endif
