/* SPDX-License-Identifier: MIT
 * fill.c - random changes outside of a zone.
 *
 * The styles are meant to hurt: a crowd of one colour next to the zone, nearly no
 * liberties left outside, stones in a cluster that make something of their own. */
#include "tests/zones/fill.h"

#include <string.h>

enum { TRIES = 8, STONES_MOST = 6 };

/* What Go may change: the points outside, but what says which problem it is. */
static void open_points(const scene_t *scene, const zone_t *zone, bits_t *out)
{
	unsigned near[4];

	*out = (bits_t){{0}};
	for (unsigned p = 0; p < grid_area(&scene->board); p++)
		if (zone_index(zone, p) == 0 && !scene_names(scene, p))
			bits_add(out, p);
	if (scene->ko == NO_POINT)
		return;
	bits_remove(out, scene->ko); /* and what makes it a ko */
	for (unsigned k = scene_neighbours(&scene->board, scene->ko, near); k-- > 0;) {
		unsigned far[4];

		bits_remove(out, near[k]);
		for (unsigned i = scene_neighbours(&scene->board, near[k], far); i-- > 0;)
			bits_remove(out, far[i]);
	}
}

static void fill_random(const bits_t *open, unsigned filled, unsigned black, rng_t *rng,
                        grid_t *board)
{
	bits_t left = *open;

	while (!bits_is_empty(&left)) {
		const unsigned p = bits_take(&left);

		board->at[p] = COLOUR_NONE;
		if (chance(rng, filled))
			board->at[p] = chance(rng, black) ? COLOUR_BLACK : COLOUR_WHITE;
	}
}

static void fill_few(const bits_t *open, unsigned few, rng_t *rng, grid_t *board)
{
	while (few-- > 0) {
		unsigned skip = rng_below(rng, bits_count(open));
		bits_t left = *open;

		while (skip-- > 0)
			(void)bits_take(&left);
		board->at[bits_take(&left)] = (uint8_t)rng_below(rng, 3);
	}
}

/* fill_border changes only what is next to points that must stay. */
static void fill_border(const bits_t *open, unsigned filled, unsigned black, rng_t *rng,
                        grid_t *board)
{
	bits_t border = {{0}};
	bits_t left = *open;

	while (!bits_is_empty(&left)) {
		const unsigned p = bits_take(&left);
		unsigned near[4];

		for (unsigned k = scene_neighbours(board, p, near); k-- > 0;)
			if (!bits_has(open, near[k]))
				bits_add(&border, p);
	}
	fill_random(&border, filled, black, rng, board);
}

/* give_liberties takes single open stones away until every block has a liberty. */
static bool give_liberties(const bits_t *open, rng_t *rng, grid_t *board)
{
	const unsigned area = grid_area(board);
	const unsigned start = rng_below(rng, area);

	for (unsigned i = 0; i < area; i++) {
		const unsigned p = (start + i) % area;
		bits_t stones, left;
		unsigned choice = NO_POINT, seen = 0;

		if (board->at[p] == COLOUR_NONE || scene_block(board, p, &stones) > 0)
			continue;
		left = stones;
		while (!bits_is_empty(&left)) {
			const unsigned q = bits_take(&left);
			unsigned near[5];
			unsigned k = scene_neighbours(board, q, near);

			near[k++] = q;
			while (k-- > 0)
				if (bits_has(open, near[k]) && rng_below(rng, ++seen) == 0)
					choice = near[k];
		}
		if (choice == NO_POINT)
			return false;
		board->at[choice] = COLOUR_NONE;
	}
	return true;
}

/* keep_near keeps the points of the region, or if there are none, those beside it. */
static void keep_near(const scene_t *scene, bits_t *points)
{
	bits_t within = *points, beside;

	bits_intersect(&within, &scene->region);
	scene_beside(&scene->board, &scene->region, &beside);
	bits_intersect(&beside, points);
	if (!bits_is_empty(&within))
		*points = within;
	else if (!bits_is_empty(&beside))
		*points = beside;
}

static bool fill_around(const scene_t *scene, const zone_t *zone, rng_t *rng, scene_t *out)
{
	static const uint8_t shares[] = {0, 5, 15, 30, 50, 50, 70, 85, 95, 100};
	const unsigned black = shares[rng_below(rng, sizeof(shares))];
	const unsigned filled = shares[1 + rng_below(rng, sizeof(shares) - 1)];
	grid_t *board = &out->board;
	bits_t all, open;

	*out = *scene;
	open_points(scene, zone, &all);
	if (bits_is_empty(&all))
		return false;
	open = all;
	if (scene_has_region(scene) && chance(rng, 40))
		keep_near(scene, &open);
	switch (rng_below(rng, 8)) {
	case 0:
	case 1:
		fill_few(&open, 1 + rng_below(rng, 4), rng, board);
		break;
	case 2:
		fill_random(&open, rng_below(rng, 5), black, rng, board);
		break;
	case 3:
	case 4:
		fill_border(&open, filled, black, rng, board);
		break;
	case 5:
		fill_random(&open, 90 + rng_below(rng, 11), black, rng, board);
		break;
	default:
		fill_random(&open, filled, black, rng, board);
	}
	return give_liberties(&all, rng, board);
}

