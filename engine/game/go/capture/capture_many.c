/* SPDX-License-Identifier: MIT
 * capture_many.c - the goals of capturing one of several blocks ("capture-any"), or all of them
 * ("capture-all").
 *
 * End        A capture counts as in capture.c; one in a ko may have to wait for a retake
 *            (retake.h). For capture-all each stone has to be captured at some time, not all at the
 *            same time: a captured stone is struck off go_t.stones (play.c), and what is played on
 *            its point later does not matter. So the stones still wanted are part of the position
 *            and of its key, and the rest of the problem is the same question as if only those had
 *            been named.
 *
 * Distance   A block is captured when a stone of the attacker's is on each of its liberties, and
 *            nothing that the attacker plays or captures gives the block another liberty. So
 *            capture-any takes as many moves as the fewest liberties of a block, and capture-all as
 *            many as there are points that are a liberty of some block: a liberty of two blocks
 *            counts once. A block with a liberty outside of the region is never captured.
 *
 * Attacks    At a distance of order + 1 each of the attacker's moves must lower the distance. For
 *            capture-any such a move is on a liberty of a block with the fewest liberties, for
 *            capture-all on a liberty of any block.
 *
 * Replies    As in capture_moves.c. For capture-any every block in atari must be rescued at once;
 *            for capture-all, if one and the same point is the only liberty of all blocks, one of
 *            them must be.
 *
 * Zones      See capture_many_needs.c.
 */
#include "engine/game/go/capture/capture_many.h"

#include "engine/game/go/capture/capture_many_needs.h"
#include "engine/game/go/board/benson.h"
#include "engine/game/go/board/movelist.h"
#include "engine/game/go/capture/retake.h"
#include "engine/game/go/board/legal.h"
#include "engine/game/go/pocket/oracle.h"
#include "engine/tuning/tuning.h"

unsigned capture_many_taken(const go_t *go)
{
	bits_t left = go->stones;

	while (!bits_is_empty(&left)) {
		const unsigned p = bits_take(&left);

		if (go->at[p] != go->colour[SIDE_DEFENDER])
			return p;
	}
	return POINT_NONE;
}

unsigned capture_many_next(const go_t *go, bits_t *left)
{
	while (!bits_is_empty(left)) {
		const unsigned p = bits_take(left);
		bits_t others = *left;
		bool last = go->at[p] == go->colour[SIDE_DEFENDER];

		while (last && !bits_is_empty(&others)) {
			const unsigned q = bits_take(&others);

			last = go->at[q] != go->at[p] || go->id[q] != go->id[p];
		}
		if (last)
			return p;
	}
	return POINT_NONE;
}

unsigned capture_many_moves(const go_t *go, bits_t *points)
{
	unsigned least = DISTANCE_NEVER;
	bits_t left = go->stones;

	*points = (bits_t){{0}};
	for (unsigned p; (p = capture_many_next(go, &left)) != POINT_NONE;) {
		const block_t *block = board_block(go, p);
		const bool closed = board_has_outside(go, block);

		if (!go->goal->any) {
			if (closed)
				return DISTANCE_NEVER;
			bits_unite(points, &block->lib);
		} else if (!closed && block->libs <= least) {
			if (block->libs < least)
				*points = (bits_t){{0}};
			bits_unite(points, &block->lib);
			least = block->libs;
		}
	}
	assert(least > 0);
	if (go->goal->any)
		return capture_many_taken(go) != POINT_NONE ? 1 : least;
	return bits_is_empty(points) ? 1 : bits_count(points);
}

bool capture_many_done(const go_t *go)
{
	bits_t left = go->stones;

	return go->goal->any ? capture_many_taken(go) != POINT_NONE
	                     : capture_many_next(go, &left) == POINT_NONE;
}

bool capture_many_safe(const go_t *go, bits_t *out)
{
	bits_t left = go->stones;
	bool may_be = false;

	if (capture_many_done(go))
		return false;
	for (unsigned p; (p = capture_many_next(go, &left)) != POINT_NONE;) {
		if (benson_may_be_safe(go, p))
			may_be = true;
		else if (go->goal->any)
			return false;
	}
	if (!may_be)
		return false;
	*out = go->stones;
	benson_keep(go, go->colour[SIDE_DEFENDER], out);
	return go->goal->any ? bits_count(out) == bits_count(&go->stones) : !bits_is_empty(out);
}

void capture_many_add_blocks(const go_t *go, bits_t *out)
{
	bits_t left = go->stones;

	for (unsigned p; (p = capture_many_next(go, &left)) != POINT_NONE;)
		board_add_block(go, p, out);
}

static unsigned captures_distance(const go_t *go)
{
	bits_t points;

	return capture_many_moves(go, &points);
}

static bool captures_lost(const go_t *go)
{
	bits_t stones;

	return capture_many_safe(go, &stones);
}

static bool captures_looks_lost(const position_t *pos)
{
	const go_t *go = board_of(pos);

	return go->base.turn == SIDE_ATTACKER && !capture_many_done(go) &&
	       captures_distance(go) > CAPTURE_SAFE_LIBERTIES;
}

