/* SPDX-License-Identifier: MIT
 * view.c - shortest paths by flooding: level k is all that k empty cells reach.
 *
 * A row is one word, so a level is a few word operations a row: up and down over
 * the board until the own stones are full, then one step onto empty cells. That is
 * the 0-1 breadth-first search without its queue; on 14x14 it takes about a
 * microsecond, less than keeping distances up to date by increments would. */
#include "engine/game/hex/view.h"

#include "engine/base/check.h"

/* touching returns the cells of row y that are in `set` or next to it. */
static unsigned touching(const view_t *v, const cells_t *set, unsigned y)
{
	unsigned t = set->row[y] | (unsigned)set->row[y] << 1 | set->row[y] >> 1;

	if (y > 0)
		t |= set->row[y - 1] | set->row[y - 1] >> 1;
	if (y + 1u < v->height)
		t |= set->row[y + 1] | (unsigned)set->row[y + 1] << 1;
	return t;
}

/* fill_row adds the own stones of a row that touch `set`; did it add any? */
static bool fill_row(const view_t *v, cells_t *set, unsigned y)
{
	const unsigned own = v->own.row[y];
	const unsigned before = set->row[y];
	unsigned now = before | (touching(v, set, y) & own);
	unsigned last;

	do {
		last = now;
		now |= (now << 1 | now >> 1) & own;
	} while (now != last);
	set->row[y] = (uint16_t)now;
	return now != before;
}

/* fill adds all own stones connected to `set`. */
static void fill(const view_t *v, cells_t *set)
{
	bool more;

	do {
		more = false;
		for (unsigned y = 0; y < v->height; y++)
			more |= fill_row(v, set, y);
		if (!more)
			return;
		more = false;
		for (unsigned y = v->height; y-- > 0;)
			more |= fill_row(v, set, y);
	} while (more);
}

/* begin makes level 0 of a flood from an edge row. */
static void begin(const view_t *v, unsigned edge, cells_t *reach)
{
	*reach = (cells_t){{0}};
	reach->row[edge] = v->own.row[edge];
	fill(v, reach);
}

/* step finds the empty cells of the next level, adds them to `reach` with the own
 * stones behind them, and tells whether there were any. */
static bool step(const view_t *v, unsigned edge, cells_t *reach, cells_t *fresh)
{
	const unsigned full = (1u << v->width) - 1;
	unsigned any = 0;

	for (unsigned y = 0; y < v->height; y++) {
		const unsigned empty = full & ~(unsigned)(v->own.row[y] | v->other.row[y]);
		const unsigned near = y == edge ? full : touching(v, reach, y);

		fresh->row[y] = (uint16_t)(near & empty & ~(unsigned)reach->row[y]);
		any |= fresh->row[y];
	}
	if (any == 0)
		return false;
	for (unsigned y = 0; y < v->height; y++)
		reach->row[y] |= fresh->row[y];
	fill(v, reach);
	return true;
}

unsigned hex_view_distance(const view_t *v)
{
	const unsigned last = v->height - 1u;
	cells_t reach, fresh;
	unsigned cost = 0;

	assert(v->width <= HEX_SIDE_MOST && last < HEX_SIDE_MOST);
	begin(v, 0, &reach);
	while (reach.row[last] == 0) {
		if (!step(v, 0, &reach, &fresh))
			return HEX_FAR;
		cost++;
	}
	return cost;
}

void hex_view_costs(const view_t *v, bool last, uint8_t cost[HEX_AREA_MAX])
{
	const unsigned edge = last ? v->height - 1u : 0;
	cells_t reach, fresh;

	for (unsigned p = 0; p < HEX_AREA_MAX; p++)
		cost[p] = HEX_FAR;
	begin(v, edge, &reach);
	for (unsigned level = 1; step(v, edge, &reach, &fresh); level++)
		for (unsigned y = 0; y < v->height; y++)
			for (unsigned left = fresh.row[y]; left != 0; left &= left - 1)
				cost[y * v->width + (unsigned)__builtin_ctz(left)] = (uint8_t)level;
}
