/* SPDX-License-Identifier: MIT
 * live.c - the goals of making blocks unconditionally alive: all that are named ("live"), or one of
 * them ("live-any").
 *
 * End        The goal is reached when the attacker, to move, passes and his blocks are
 *            unconditionally alive (benson.h): whatever follows, they cannot be captured. So the
 *            move that makes them alive comes one move before the end, and each node needs only one
 *            test of life. If that move were the end, each node would need the test after every
 *            move. Seki is not life here, nor is a block alive that lives only because the other
 *            side may not retake a ko.
 *
 * Lost       "live" is lost when a named block has been captured, "live-any" when all of them have.
 *            Where none is named it is never lost: there is always another stone to play.
 *
 * Distance   One where the blocks are alive, else two. A greater bound would be true of most
 *            positions, but takes long to prove.
 *
 * Guess      See eye_pairs.c.
 *
 * Order      Networks order the moves of both sides: the defender breaks life on the points where
 *            the attacker would make it. Where any block will do it is that of net.h; where blocks
 *            are named, that of group_net.h. Neither is asked where too many moves are left, nor in
 *            a small region, where it takes more time than it saves. Then, and for moves farther
 *            off than a network sees, those that make eyes come first (eye_pairs.h), and after
 *            them those that capture.
 */
#include "engine/game/go/life/live.h"

#include "engine/game/go/board/benson.h"
#include "engine/game/go/life/group_net.h"
#include "engine/game/go/life/net.h"
#include "engine/game/go/life/eval_cache.h"
#include "engine/game/go/board/movelist.h"
#include "engine/game/go/life/eye_pairs.h"
#include "engine/game/go/board/legal.h"
#include "engine/game/go/pocket/oracle.h"
#include "engine/game/go/board/play.h"
#include "engine/game/go/zone/rules.h"
#include "engine/tuning/tuning.h"

/* own writes the named stones that stand, or if none is named, all stones of the attacker's. */
static void own(const go_t *go, bits_t *out)
{
	bits_t left = bits_is_empty(&go->stones) ? go->geo->all : go->stones;

	*out = (bits_t){{0}};
	bits_subtract(&left, &go->empty);
	while (!bits_is_empty(&left)) {
		const unsigned p = bits_take(&left);

		if (go->at[p] == go->colour[SIDE_ATTACKER])
			bits_add(out, p);
	}
}

/* may_be_alive: are two regions vital to each block of the set, or, where one block is enough, to
 * one? False: the goal is not reached. */
static bool may_be_alive(const go_t *go, const bits_t *stones)
{
	bits_t left = *stones;

	while (!bits_is_empty(&left)) {
		const unsigned p = bits_take(&left);

		assert(go->at[p] == go->colour[SIDE_ATTACKER]);
		if (bits_has(&left, go->id[p]) && go->id[p] != p)
			continue; /* the root of the block, which comes later, stands for it */
		if (benson_may_be_safe(go, p) == go->goal->any)
			return go->goal->any;
	}
	return !go->goal->any;
}

/* alive returns whether the blocks are as alive as the goal wants, and writes the stones that show
 * it: all, or, where one block is enough, one. */
static bool alive(const go_t *go, bits_t *out)
{
	bits_t first = {{0}};
	unsigned wanted;

	own(go, out);
	wanted = bits_count(out);
	if (wanted == 0 || !may_be_alive(go, out))
		return false;
	benson_keep(go, go->colour[SIDE_ATTACKER], out);
	if (!go->goal->any)
		return bits_count(out) == wanted;
	if (bits_is_empty(out))
		return false;
	bits_add(&first, bits_take(out));
	*out = first;
	return true;
}

static bool is_reached(const go_t *go)
{
	bits_t by;

	return alive(go, &by);
}

static bool live_lost(const go_t *go)
{
	bits_t stones;

	if (bits_is_empty(&go->stones))
		return false;
	own(go, &stones);
	return go->goal->any ? bits_is_empty(&stones)
	                     : bits_count(&stones) < bits_count(&go->stones);
}

static unsigned live_distance(const go_t *go)
{
	if (live_lost(go))
		return DISTANCE_NEVER;
	return is_reached(go) ? 1 : 2;
}

static move_t live_finish(const go_t *go)
{
	assert(go->base.turn == SIDE_ATTACKER);
	return !live_lost(go) && is_reached(go) ? MOVE_PASS : MOVE_NONE;
}

/* add_fights adds the last liberties of blocks in atari that have a stone in the set. */
static void add_fights(movelist_t *list, const bits_t *near)
{
	bits_t left = *near;

	bits_subtract(&left, &list->go->empty);
	while (!bits_is_empty(&left)) {
		const block_t *block = board_block(list->go, bits_take(&left));

		if (block->libs == 1)
			movelist_add_set(list, &block->lib);
	}
}

