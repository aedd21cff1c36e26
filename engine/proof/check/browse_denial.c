/* SPDX-License-Identifier: MIT
 * browse_denial.c - see browse_denial.h.
 *
 * Stops     Where the rules hold the attacker the line ends. Else a stop says that the position is
 *           met at another node, and the walk goes on from that (browse_met.h). So a line may go
 *           round in circles, as far as a browser goes. */
#include "engine/proof/check/browse_denial.h"

#include <assert.h>

static bool has_move(const browse_t *b, const check_board_t *board)
{
	const int32_t end = browse_moves_end(&b->claim);

	for (int32_t move = PASS; move < end; move++)
		if (b->claim.rules->legal(&b->claim, board, move))
			return true;
	return false;
}

/* hold ends the line. */
static void hold(browse_stand_t *s, browse_held_t why)
{
	s->turn = BROWSE_HELD;
	s->held = why;
}

/* is_far: does the goal take more moves in a row than are left, in a game where that holds him? */
static bool is_far(const browse_t *b, const browse_stand_t *s)
{
	const check_claim_t *c = &b->claim;

	if (c->lambda)
		return c->rules->distance(c, &s->board) > s->order + 1;
	return c->bounded && c->waits && c->rules->distance(c, &s->board) > s->order;
}

/* stop ends the line at a stop, or goes on from the node at which the position is met. */
static void stop(const browse_t *b, browse_stand_t *s)
{
	const check_claim_t *c = &b->claim;

	if (is_far(b, s)) {
		hold(s, BROWSE_HELD_FAR);
	} else if (c->rules->safe != NULL && c->rules->safe(c, &s->board)) {
		hold(s, BROWSE_HELD_SAFE);
	} else {
		s->node = browse_met_node(&b->met, s->order, &s->board);
		s->is_met = s->node != CERTIFICATE_NONE;
		if (!s->is_met)
			hold(s, BROWSE_HELD_MET);
	}
}

/* arrive stands at `node`, the position being in *s. */
static void arrive(const browse_t *b, uint32_t node, browse_stand_t *s)
{
	const strategy_node_t *n = &b->strategy.nodes[node];

	s->node = node;
	s->turn = n->defence ? BROWSE_ATTACK : BROWSE_DEFENCE;
	if (!n->defence)
		return;
	if (b->claim.bounded && s->order == 0)
		hold(s, BROWSE_HELD_SPENT);
	else if (!has_move(b, &s->board))
		hold(s, BROWSE_HELD_STUCK);
	else if (n->child == CERTIFICATE_NONE && n->count == 0)
		stop(b, s);
}

void browse_denial_start(const browse_t *b, browse_stand_t *out)
{
	*out = (browse_stand_t){
	        .board = b->claim.start, .order = b->claim.order, .move = BROWSE_NO_MOVE};
	if (b->claim.rules->judge(&b->claim, &out->board) == LOST)
		hold(out, BROWSE_HELD_LOST);
	else
		arrive(b, b->strategy.root, out);
}

/* judge says what `move`, the last, has come to, as deny.c does. */
static outcome_t judge(const check_claim_t *c, const check_board_t *board, int32_t move)
{
	const outcome_t outcome = c->rules->judge(c, board);

	return outcome == REACHED && c->lambda && c->lives && move != PASS ? OPEN : outcome;
}

bool browse_denial_ends(const browse_t *b, int32_t move)
{
	check_board_t after = browse_standing(b)->board;

	b->claim.rules->play(&b->claim, &after, move);
	return judge(&b->claim, &after, move) == LOST;
}

bool browse_denial_play(const browse_t *b, int32_t move, browse_stand_t *out)
{
	const browse_stand_t *at = browse_standing(b);
	const strategy_node_t *node = browse_node_of(b);
	const bool passes = b->claim.lambda && !node->defence && move == PASS;
	uint32_t child = node->child;
	outcome_t outcome;

	if ((!node->defence && move != node->move) ||
	    (!passes && !b->claim.rules->legal(&b->claim, &at->board, move)))
		return false;
	*out = (browse_stand_t){.board = at->board, .order = at->order, .move = move};
	b->claim.rules->play(&b->claim, &out->board, move);
	outcome = judge(&b->claim, &out->board, move);
	if (node->defence) {
		const uint32_t listed = strategy_listed(&b->strategy, at->node, move);

		out->order -= b->claim.bounded;
		child = listed != CERTIFICATE_NONE ? listed : child;
	} else if (passes && b->depth > 0) {
		out->order--;
	}
	assert(out->order >= -1);
	if (out->order < 0)
		hold(out, BROWSE_HELD_SPENT);
	else if (outcome == LOST)
		hold(out, BROWSE_HELD_LOST);
	else if (outcome == REACHED || child == CERTIFICATE_NONE)
		return false;
	else
		arrive(b, child, out);
	return true;
}
