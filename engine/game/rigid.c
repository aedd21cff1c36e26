/* SPDX-License-Identifier: MIT
 * rigid.c - what the zone schemes of all rigid games share. */
#include "engine/game/rigid.h"

/* Unrolling costs an area an order, and a leaf of order 0 tells two apart; beyond that
 * more areas only make the zones of failures finer. */
enum { SPARE_AREAS = 4 };

void rigid_begin(unsigned width, unsigned height, unsigned order, zone_t *zone)
{
	const unsigned areas = order + SPARE_AREAS;

	assert(order <= ORDER_MAX + 1); /* a root with the defender to move has a pass more */
	zone_init(zone, areas < ZONE_AREAS_MAX ? areas : ZONE_AREAS_MAX, width, height);
}

void rigid_move(const position_t *pos, move_t move, zone_t *zone)
{
	(void)pos;
	zone_add(zone, move, 1);
}

void rigid_must(const position_t *pos, unsigned order, const zone_t *zone, bits_t *must)
{
	(void)pos;
	(void)order;
	assert(zone->areas > 0);
	*must = zone->area[0];
}
