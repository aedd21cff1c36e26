/* SPDX-License-Identifier: MIT
 * capture_many_needs.c - the points that a capture of blocks out of several depends on, and a
 * failure to capture them.
 *
 * zone.c has the proof for stones and ko. These goals need one thing more: boards that agree on a
 * zone must want the same stones, before a move and after it. So the stones still wanted are in
 * every zone:
 *
 * Leaves     The functions of this file add all of them.
 * Attacker   as the holder of a result: the zone has the block that a move of his captures, and
 *            every block that it does not capture stands on the other board too; the same is true
 *            of the ko that the move makes. The defender's moves strike nothing off but a stone
 *            that he does not take back. Not to take back is what the pass and all his moves but
 *            one have in common, and `must` always has the point of that one move.
 * Defender   as the holder: wanted stones on the zone are his, so zone.c finds which moves capture
 *            them. A move that strikes a stone off is answered by a zone that need not have that
 *            stone, so such a move is never idle.
 * Retakes    A zone of a failure need not have all neighbours of the attacker's last stone: that
 *            stone may be in a ko on one of the two boards alone, and the stone that it captured
 *            not be struck off there yet. If so, the defender's answer on this board is no retake,
 *            since a retake would need those neighbours. He gives the same answer on the other
 *            board, and after it both boards have struck the stone off. (Had it been the last
 *            wanted stone, this board would be no failure.)
 *
 * For capture-any the capture of one block is enough; the zone has the others only because they are
 * wanted.
 *
 * Far        For capture-all there are moves + 1 points to be filled. For capture-any each block
 *            has at least so many liberties. Its zones have one liberty more of blocks that have
 *            it: at a distance of moves + 1 only attacks on liberties of the blocks with the fewest
 *            are tried (capture_many.c), and no other block may come to be one of these.
 */
#include "engine/game/go/capture/capture_many_needs.h"

#include "engine/game/go/capture/capture_many.h"
#include "engine/game/go/board/benson.h"
#include "engine/game/go/zone/needs.h"
#include "engine/game/go/capture/retake.h"
#include "engine/game/go/zone/rules.h"
#include "engine/game/go/zone/zone.h"

/* needs_wanted adds what is in every zone: the stones still wanted, and their blocks. */
static void needs_wanted(const go_t *go, bits_t *out)
{
	bits_unite(out, &go->stones);
	capture_many_add_blocks(go, out);
}

void capture_many_needs_finish(const go_t *go, move_t move, bits_t *out)
{
	bits_t left = go->stones;
	bool enough = false;

	needs_wanted(go, out);
	if (capture_many_done(go)) {
		if (move != MOVE_PASS)
			zone_add_move(go, move, out);
		return;
	}
	bits_add(out, move);
	for (unsigned p; !enough && (p = capture_many_next(go, &left)) != POINT_NONE;) {
		if (board_block(go, p)->libs > 1 || !bits_has(&board_block(go, p)->lib, move))
			continue;
		if (zone_rule_keeps(&go_rules[GO_RULE_FINISH]))
			needs_block_and_near(go, p, out);
		retake_needs_none(go, p, move, out);
		enough = go->goal->any;
	}
}

/* needs_ban adds what keeps the attacker from capturing a block in atari: a ban by ko, or a
 * retake. */
static void needs_ban(const go_t *go, unsigned stone, bits_t *out)
{
	const block_t *block = board_block(go, stone);

	needs_block_and_near(go, stone, out);
	if (block->libs == 1)
		retake_needs(go, stone, board_only_liberty(block), out);
}

/* needs_outside adds a liberty of the block that is outside of the region; it must have one. */
static void needs_outside(const go_t *go, const block_t *block, bits_t *out)
{
	bits_t outside = board_outside(go, block);

	bits_add(out, bits_take(&outside));
}

void capture_many_needs_far(const go_t *go, unsigned moves, bits_t *out)
{
	block_t all = {.libs = 0};
	bits_t left = go->stones;

	if (capture_many_done(go)) {
		bits_unite(out, &go->geo->all);
		return;
	}
	needs_wanted(go, out);
	all.libs = capture_many_moves(go, &all.lib);
	for (unsigned p; (p = capture_many_next(go, &left)) != POINT_NONE;) {
		const block_t *block = board_block(go, p);

		if (board_has_outside(go, block)) {
			needs_outside(go, block, out);
			if (!go->goal->any)
				return;
		} else if (go->goal->any && block->libs > moves) {
			needs_liberties(block, moves + 2, POINT_NONE, out);
		} else if (all.libs <= moves) {
			needs_ban(go, p, out);
		}
	}
	if (!go->goal->any && all.libs > moves)
		needs_liberties(&all, moves + 1, POINT_NONE, out);
}

void capture_many_needs_lost(const go_t *go, bits_t *out)
{
	bits_t stones, first = {{0}};
	const bool is_safe = capture_many_safe(go, &stones);

	assert(is_safe);
	needs_wanted(go, out);
	if (!is_safe)
		return;
	if (!go->goal->any) { /* one is enough */
		bits_add(&first, bits_take(&stones));
		stones = first;
	}
	benson_add_support(go, &stones, out);
}
