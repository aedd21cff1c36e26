/* SPDX-License-Identifier: MIT
 * capture_moves.c - the moves of either side about the capture of a block, in the order in which
 * they tend to decide it.
 *
 * Moves are left out only where it is certain that they need not be tried:
 *
 * Attacks    To be captured by `order` moves after a pass, the target may have at most `order`
 *            liberties after the attack. Only a stone on a liberty takes one away. So with
 *            order + 1 liberties only moves on these count, and with more no move does.
 * Replies    A target in atari is captured by the next move unless the reply gives it a second
 *            liberty. It can do so by filling the last liberty, which must reach others, or by
 *            capturing a block next to the target. A target with two liberties has one left after
 *            the defender fills one without reaching others: that reply is as good as none. No ko
 *            can forbid the capture after such a reply: the stone just played touches the target or
 *            captured next to it, so the target's last liberty is not the point of a single stone
 *            captured in a ko. Where the capture might be taken back (retake.h) no reply is left
 *            out. Where the target has been captured and may be taken back, that is the one reply.
 *
 * The order of the moves changes only the speed. The candidates are a set of bits; tier after tier
 * is taken out of it, and the last tiers are rings around the target. So a board full of moves
 * costs a few word operations for each ring, and no sorting. Only the target's liberties are
 * sorted, by how many liberties the target would have if the defender played there: on such points
 * both sides want to play.
 */
#include "engine/game/go/capture/capture_moves.h"

#include "engine/game/go/board/movelist.h"
#include "engine/game/go/capture/retake.h"
#include "engine/game/go/board/legal.h"
#include "engine/tuning/tuning.h"

enum { SELF_ATARI_RANK = 1024 }; /* bound: more than any block has liberties */

/* Blocks of the attacker that touch the target, by their roots. */
typedef struct {
	uint16_t root[AREA_MAX];
	unsigned count;
} ring_t;

/* add_second adds the points next to the target's liberties. Points next to two of them come first:
 * a net is cast or broken there. */
static void add_second(movelist_t *list)
{
	bits_t lib = board_target(list->go)->lib;
	bits_t once = {{0}};
	bits_t twice = {{0}};

	while (!bits_is_empty(&lib)) {
		const uint16_t *near = list->go->geo->near[bits_take(&lib)];

		for (unsigned d = 0; d < DIRECTIONS; d++)
			bits_add(bits_has(&once, near[d]) ? &twice : &once, near[d]);
	}
	movelist_add_set(list, &twice);
	movelist_add_set(list, &once);
}

/* find_ring collects the attacker's blocks around the target. */
static void find_ring(const go_t *go, ring_t *ring)
{
	const unsigned attacker = go->colour[SIDE_ATTACKER];
	bits_t seen = {{0}};
	unsigned p = go->target;

	ring->count = 0;
	do {
		for (unsigned d = 0; d < DIRECTIONS; d++) {
			const unsigned q = go->geo->near[p][d];

			if (go->at[q] != attacker || bits_has(&seen, go->id[q]))
				continue;
			bits_add(&seen, go->id[q]);
			ring->root[ring->count++] = go->id[q];
		}
		p = go->next[p];
	} while (p != go->target);
	assert(ring->count <= AREA_MAX);
}

/* touches_joined: is p next to a defender's block that a stone on `move` joins
 * with the target, or to that stone itself? */
static bool touches_joined(const go_t *go, unsigned p, unsigned move, const uint16_t joined[],
                           unsigned count)
{
	for (unsigned d = 0; d < DIRECTIONS; d++) {
		const unsigned q = go->geo->near[p][d];

		if (q == move)
			return true;
		if (go->at[q] != go->colour[SIDE_DEFENDER])
			continue;
		for (unsigned i = 0; i < count; i++)
			if (go->id[q] == joined[i])
				return true;
	}
	return false;
}

