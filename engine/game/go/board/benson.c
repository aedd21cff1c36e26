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
 * Near       Most of a board has nothing to do with the blocks asked about. So the algorithm begins
 *            with these blocks, and takes in what their life may rest on: the regions vital to
 *            them, the blocks around those, the regions vital to these, and so on. What else there
 *            is could drop none of them. A region is filled from the liberties of a block, until a
 *            point shows that it is not vital: mostly the first one, for large regions seldom are.
 *
 * Speed      Benson's test is made at nearly every node, so a cheaper one comes first: two regions
 *            must be vital to the block itself. Few positions of a fight need more than that.
 *
 * In this file the region of a point is an enclosed region; what may be played on is go_t.region.
 */
#include "engine/game/go/board/benson.h"

enum { EYES = 2 };

/* An enclosed region that is vital to a block. Blocks are told by their roots. */
typedef struct {
	bits_t points;
	bits_t vital;  /* to which of the blocks looked at */
	bits_t border; /* the blocks around it */
	unsigned size;
} enclosed_t;

/* The blocks looked at, and the regions vital to them. */
typedef struct {
	const go_t *go;
	unsigned colour;
	bits_t safe;                             /* roots of the blocks that remain, */
	enclosed_t enclosed[(AREA_MAX + 1) / 2]; /* the regions that remain, no two side by side, */
	unsigned count;                          /* and how many those are */
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

/* is_vital_to: are all empty points of the region liberties of the block? */
static bool is_vital_to(const go_t *go, const enclosed_t *region, const block_t *block)
{
	bits_t empty = region->points;

	bits_intersect(&empty, &go->empty);
	return is_subset(&empty, &block->lib);
}

/* known_at returns the region that the point is in, if one is known. */
static enclosed_t *known_at(benson_t *life, unsigned p)
{
	for (unsigned i = 0; i < life->count; i++)
		if (bits_has(&life->enclosed[i].points, p))
			return &life->enclosed[i];
	return NULL;
}

static enclosed_t *add_enclosed(benson_t *life, const bits_t *points)
{
	const go_t *go = life->go;
	enclosed_t *region = &life->enclosed[life->count++];
	bits_t left;

	assert(life->count <= sizeof(life->enclosed) / sizeof(life->enclosed[0]));
	*region = (enclosed_t){.points = *points, .size = bits_count(points)};
	geometry_neighbours(go->geo, points, &left);
	bits_subtract(&left, points);
	while (!bits_is_empty(&left)) {
		const unsigned p = bits_take(&left);

		assert(go->at[p] == life->colour);
		bits_add(&region->border, go->id[p]);
	}
	return region;
}

/* look_at finds the regions vital to a block, and adds to *todo the blocks around them. */
static void look_at(benson_t *life, unsigned root, bits_t *todo)
{
	const block_t *block = board_block(life->go, root);
	bits_t left = block->lib, seen = {{0}};

	bits_add(&life->safe, root);
	if (board_has_outside(life->go, block))
		return;
	while (!bits_is_empty(&left)) {
		const unsigned p = bits_take(&left);
		enclosed_t *region = known_at(life, p);
		bits_t points = {{0}};

		if (region != NULL) {
			bits_subtract(&left, &region->points);
			if (!is_vital_to(life->go, region, block))
				continue;
		} else if (bits_has(&seen, p)) {
			continue;
		} else if (!fill_vital(life->go, life->colour, p, &block->lib, &points)) {
			bits_unite(&seen, &points);
			continue;
		} else {
			bits_subtract(&left, &points);
			region = add_enclosed(life, &points);
		}
		bits_add(&region->vital, root);
		bits_unite(todo, &region->border);
	}
}

/* has_eyes: are there two regions that are vital to the block, or is it safe without? */
static bool has_eyes(const benson_t *life, unsigned root)
{
	unsigned vital = 0;

	if (board_has_outside(life->go, board_block(life->go, root)))
		return true;
	for (unsigned i = 0; i < life->count && vital < EYES; i++)
		vital += bits_has(&life->enclosed[i].vital, root);
	return vital >= EYES;
}

/* drop_blocks drops the blocks with too few vital regions, and returns whether there was one. */
static bool drop_blocks(benson_t *life)
{
	bits_t left = life->safe;
	bool dropped = false;

	while (!bits_is_empty(&left)) {
		const unsigned root = bits_take(&left);

		if (has_eyes(life, root))
			continue;
		bits_remove(&life->safe, root);
		dropped = true;
	}
	return dropped;
}

/* drop_enclosed drops the regions that touch a dropped block. */
static void drop_enclosed(benson_t *life)
{
	unsigned kept = 0;

	for (unsigned i = 0; i < life->count; i++)
		if (is_subset(&life->enclosed[i].border, &life->safe))
			life->enclosed[kept++] = life->enclosed[i];
	life->count = kept;
}

/* find_safe finds which of the blocks with these stones, which are of the colour, are safe; and of
 * the others that their life rests on. */
static void find_safe(const go_t *go, unsigned colour, const bits_t *stones, benson_t *life)
{
	bits_t left = *stones, todo = {{0}};

	life->go = go;
	life->colour = colour;
	life->safe = (bits_t){{0}};
	life->count = 0;
	while (!bits_is_empty(&left))
		bits_add(&todo, go->id[bits_take(&left)]);
	while (!bits_is_empty(&todo)) {
		look_at(life, bits_take(&todo), &todo);
		bits_subtract(&todo, &life->safe);
	}
	while (drop_blocks(life))
		drop_enclosed(life);
}

bool benson_is_safe(const go_t *go)
{
	bits_t target = {{0}};

	if (!benson_may_be_safe(go, go->target))
		return false;
	bits_add(&target, go->target);
	benson_keep(go, go->colour[SIDE_DEFENDER], &target);
	return !bits_is_empty(&target);
}

void benson_keep(const go_t *go, unsigned colour, bits_t *set)
{
	bits_t left = *set, stones = {{0}};
	benson_t life;

	bits_subtract(&left, &go->empty);
	while (!bits_is_empty(&left)) {
		const unsigned p = bits_take(&left);

		if (go->at[p] == colour)
			bits_add(&stones, p);
	}
	find_safe(go, colour, &stones, &life);
	*set = (bits_t){{0}};
	while (!bits_is_empty(&stones)) {
		const unsigned p = bits_take(&stones);

		if (bits_has(&life.safe, go->id[p]))
			bits_add(set, p);
	}
}

/* By what some blocks are safe: the stones of these blocks, the points of the regions vital to
 * them, and which regions those are, by their index in benson_t. */
typedef struct {
	bits_t stones, needs, enclosed;
} support_t;

/* least_vital returns the smallest region vital to the block that is not in *in yet, of equals the
 * one whose first point comes first; AREA_MAX: there is none. *had becomes the number of vital
 * regions that are in *in. */
static unsigned least_vital(const benson_t *life, unsigned root, const support_t *in, unsigned *had)
{
	unsigned best = AREA_MAX, size = AREA_MAX + 1, first = AREA_MAX;

	*had = 0;
	for (unsigned i = 0; i < life->count; i++) {
		const enclosed_t *region = &life->enclosed[i];
		bits_t points = region->points;
		const unsigned begins = bits_take(&points);

		if (!bits_has(&region->vital, root))
			continue;
		if (bits_has(&in->enclosed, i)) {
			++*had;
		} else if (region->size < size || (region->size == size && begins < first)) {
			size = region->size;
			first = begins;
			best = i;
		}
	}
	return best;
}

/* add_support adds to *in what else the block needs to be safe: vital regions, until there are two,
 * or a liberty that nobody may play on. It adds to *left the blocks around these regions, which
 * have to be safe as well. */
static void add_support(const benson_t *life, unsigned root, support_t *in, bits_t *left)
{
	const block_t *block = board_block(life->go, root);
	unsigned had, best;

	if (board_has_outside(life->go, block)) {
		bits_t outside = board_outside(life->go, block);

		bits_add(&in->needs, bits_take(&outside));
		return;
	}
	while (best = least_vital(life, root, in, &had), had < EYES) {
		assert(best < AREA_MAX);
		bits_add(&in->enclosed, best);
		bits_unite(&in->needs, &life->enclosed[best].points);
		bits_unite(left, &life->enclosed[best].border);
	}
}

void benson_add_support(const go_t *go, const bits_t *stones, bits_t *out)
{
	bits_t left = *stones;
	support_t in = {{{0}}, {{0}}, {{0}}};
	benson_t life;

	find_safe(go, go->at[bits_take(&left)], stones, &life);
	left = *stones;
	while (!bits_is_empty(&left)) {
		const unsigned p = bits_take(&left);

		assert(bits_has(&life.safe, go->id[p]));
		if (bits_has(&in.stones, p))
			continue;
		board_add_block(go, p, &in.stones);
		add_support(&life, go->id[p], &in, &left);
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