/* allowed_points writes the empty points that `stones` stones may be put on. */
static unsigned allowed_points(const scene_t *scene, const zone_t *zone, unsigned stones,
                               uint16_t *out)
{
	unsigned count = 0;

	for (unsigned p = 0; p < grid_area(&scene->board); p++) {
		const unsigned index = zone_index(zone, p);

		if (scene->board.at[p] == COLOUR_NONE && (index == 0 || index > stones))
			out[count++] = (uint16_t)p;
	}
	return count;
}

/* gather moves the points that are near one of them to the front. */
static void gather(const grid_t *board, uint16_t *points, unsigned count, rng_t *rng)
{
	const unsigned centre = points[rng_below(rng, count)];
	const int cx = (int)(centre % board->width), cy = (int)(centre / board->width);
	unsigned front = 0;

	for (unsigned i = 0; i < count; i++) {
		const int dx = (int)(points[i] % board->width) - cx;
		const int dy = (int)(points[i] / board->width) - cy;
		const uint16_t swap = points[front];

		if (dx < -2 || dx > 2 || dy < -2 || dy > 2)
			continue;
		points[front++] = points[i];
		points[i] = swap;
	}
}

static bool fill_stones(const scene_t *scene, const zone_t *zone, colour_t colour, rng_t *rng,
                        scene_t *out)
{
	static const uint8_t shares[] = {0, 0, 50, 100, 100};
	const unsigned drawn = shares[rng_below(rng, sizeof(shares))];
	const unsigned black = colour == COLOUR_NONE ? drawn : colour == COLOUR_BLACK ? 100 : 0;
	unsigned stones = 1 + (chance(rng, 60) ? rng_below(rng, STONES_MOST) : 0);
	uint16_t points[GRID_AREA_MAX];
	unsigned count, first;

	*out = *scene;
	if (chance(rng, 20)) /* all that the last area, which stands for the rest, allows */
		stones = 1 + rng_below(rng, grid_area(&scene->board));
	count = allowed_points(scene, zone, stones, points);
	while (stones > 0 && count < stones)
		count = allowed_points(scene, zone, --stones, points);
	if (stones == 0)
		return false;
	first = count;
	if (chance(rng, 60)) {
		gather(&scene->board, points, count, rng);
		first = stones + rng_below(rng, 4);
	}
	for (unsigned i = 0; i < stones; i++) {
		const unsigned room = (first > i && first < count ? first : count) - i;
		const unsigned j = i + rng_below(rng, room);
		const uint16_t p = points[j];

		points[j] = points[i];
		points[i] = p;
		out->board.at[p] = chance(rng, black) ? COLOUR_BLACK : COLOUR_WHITE;
	}
	return true;
}

/* stands: is the changed position one to solve? In k-in-a-row the defender's own win may
 * come with the stones put on: such a board is over, and no zone speaks of it. In Hex a
 * defender who is joined has cut the attacker off, which a zone must rule out. */
static bool stands(const scene_t *before, const scene_t *after)
{
	bool was_lost, is_lost;

	if (!scene_stands(after, &is_lost))
		return false;
	if (!is_lost || strcmp(after->game->name, "gomoku") != 0)
		return true;
	return scene_stands(before, &was_lost) && was_lost;
}

colour_t fill_colour(const scene_t *scene, value_t value)
{
	if (strstr(scene->options, "rule=renju") == NULL)
		return COLOUR_NONE;
	return value == VALUE_PROVEN ? other_colour(scene->attacker) : scene->attacker;
}

bool fill(const scene_t *scene, const zone_t *zone, colour_t colour, rng_t *rng, scene_t *out)
{
	for (unsigned i = 0; i < TRIES; i++) {
		bool made = zone->areas == 1 ? fill_around(scene, zone, rng, out)
		                             : fill_stones(scene, zone, colour, rng, out);

		if (made && fill_changes(scene, out) > 0 && stands(scene, out))
			return true;
	}
	return false;
}

unsigned fill_changes(const scene_t *before, const scene_t *after)
{
	unsigned count = 0;

	for (unsigned p = 0; p < grid_area(&before->board); p++)
		count += before->board.at[p] != after->board.at[p];
	return count;
}

bool fill_is_allowed(const scene_t *before, const scene_t *after, const zone_t *zone,
                     colour_t colour)
{
	const unsigned changes = fill_changes(before, after);

	if (zone->areas == 0)
		return false;
	for (unsigned p = 0; p < grid_area(&before->board); p++) {
		const unsigned index = zone_index(zone, p);

		if (before->board.at[p] == after->board.at[p])
			continue;
		if (colour != COLOUR_NONE && after->board.at[p] != colour)
			return false;
		if (zone->areas == 1 ? index != 0 || scene_names(before, p)
		                     : (index != 0 && index <= changes) ||
		                               before->board.at[p] != COLOUR_NONE)
			return false;
	}
	return stands(before, after);
}