static unsigned captures_distance_after(const position_t *pos, move_t move)
{
	const go_t *go = board_of(pos);
	bits_t points, left = go->stones;
	unsigned distance;

	if (move == MOVE_PASS || board_captures(go, move))
		return 0;
	distance = capture_many_moves(go, &points);
	if (capture_many_done(go) || distance == DISTANCE_NEVER)
		return 0;
	if (go->goal->strikes && go->ko != POINT_NONE && bits_has(&go->stones, go->ko))
		return 0; /* the move also strikes off the stone in the ko */
	if (go->base.turn == SIDE_ATTACKER)
		return distance - bits_has(&points, move);
	for (unsigned p; (p = capture_many_next(go, &left)) != POINT_NONE;)
		if (bits_has(&board_block(go, p)->lib, move))
			return 0; /* how many liberties it gains is known when it is played */
	return distance > CAPTURE_SAFE_LIBERTIES ? 0 : distance;
}

/* stays_taken: would a move on `last` capture for good all blocks of the goal whose only liberty
 * that is? */
static bool stays_taken(const go_t *go, unsigned last)
{
	bits_t left = go->stones;

	for (unsigned p; (p = capture_many_next(go, &left)) != POINT_NONE;) {
		const block_t *block = board_block(go, p);

		if (block->libs == 1 && bits_has(&block->lib, last) && retake_follows(go, p, last))
			return false;
	}
	return true;
}

static move_t captures_finish(const go_t *go)
{
	bits_t points;

	assert(go->base.turn == SIDE_ATTACKER);
	if (capture_many_done(go)) {
		const unsigned p = capture_many_taken(go);

		assert(p != POINT_NONE || !go->goal->any);
		return p == POINT_NONE || go->at[p] != COLOUR_NONE ? MOVE_PASS
		                                                   : retake_finish(go, p);
	}
	if (capture_many_moves(go, &points) > 1)
		return MOVE_NONE;
	while (!bits_is_empty(&points)) {
		const unsigned last = bits_take(&points);

		if (board_legal(go, (move_t)last) && stays_taken(go, last))
			return (move_t)last;
	}
	return MOVE_NONE;
}

/* add_liberties adds the liberties of the blocks. Those of two blocks or more come first, then
 * those of blocks with few liberties. */
static void add_liberties(movelist_t *list)
{
	const go_t *go = list->go;
	bits_t left = go->stones, once = {{0}}, twice = {{0}};

	for (unsigned p; (p = capture_many_next(go, &left)) != POINT_NONE;) {
		bits_t both = once;

		bits_intersect(&both, &board_block(go, p)->lib);
		bits_unite(&twice, &both);
		bits_unite(&once, &board_block(go, p)->lib);
	}
	movelist_add_set(list, &twice);
	for (unsigned most = 1; most <= CAPTURE_MANY_FEW_LIBERTIES; most++) {
		left = go->stones;
		for (unsigned p; (p = capture_many_next(go, &left)) != POINT_NONE;)
			if (board_block(go, p)->libs <= most)
				movelist_add_set(list, &board_block(go, p)->lib);
	}
	movelist_add_set(list, &once);
}

/* add_ring adds the liberties of the attacker's blocks next to `blocks` that have at most `most`
 * liberties. */
static void add_ring(movelist_t *list, const bits_t *blocks, unsigned most)
{
	const go_t *go = list->go;
	bits_t near;

	geometry_neighbours(go->geo, blocks, &near);
	bits_subtract(&near, &go->empty);
	while (!bits_is_empty(&near)) {
		const unsigned p = bits_take(&near);

		if (go->at[p] == go->colour[SIDE_ATTACKER] && board_block(go, p)->libs <= most)
			movelist_add_set(list, &board_block(go, p)->lib);
	}
}

/* add_all adds all moves that are left, those next to the blocks first. */
static void add_all(movelist_t *list)
{
	bits_t blocks = {{0}};

	capture_many_add_blocks(list->go, &blocks);
	if (list->go->base.turn == SIDE_DEFENDER)
		add_ring(list, &blocks, 1);
	add_liberties(list);
	add_ring(list, &blocks, CAPTURE_MANY_RING_LIBERTIES);
	if (bits_is_empty(&blocks))
		blocks = list->left;
	movelist_add_rings(list, &blocks);
	assert(bits_is_empty(&list->left));
}

static unsigned captures_attacks(const go_t *go, unsigned order, const bits_t *within, move_t *out)
{
	movelist_t list = {.go = go, .out = out};
	unsigned distance;
	bits_t points;

	assert(go->base.turn == SIDE_ATTACKER);
	if (capture_many_done(go))
		return 0; /* the attacker has a finish */
	distance = capture_many_moves(go, &points);
	if (distance == DISTANCE_NEVER || (order != ORDER_ANY && distance > order + 1))
		return 0;
	board_legal_points(go, &list.left);
	movelist_keep(&list, within);
	if (order != ORDER_ANY && distance == order + 1)
		bits_intersect(&list.left, &points);
	add_all(&list);
	return list.count;
}

