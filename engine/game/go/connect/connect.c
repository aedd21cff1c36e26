/* SPDX-License-Identifier: MIT
 * connect.c - the goal of joining two blocks into one. It is out of reach when one of the two
 * stones has been captured.
 *
 * Distance   A step is a stone that joins what was apart: on an empty point, or in place of a
 *            block of the defender's that can be captured first. Stones of the attacker's own cost
 *            no step. Let k moves in a row connect. Then the attacker holds a path from one stone
 *            to the other, and each point of the path that did not hold one of his stones before
 *            takes one of the k moves. If the path goes through a block of the defender's, that
 *            block has been captured, which took a stone on each of its liberties, and one more
 *            move put a stone where the block stood: so it had less than k liberties. Therefore
 *            the distance is at least the least k for which there is a path of k steps through
 *            empty points and blocks of less than k liberties, and this k is what connect_distance
 *            returns. df-pn comes back to the same children often, so a copy of a position
 *            remembers distances in its scratch (types.h), 193 KiB of it.
 *
 * Attacks    At a distance of order + 1 each of the attacker's moves must lower the distance: it is
 *            a step of such a path, or takes a liberty of a block that such a path goes through.
 *
 * Replies    Let a point be a liberty of both blocks, and let it have an empty neighbour. The
 *            attacker threatens to connect there. Only these replies parry: the one on the point
 *            itself; the one on its empty neighbour, if it has no other; and those that capture one
 *            of the blocks. A stone on any other point leaves both blocks as they are, and the
 *            connecting move legal (no ko forbids it: a banned point was a stone before).
 *
 * Zones      needs_far: one half of a path of `moves` steps is at most half of `moves` away from
 *            one stone, the rest is near the other. The zone has all that is so near, and the
 *            points next to that: it is the same on the other board, so a path there would be one
 *            here too. Blocks that are no step have as many liberties in the zone as make them
 *            none.
 *            needs_steps: attacks that are left out must be left out on the other board as well.
 */
#include "engine/game/go/connect/connect.h"

#include "engine/game/go/board/movelist.h"
#include "engine/game/go/zone/needs.h"
#include "engine/game/go/connect/distance.h"
#include "engine/game/go/zone/zone.h"
#include "engine/tuning/tuning.h"
#include "engine/game/go/board/legal.h"

enum {
	MEASURED = 8192,     /* size: positions whose distance is remembered */
	WORTH_LIBERTIES = 4, /* size: of CONNECT_ENEMY_; more count like that */
};

/* What is known of the distance of a position: it is `distance`, or where that is above `most`, at
 * least `distance`. */
typedef struct {
	hashkey_t key;
	unsigned distance, most;
} measured_t;

enum { WORD_BITS = 64 }; /* layout: of a set of slots */

/* The scratch of a position: slots by key. `written` has a bit for each slot: set once there is
 * something in it. */
typedef struct {
	uint64_t written[MEASURED / WORD_BITS];
	measured_t slot[MEASURED];
} measures_t;

static bool connect_lost(const go_t *go)
{
	return !distance_owns(go, go->target) || !distance_owns(go, go->second);
}

void connect_reach(const go_t *go, unsigned stone, unsigned steps, bits_t *out)
{
	distance_t reach;

	assert(steps <= REACH_MOST && distance_owns(go, stone));
	distance_from(go, stone, steps > 0 ? steps - 1 : 0, steps, &reach);
	distance_join(&reach);
	*out = reach.within[steps];
}

/* steps_between returns the steps of the shortest path through blocks of at most `weak` liberties;
 * most + 1 if it has more than `most`. */
static unsigned steps_between(const go_t *go, unsigned weak, unsigned most)
{
	const bits_t goal = distance_near(go, go->second, weak);
	distance_t reach;

	distance_begin(go, go->target, weak, &reach);
	while (reach.steps < most) {
		bits_t met;

		distance_next(&reach);
		met = reach.last;
		bits_intersect(&met, &goal);
		if (!bits_is_empty(&met))
			return reach.steps;
	}
	return most + 1;
}