/* is_small: is the region too small for a network to be worth its time? */
static bool is_small(const go_t *go)
{
	return bits_count(&go->region) <= LIVE_NET_REGION;
}

/* add_likely adds moves in the order of a network, if there is one for this position ("Order"): all
 * that are left, or where blocks are named those near them. */
static void add_likely(movelist_t *list)
{
	move_t *out = &list->out[list->count];

	if (is_small(list->go))
		return;
	if (!bits_is_empty(&list->go->stones)) {
		list->count += group_net_order(list->go, &list->left, out);
	} else if (net_order(list->go, &list->left, out)) {
		list->count += bits_count(&list->left);
		list->left = (bits_t){{0}};
	}
}

/* add_all adds all moves that are left: in the order of a network; and those it does not see in
 * that of those that make eyes, those that capture or save a block, and the others by their
 * distance from the blocks. */
static void add_all(movelist_t *list)
{
	uint16_t likely[EYE_PAIRS_MOVES];
	bits_t from, near;
	unsigned count;

	add_likely(list);
	if (bits_is_empty(&list->left))
		return;
	count = eye_pairs_moves(list->go, likely);
	own(list->go, &from);
	for (unsigned i = 0; i < count && i < LIVE_EYES_FIRST; i++)
		movelist_add(list, likely[i]);
	near = from;
	for (unsigned i = 0; i < LIVE_FIGHTS_NEAR; i++) {
		bits_t next;

		geometry_neighbours(list->go->geo, &near, &next);
		bits_unite(&near, &next);
	}
	add_fights(list, &near);
	for (unsigned i = 0; i < count; i++)
		movelist_add(list, likely[i]);
	if (bits_is_empty(&from))
		from = list->left;
	movelist_add_rings(list, &from);
	assert(bits_is_empty(&list->left));
}

/* add_focused adds all moves that are left, those of the focus first. */
static void add_focused(movelist_t *list)
{
	bits_t beyond = list->left, from;

	bits_subtract(&beyond, &list->go->focus);
	bits_intersect(&list->left, &list->go->focus);
	add_all(list);
	list->left = beyond;
	if (bits_is_empty(&beyond))
		return;
	own(list->go, &from);
	if (bits_is_empty(&from))
		from = list->left;
	movelist_add_rings(list, &from);
}

static unsigned live_attacks(const go_t *go, unsigned order, const bits_t *within, move_t *out)
{
	movelist_t list = {.go = go, .out = out};

	assert(go->base.turn == SIDE_ATTACKER);
	if (order == 0 || live_lost(go))
		return 0;
	board_legal_points(go, &list.left);
	movelist_keep(&list, within);
	add_focused(&list);
	return list.count;
}

static unsigned live_replies(const go_t *go, const bits_t *within, move_t *out)
{
	movelist_t list = {.go = go, .out = out};

	assert(go->base.turn == SIDE_DEFENDER);
	if (live_lost(go) || is_reached(go))
		return 0;
	board_legal_points(go, &list.left);
	movelist_keep(&list, within);
	add_all(&list);
	return list.count;
}

static void live_needs_finish(const go_t *go, move_t move, bits_t *out)
{
	bits_t by;
	const bool is_alive = alive(go, &by);

	assert(move == MOVE_PASS && is_alive);
	(void)move;
	if (is_alive && zone_rule_keeps(&go_rules[GO_RULE_LIFE]))
		benson_add_support(go, &by, out);
	if (go->goal->any)
		bits_unite(out, &go->stones); /* without any of them the goal would be lost */
}

/* The whole board: what keeps the blocks from being alive may be anywhere. */
static void live_needs_far(const go_t *go, unsigned moves, bits_t *out)
{
	(void)moves;
	bits_unite(out, &go->geo->all);
}

static void live_needs_lost(const go_t *go, bits_t *out)
{
	bits_t left = go->stones;

	if (go->goal->any) {
		bits_unite(out, &left);
		return;
	}
	while (!bits_is_empty(&left)) {
		const unsigned p = bits_take(&left);

		if (go->at[p] == go->colour[SIDE_ATTACKER])
			continue;
		bits_add(out, p);
		return;
	}
}

static guess_t live_guess(const position_t *pos, unsigned order, unsigned distance)
{
	const go_t *go = board_of(pos);
	guess_t guess = {.disproof = 1};

	(void)distance;
	if (order != ORDER_ANY)
		return (guess_t){.proof = 0};
	if (eval_cache_guess(go, &guess))
		return guess;
	if (go->base.turn == SIDE_ATTACKER || !is_reached(go))
		guess = eye_pairs_guess(go);
	eval_cache_keep_guess(go, &guess);
	return guess;
}

