/* SPDX-License-Identifier: MIT
 * benson.c - unconditional life, after D. B. Benson, "Life in the game of Go" (Information Sciences
 * 10, 1976).
 *
 * Algorithm  An enclosed region is a connected set of points without a stone of the colour asked
 *            about. It is vital to a block when all its empty points are liberties of the block.
 *            Take all blocks of the colour and all enclosed regions; drop the blocks with fewer
 *            than two vital regions, and the regions that touch a dropped block, until nothing
 *            changes. The blocks that remain can never be captured, and no other block is safe from
 *            any number of moves.
 *
 * Speed      benson_is_safe is asked at nearly every node, so a cheaper test comes first: two
 *            regions must be vital to the target. A vital region has a liberty of the block all of
 *            whose empty neighbours are liberties as well. Each region is filled from its liberties
 *            until a point shows that it is not vital, mostly the first one. Few positions of a
 *            fight need more than this test.
 *
 * In this file the region of a point is an enclosed region; what may be played on is go_t.region.
 */
#include "engine/game/go/board/benson.h"

enum { EYES = 2 };

/* What is left of the blocks and the regions while the algorithm drops some. */
typedef struct {
	const go_t *go;
	unsigned colour;
	bits_t safe;               /* stones of the blocks that remain */
	bits_t enclosed[AREA_MAX]; /* the enclosed regions that remain, */
	unsigned count;            /* and how many those are */
} benson_t;

static bool is_subset(const bits_t *part, const bits_t *whole)
{
	bits_t rest = *part;

	bits_subtract(&rest, whole);
	return bits_is_empty(&rest);
}

/* is_closed: has point `p` no empty neighbour that is not in `liberties`? */
static bool is_closed(const go_t *go, unsigned p, const bits_t *liberties)
{
	for (unsigned d = 0; d < DIRECTIONS; d++) {
		const unsigned q = go->geo->near[p][d];

		if (go->at[q] == COLOUR_NONE && !bits_has(liberties, q))
			return false;
	}
	return true;
}

/* fill_vital adds the region of point `p` to *seen and returns whether it is vital to the block of
 * that colour with those liberties. False: a part of the region may be missing in *seen. */
static bool fill_vital(const go_t *go, unsigned colour, unsigned p, const bits_t *liberties,
                       bits_t *seen)
{
	uint16_t stack[AREA_MAX];
	unsigned held = 0;

	bits_add(seen, p);
	stack[held++] = (uint16_t)p;
	while (held > 0) {
		const unsigned at = stack[--held];

		if (!is_closed(go, at, liberties))
			return false;
		for (unsigned d = 0; d < DIRECTIONS; d++) {
			const unsigned q = go->geo->near[at][d];

			if (q == POINT_NONE || go->at[q] == colour || bits_has(seen, q))
				continue;
			bits_add(seen, q);
			stack[held++] = (uint16_t)q;
		}
	}
	return true;
}

bool benson_may_be_safe(const go_t *go, unsigned stone)
{
	const bits_t *liberties = &board_block(go, stone)->lib;
	bits_t left = *liberties, seen = {{0}};
	unsigned closed = 0, vital = 0;

	if (board_has_outside(go, board_block(go, stone)))
		return true;
	while (!bits_is_empty(&left))
		closed += is_closed(go, bits_take(&left), liberties);
	if (closed < EYES)
		return false;
	left = *liberties;
	while (!bits_is_empty(&left)) {
		const unsigned p = bits_take(&left);

		if (!bits_has(&seen, p))
			vital += fill_vital(go, go->at[stone], p, liberties, &seen);
	}
	return vital >= EYES;
}

static void find_enclosed(benson_t *life)
{
	const geometry_t *geo = life->go->geo;
	bits_t left = geo->all;

	bits_subtract(&left, &life->safe);
	while (!bits_is_empty(&left)) {
		bits_t *one = &life->enclosed[life->count++];
		bits_t grown = {{0}};

		bits_add(&grown, bits_take(&left));
		do {
			*one = grown;
			geometry_neighbours(geo, one, &grown);
			bits_unite(&grown, one);
			bits_subtract(&grown, &life->safe);
		} while (!is_subset(&grown, one));
		bits_subtract(&left, one);
	}
	assert(life->count <= AREA_MAX);
}

static unsigned count_vital(const benson_t *life, const block_t *block)
{
	unsigned vital = 0;

	if (board_has_outside(life->go, block))
		return EYES;
	for (unsigned i = 0; i < life->count && vital < EYES; i++) {
		bits_t empty = life->enclosed[i];

		bits_intersect(&empty, &life->go->empty);
		vital += is_subset(&empty, &block->lib);
	}
	return vital;
}

static void drop_block(benson_t *life, unsigned stone)
{
	unsigned p = stone;

	do {
		assert(bits_has(&life->safe, p));
		bits_remove(&life->safe, p);
		p = life->go->next[p];
	} while (p != stone);
}