/* add_rescues adds the points where a reply may give the block on a stone, which is in atari,
 * another liberty. */
static void add_rescues(const go_t *go, unsigned stone, bits_t *out)
{
	bits_t block = {{0}}, near;

	board_add_block(go, stone, &block);
	geometry_neighbours(go->geo, &block, &near);
	bits_subtract(&near, &go->empty);
	while (!bits_is_empty(&near)) {
		const unsigned p = bits_take(&near);

		if (go->at[p] == go->colour[SIDE_ATTACKER] && board_block(go, p)->libs == 1)
			bits_unite(out, &board_block(go, p)->lib);
	}
	bits_unite(out, &board_block(go, stone)->lib);
}

/* is_taken_next: is the block in atari, and captured for good by the next move unless a reply
 * prevents that? */
static bool is_taken_next(const go_t *go, unsigned stone)
{
	const block_t *block = board_block(go, stone);

	return block->libs == 1 && !board_has_outside(go, block) &&
	       !retake_may_follow(go, stone, board_only_liberty(block));
}

/* keep_rescues drops the replies after which the attacker's next move reaches the goal. */
static void keep_rescues(const go_t *go, bits_t *replies)
{
	bits_t left = go->stones, points, any = {{0}};

	if (captures_distance(go) > 1 || capture_many_taken(go) != POINT_NONE)
		return;
	for (unsigned p; (p = capture_many_next(go, &left)) != POINT_NONE;) {
		if (!is_taken_next(go, p)) {
			if (go->goal->any)
				continue;
			return;
		}
		points = (bits_t){{0}};
		add_rescues(go, p, &points);
		bits_unite(&any, &points);
		if (go->goal->any)
			bits_intersect(replies, &points);
	}
	if (!go->goal->any)
		bits_intersect(replies, &any);
}

static unsigned captures_replies(const go_t *go, const bits_t *within, move_t *out)
{
	movelist_t list = {.go = go, .out = out};
	const unsigned p = capture_many_taken(go);

	assert(go->base.turn == SIDE_DEFENDER);
	if (capture_many_done(go)) {
		if (p == POINT_NONE || !board_legal(go, (move_t)p) || !movelist_takes(within, p))
			return 0;
		out[0] = (move_t)p;
		return 1;
	}
	board_legal_points(go, &list.left);
	movelist_keep(&list, within);
	keep_rescues(go, &list.left);
	if (p != POINT_NONE)
		movelist_add(&list, p);
	add_all(&list);
	return list.count;
}

static bool captures_fights(const go_t *go)
{
	bits_t left = go->stones;

	while (!bits_is_empty(&left))
		if (retake_matters_of(go, bits_take(&left)))
			return true;
	return false;
}

static local_t captures_local(const position_t *pos)
{
	const go_t *go = board_of(pos);

	return go_goal_local(go, go->goal->any ? CAPTURE_ANY_REGION_PASS : CAPTURE_ALL_REGION_PASS);
}

/* captures_guess: in a small region without lambda, a capture that takes more moves is as much
 * harder to prove. Elsewhere nothing is guessed. */
static guess_t captures_guess(const position_t *pos, unsigned order, unsigned distance)
{
	const go_t *go = board_of(pos);

	if (order != ORDER_ANY || !go_goal_local(go, 0).is_small)
		return (guess_t){.proof = 0};
	return (guess_t){.proof = 1u + (distance < REGION_POINTS ? distance : REGION_POINTS),
	                 .disproof = 1};
}

static const hints_t hints = {
        .looks_lost = captures_looks_lost,
        .distance_after = captures_distance_after,
        .likely_key = board_likely_key,
        .sure_key = board_sure_key,
        .guess = captures_guess,
        .local = captures_local,
        .leaf_order = go_goal_leaf_order,
        .oracle = &oracle_pocket,
};

const go_goal_t go_capture_any = {
        .name = "capture-any",
        .stones = STONES_MANY,
        .word = 3,
        .any = true,
        .lost = captures_lost,
        .distance = captures_distance,
        .finish = captures_finish,
        .attacks = captures_attacks,
        .replies = captures_replies,
        .needs_finish = capture_many_needs_finish,
        .needs_far = capture_many_needs_far,
        .needs_lost = capture_many_needs_lost,
        .fights = captures_fights,
        .hints = &hints,
};

const go_goal_t go_capture_all = {
        .name = "capture-all",
        .stones = STONES_MANY,
        .word = 4,
        .strikes = true,
        .lost = captures_lost,
        .distance = captures_distance,
        .finish = captures_finish,
        .attacks = captures_attacks,
        .replies = captures_replies,
        .needs_finish = capture_many_needs_finish,
        .needs_far = capture_many_needs_far,
        .needs_lost = capture_many_needs_lost,
        .fights = captures_fights,
        .hints = &hints,
};