static unsigned live_work(const position_t *pos)
{
	const go_t *go = board_of(pos);

	if (is_small(go))
		return 0;
	return bits_is_empty(&go->stones) ? net_work(go) : group_net_work(go);
}

static void live_policy(const position_t *pos, const move_t *moves, unsigned count, uint16_t *out)
{
	const go_t *go = board_of(pos);

	if (bits_is_empty(&go->stones))
		net_policy(go, moves, count, out);
	else
		group_net_policy(go, moves, count, out);
}

static scratch_t live_scratch(const go_t *go)
{
	if (is_small(go))
		return (scratch_t){.bytes = 0};
	return eval_cache_scratch();
}

/* lives_by: is the move legal, and are the blocks alive after it? */
static bool lives_by(go_t *go, unsigned p)
{
	bool ends;

	if (!board_legal(go, (move_t)p))
		return false;
	play_move(go, (move_t)p);
	ends = !live_lost(go) && is_reached(go);
	play_undo(go);
	return ends;
}

/* urgent writes the last liberties of blocks of either side. */
static void urgent(const go_t *go, bits_t *out)
{
	bits_t left = go->geo->all;

	*out = (bits_t){{0}};
	bits_subtract(&left, &go->empty);
	while (!bits_is_empty(&left)) {
		const block_t *block = board_block(go, bits_take(&left));

		if (block->libs == 1)
			bits_unite(out, &block->lib);
	}
}

/* live_soon tries the moves that capture or save a block, then the first ones of
 * eye_pairs_moves. */
static move_t live_soon(position_t *pos)
{
	go_t *go = (go_t *)pos;
	uint16_t likely[EYE_PAIRS_MOVES];
	unsigned count;
	bits_t left;

	assert(pos->game == &go_game && pos->turn == SIDE_ATTACKER);
	urgent(go, &left);
	while (!bits_is_empty(&left)) {
		const unsigned p = bits_take(&left);

		if (lives_by(go, p))
			return (move_t)p;
	}
	count = eye_pairs_moves(go, likely);
	for (unsigned i = 0; i < count && i < LIVE_SOON_MOVES; i++)
		if (lives_by(go, likely[i]))
			return likely[i];
	return MOVE_NONE;
}

static unsigned live_dfpn_times(const position_t *pos)
{
	(void)pos;
	return LIVE_DFPN_TIMES;
}

static local_t live_local(const position_t *pos)
{
	const go_t *go = board_of(pos);

	local_t local = go_goal_local(go, go->goal->any ? LIVE_ANY_REGION_PASS : LIVE_REGION_PASS);

	if (!local.is_small && !is_small(go)) {
		local.pass = LIVE_WIDE_PASS;
		local.beside = LIVE_WIDE_BESIDE;
	}
	return local;
}

static const hints_t live_hints = {
        .soon = live_soon,
        .likely_key = board_likely_key,
        .sure_key = board_sure_key,
        .guess = live_guess,
        .work = live_work,
        .policy = live_policy,
        .dfpn_times = live_dfpn_times,
        .local = live_local,
        .leaf_order = go_goal_leaf_order,
        .oracle = &oracle_pocket,
};

static const hints_t live_any_hints = {
        .soon = live_soon,
        .likely_key = board_likely_key,
        .sure_key = board_sure_key,
        .guess = live_guess,
        .work = live_work,
        .policy = live_policy,
        .dfpn_times = live_dfpn_times,
        .local = live_local,
        .leaf_order = go_goal_leaf_order,
        .oracle = &oracle_pocket,
};

const go_goal_t go_live = {
        .name = "live",
        .stones = STONES_MANY,
        .word = 1,
        .is_own = true,
        .focuses = true,
        .lost = live_lost,
        .distance = live_distance,
        .finish = live_finish,
        .attacks = live_attacks,
        .replies = live_replies,
        .needs_finish = live_needs_finish,
        .needs_far = live_needs_far,
        .needs_lost = live_needs_lost,
        .scratch = live_scratch,
        .hints = &live_hints,
};

const go_goal_t go_live_any = {
        .name = "live-any",
        .stones = STONES_MANY,
        .word = 2,
        .is_own = true,
        .focuses = true,
        .any = true,
        .lost = live_lost,
        .distance = live_distance,
        .finish = live_finish,
        .attacks = live_attacks,
        .replies = live_replies,
        .needs_finish = live_needs_finish,
        .needs_far = live_needs_far,
        .needs_lost = live_needs_lost,
        .scratch = live_scratch,
        .hints = &live_any_hints,
};
