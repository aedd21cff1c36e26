/* SPDX-License-Identifier: MIT
 * distance.c - the points that are a number of steps away from a block: breadth-first search with
 * sets of bits.
 *
 * A step leads to the points next to those of the last step, and next to the blocks that these
 * joined. The liberties of a block are known without a look at its stones; only where blocks of the
 * defender's may be steps are the stones looked around. What a step joins is found when the next
 * step needs it.
 */
#include "engine/game/go/connect/distance.h"

bits_t distance_near(const go_t *go, unsigned stone, unsigned weak)
{
	bits_t block = {{0}}, near;

	if (weak == 0)
		return board_block(go, stone)->lib;
	board_add_block(go, stone, &block);
	geometry_neighbours(go->geo, &block, &near);
	return near;
}

void distance_begin(const go_t *go, unsigned stone, unsigned weak, distance_t *reach)
{
	assert(distance_owns(go, stone));
	reach->go = go;
	reach->weak = weak;
	reach->steps = 0;
	reach->joined = true;
	reach->own = board_stones(go, go->colour[SIDE_ATTACKER]);
	reach->within[0] = (bits_t){{0}};
	board_add_block(go, stone, &reach->within[0]);
	reach->border = distance_near(go, stone, weak);
}

void distance_join(distance_t *reach)
{
	const go_t *go = reach->go;
	bits_t *set = &reach->within[reach->steps];
	bits_t joined = {{0}}, left;

	if (reach->joined)
		return;
	reach->joined = true;
	geometry_neighbours(go->geo, &reach->last, &reach->border);
	left = reach->border;
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

void distance_next(distance_t *reach)
{
	const go_t *go = reach->go;
	bits_t *set, blocks;

	assert(reach->steps < REACH_MOST);
	distance_join(reach);
	set = &reach->within[reach->steps + 1];
	*set = reach->within[reach->steps++];
	for (unsigned i = 0; i < BITS_WORDS; i++) {
		const uint64_t new = reach->border.word[i] & ~set->word[i];

		reach->last.word[i] = new & go->empty.word[i];
		blocks.word[i] = new & ~(go->empty.word[i] | reach->own.word[i]);
	}
	while (reach->weak > 0 && !bits_is_empty(&blocks)) {
		const unsigned p = bits_take(&blocks);

		if (board_block(go, p)->libs <= reach->weak)
			bits_add(&reach->last, p);
	}
	bits_unite(set, &reach->last);
	reach->joined = false;
}

void distance_from(const go_t *go, unsigned stone, unsigned weak, unsigned steps, distance_t *reach)
{
	distance_begin(go, stone, weak, reach);
	while (reach->steps < steps)
		distance_next(reach);
}