unsigned capture_moves_liberties(const go_t *go, unsigned move)
{
	const unsigned defender = go->colour[SIDE_DEFENDER];
	bits_t lib = board_target(go)->lib, outside;
	uint16_t joined[DIRECTIONS];
	unsigned count = 0;

	assert(bits_has(&lib, move));
	for (unsigned d = 0; d < DIRECTIONS; d++) {
		const unsigned q = go->geo->near[move][d];

		if (go->at[q] == COLOUR_NONE)
			bits_add(&lib, q);
		if (go->at[q] != defender)
			continue;
		bits_unite(&lib, &board_block(go, q)->lib);
		joined[count++] = go->id[q];
	}
	for (unsigned d = 0; d < DIRECTIONS; d++) {
		const unsigned q = go->geo->near[move][d];
		unsigned p = q;

		if (go->at[q] != go->colour[SIDE_ATTACKER] || board_block(go, q)->libs > 1)
			continue;
		do { /* captured: its points become liberties where they touch */
			if (touches_joined(go, p, move, joined, count))
				bits_add(&lib, p);
			p = go->next[p];
		} while (p != q);
	}
	bits_remove(&lib, move);
	outside = lib;
	bits_subtract(&outside, &go->region);
	return bits_is_empty(&outside) ? bits_count(&lib) : AREA_MAX;
}

/* is_self_atari guesses whether a stone of the attacker's on `move` would be in atari. The guess
 * counts shared liberties twice; only the order of moves depends on it. */
static bool is_self_atari(const go_t *go, unsigned move)
{
	unsigned libs = 0;

	for (unsigned d = 0; d < DIRECTIONS; d++) {
		const unsigned q = go->geo->near[move][d];

		if (go->at[q] == COLOUR_NONE)
			libs++;
		else if (go->at[q] == go->colour[SIDE_ATTACKER])
			libs += board_block(go, q)->libs - 1;
		else if (go->at[q] != COLOUR_EDGE)
			libs += board_block(go, q)->libs == 1;
	}
	return libs <= 1;
}

/* add_liberties adds the target's liberties that are left, the best ones first. For the defender it
 * drops those that leave the target with one liberty or none. */
static void add_liberties(movelist_t *list, side_t side)
{
	const go_t *go = list->go;
	bits_t set = board_target(go)->lib;
	uint16_t rank[AREA_MAX];
	move_t *out = &list->out[list->count];
	unsigned count = 0;

	bits_intersect(&set, &list->left);
	bits_subtract(&list->left, &set);
	while (!bits_is_empty(&set)) {
		const unsigned p = bits_take(&set);
		const unsigned libs = capture_moves_liberties(go, p);
		unsigned score = libs + SELF_ATARI_RANK;
		unsigned i;

		if (side == SIDE_DEFENDER && libs < 2)
			continue;
		if (side == SIDE_ATTACKER && is_self_atari(go, p))
			score -= SELF_ATARI_RANK;
		for (i = count++; i > 0 && rank[i - 1] < score; i--) {
			rank[i] = rank[i - 1];
			out[i] = out[i - 1];
		}
		rank[i] = (uint16_t)score;
		out[i] = (move_t)p;
	}
	list->count += count;
	assert(list->count <= MOVES_MAX);
}

/* add_ring_captures adds the last liberties of the attacker's blocks in atari
 * around the target. */
static void add_ring_captures(movelist_t *list, const ring_t *ring)
{
	for (unsigned i = 0; i < ring->count; i++) {
		const block_t *block = &list->go->block[ring->root[i]];

		if (block->libs == 1)
			movelist_add(list, board_only_liberty(block));
	}
}

/* add_ring_liberties adds the liberties of the attacker's blocks around the target that have at
 * most `most`. */
static void add_ring_liberties(movelist_t *list, const ring_t *ring, unsigned most)
{
	for (unsigned i = 0; i < ring->count; i++) {
		const block_t *block = &list->go->block[ring->root[i]];

		if (block->libs <= most)
			movelist_add_set(list, &block->lib);
	}
}

/* add_counters adds the moves that capture, or put in atari, the defender's
 * blocks that touch a weak block around the target. */
static void add_counters(movelist_t *list, const ring_t *ring)
{
	const go_t *go = list->go;
	const unsigned defender = go->colour[SIDE_DEFENDER];

	for (unsigned i = 0; i < ring->count; i++) {
		unsigned p = ring->root[i];

		if (go->block[p].libs > CAPTURE_RING_LIBERTIES)
			continue;
		do {
			for (unsigned d = 0; d < DIRECTIONS; d++) {
				const unsigned q = go->geo->near[p][d];

				if (go->at[q] != defender || go->id[q] == go->id[go->target])
					continue;
				if (board_block(go, q)->libs <= CAPTURE_RING_LIBERTIES)
					movelist_add_set(list, &board_block(go, q)->lib);
			}
			p = go->next[p];
		} while (p != ring->root[i]);
	}
}

