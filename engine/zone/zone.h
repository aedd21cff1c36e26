/* SPDX-License-Identifier: MIT
 * zone.h - the points that a result depends on, and how much each matters.
 *
 * A zone is a sequence of sets of points, area 1 within area 2 within area 3 ...: as
 * long as no more than s stones are put on the board, none of them on area s, the
 * result stays (Definition 3 of the relevancy zone schemes: "area sequence"). A point
 * has the index of the smallest area that holds it. Games in which any change outside
 * leaves the result as it is (Go) have one area, which then stands for all of them.
 *
 * The last area of a sequence stands for all that would follow it.
 *
 * Units     indices count from 1; points are y * width + x, y = 0 the top row.
 * Threads   values; no state.
 */
#ifndef ENGINE_ZONE_ZONE_H
#define ENGINE_ZONE_ZONE_H

#include "engine/zone/bits.h"

enum {
	ZONE_AREAS_MAX = 8,
	ZONE_CELLS = 36, /* bits of a coarse zone */
};

#define ZONE_COARSE_ALL ((UINT64_C(1) << ZONE_CELLS) - 1)

typedef struct {
	uint16_t areas; /* of the sequence; 0: no zone is known, every point may matter */
	uint8_t width, height;
	bits_t area[ZONE_AREAS_MAX];
} zone_t;

/* zone_init makes an empty zone for a board. */
void zone_init(zone_t *zone, unsigned areas, unsigned width, unsigned height);

/* zone_copy copies the areas in use; zone_clear empties them. */
static inline void zone_copy(zone_t *to, const zone_t *from)
{
	to->areas = from->areas;
	to->width = from->width;
	to->height = from->height;
	for (unsigned i = 0; i < from->areas; i++)
		to->area[i] = from->area[i];
}

static inline void zone_clear(zone_t *zone)
{
	for (unsigned i = 0; i < zone->areas; i++)
		zone->area[i] = (bits_t){{0}};
}

/* zone_unite: the union of two sequences of the same board, area by area. */
static inline void zone_unite(zone_t *zone, const zone_t *other)
{
	assert(zone->areas == other->areas);
	for (unsigned i = 0; i < zone->areas; i++)
		bits_unite(&zone->area[i], &other->area[i]);
}

/* zone_unroll forgets the first area: every index but 1 falls by one. */
static inline void zone_unroll(zone_t *zone)
{
	for (unsigned i = 0; i + 1 < zone->areas; i++)
		zone->area[i] = zone->area[i + 1];
}

/* zone_add and zone_add_set give points the index `index`, unless theirs is less;
 * what is beyond the last area goes into it. */
static inline void zone_add_set(zone_t *zone, const bits_t *set, unsigned index)
{
	assert(index >= 1);
	for (unsigned i = index < zone->areas ? index - 1 : zone->areas - 1u; i < zone->areas; i++)
		bits_unite(&zone->area[i], set);
}

static inline void zone_add(zone_t *zone, unsigned point, unsigned index)
{
	assert(index >= 1);
	for (unsigned i = index < zone->areas ? index - 1 : zone->areas - 1u; i < zone->areas; i++)
		bits_add(&zone->area[i], point);
}

/* zone_is_sound: is each area within the next one, and on the board? For assertions. */
bool zone_is_sound(const zone_t *zone);

/* zone_add_all gives every point of the board the index `index`. */
void zone_add_all(zone_t *zone, unsigned index);

/* zone_index returns the index of a point, 0 when it is in no area. */
unsigned zone_index(const zone_t *zone, unsigned point);

/* The board cut into cells of a few points each: a bit of a coarse zone stands for a
 * cell. Where zones have several areas, half of the bits are for the second one. */
typedef struct {
	bits_t board;               /* all points */
	unsigned first, second;     /* cells of the two areas */
	bits_t cell[ZONE_CELLS];    /* those of the first, then those of the second */
	uint8_t of[2][BITS_POINTS]; /* the cell of a point, by area */
} zone_cells_t;

void zone_cells_init(zone_cells_t *cells, const zone_t *like);

/* zone_coarse writes a zone in ZONE_CELLS bits; zone_from_coarse reads it, into a
 * zone that was made for the same board. What comes back is as large or larger. */
uint64_t zone_coarse(const zone_cells_t *cells, const zone_t *zone);
void zone_from_coarse(const zone_cells_t *cells, uint64_t coarse, zone_t *out);

#endif
