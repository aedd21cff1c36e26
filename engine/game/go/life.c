/* SPDX-License-Identifier: MIT
 * life.c - unconditional life, after D. B. Benson, "Life in the game of Go"
 * (Information Sciences 10, 1976).
 *
 * A region is a connected set of points without a defender's stone. It is vital
 * to a block when all its empty points are liberties of the block. Take all the
 * defender's blocks and all regions; drop blocks with fewer than two vital
 * regions, and regions that touch a dropped block, until nothing changes. What
 * remains can never be captured, and nothing else can be sure of that.
 *
 * It is asked at every node, so it says no early: two regions must be vital to the target.
 * Each has a liberty whose empty neighbours are all liberties too, and is filled from there
 * until a point shows that it is not vital: mostly the first. Few positions of a fight go
 * further.
 */
#include "engine/game/go/life.h"

enum { EYES = 2 };

/* The candidates for safety, shrinking. */
typedef struct {
	const go_t *go;
	bits_t safe;             /* stones of the blocks that remain */
	bits_t region[AREA_MAX]; /* those that remain */
	unsigned regions;
} life_t;

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

/* fill_vital fills the region of point `p` into *seen; false, and only a part, when it is
 * seen not to be vital to the block of those liberties. */
static bool fill_vital(const go_t *go, unsigned p, const bits_t *liberties, bits_t *seen)
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

			if (q == POINT_NONE || go->at[q] == go->colour[SIDE_DEFENDER] ||
			    bits_has(seen, q))
				continue;
			bits_add(seen, q);
			stack[held++] = (uint16_t)q;
		}
	}
	return true;
}

/* may_be_safe: are two regions vital to the target? */
static bool may_be_safe(const go_t *go)
{
	const bits_t *liberties = &board_target(go)->lib;
	bits_t left = *liberties, seen = {{0}};
	unsigned closed = 0, vital = 0;

	while (!bits_is_empty(&left))
		closed += is_closed(go, bits_take(&left), liberties);
	if (closed < EYES)
		return false;
	left = *liberties;
	while (!bits_is_empty(&left)) {
		const unsigned p = bits_take(&left);

		if (!bits_has(&seen, p))
			vital += fill_vital(go, p, liberties, &seen);
	}
	return vital >= EYES;
}

static void find_regions(life_t *life)
{
	const geometry_t *geo = life->go->geo;
	bits_t left = geo->all;

	bits_subtract(&left, &life->safe);
	while (!bits_is_empty(&left)) {
		bits_t *region = &life->region[life->regions++];
		bits_t grown = {{0}};

		bits_add(&grown, bits_take(&left));
		do {
			*region = grown;
			geometry_neighbours(geo, region, &grown);
			bits_unite(&grown, region);
			bits_subtract(&grown, &life->safe);
		} while (!is_subset(&grown, region));
		bits_subtract(&left, region);
	}
	assert(life->regions <= AREA_MAX);
}

static unsigned count_vital(const life_t *life, const block_t *block)
{
	unsigned vital = 0;

	for (unsigned i = 0; i < life->regions && vital < EYES; i++) {
		bits_t empty = life->region[i];

		bits_intersect(&empty, &life->go->empty);
		vital += is_subset(&empty, &block->lib);
	}
	return vital;
}

static void drop_block(life_t *life, unsigned stone)
{
	unsigned p = stone;

	do {
		assert(bits_has(&life->safe, p));
		bits_remove(&life->safe, p);
		p = life->go->next[p];
	} while (p != stone);
}

/* drop_blocks drops what has too few vital regions, and tells whether any. */
static bool drop_blocks(life_t *life)
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

/* drop_regions keeps the regions that only remaining blocks surround. */
static void drop_regions(life_t *life, const bits_t *stones)
{
	unsigned kept = 0;

	assert(is_subset(&life->safe, stones));
	for (unsigned i = 0; i < life->regions; i++) {
		bits_t border;

		geometry_neighbours(life->go->geo, &life->region[i], &border);
		bits_intersect(&border, stones);
		if (is_subset(&border, &life->safe))
			life->region[kept++] = life->region[i];
	}
	life->regions = kept;
}

/* find_safe drops what is not safe, until nothing changes or the target is dropped. */
static void find_safe(const go_t *go, life_t *life)
{
	bits_t stones = {{0}};

	for (unsigned p = 0; p < go->geo->area; p++)
		if (go->at[p] == go->colour[SIDE_DEFENDER])
			bits_add(&stones, p);
	life->go = go;
	life->safe = stones;
	life->regions = 0;
	find_regions(life);
	while (bits_has(&life->safe, go->target) && drop_blocks(life))
		drop_regions(life, &stones);
}

bool life_is_safe(const go_t *go)
{
	life_t life;

	if (!may_be_safe(go))
		return false;
	find_safe(go, &life);
	return bits_has(&life.safe, go->target);
}

/* is_vital: to one of the blocks that are safe? */
static bool is_vital(const life_t *life, const bits_t *region)
{
	bits_t empty = *region, left = life->safe;

	bits_intersect(&empty, &life->go->empty);
	while (!bits_is_empty(&left))
		if (is_subset(&empty, &board_block(life->go, bits_take(&left))->lib))
			return true;
	return false;
}

void life_add_zone(const go_t *go, bits_t *out)
{
	life_t life;

	find_safe(go, &life);
	assert(bits_has(&life.safe, go->target));
	bits_unite(out, &life.safe);
	for (unsigned i = 0; i < life.regions; i++)
		if (is_vital(&life, &life.region[i]))
			bits_unite(out, &life.region[i]);
}