/* add_rest adds all that is left, nearest first. */
static void add_rest(movelist_t *list, const ring_t *ring)
{
	const block_t *target = board_target(list->go);

	add_second(list);
	add_ring_liberties(list, ring, AREA_MAX);
	movelist_add_rings(list, &target->lib);
	assert(bits_is_empty(&list->left));
}

move_t capture_moves_finish(const go_t *go)
{
	const block_t *target;
	unsigned last;

	assert(go->base.turn == SIDE_ATTACKER);
	if (retake_is_open(go))
		return retake_finish(go, go->target);
	target = board_target(go);
	if (target->libs > 1)
		return MOVE_NONE;
	last = board_only_liberty(target);
	return board_legal(go, (move_t)last) && !retake_follows(go, go->target, last) ? (move_t)last
	                                                                              : MOVE_NONE;
}

unsigned capture_moves_distance_after(const go_t *go, move_t move)
{
	const block_t *target;

	if (retake_is_open(go))
		return 0;
	target = board_target(go);
	if (!bits_has(&target->lib, move))
		return target->libs;
	return go->base.turn == SIDE_ATTACKER ? target->libs - 1
	                                      : capture_moves_liberties(go, move);
}

unsigned capture_moves_attacks(const go_t *go, unsigned order, const bits_t *within, move_t *out)
{
	const block_t *target;
	movelist_t list = {.go = go, .out = out};
	ring_t ring;

	assert(go->base.turn == SIDE_ATTACKER);
	if (retake_is_open(go))
		return 0; /* the attacker has a finish */
	target = board_target(go);
	if (target->libs > order + 1)
		return 0;
	if (target->libs == order + 1) {
		bits_t lib = target->lib;

		while (!bits_is_empty(&lib)) {
			const unsigned p = bits_take(&lib);

			if (board_legal(go, (move_t)p) && movelist_takes(within, p))
				bits_add(&list.left, p);
		}
		add_liberties(&list, SIDE_ATTACKER);
		return list.count;
	}
	board_legal_points(go, &list.left);
	movelist_keep(&list, within);
	find_ring(go, &ring);
	add_liberties(&list, SIDE_ATTACKER);
	add_counters(&list, &ring);
	add_ring_liberties(&list, &ring, CAPTURE_RING_LIBERTIES);
	add_rest(&list, &ring);
	return list.count;
}

/* retakes writes the reply that takes back a capture in a ko; after any other the goal is
 * reached. */
static unsigned retakes(const go_t *go, const bits_t *within, move_t *out)
{
	if (!board_legal(go, go->target) || !movelist_takes(within, go->target))
		return 0;
	out[0] = go->target;
	return 1;
}

/* is_taken_next: is the target in atari, and captured for good by the next move unless a reply
 * prevents that? */
static bool is_taken_next(const go_t *go)
{
	const block_t *target = board_target(go);

	return target->libs == 1 && !retake_may_follow(go, go->target, board_only_liberty(target));
}

/* rescues writes the replies of a target in atari. */
static unsigned rescues(const go_t *go, const bits_t *within, move_t *out)
{
	const unsigned last = board_only_liberty(board_target(go));
	movelist_t list = {.go = go, .out = out};
	ring_t ring;

	find_ring(go, &ring);
	for (unsigned i = 0; i < ring.count; i++) {
		const block_t *block = &go->block[ring.root[i]];
		const unsigned p = block->libs == 1 ? board_only_liberty(block) : last;

		if (p != last && board_legal(go, (move_t)p))
			bits_add(&list.left, p);
	}
	if (board_legal(go, (move_t)last) && capture_moves_liberties(go, last) > 1)
		bits_add(&list.left, last);
	movelist_keep(&list, within);
	add_ring_captures(&list, &ring);
	movelist_add(&list, last);
	assert(bits_is_empty(&list.left));
	return list.count;
}

unsigned capture_moves_replies(const go_t *go, const bits_t *within, move_t *out)
{
	movelist_t list = {.go = go, .out = out};
	ring_t ring;

	assert(go->base.turn == SIDE_DEFENDER);
	if (retake_is_open(go))
		return retakes(go, within, out);
	if (is_taken_next(go))
		return rescues(go, within, out);
	board_legal_points(go, &list.left);
	movelist_keep(&list, within);
	find_ring(go, &ring);
	add_ring_captures(&list, &ring);
	add_liberties(&list, SIDE_DEFENDER);
	add_ring_liberties(&list, &ring, CAPTURE_RING_LIBERTIES);
	add_rest(&list, &ring);
	return list.count;
}
