/* SPDX-License-Identifier: MIT
 * atari_liberties.c - who may play where, and who is in atari.
 *
 * A point with an empty neighbour is legal, so most points come out of a few word
 * operations; only the rest are looked at singly. */
#include "engine/game/atarigo/atari_liberties.h"

/* can_breathe: would a stone of the side to move on an empty point have a
 * liberty, or capture? */
static bool can_breathe(const atari_t *go, unsigned p)
{
	const unsigned own = go->colour[go->base.turn];

	for (unsigned d = 0; d < DIRECTIONS; d++) {
		const unsigned q = go->geo->near[p][d];

		if (go->at[q] == COLOUR_NONE)
			return true;
		if (go->at[q] != ATARI_EDGE &&
		    (go->at[q] == own) == (go->block[go->id[q]].libs > 1))
			return true; /* an own block with another liberty, or a capture */
	}
	return false;
}

bool atari_legal(const atari_t *go, move_t move)
{
	return !go->captured && move < go->geo->area && go->at[move] == COLOUR_NONE &&
	       can_breathe(go, move);
}

bool atari_stuck(const atari_t *go)
{
	bits_t left = go->empty;

	while (!bits_is_empty(&left))
		if (can_breathe(go, bits_take(&left)))
			return false;
	return true;
}

unsigned atari_parting(const atari_t *go, unsigned enough)
{
	bits_t left = go->empty;
	unsigned pairs = 0;

	while (pairs <= DIRECTIONS * enough && !bits_is_empty(&left)) {
		const uint16_t *near = go->geo->near[bits_take(&left)];

		for (unsigned d = DIRECTIONS / 2; d < DIRECTIONS; d++) /* each pair once */
			pairs += go->at[near[d]] == COLOUR_NONE;
	}
	pairs = (pairs + DIRECTIONS - 1) / DIRECTIONS;
	return pairs < enough ? pairs : enough;
}

void atari_legal_points(const atari_t *go, bits_t *out)
{
	bits_t closed = go->empty; /* empty points without an empty neighbour */

	*out = (bits_t){{0}};
	if (go->captured)
		return;
	geometry_neighbours(go->geo, &go->empty, out);
	bits_intersect(out, &go->empty);
	bits_subtract(&closed, out);
	while (!bits_is_empty(&closed)) {
		const unsigned p = bits_take(&closed);

		if (can_breathe(go, p))
			bits_add(out, p);
	}
}

unsigned atari_least(const atari_t *go, side_t side)
{
	bits_t left = go->roots[side];
	unsigned least = DISTANCE_NEVER;

	while (!bits_is_empty(&left)) {
		const unsigned libs = go->block[bits_take(&left)].libs;

		if (libs < least)
			least = libs;
	}
	return least;
}

void atari_last(const atari_t *go, side_t side, bits_t *out)
{
	bits_t left = go->roots[side];

	while (!bits_is_empty(&left)) {
		const string_t *block = &go->block[bits_take(&left)];

		assert(block->libs == bits_count(&block->lib));
		if (block->libs == 1)
			bits_unite(out, &block->lib);
	}
}

void atari_liberties_after(const atari_t *go, unsigned point, bits_t *out)
{
	const uint16_t *near = go->geo->near[point];
	const unsigned own = go->colour[go->base.turn];

	assert(point < go->geo->area && go->at[point] == COLOUR_NONE);
	*out = (bits_t){{0}};
	for (unsigned d = 0; d < DIRECTIONS; d++)
		if (go->at[near[d]] == COLOUR_NONE)
			bits_add(out, near[d]);
		else if (go->at[near[d]] == own)
			bits_unite(out, &go->block[go->id[near[d]]].lib);
	bits_remove(out, point);
}

unsigned atari_after(const atari_t *go, unsigned point, unsigned enough)
{
	const uint16_t *near = go->geo->near[point];
	const unsigned own = go->colour[go->base.turn];
	unsigned count = 0;
	bits_t lib;

	for (unsigned d = 0; d < DIRECTIONS; d++)
		if (go->at[near[d]] == COLOUR_NONE)
			count++;
		else if (go->at[near[d]] == own && go->block[go->id[near[d]]].libs > enough)
			return enough;
	if (count >= enough)
		return enough;
	atari_liberties_after(go, point, &lib);
	count = bits_count(&lib);
	return count < enough ? count : enough;
}
