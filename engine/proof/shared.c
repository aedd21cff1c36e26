/* SPDX-License-Identifier: MIT
 * shared.c - see shared.h.
 *
 * Verdicts by their zones (patterns.h) with a number instead of a first move and plies: the low
 * half and the high half of it.
 *
 * Orders    A node for an order serves the lower ones: distances that hold the attacker there hold
 *           him with fewer moves too, and passes run out sooner. */
#include "engine/proof/shared.h"

enum { BYTES = 64 << 20, HALF = 16 };

void shared_init(shared_t *shared)
{
	*shared = (shared_t){.by_zone = patterns_create(BYTES)};
}

void shared_fini(shared_t *shared)
{
	patterns_free(shared->by_zone);
	shared->by_zone = NULL;
}

static scene_t scene_of(const position_t *pos)
{
	scene_t scene = {.stocks = 0};

	scene.question = pos->game->question(pos, scene.stones);
	return scene;
}

void shared_keep(shared_t *shared, const position_t *pos, unsigned order, const zone_t *zone,
                 uint32_t node)
{
	scene_t scene;

	if (shared->by_zone == NULL)
		return;
	scene = scene_of(pos);
	scene.question.lo ^= order;
	patterns_add(shared->by_zone, &scene,
	             &(verdict_t){.zone = zone->area[0],
	                          .best = (move_t)node,
	                          .plies = (uint16_t)(node >> HALF),
	                          .value = VALUE_DISPROVEN});
	if (order > shared->most)
		shared->most = order;
}

bool shared_find(const shared_t *shared, const position_t *pos, unsigned order, uint32_t *node,
                 zone_t *zone)
{
	verdict_t found;
	scene_t scene;

	if (shared->by_zone == NULL)
		return false;
	scene = scene_of(pos);
	scene.question.lo ^= order;
	for (unsigned o = order; o <= shared->most; o++) {
		if (patterns_find(shared->by_zone, &scene, &found)) {
			*node = found.best | (uint32_t)found.plies << HALF;
			zone_clear(zone);
			zone_add_set(zone, &found.zone, 1);
			return true;
		}
		scene.question.lo ^= o ^ (o + 1);
	}
	return false;
}
