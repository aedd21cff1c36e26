/* SPDX-License-Identifier: MIT
 * needs.h - the sets of points from which the zones of Go (zone.c) are made. Each function adds to
 * *out the points that must stay the same for one fact to hold.
 *
 * Threads   values; no state.
 */
#ifndef ENGINE_GAME_GO_ZONE_NEEDS_H
#define ENGINE_GAME_GO_ZONE_NEEDS_H

#include "engine/game/go/board/board.h"

/* needs_block_and_near adds a block with all its neighbours. */
static inline void needs_block_and_near(const go_t *go, unsigned stone, bits_t *out)
{
	bits_t block = {{0}}, near;

	board_add_block(go, stone, &block);
	geometry_neighbours(go->geo, &block, &near);
	bits_unite(out, &block);
	bits_unite(out, &near);
}

/* needs_liberties adds liberties until `enough` of them are in, but `not` does not count. */
static inline void needs_liberties(const block_t *block, unsigned enough, unsigned not, bits_t *out)
{
	bits_t left = block->lib, in;

	if (not != POINT_NONE)
		bits_remove(&left, not );
	in = left;
	bits_intersect(&in, out);
	bits_subtract(&left, out);
	while (enough > 0 && !bits_is_empty(&in)) {
		bits_take(&in);
		enough--;
	}
	for (; enough > 0 && !bits_is_empty(&left); enough--)
		bits_add(out, bits_take(&left));
}

/* needs_near adds the neighbours of a point. */
static inline void needs_near(const go_t *go, unsigned p, bits_t *out)
{
	for (unsigned d = 0; d < DIRECTIONS; d++)
		if (go->geo->near[p][d] != POINT_NONE)
			bits_add(out, go->geo->near[p][d]);
}

#endif
