/* SPDX-License-Identifier: MIT
 * zone.c - the parts of zones that are not in every node. */
#include "engine/zone/zone.h"

#include <string.h>

enum { COLUMNS = 6 };

void zone_init(zone_t *zone, unsigned areas, unsigned width, unsigned height)
{
	assert(areas <= ZONE_AREAS_MAX && width * height <= BITS_POINTS);
	zone->areas = (uint16_t)areas;
	zone->width = (uint8_t)width;
	zone->height = (uint8_t)height;
	zone_clear(zone);
}

static bits_t board_of(const zone_t *zone)
{
	const unsigned points = (unsigned)zone->width * zone->height;
	bits_t all = {{0}};

	for (unsigned i = 0; i < points / 64; i++)
		all.word[i] = UINT64_MAX;
	if (points % 64 != 0)
		all.word[points / 64] = (UINT64_C(1) << points % 64) - 1;
	return all;
}

bool zone_is_sound(const zone_t *zone)
{
	bits_t within = board_of(zone);

	for (unsigned i = zone->areas; i-- > 0;) {
		bits_t beyond = zone->area[i];

		bits_subtract(&beyond, &within);
		if (!bits_is_empty(&beyond))
			return false;
		within = zone->area[i];
	}
	return zone->areas <= ZONE_AREAS_MAX;
}

void zone_add_all(zone_t *zone, unsigned index)
{
	const bits_t all = board_of(zone);

	zone_add_set(zone, &all, index);
}

unsigned zone_index(const zone_t *zone, unsigned point)
{
	for (unsigned i = 0; i < zone->areas; i++)
		if (bits_has(&zone->area[i], point))
			return i + 1;
	return 0;
}

/* cut makes `count` cells from `first` on, COLUMNS in a row of them, for one area. */
static void cut(zone_cells_t *cells, const zone_t *like, unsigned first, unsigned count,
                uint8_t *of)
{
	const unsigned rows = count / COLUMNS;

	for (unsigned y = 0; y < like->height; y++)
		for (unsigned x = 0; x < like->width; x++) {
			const unsigned i = first + y * rows / like->height * COLUMNS +
			                   x * COLUMNS / like->width;

			bits_add(&cells->cell[i], y * like->width + x);
			of[y * like->width + x] = (uint8_t)i;
		}
}

void zone_cells_init(zone_cells_t *cells, const zone_t *like)
{
	memset(cells, 0, sizeof(*cells));
	cells->board = board_of(like);
	cells->first = like->areas > 1 ? ZONE_CELLS / 2 : ZONE_CELLS;
	cells->second = ZONE_CELLS - cells->first;
	cut(cells, like, 0, cells->first, cells->of[0]);
	if (cells->second > 0)
		cut(cells, like, cells->first, cells->second, cells->of[1]);
}

/* Zones are small: their points are fewer than the words of all cells. */
uint64_t zone_coarse(const zone_cells_t *cells, const zone_t *zone)
{
	const unsigned areas = cells->second > 0 ? 2 : 1;
	uint64_t coarse = 0;

	assert(zone_is_sound(zone));
	for (unsigned i = 0; i < areas; i++)
		for (unsigned w = 0; w < BITS_WORDS; w++)
			for (uint64_t left = zone->area[i].word[w]; left != 0; left &= left - 1)
				coarse |= UINT64_C(1) << cells->of[i][bits_point(w, left)];
	return coarse;
}

void zone_from_coarse(const zone_cells_t *cells, uint64_t coarse, zone_t *out)
{
	assert((coarse & ~ZONE_COARSE_ALL) == 0);
	zone_clear(out);
	for (; coarse != 0; coarse &= coarse - 1) {
		const unsigned i = (unsigned)__builtin_ctzll(coarse);

		zone_add_set(out, &cells->cell[i], i < cells->first ? 1 : 2);
	}
	if (out->areas > 2)
		zone_add_all(out, 3);
	assert(zone_is_sound(out));
}
