/* SPDX-License-Identifier: MIT
 * inversion.c - the R*-zone of T. Thomsen, "Lambda-search in game trees - with application to Go"
 * (2000), section 4.
 *
 * Shadow     Definition 3: the points on which either side plays in a lambda-tree. Of a proof these
 *            are the attacker's one move at each of his nodes, of a failure the defender's; and of
 *            the other side all moves that it tries. Leaves play nothing and add nothing, but for
 *            the move that captures.
 * Inversion  Definitions 4 to 6: a side can be helped from afar by the capture of blocks that hold
 *            it in. These are the blocks that surround the target, the blocks that surround those,
 *            and so on, as long as they are short of liberties; a liberty where a shadow stone
 *            stood does not count. The zone has the liberties of the blocks among them whose
 *            capture would hurt the holder of the result. For a failure the target itself is one
 *            of these.
 * Breakers   Figure 13 adds the liberties of the stone that breaks the ladder, which the
 *            definitions do not. Such a block can become part of the target, as it is next to a
 *            shadow stone. So where the result is a failure, blocks of the defender's next to
 *            shadow stones are treated like the target.
 *
 * The rule knows nothing of ko, nor of suicide: a point where neither side could play casts no
 * shadow.
 */
#include "engine/game/go/zone/inversion.h"

#include "engine/game/go/goal.h"
#include "engine/game/go/capture/retake.h"

enum { SLACK = 3 }; /* a block counts at distance m with fewer than n - m + SLACK */

/* weak adds to *out the stones of the blocks of a colour that have a stone on `points`, none on
 * `found`, and fewer than `most` quasi-liberties (liberties without a shadow stone). These
 * quasi-liberties are added to *libs, unless it is NULL. */
static void weak(const go_t *go, unsigned colour, const bits_t *points, const bits_t *found,
                 const bits_t *shadow, unsigned most, bits_t *out, bits_t *libs)
{
	bits_t left = *points;

	bits_subtract(&left, &go->empty);
	bits_subtract(&left, found);
	while (!bits_is_empty(&left)) {
		const unsigned p = bits_take(&left);
		bits_t stones = {{0}};
		bits_t quasi;

		if (go->at[p] != colour)
			continue;
		board_add_block(go, p, &stones);
		bits_subtract(&left, &stones);
		quasi = board_block(go, p)->lib;
		bits_subtract(&quasi, shadow);
		if (bits_count(&quasi) >= most)
			continue;
		bits_unite(out, &stones);
		if (libs != NULL)
			bits_unite(libs, &quasi);
	}
}

void inversion_zone(const go_t *go, unsigned n, bool proven, const bits_t *shadow, bits_t *out)
{
	const unsigned attacker = go->colour[SIDE_ATTACKER];
	const unsigned defender = go->colour[SIDE_DEFENDER];
	bits_t near, ring = {{0}}, found;

	geometry_neighbours(go->geo, shadow, &near);
	*out = *shadow;
	bits_unite(out, &near);
	board_add_block(go, go->target, &ring);
	found = ring;
	if (!proven) {
		bits_t ignored = {{0}};

		bits_unite(out, &board_target(go)->lib);
		weak(go, defender, &near, &found, shadow, n + SLACK, &ignored, out);
	}
	for (unsigned m = 1; m < n + SLACK && !bits_is_empty(&ring); m++) {
		const bool feared = (m % 2 == 1) == proven;

		geometry_neighbours(go->geo, &ring, &near);
		ring = (bits_t){{0}};
		weak(go, m % 2 == 1 ? attacker : defender, &near, &found, shadow, n - m + SLACK,
		     &ring, feared ? out : NULL);
		bits_unite(&found, &ring);
	}
}

static void inversion_begin(const position_t *pos, unsigned order, zone_t *zone)
{
	const unsigned areas = board_of(pos)->goal->inverts ? 1 : 0;

	(void)order;
	zone_init(zone, areas, board_of(pos)->geo->width, board_of(pos)->geo->height);
}

static void inversion_far(const position_t *pos, unsigned moves, zone_t *zone)
{
	(void)pos;
	(void)moves;
	(void)zone;
}

static void inversion_lost(const position_t *pos, zone_t *zone)
{
	(void)pos;
	(void)zone;
}

static void inversion_move(const position_t *pos, move_t move, zone_t *zone)
{
	(void)pos;
	if (move < BITS_POINTS)
		zone_add(zone, move, 1);
}

static void inversion_answered(const position_t *pos, move_t move, bool quiet, bool cyclic,
                               zone_t *zone)
{
	(void)cyclic;
	if (!quiet) /* else the move is not in the lambda-tree: it threatens nothing */
		inversion_move(pos, move, zone);
}

static void inversion_must(const position_t *pos, unsigned order, const zone_t *zone, bits_t *must)
{
	assert(zone->areas == 1 && board_of(pos)->goal->inverts);
	if (retake_is_open(board_of(pos))) { /* only one reply is possible */
		*must = board_of(pos)->empty;
		return;
	}
	/* The result of the pass is of the order below; it is a proof if the defender is to
	 * move. */
	inversion_zone(board_of(pos), order > 0 ? order - 1 : 0, pos->turn == SIDE_DEFENDER,
	               &zone->area[0], must);
}

/* The zone of the whole result is the R*-zone. Below the root inversion_must makes it. */
static void inversion_own(const position_t *pos, side_t holder, unsigned order, zone_t *zone)
{
	const bits_t shadow = zone->area[0];

	inversion_zone(board_of(pos), order, holder == SIDE_ATTACKER, &shadow, &zone->area[0]);
}

const zone_ops_t go_inversion = {
        .begin = inversion_begin,
        .finish = inversion_move,
        .far = inversion_far,
        .lost = inversion_lost,
        .move = inversion_move,
        .answered = inversion_answered,
        .must = inversion_must,
        .own = inversion_own,
};