/* measure returns the distance of two stones that stand, or most + 1 if it is more than `most`. */
static unsigned measure(const go_t *go, unsigned most)
{
	bits_t both = board_block(go, go->target)->lib;
	unsigned least;

	assert(go->id[go->target] != go->id[go->second]);
	bits_intersect(&both, &board_block(go, go->second)->lib);
	if (!bits_is_empty(&both))
		return 1;
	least = most == 1 ? 2 : steps_between(go, 0, most);
	if (least <= 2)
		return least;
	/* Mostly no path through a block is shorter: the first look finds that out. */
	for (unsigned k = steps_between(go, least - 2, least - 1); k < least; k++)
		if (k > 1 && steps_between(go, k - 1, k) <= k)
			return k;
	return least;
}

/* known_distance returns the distance if that is at most `most` and REACH_MOST; else a number above
 * the lesser of these two that is at most the distance. */
static unsigned known_distance(const go_t *go, unsigned most)
{
	measures_t *known = position_scratch(&go->base);
	const unsigned place = go->key.hi % MEASURED;
	const uint64_t bit = UINT64_C(1) << place % WORD_BITS;
	measured_t *m;

	if (connect_lost(go))
		return DISTANCE_NEVER;
	if (most > REACH_MOST)
		most = REACH_MOST;
	if (known == NULL)
		return measure(go, most);
	m = &known->slot[place];
	if ((known->written[place / WORD_BITS] & bit) == 0 || m->key.lo != go->key.lo ||
	    m->key.hi != go->key.hi || (m->distance > m->most && m->most < most)) {
		*m = (measured_t){go->key, measure(go, most), most};
		known->written[place / WORD_BITS] |= bit;
	}
	assert(m->distance >= 1 && m->distance <= m->most + 1);
	return m->distance;
}

static unsigned connect_distance_within(const position_t *pos, unsigned most)
{
	return known_distance(board_of(pos), most);
}

static unsigned connect_distance(const go_t *go)
{
	return known_distance(go, REACH_MOST);
}

/* shared writes the points of the region that are liberties of both blocks. */
static void shared(const go_t *go, bits_t *out)
{
	*out = board_block(go, go->target)->lib;
	bits_intersect(out, &board_block(go, go->second)->lib);
	bits_intersect(out, &go->region);
}

static move_t connect_finish(const go_t *go)
{
	bits_t points;

	assert(go->base.turn == SIDE_ATTACKER);
	if (connect_lost(go))
		return MOVE_NONE;
	shared(go, &points);
	while (!bits_is_empty(&points)) {
		const unsigned p = bits_take(&points);

		if (board_legal(go, (move_t)p))
			return (move_t)p;
	}
	return MOVE_NONE;
}

/* add_paths adds the empty points on paths of `steps` steps, and the liberties of the blocks on
 * such paths. */
static void add_paths(const go_t *go, unsigned steps, bits_t *out)
{
	bits_t on = {{0}};
	distance_t a, b;

	distance_from(go, go->target, steps - 1, steps, &a);
	distance_from(go, go->second, steps - 1, steps, &b);
	for (unsigned i = 1; i <= steps; i++) {
		bits_t both = a.within[i];

		bits_intersect(&both, &b.within[steps + 1 - i]);
		bits_unite(&on, &both);
	}
	bits_unite(out, &on);
	bits_subtract(&on, &go->empty);
	bits_subtract(&on, &a.own);
	while (!bits_is_empty(&on))
		bits_unite(out, &board_block(go, bits_take(&on))->lib);
	bits_intersect(out, &go->empty);
}

/* add_weak adds the liberties of blocks next to the set that have few of them. */
static void add_weak(movelist_t *list, const bits_t *set)
{
	bits_t near;

	geometry_neighbours(list->go->geo, set, &near);
	bits_subtract(&near, &list->go->empty);
	while (!bits_is_empty(&near)) {
		const block_t *block = board_block(list->go, bits_take(&near));

		if (block->libs <= CONNECT_RING_LIBERTIES)
			movelist_add_set(list, &block->lib);
	}
}

static unsigned worth_of(unsigned libs)
{
	TUNED_TABLE uint8_t worth_enemy[WORTH_LIBERTIES + 1] = {0, CONNECT_ENEMY_1, CONNECT_ENEMY_2,
	                                                        CONNECT_ENEMY_3, CONNECT_ENEMY_4};
	return worth_enemy[libs < WORTH_LIBERTIES ? libs : WORTH_LIBERTIES];
}

/* worth guesses how much a stone on a point of a path matters to both sides, by its neighbours. It
 * matters most next to a block of the defender's that is short of liberties: the blocks are cut or
 * connected there. */
