/* SPDX-License-Identifier: MIT
 * retake.c - captures in a ko that the defender may take back at once.
 *
 * Design     The goal is always reached by a move of the attacker's. An attacker to move whose
 *            capture was not taken back therefore has one move left to make: he fills the ko.
 *            Whether that move is legal does not matter, since the defender had his chance to take
 *            back; where it is illegal the attacker passes, and the pass reaches the goal. Two
 *            other rules would be wrong: to insist on the filled ko, or on some legal move, would
 *            call a block alive that its owner can never get back.*/
#include "engine/game/go/capture/retake.h"

#include "engine/game/go/zone/needs.h"
#include "engine/game/go/zone/zone.h"
#include "engine/game/go/board/legal.h"

/* What is next to the point where the attacker would capture a single stone. */
typedef struct {
	unsigned empty; /* how many points are empty */
	bool joins;     /* a stone of the attacker's is: no ko, as a block of several cannot be
	                   taken back by one stone */
	bool captures;  /* another block is captured as well: no ko */
} around_t;

/* look writes what is next to `move`; false: the block on `stone` has several stones, and its
 * capture makes no ko. */
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

/* might_follow is retake_may_follow for a defender with threats. One empty point next to the move
 * may be filled by then; a stone of the attacker's stays, as it has a liberty on the move's
 * point. */
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

/* An empty point or a stone of the attacker's next to the move is enough to rule out a ko. It is
 * asked for even where the defender has no threat: results are reused with other stocks. */
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
