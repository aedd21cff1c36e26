/* SPDX-License-Identifier: MIT
 * alive.c - unconditional life after Benson, as docs/proofs.md words it. Everything is found anew
 * on every board.
 *
 * Support   A support is a set of living blocks and of regions such that each block has two
 *           regions of the set that are vital to it, or a liberty on which nobody may play, and
 *           no region borders on a block of the colour outside the set. On a board that looks the
 *           same on all points of the support its regions are regions too, because the stones
 *           around them stand there. Their empty points are the same and are next to the same
 *           stones, so they are vital to the blocks of these stones. So Benson's algorithm never
 *           drops any of the set there. */
#include "engine/proof/check/alive.h"

#include <assert.h>
#include <string.h>

#include "engine/proof/check/stones.h"

enum { EYES = 2 };

/* A block of the colour, or a region: connected points without its stones. */
typedef struct {
	set_t points, near; /* near: of a block its liberties, of a region the stones around it */
	bool dropped;
} part_t;

typedef struct {
	const check_claim_t *claim;
	const check_board_t *board;
	int colour;
	part_t block[CHECK_AREA_MAX], region[CHECK_AREA_MAX];
	int blocks, regions;
} benson_t;

static bool overlap(const set_t *a, const set_t *b)
{
	for (unsigned i = 0; i < CHECK_SET_WORDS; i++)
		if ((a->word[i] & b->word[i]) != 0)
			return true;
	return false;
}

static void find_region(const benson_t *life, int point, part_t *out)
{
	int todo[CHECK_AREA_MAX], near[4];
	int left = 0;

	assert(life->board->at[point] != life->colour);
	*out = (part_t){.dropped = false};
	todo[left++] = point;
	set_add(&out->points, point);
	while (left > 0) {
		const int count = stones_neighbours(life->claim, todo[--left], near);

		for (int i = 0; i < count; i++) {
			if (life->board->at[near[i]] == life->colour) {
				set_add(&out->near, near[i]);
			} else if (!set_has(&out->points, near[i])) {
				set_add(&out->points, near[i]);
				todo[left++] = near[i];
			}
		}
	}
}

/* find_parts finds all blocks and regions. */
static void find_parts(benson_t *life)
{
	set_t seen = {{0}};

	for (int p = 0; p < life->claim->area; p++) {
		part_t *part;

		if (set_has(&seen, p))
			continue;
		if (life->board->at[p] == life->colour) {
			check_block_t block;

			stones_block(life->claim, life->board, p, &block);
			part = &life->block[life->blocks++];
			*part = (part_t){.points = block.stones, .near = block.liberties};
		} else {
			part = &life->region[life->regions++];
			find_region(life, p, part);
		}
		set_unite(&seen, &part->points);
		assert(set_has(&seen, p) && life->blocks + life->regions <= life->claim->area);
	}
}

/* is_vital: are all empty points of the region liberties of the block? */
static bool is_vital(const benson_t *life, const part_t *region, const part_t *block)
{
	for (int p = 0; p < life->claim->area; p++)
		if (set_has(&region->points, p) && life->board->at[p] == STONE_NONE &&
		    !set_has(&block->near, p))
			return false;
	return true;
}

/* outside returns a liberty that nobody may play on, or NO_POINT. */
static int outside(const benson_t *life, const part_t *block)
{
	for (int p = 0; p < life->claim->area; p++)
		if (set_has(&block->near, p) && !set_has(&life->claim->region, p))
			return p;
	return NO_POINT;
}

static bool has_eyes(const benson_t *life, const part_t *block)
{
	int vital = 0;

	if (outside(life, block) != NO_POINT)
		return true;
	for (int r = 0; r < life->regions && vital < EYES; r++)
		vital += overlap(&life->region[r].points, &block->near) &&
		         !life->region[r].dropped && is_vital(life, &life->region[r], block);
	return vital >= EYES;
}

/* drop_regions drops those that border on the block. */
static void drop_regions(benson_t *life, const part_t *block)
{
	for (int r = 0; r < life->regions; r++)
		if (overlap(&life->region[r].near, &block->points))
			life->region[r].dropped = true;
}

static void live(const check_claim_t *claim, const check_board_t *board, int colour, benson_t *out)
{
	bool again = true;

	out->claim = claim;
	out->board = board;
	out->colour = colour;
	out->blocks = out->regions = 0;
	find_parts(out);
	while (again) {
		again = false;
		for (int b = 0; b < out->blocks; b++) {
			if (out->block[b].dropped || has_eyes(out, &out->block[b]))
				continue;
			out->block[b].dropped = true;
			drop_regions(out, &out->block[b]);
			again = true;
		}
	}
}

void alive_find(const check_claim_t *claim, const check_board_t *board, int colour, set_t *out)
{
	benson_t life;

	live(claim, board, colour, &life);
	*out = (set_t){{0}};
	for (int b = 0; b < life.blocks; b++)
		if (!life.block[b].dropped)
			set_unite(out, &life.block[b].points);
}

static int size_of(const set_t *set)
{
	int count = 0;

	for (int p = 0; p < CHECK_AREA_MAX; p++)
		count += set_has(set, p);
	return count;
}

/* add_eyes adds the smallest regions that are vital to the block, until two are in. */
static void add_eyes(const benson_t *life, const part_t *block, bool *in, set_t *out)
{
	const int free = outside(life, block);
	int had = 0;

	if (free != NO_POINT) {
		set_add(out, free);
		return;
	}
	for (int r = 0; r < life->regions; r++)
		had += in[r] && is_vital(life, &life->region[r], block);
	while (had < EYES) {
		int best = NO_POINT;

		for (int r = 0; r < life->regions; r++)
			if (!in[r] && !life->region[r].dropped &&
			    is_vital(life, &life->region[r], block) &&
			    (best == NO_POINT || size_of(&life->region[r].points) <
			                                 size_of(&life->region[best].points)))
				best = r;
		assert(best != NO_POINT);
		in[best] = true;
		set_unite(out, &life->region[best].points);
		set_unite(out, &life->region[best].near);
		had++;
	}
}

void alive_support(const check_claim_t *claim, const check_board_t *board, const set_t *stones,
                   set_t *out)
{
	bool region_in[CHECK_AREA_MAX] = {false}, block_in[CHECK_AREA_MAX] = {false};
	set_t wanted = *stones;
	bool again = true;
	benson_t life;
	int colour = STONE_NONE;

	for (int p = 0; p < claim->area && colour == STONE_NONE; p++)
		if (set_has(stones, p))
			colour = board->at[p];
	live(claim, board, colour, &life);
	while (again) {
		again = false;
		for (int b = 0; b < life.blocks; b++) {
			const part_t *block = &life.block[b];

			if (block_in[b] || block->dropped || !overlap(&block->points, &wanted))
				continue;
			set_unite(&wanted, &block->points);
			add_eyes(&life, block, region_in, &wanted);
			block_in[b] = again = true;
		}
	}
	set_unite(out, &wanted);
}