static unsigned worth(const go_t *go, unsigned p)
{
	unsigned score = 0;

	for (unsigned d = 0; d < DIRECTIONS; d++) {
		const unsigned q = go->geo->near[p][d];

		if (go->at[q] == COLOUR_NONE)
			score += CONNECT_EMPTY;
		else if (go->at[q] == COLOUR_EDGE)
			continue;
		else if (!distance_owns(go, q))
			score += worth_of(board_block(go, q)->libs);
		else if (go->id[q] == go->id[go->target] || go->id[q] == go->id[go->second])
			score += CONNECT_TARGET;
		else
			score += CONNECT_OWN;
	}
	return score;
}

/* add_sorted adds the moves of the set that are left, those that matter most (worth) first. */
static void add_sorted(movelist_t *list, const bits_t *set)
{
	move_t *out = &list->out[list->count];
	uint8_t rank[AREA_MAX];
	bits_t left = *set;
	unsigned count = 0;

	bits_intersect(&left, &list->left);
	bits_subtract(&list->left, &left);
	while (!bits_is_empty(&left)) {
		const unsigned p = bits_take(&left), score = worth(list->go, p);
		unsigned i;

		for (i = count++; i > 0 && rank[i - 1] < score; i--) {
			rank[i] = rank[i - 1];
			out[i] = out[i - 1];
		}
		rank[i] = (uint8_t)score;
		out[i] = (move_t)p;
	}
	list->count += count;
	assert(list->count <= MOVES_MAX);
}

/* add_all adds all moves that are left: first those on shortest paths, then on liberties of weak
 * blocks, then on longer paths, then the others by their distance from the two blocks. */
static void add_all(movelist_t *list, unsigned distance)
{
	const go_t *go = list->go;
	bits_t paths = {{0}}, blocks = {{0}};

	if (bits_count(&list->left) <= 1) {
		movelist_add_set(list, &list->left);
		return;
	}
	if (distance <= REACH_MOST) {
		add_paths(go, distance, &paths);
		add_sorted(list, &paths);
	}
	if (bits_is_empty(&list->left))
		return;
	board_add_block(go, go->target, &blocks);
	board_add_block(go, go->second, &blocks);
	bits_unite(&paths, &blocks);
	add_weak(list, &paths);
	if (distance < REACH_MOST && !bits_is_empty(&list->left)) {
		add_paths(go, distance + 1, &paths);
		add_sorted(list, &paths);
	}
	movelist_add_rings(list, &blocks);
	assert(bits_is_empty(&list->left));
}

static unsigned connect_attacks(const go_t *go, unsigned order, const bits_t *within, move_t *out)
{
	const unsigned distance = known_distance(go, order + 1);
	movelist_t list = {.go = go, .out = out};

	assert(go->base.turn == SIDE_ATTACKER);
	if (distance == DISTANCE_NEVER || (order != ORDER_ANY && distance > order + 1))
		return 0;
	board_legal_points(go, &list.left);
	movelist_keep(&list, within);
	if (order != ORDER_ANY && distance == order + 1 && distance <= REACH_MOST) {
		bits_t paths = {{0}};

		add_paths(go, distance, &paths);
		bits_intersect(&list.left, &paths);
		add_sorted(&list, &paths);
		return list.count;
	}
	add_all(&list, distance);
	return list.count;
}

/* keep_parries drops the replies after which the attacker connects on a shared liberty. */
static void keep_parries(const go_t *go, bits_t *replies)
{
	bits_t points;

	shared(go, &points);
	while (!bits_is_empty(&points)) {
		const unsigned p = bits_take(&points);
		bits_t free = {{0}}, parries = {{0}};

		needs_near(go, p, &free);
		bits_intersect(&free, &go->empty);
		if (bits_is_empty(&free))
			continue;
		bits_add(&parries, p);
		if (bits_count(&free) == 1)
			bits_unite(&parries, &free);
		for (unsigned i = 0; i < 2; i++) {
			const block_t *block = board_block(go, i == 0 ? go->target : go->second);

			if (block->libs == 1)
				bits_unite(&parries, &block->lib);
		}
		bits_intersect(replies, &parries);
	}
}

static unsigned connect_replies(const go_t *go, const bits_t *within, move_t *out)
{
	movelist_t list = {.go = go, .out = out};

	assert(go->base.turn == SIDE_DEFENDER);
	if (connect_lost(go))
		return 0;
	board_legal_points(go, &list.left);
	movelist_keep(&list, within);
	keep_parries(go, &list.left);
	add_all(&list, connect_distance(go));
	return list.count;
}

