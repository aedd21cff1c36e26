/* SPDX-License-Identifier: MIT
 * retake.c - a capture that the defender can take back at once.
 *
 * Design     The goal is reached by a move, never by what the other side did not do. So the
 *            attacker, to move, whose capture still stands, has one move left to make: it
 *            fills the ko. Whether he can does not matter, the defender had his chance: where
 *            he may not, his pass ends it. To ask for the filled ko alone, or for any legal
 *            move, would call a block alive that its owner can never have back. */
#include "engine/game/go/capture/retake.h"

#include "engine/game/go/zone/needs.h"
#include "engine/game/go/zone/zone.h"
#include "engine/game/go/board/legal.h"

/* What is around a point where the attacker may take a lone target. */
typedef struct {
	unsigned empty;
	bool joins;    /* own stones: not a lone one, so no ko */
	bool captures; /* more than the target, so no ko */
} around_t;

static bool look(const go_t *go, unsigned stone, unsigned move, around_t *out)
{
	const block_t *block = board_block(go, stone);

	*out = (around_t){.empty = 0};
	if (block->stones > 1)
		return false;
	assert(block->libs == 1 && bits_has(&block->lib, move));
	for (unsigned d = 0; d < DIRECTIONS; d++) {
		const unsigned q = go->geo->near[move][d];

		if (go->at[q] == COLOUR_NONE)
			out->empty++;
		else if (go->at[q] == go->colour[SIDE_ATTACKER])
			out->joins = true;
		else if (go->at[q] != COLOUR_EDGE && q != stone)
			out->captures |= board_block(go, q)->libs == 1;
	}
	return true;
}

bool retake_follows(const go_t *go, unsigned stone, unsigned move)
{
	around_t around;

	return go->threats[SIDE_DEFENDER] > 0 && look(go, stone, move, &around) &&
	       around.empty == 0 && !around.joins && !around.captures;
}

/* might_follow: with threats. An own stone next to the move has a liberty there, so no other move
 * takes it away. */
static bool might_follow(const go_t *go, unsigned stone, unsigned move)
{
	around_t around;

	return look(go, stone, move, &around) && around.empty <= 1 && !around.joins;
}

bool retake_may_follow(const go_t *go, unsigned stone, unsigned move)
{
	return go->threats[SIDE_DEFENDER] > 0 && might_follow(go, stone, move);
}

bool retake_matters_of(const go_t *go, unsigned stone)
{
	return go->at[stone] != go->colour[SIDE_DEFENDER] ||
	       (board_block(go, stone)->libs == 1 &&
	        might_follow(go, stone, board_only_liberty(board_block(go, stone))));
}

bool retake_matters(const go_t *go)
{
	return retake_matters_of(go, go->target);
}

void retake_needs(const go_t *go, unsigned stone, unsigned move, bits_t *out)
{
	if (!retake_follows(go, stone, move))
		return;
	bits_add(out, move);
	needs_near(go, move, out);
	for (unsigned d = 0; d < DIRECTIONS; d++) {
		const unsigned q = go->geo->near[move][d];

		if (go->at[q] != go->colour[SIDE_DEFENDER] || q == stone)
			continue;
		board_add_block(go, q, out);
		needs_liberties(board_block(go, q), 1, move, out);
	}
}

/* A free point beside the move, or an own stone, is enough, and whatever the stocks of threats:
 * what was found out with one is believed with another. */
void retake_needs_none(const go_t *go, unsigned stone, unsigned move, bits_t *out)
{
	unsigned found = POINT_NONE;

	if (board_block(go, stone)->stones > 1)
		return;
	for (unsigned d = 0; d < DIRECTIONS; d++) {
		const unsigned q = go->geo->near[move][d];

		if (go->at[q] != COLOUR_NONE && go->at[q] != go->colour[SIDE_ATTACKER])
			continue;
		if (bits_has(out, q))
			return;
		found = q;
	}
	if (found != POINT_NONE)
		bits_add(out, found);
	else if (go->threats[SIDE_DEFENDER] > 0)
		zone_add_move(go, (move_t)move, out);
}

move_t retake_finish(const go_t *go, unsigned stone)
{
	assert(go->at[stone] == COLOUR_NONE && go->base.turn == SIDE_ATTACKER);
	return board_legal(go, (move_t)stone) ? (move_t)stone : MOVE_PASS;
}
