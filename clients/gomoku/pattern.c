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

/* run counts stones of a colour from a place on, in one direction, and tells whether a stone of the
 * other colour follows. */
static unsigned run(const stones_t *s, int x, int y, int dx, int dy, colour_t colour, bool *blocked)
{
	unsigned length = 0;

	while (at(s, x + dx, y + dy) == (int)colour) {
		x += dx;
		y += dy;
		length++;
	}
	*blocked = at(s, x + dx, y + dy) == (int)stones_other(colour);
	return length;
}

/* exact: are more than five of that colour nothing? */
static bool exact(pattern_rule_t rule, colour_t colour)
{
	return rule == PATTERN_STANDARD || rule == PATTERN_CARO ||
	       (rule == PATTERN_RENJU && colour == COLOUR_BLACK);
}

bool pattern_five(const stones_t *s, pattern_rule_t rule, unsigned point, colour_t colour)
{
	const int x = (int)(point % s->grid.width), y = (int)(point / s->grid.width);

	for (unsigned d = 0; d < DIRECTIONS; d++) {
		bool ahead, behind;
		const unsigned length = 1 + run(s, x, y, step_x[d], step_y[d], colour, &ahead) +
		                        run(s, x, y, -step_x[d], -step_y[d], colour, &behind);

		if (rule == PATTERN_CARO && ahead && behind)
			continue;
		if (length == FIVE || (length > FIVE && !exact(rule, colour)))
			return true;
	}
	return false;
}

/* counts: would five of that colour win, with what is at their ends? */
static bool counts(pattern_rule_t rule, colour_t colour, const int end[2])
{
	const int other = (int)stones_other(colour);

	if (exact(rule, colour) && (end[0] == (int)colour || end[1] == (int)colour))
		return false;
	return rule != PATTERN_CARO || end[0] != other || end[1] != other;
}

/* window is the worth of the five points from a place on, one of which is to be played. */
static int window(const stones_t *s, pattern_rule_t rule, int x, int y, unsigned d, colour_t colour)
{
	static const int own[FIVE] = {1, 12, 100, 900, 100000};
	static const int other[FIVE] = {0, 10, 80, 700, 50000};
	const int end[2] = {at(s, x - step_x[d], y - step_y[d]),
	                    at(s, x + FIVE * step_x[d], y + FIVE * step_y[d])};
	const colour_t theirs = stones_other(colour);
	unsigned count[COLOUR_WHITE + 1] = {0};

	for (int i = 0; i < FIVE; i++) {
		const int there = at(s, x + i * step_x[d], y + i * step_y[d]);

		if (there < 0)
			return 0;
		count[there]++;
	}
	if (count[theirs] == 0)
		return counts(rule, colour, end) ? own[count[colour]] : 0;
	return count[colour] == 0 && counts(rule, theirs, end) ? other[count[theirs]] : 0;
}

int pattern_worth(const stones_t *s, pattern_rule_t rule, unsigned point, colour_t colour)
{
	const int x = (int)(point % s->grid.width), y = (int)(point / s->grid.width);
	int worth =
	        -(abs(2 * x - (int)s->grid.width + 1) + abs(2 * y - (int)s->grid.height + 1)) / 2;

	for (unsigned d = 0; d < DIRECTIONS; d++) {
		for (int i = 0; i < FIVE; i++)
			worth += window(s, rule, x - i * step_x[d], y - i * step_y[d], d, colour);
	}
	return worth;
}
