/* SPDX-License-Identifier: MIT
 * pattern.c - see pattern.h.
 */
#include "clients/gomoku/pattern.h"

#include <stdlib.h>

enum { FIVE = 5, DIRECTIONS = 4 };

static const int step_x[DIRECTIONS] = {1, 0, 1, 1}, step_y[DIRECTIONS] = {0, 1, 1, -1};

/* at returns the colour at a place, or -1 beside the board. */
static int at(const stones_t *s, int x, int y)
{
	if (x < 0 || y < 0 || x >= (int)s->grid.width || y >= (int)s->grid.height)
		return -1;
	return s->grid.at[(unsigned)y * s->grid.width + (unsigned)x];
}

/* run counts stones of a colour from a place on, in one direction. */
static unsigned run(const stones_t *s, int x, int y, int dx, int dy, colour_t colour)
{
	unsigned length = 0;

	while (at(s, x + dx, y + dy) == (int)colour) {
		x += dx;
		y += dy;
		length++;
	}
	return length;
}

bool pattern_five(const stones_t *s, pattern_rule_t rule, unsigned point, colour_t colour)
{
	const int x = (int)(point % s->grid.width), y = (int)(point / s->grid.width);
	const bool exact =
	        rule == PATTERN_STANDARD || (rule == PATTERN_RENJU && colour == COLOUR_BLACK);

	for (unsigned d = 0; d < DIRECTIONS; d++) {
		const unsigned length = 1 + run(s, x, y, step_x[d], step_y[d], colour) +
		                        run(s, x, y, -step_x[d], -step_y[d], colour);

		if (length == FIVE || (length > FIVE && !exact))
			return true;
	}
	return false;
}

/* window is the worth of the five points from a place on, one of which is to be played. */
static int window(const stones_t *s, int x, int y, unsigned d, colour_t colour)
{
	static const int own[FIVE] = {1, 12, 100, 900, 100000};
	static const int other[FIVE] = {0, 10, 80, 700, 50000};
	unsigned count[COLOUR_WHITE + 1] = {0};

	for (int i = 0; i < FIVE; i++) {
		const int there = at(s, x + i * step_x[d], y + i * step_y[d]);

		if (there < 0)
			return 0;
		count[there]++;
	}
	if (count[stones_other(colour)] == 0)
		return own[count[colour]];
	return count[colour] == 0 ? other[count[stones_other(colour)]] : 0;
}

int pattern_worth(const stones_t *s, unsigned point, colour_t colour)
{
	const int x = (int)(point % s->grid.width), y = (int)(point / s->grid.width);
	int worth =
	        -(abs(2 * x - (int)s->grid.width + 1) + abs(2 * y - (int)s->grid.height + 1)) / 2;

	for (unsigned d = 0; d < DIRECTIONS; d++) {
		for (int i = 0; i < FIVE; i++)
			worth += window(s, x - i * step_x[d], y - i * step_y[d], d, colour);
	}
	return worth;
}
