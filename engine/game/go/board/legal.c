/* SPDX-License-Identifier: MIT
 * legal.c - the rule of legal moves: in the region, on an empty point, no suicide, and no move on a
 * banned ko point without a threat to spend.
 *
 * An empty point with an empty neighbour is legal, if it is in the region: a stone there has a
 * liberty, and no banned point has an empty neighbour. A few word operations find all such points;
 * only the other empty points are looked at one by one.
 */
#include "engine/game/go/board/legal.h"

bool legal_is_suicide(const go_t *go, unsigned p)
{
	const unsigned own = go->colour[go->base.turn];

	assert(go->at[p] == COLOUR_NONE);
	for (unsigned d = 0; d < DIRECTIONS; d++) {
		const unsigned q = go->geo->near[p][d];

		if (go->at[q] == COLOUR_NONE)
			return false;
		if (go->at[q] != COLOUR_EDGE &&
		    (go->at[q] == own) == (board_block(go, q)->libs > 1))
			return false; /* an own block with another liberty, or a capture */
	}
	return true;
}

bool board_legal(const go_t *go, move_t move)
{
	if (move >= go->geo->area || go->at[move] != COLOUR_NONE || !bits_has(&go->region, move))
		return false;
	if (move == go->ko && go->threats[go->base.turn] == 0)
		return false;
	return !legal_is_suicide(go, move);
}

void board_legal_points(const go_t *go, bits_t *out)
{
	bits_t closed = go->empty; /* later: the empty points without an empty neighbour */

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
