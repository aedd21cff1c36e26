/* SPDX-License-Identifier: MIT
 * legal.c - where the side to move may play: in the region, no suicide, no banned ko
 * without a threat to spend.
 *
 * A point with an empty neighbour is legal, and no ko point has one, so all such
 * points come out of a few word operations; only the rest are looked at singly.
 */
#include "engine/game/go/board/board.h"

bool board_breathes(const go_t *go, unsigned p)
{
	const unsigned own = go->colour[go->base.turn];

	for (unsigned d = 0; d < DIRECTIONS; d++) {
		const unsigned q = go->geo->near[p][d];

		if (go->at[q] == COLOUR_NONE)
			return true;
		if (go->at[q] != COLOUR_EDGE &&
		    (go->at[q] == own) == (board_block(go, q)->libs > 1))
			return true; /* an own block with another liberty, or a capture */
	}
	return false;
}

bool board_legal(const go_t *go, move_t move)
{
	if (move >= go->geo->area || go->at[move] != COLOUR_NONE || !bits_has(&go->region, move))
		return false;
	if (move == go->ko && go->threats[go->base.turn] == 0)
		return false;
	return board_breathes(go, move);
}

void board_legal_points(const go_t *go, bits_t *out)
{
	bits_t closed = go->empty; /* empty points without an empty neighbour */

	geometry_neighbours(go->geo, &go->empty, out);
	bits_intersect(out, &go->empty);
	bits_subtract(&closed, out);
	bits_intersect(out, &go->region);
	assert(go->ko == POINT_NONE || bits_has(&closed, go->ko));
	while (!bits_is_empty(&closed)) {
		const unsigned p = bits_take(&closed);

		if (board_legal(go, (move_t)p))
			bits_add(out, p);
	}
}