static void connect_needs_finish(const go_t *go, move_t move, bits_t *out)
{
	board_add_block(go, go->target, out);
	board_add_block(go, go->second, out);
	zone_add_move(go, move, out);
}

/* add_halves adds the points that are at most half of the moves away from either stone, and the
 * points next to them. */
static void add_halves(const go_t *go, unsigned moves, bits_t *out)
{
	const unsigned stone[] = {go->target, go->second};
	const unsigned half[] = {moves / 2, moves - moves / 2};

	for (unsigned i = 0; i < 2; i++) {
		bits_t near;
		distance_t reach;

		distance_from(go, stone[i], moves - 1, half[i], &reach);
		distance_join(&reach);
		geometry_neighbours(go->geo, &reach.within[half[i]], &near);
		bits_unite(out, &reach.within[half[i]]);
		bits_unite(out, &near);
	}
}

/* add_paths_apart adds those halves. A block of the defender's with a stone in them is added with
 * so many liberties that it is no step. A block that is one is added only if `with_steps`, together
 * with all points next to it. */
static void add_paths_apart(const go_t *go, unsigned moves, bool with_steps, bits_t *out)
{
	bits_t left = board_stones(go, go->colour[SIDE_DEFENDER]), halves = {{0}};

	add_halves(go, moves, &halves);
	bits_unite(out, &halves);
	bits_intersect(&left, &halves);
	while (!bits_is_empty(&left)) {
		const unsigned p = bits_take(&left);
		const block_t *block = board_block(go, p);
		bits_t stones = {{0}};

		board_add_block(go, p, &stones);
		bits_subtract(&left, &stones);
		if (block->libs >= moves) {
			bits_unite(out, &stones);
			needs_liberties(block, moves, POINT_NONE, out);
		} else if (with_steps) {
			needs_block_and_near(go, p, out);
		}
	}
}

static void connect_needs_far(const go_t *go, unsigned moves, bits_t *out)
{
	if (connect_lost(go) || moves == 0 || moves > REACH_MOST ||
	    known_distance(go, moves) <= moves) {
		bits_unite(out, &go->geo->all); /* something else keeps the attacker from it */
		return;
	}
	add_paths_apart(go, moves, false, out);
}

/* Attacks are left out at a distance of order + 1. Suppose that such a move were worth a try on the
 * other board: after it there is a path of at most `order` steps. Then that path has order + 1
 * steps before the move, there and, with what is added, here; and the move is a step of it, or a
 * liberty of a block on it, on both boards. So it is not left out here. */
static void connect_needs_steps(const go_t *go, unsigned order, bits_t *out)
{
	const unsigned moves = order + 1;

	if (moves <= REACH_MOST && known_distance(go, moves) == moves)
		add_paths_apart(go, moves, true, out);
}

static void connect_needs_lost(const go_t *go, bits_t *out)
{
	bits_add(out, distance_owns(go, go->target) ? go->second : go->target);
}

static scratch_t connect_scratch(const go_t *go)
{
	(void)go;
	return (scratch_t){.bytes = sizeof(measures_t),
	                   .zeroed = sizeof(((measures_t *)NULL)->written)};
}

static unsigned connect_dfpn_times(const position_t *pos)
{
	(void)pos;
	return CONNECT_DFPN_TIMES;
}

static unsigned connect_few(const position_t *pos)
{
	return pos->turn == SIDE_ATTACKER ? CONNECT_FEW_ATTACKS : CONNECT_FEW_REPLIES;
}

static const hints_t hints = {
        .distance_within = connect_distance_within,
        .likely_key = board_likely_key,
        .sure_key = board_sure_key,
        .few = connect_few,
        .guess = go_goal_no_guess,
        .dfpn_times = connect_dfpn_times,
        .leaf_order = go_goal_leaf_order,
};

const go_goal_t go_connect = {
        .name = "connect",
        .stones = 2,
        .is_own = true,
        .sudden = true,
        .lost = connect_lost,
        .distance = connect_distance,
        .finish = connect_finish,
        .attacks = connect_attacks,
        .replies = connect_replies,
        .needs_finish = connect_needs_finish,
        .needs_far = connect_needs_far,
        .needs_lost = connect_needs_lost,
        .needs_steps = connect_needs_steps,
        .scratch = connect_scratch,
        .hints = &hints,
};
