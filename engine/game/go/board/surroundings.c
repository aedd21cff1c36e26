/* SPDX-License-Identifier: MIT
 * surroundings.c - floods outward from the stones. Blocks of the other side that have all their
 * liberties in what is reached may be captured: the flood goes on behind them. In the end the
 * blocks with few liberties outside are added: the stones may win a race against them. */
#include "engine/game/go/board/surroundings.h"

enum { PREY_OUTSIDE = 2 }; /* limit: liberties; with more it wins most races */

/* spread adds whole blocks of the dragon's side, and prey, that touch *set, again and again. */
static void spread(const go_t *go, unsigned own, bits_t *set)
{
	for (;;) {
		bits_t near;
		bool any = false;

		geometry_neighbours(go->geo, set, &near);
		bits_subtract(&near, &go->empty);
		bits_subtract(&near, set);
		while (!bits_is_empty(&near)) {
			const unsigned p = bits_take(&near);
			bits_t lib = board_block(go, p)->lib;

			bits_subtract(&lib, set);
			if (bits_has(set, p) || (go->at[p] != own && !bits_is_empty(&lib)))
				continue;
			board_add_block(go, p, set);
			any = true;
		}
		if (!any)
			return;
	}
}

/* reach adds to *out, whole blocks, what they reach in `steps` moves. */
static void reach(const go_t *go, unsigned own, unsigned steps, bits_t *out)
{
	spread(go, own, out);
	while (steps-- > 0) {
		bits_t near;

		geometry_neighbours(go->geo, out, &near);
		bits_intersect(&near, &go->empty);
		bits_subtract(&near, out);
		if (bits_is_empty(&near))
			return;
		bits_unite(out, &near);
		spread(go, own, out);
	}
}

/* add_prey adds the blocks of the other side beside the region with few liberties outside of it,
 * and these liberties. */
static void add_prey(const go_t *go, unsigned own, bits_t *set)
{
	const bits_t theirs = board_stones(go, COLOUR_EDGE - own);
	bits_t near;

	geometry_neighbours(go->geo, set, &near);
	bits_intersect(&near, &theirs);
	bits_subtract(&near, set);
	while (!bits_is_empty(&near)) {
		const unsigned p = bits_take(&near);
		bits_t lib = board_block(go, p)->lib;

		bits_subtract(&lib, set);
		if (bits_has(set, p) || bits_count(&lib) > PREY_OUTSIDE)
			continue;
		board_add_block(go, p, set);
		bits_unite(set, &lib);
	}
}

static bool fits(const go_t *go, const bits_t *set)
{
	bits_t empty = *set;

	bits_intersect(&empty, &go->empty);
	return bits_count(&empty) <= SURROUNDINGS_MOST;
}

bool surroundings_find(const go_t *go, unsigned own, const bits_t *stones,
                       bool (*accepts)(const bits_t *set, void *context), void *context,
                       bits_t *out)
{
	unsigned steps = go->geo->area;

	while (steps > 0) {
		*out = *stones;
		reach(go, own, steps, out);
		add_prey(go, own, out);
		if (fits(go, out) && (accepts == NULL || accepts(out, context)))
			return true;
		steps = steps > SURROUNDINGS_STEPS ? SURROUNDINGS_STEPS : steps - 1;
	}
	return false;
}
