/* SPDX-License-Identifier: MIT
 * needs.h - the sets of points of which the zones of Go (zone.c) are made. Each function adds to
 * *out points that must stay the same for one fact to hold on another board too.
 *
 * Threads   values; no state.
 * Errors    none.
 */
#ifndef ENGINE_GAME_GO_ZONE_NEEDS_H
#define ENGINE_GAME_GO_ZONE_NEEDS_H

#include "engine/game/go/board/board.h"

/* needs_block_and_near adds the stones of the block on `stone` and all points next to them: the
 * block has the same stones and the same liberties there. */
static inline void needs_block_and_near(const go_t *go, unsigned stone, bits_t *out)
{
	bits_t block = {{0}}, near;

	board_add_block(go, stone, &block);
	geometry_neighbours(go->geo, &block, &near);
	bits_unite(out, &block);
	bits_unite(out, &near);
}

/* needs_liberties adds liberties of a block until *out has `enough` of them, or all: the block has
 * at least so many there. The point `not` (POINT_NONE: no point) is not added and does not
 * count. */
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

/* needs_near adds the neighbours of a point, those on the board. */
static inline void needs_near(const go_t *go, unsigned p, bits_t *out)
{
	for (unsigned d = 0; d < DIRECTIONS; d++)
		if (go->geo->near[p][d] != POINT_NONE)
			bits_add(out, go->geo->near[p][d]);
}

#endif
