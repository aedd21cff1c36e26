/* SPDX-License-Identifier: MIT
 * reach.c - what is so many steps from a block.
 */
#include "engine/game/go/reach.h"

/* grow writes what is one step beyond `set`; blocks of the defender with no more than `weak`
 * liberties count as steps. */
static void grow(const go_t *go, unsigned weak, const bits_t *set, bits_t *out)
{
	bits_t near;

	geometry_neighbours(go->geo, set, &near);
	bits_subtract(&near, set);
	*out = near;
	bits_intersect(out, &go->empty);
	if (weak == 0)
		return;
	bits_subtract(&near, out);
	while (!bits_is_empty(&near)) {
		const unsigned p = bits_take(&near);

		if (!reach_owns(go, p) && board_block(go, p)->libs <= weak)
			bits_add(out, p);
	}
}

/* join adds to the set what has been reached, and the own blocks next to that. */
static void join(const go_t *go, const bits_t *reached, bits_t *set)
{
	bits_t near;

	bits_unite(set, reached);
	geometry_neighbours(go->geo, reached, &near);
	bits_subtract(&near, set);
	bits_subtract(&near, &go->empty);
	while (!bits_is_empty(&near)) {
		const unsigned p = bits_take(&near);

		if (reach_owns(go, p) && !bits_has(set, p))
			board_add_block(go, p, set);
	}
}

void reach_begin(const go_t *go, unsigned stone, reach_t *reach)
{
	reach->steps = 0;
	reach->within[0] = (bits_t){{0}};
	board_add_block(go, stone, &reach->within[0]);
}

void reach_next(const go_t *go, unsigned weak, reach_t *reach)
{
	bits_t *set = &reach->within[++reach->steps];
	bits_t reached;

	assert(reach->steps <= REACH_MOST);
	*set = reach->within[reach->steps - 1];
	grow(go, weak, set, &reached);
	join(go, &reached, set);
}

void reach_from(const go_t *go, unsigned stone, unsigned weak, unsigned steps, reach_t *reach)
{
	reach_begin(go, stone, reach);
	while (reach->steps < steps)
		reach_next(go, weak, reach);
}
