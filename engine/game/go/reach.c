/* SPDX-License-Identifier: MIT
 * reach.c - what is so many steps from a block.
 *
 * A step leads to what is next to the points of the last one, and to the blocks that these joined:
 * the liberties of a block are known, and only where the defender's blocks matter its stones are
 * looked around.
 */
#include "engine/game/go/reach.h"

void reach_begin(const go_t *go, unsigned stone, unsigned weak, reach_t *reach)
{
	assert(reach_owns(go, stone));
	reach->go = go;
	reach->weak = weak;
	reach->steps = 0;
	reach->own = board_stones(go, go->colour[SIDE_ATTACKER]);
	reach->within[0] = (bits_t){{0}};
	board_add_block(go, stone, &reach->within[0]);
	if (weak == 0)
		reach->border = board_block(go, stone)->lib;
	else
		geometry_neighbours(go->geo, &reach->within[0], &reach->border);
}

/* step writes what is one step beyond `set`. */
static void step(const reach_t *reach, const bits_t *set, bits_t *out)
{
	const go_t *go = reach->go;
	bits_t blocks = reach->border;

	bits_subtract(&blocks, set);
	*out = blocks;
	bits_intersect(out, &go->empty);
	if (reach->weak == 0)
		return;
	bits_subtract(&blocks, out);
	bits_subtract(&blocks, &reach->own);
	while (!bits_is_empty(&blocks)) {
		const unsigned p = bits_take(&blocks);

		if (board_block(go, p)->libs <= reach->weak)
			bits_add(out, p);
	}
}

/* join adds the own blocks on the border to the set, and what is next to them to the border. */
static void join(reach_t *reach, bits_t *set)
{
	const go_t *go = reach->go;
	bits_t joined = {{0}}, left = reach->border;

	bits_intersect(&left, &reach->own);
	bits_subtract(&left, set);
	if (bits_is_empty(&left))
		return;
	while (!bits_is_empty(&left)) {
		const unsigned p = bits_take(&left);

		if (bits_has(&joined, p))
			continue;
		board_add_block(go, p, &joined);
		if (reach->weak == 0)
			bits_unite(&reach->border, &board_block(go, p)->lib);
	}
	bits_unite(set, &joined);
	if (reach->weak > 0) {
		bits_t near;

		geometry_neighbours(go->geo, &joined, &near);
		bits_unite(&reach->border, &near);
	}
}

void reach_next(reach_t *reach)
{
	bits_t *set = &reach->within[reach->steps + 1];
	bits_t reached;

	assert(reach->steps < REACH_MOST);
	*set = reach->within[reach->steps++];
	step(reach, set, &reached);
	bits_unite(set, &reached);
	geometry_neighbours(reach->go->geo, &reached, &reach->border);
	join(reach, set);
}

void reach_from(const go_t *go, unsigned stone, unsigned weak, unsigned steps, reach_t *reach)
{
	reach_begin(go, stone, weak, reach);
	while (reach->steps < steps)
		reach_next(reach);
}