/* drop_blocks drops the blocks with too few vital regions, and returns whether there was one. */
static bool drop_blocks(benson_t *life)
{
	bits_t left = life->safe;
	bool dropped = false;

	while (!bits_is_empty(&left)) {
		const unsigned p = bits_take(&left);

		if (life->go->id[p] != p || count_vital(life, board_block(life->go, p)) >= EYES)
			continue;
		drop_block(life, p);
		dropped = true;
	}
	return dropped;
}

/* drop_enclosed drops the regions that touch a dropped block. */
static void drop_enclosed(benson_t *life, const bits_t *stones)
{
	unsigned kept = 0;

	assert(is_subset(&life->safe, stones));
	for (unsigned i = 0; i < life->count; i++) {
		bits_t border;

		geometry_neighbours(life->go->geo, &life->enclosed[i], &border);
		bits_intersect(&border, stones);
		if (is_subset(&border, &life->safe))
			life->enclosed[kept++] = life->enclosed[i];
	}
	life->count = kept;
}

/* find_safe drops blocks and regions until nothing changes, or until the stone on `until`, if that
 * is not POINT_NONE, is dropped. */
static void find_safe(const go_t *go, unsigned colour, unsigned until, benson_t *life)
{
	bits_t stones = {{0}};

	for (unsigned p = 0; p < go->geo->area; p++)
		if (go->at[p] == colour)
			bits_add(&stones, p);
	life->go = go;
	life->colour = colour;
	life->safe = stones;
	life->count = 0;
	find_enclosed(life);
	while ((until == POINT_NONE || bits_has(&life->safe, until)) && drop_blocks(life))
		drop_enclosed(life, &stones);
}

bool benson_is_safe(const go_t *go)
{
	benson_t life;

	if (!benson_may_be_safe(go, go->target))
		return false;
	find_safe(go, go->colour[SIDE_DEFENDER], go->target, &life);
	return bits_has(&life.safe, go->target);
}

void benson_find(const go_t *go, unsigned colour, bits_t *out)
{
	benson_t life;

	find_safe(go, colour, POINT_NONE, &life);
	*out = life.safe;
}

/* is_vital_to: are all empty points of the region liberties of the block? */
static bool is_vital_to(const go_t *go, const bits_t *enclosed, const block_t *block)
{
	bits_t empty = *enclosed;

	bits_intersect(&empty, &go->empty);
	return is_subset(&empty, &block->lib);
}

/* By what some blocks are safe: the stones of these blocks, the points of the regions vital to
 * them, and which regions those are, by their index in benson_t. */
typedef struct {
	bits_t stones, needs, enclosed;
} support_t;

/* least_vital returns the smallest region vital to the block that is not in *in yet; AREA_MAX:
 * there is none. *had becomes the number of vital regions that are in *in. */
static unsigned least_vital(const benson_t *life, const block_t *block, const support_t *in,
                            unsigned *had)
{
	unsigned best = AREA_MAX, size = AREA_MAX + 1;

	*had = 0;
	for (unsigned i = 0; i < life->count; i++) {
		if (!is_vital_to(life->go, &life->enclosed[i], block))
			continue;
		if (bits_has(&in->enclosed, i)) {
			++*had;
		} else if (bits_count(&life->enclosed[i]) < size) {
			size = bits_count(&life->enclosed[i]);
			best = i;
		}
	}
	return best;
}

/* add_support adds to *in what else the block needs to be safe: vital regions, until there are two,
 * or a liberty that nobody may play on. It adds to *left the stones of the blocks around these
 * regions, which have to be safe as well. */
static void add_support(const benson_t *life, const block_t *block, support_t *in, bits_t *left)
{
	unsigned had, best;

	if (board_has_outside(life->go, block)) {
		bits_t outside = board_outside(life->go, block);

		bits_add(&in->needs, bits_take(&outside));
		return;
	}
	while (best = least_vital(life, block, in, &had), had < EYES) {
		bits_t border;

		assert(best < AREA_MAX);
		bits_add(&in->enclosed, best);
		bits_unite(&in->needs, &life->enclosed[best]);
		geometry_neighbours(life->go->geo, &life->enclosed[best], &border);
		bits_intersect(&border, &life->safe);
		bits_unite(left, &border);
	}
}

void benson_add_support(const go_t *go, const bits_t *stones, bits_t *out)
{
	bits_t left = *stones;
	support_t in = {{{0}}, {{0}}, {{0}}};
	benson_t life;

	find_safe(go, go->at[bits_take(&left)], POINT_NONE, &life);
	assert(is_subset(stones, &life.safe));
	left = *stones;
	while (!bits_is_empty(&left)) {
		const unsigned p = bits_take(&left);

		assert(bits_has(&life.safe, p));
		if (bits_has(&in.stones, p))
			continue;
		board_add_block(go, p, &in.stones);
		add_support(&life, board_block(go, p), &in, &left);
	}
	bits_unite(out, &in.stones);
	bits_unite(out, &in.needs);
}

void benson_add_zone(const go_t *go, bits_t *out)
{
	bits_t target = {{0}};

	bits_add(&target, go->target);
	benson_add_support(go, &target, out);
}
