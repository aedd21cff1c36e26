/* SPDX-License-Identifier: MIT
 * capture_many_needs.c - what is needed so that blocks out of several are captured, or are not.
 *
 * zone.c has the proof for stones and ko. Besides, boards that agree on a zone must have the same
 * stones wanted, before a move and after it. So the stones still wanted are in every zone:
 *
 * Leaves     add all of them, here.
 * Holder     the attacker: what a move of his takes goes into the zone, and what it does not take
 *            stands on the other board, too; so does whether it makes a ko. The defender's moves
 *            strike nothing off but what he does not retake: not to retake is what all his moves
 *            but one have in common with the pass, and that one is always looked at (must).
 * Holder     the defender: wanted stones on the zone are his, so zone.c tells him which moves take
 *            them. A move that strikes one off has an answer whose zone need not hold that stone,
 *            so it is never idle.
 * Retakes    Of a failure a zone need not reach all around the attacker's last stone: it may be
 *            in a ko on one of the boards alone, and the stone that it took not struck off there
 *            yet. Then the defender's answer here is not to retake: that would need what is
 *            around. He gives the same answer there, and both have struck it off. (If that
 *            was the last one, here was no failure.)
 *
 * One block that is captured is enough of any; the others are in the zone only to be there.
 *
 * Far        Of all there are `moves` + 1 points to be filled. Of any each block has so many
 *            liberties; and where it has one more, that as well: with so many moves and one the
 *            attacks tried are those on the liberties of the blocks that have no more
 * (capture_many.c), and on the others none may come to be one. */
#include "engine/game/go/capture/capture_many_needs.h"

#include "engine/game/go/capture/capture_many.h"
#include "engine/game/go/board/benson.h"
#include "engine/game/go/zone/needs.h"
#include "engine/game/go/capture/retake.h"
#include "engine/game/go/zone/zone.h"

/* needs_wanted adds what every zone has: the blocks of the stones still wanted. */
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
		needs_block_and_near(go, p, out);
		retake_needs_none(go, p, move, out);
		enough = go->goal->any;
	}
}

/* needs_ban: something else than liberties keeps the attacker from a block in atari. */
static void needs_ban(const go_t *go, unsigned stone, bits_t *out)
{
	const block_t *block = board_block(go, stone);

	needs_block_and_near(go, stone, out);
	if (block->libs == 1)
		retake_needs(go, stone, board_only_liberty(block), out);
}

/* needs_outside adds a liberty that nobody may play on. */
static void needs_outside(const go_t *go, const block_t *block, bits_t *out)
{
	bits_t outside = block->lib;

	bits_subtract(&outside, &go->region);
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

		if (capture_many_is_closed(go, block)) {
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
