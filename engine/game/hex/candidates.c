/* SPDX-License-Identifier: MIT
 * candidates.c - cells by the length of the shortest paths through them.
 *
 * What is left out is left out by proof:
 *
 * Attacks    to finish within `order` moves after a pass, the distance may be no
 *            more than `order` then. A stone lowers it only on a shortest path,
 *            so with a distance of order + 1 only those cells count, with less
 *            every one does, and with more none.
 * Replies    with a distance of 1 a reply must take the cell that finishes. Where
 *            there are two such cells, the path through one does not need the
 *            other, so nothing stops both. A defender who could join his sides at
 *            once would stop them, so then he cannot.
 *
 * The order is a matter of speed alone: first the cells that lie on the shortest
 * paths of both sides, for both want them; among equals from the middle outwards. */
#include "engine/game/hex/candidates.h"

#include "engine/base/check.h"
#include "engine/game/rank.h"

void hex_candidates_through(const hex_t *hex, side_t side, uint8_t length[HEX_AREA_MAX])
{
	const view_t *v = &hex->view[side];
	uint8_t first[HEX_AREA_MAX], last[HEX_AREA_MAX];

	hex_view_costs(v, false, first);
	hex_view_costs(v, true, last);
	for (unsigned y = 0; y < v->height; y++)
		for (unsigned x = 0; x < v->width; x++) {
			const unsigned c = y * v->width + x;
			const unsigned sum = first[c] + last[c] - 1u;
			const bool taken = ((v->own.row[y] | v->other.row[y]) >> x & 1) != 0;

			length[hex_board_cell(hex, side, x, y)] =
			        (uint8_t)(taken || sum > HEX_FAR ? HEX_FAR : sum);
		}
}

/* from_middle returns the i-th of n rows or columns, counted from the middle. */
static unsigned from_middle(unsigned i, unsigned n)
{
	const unsigned middle = (n - 1) / 2;

	return (i & 1) != 0 ? middle + (i + 1) / 2 : middle - i / 2;
}

/* list writes the empty cells on `within` whose shortest path of the attacker is at
 * most `most` long, best ones first. */
static unsigned list(const hex_t *hex, unsigned most, const bits_t *within, move_t *out)
{
	uint8_t ours[HEX_AREA_MAX], theirs[HEX_AREA_MAX];
	ranked_t ranked;

	hex_candidates_through(hex, SIDE_ATTACKER, ours);
	hex_candidates_through(hex, SIDE_DEFENDER, theirs);
	rank_begin(&ranked);
	for (unsigned i = 0; i < hex->height; i++)
		for (unsigned j = 0; j < hex->width; j++) {
			const unsigned c = from_middle(i, hex->height) * hex->width +
			                   from_middle(j, hex->width);

			if (hex_board_at(hex, c) == COLOUR_NONE && ours[c] <= most &&
			    (within == NULL || bits_has(within, c)))
				rank_add(&ranked, (move_t)c, (unsigned)ours[c] + theirs[c]);
		}
	return rank_write(&ranked, out);
}

/* finishing returns the cells that join the attacker's sides at once, when the
 * distance is 1, as a set of his view. */
static cells_t finishing(const hex_t *hex, unsigned *count)
{
	const view_t *v = &hex->view[SIDE_ATTACKER];
	uint8_t first[HEX_AREA_MAX], last[HEX_AREA_MAX];
	cells_t set = {{0}};

	assert(hex->distance == 1);
	hex_view_costs(v, false, first);
	hex_view_costs(v, true, last);
	*count = 0;
	for (unsigned y = 0; y < v->height; y++)
		for (unsigned x = 0; x < v->width; x++)
			if (first[y * v->width + x] == 1 && last[y * v->width + x] == 1) {
				set.row[y] |= (uint16_t)(1u << x);
				++*count;
			}
	assert(*count > 0);
	return set;
}

/* first_of returns the first cell of a set of the attacker's view. */
static move_t first_of(const hex_t *hex, const cells_t *set)
{
	unsigned y = 0;

	while (set->row[y] == 0) {
		y++;
		assert(y < HEX_SIDE_MOST);
	}
	return (move_t)hex_board_cell(hex, SIDE_ATTACKER, (unsigned)__builtin_ctz(set->row[y]), y);
}

move_t hex_candidates_finish(const hex_t *hex)
{
	cells_t set;
	unsigned count;

	assert(hex->base.turn == SIDE_ATTACKER);
	if (hex->distance != 1)
		return MOVE_NONE;
	set = finishing(hex, &count);
	return first_of(hex, &set);
}

unsigned hex_candidates_attacks(const hex_t *hex, unsigned order, const bits_t *within, move_t *out)
{
	assert(hex->base.turn == SIDE_ATTACKER);
	if (hex->distance == 0 || hex->distance == HEX_FAR || hex->distance > order + 1)
		return 0;
	return list(hex, hex->distance == order + 1 ? hex->distance : HEX_FAR, within, out);
}

unsigned hex_candidates_replies(const hex_t *hex, const bits_t *within, move_t *out)
{
	cells_t set;
	unsigned count;

	assert(hex->base.turn == SIDE_DEFENDER);
	if (hex->distance != 1)
		return list(hex, HEX_FAR, within, out);
	set = finishing(hex, &count);
	out[0] = first_of(hex, &set);
	return bits_keep(within, out, count == 1);
}
