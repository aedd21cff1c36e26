/* SPDX-License-Identifier: MIT
 * plain.c - alpha-beta without lambda: all moves of both sides, and passes only
 * where the rules have them. The yardstick for lambda-search, and the judge of what
 * it cannot decide (zugzwang).
 *
 * The recursion   An attacker's node is won by one won child, a defender's node by
 *            all; a defender without a reply has lost, unless the game says that
 *            he is safe (stalemate). Alpha-beta's window is just "1 or less".
 *
 * Distance   `distance` counts the attacker's moves while the defender passes, so
 *            it bounds the plies of a proof only where passing is a reply or the
 *            defender's moves cannot help the attacker. Elsewhere a forced move
 *            may bring it down to `squeeze`, and what lies above that counts for
 *            nothing: a node with d plies left is cut when even then too few are.
 *            With three left only threats to finish at once are in time: the moves
 *            of order 1.
 *
 * Values     As in lambda-search: a cut by depth makes one half, a repetition a
 *            tainted 0. Without a cut a 0 is a fact of the game.
 *
 * Cycles     are looked for at the defender's nodes as well, before the table is asked. The
 *            least proof of a position does not contain it, whoever is to move. At the attacker's
 *            nodes alone the table would hide them: a defender's node that was once cut by depth
 *            is known as one half at that depth, so when it stands again on a line two plies
 *            deeper, the table answers one half before the attacker's node above it is met
 *            again, that half is kept, and so on with each iteration up to the greatest depth. */
#include "engine/search/alphabeta/plain.h"

#include "engine/base/check.h"
#include "engine/search/core/children.h"
#include "engine/search/core/zone_track.h"

/* enduring_distance is the one that no forced move of the defender brings down. */
static unsigned enduring_distance(const search_t *s)
{
	return s->game->squeeze != NULL ? s->game->squeeze(s->pos) : DISTANCE_NEVER;
}

unsigned plain_distance(const search_t *s)
{
	const frame_t *f = framestack_top(&s->stack);

	/* By then a forced move may have brought down whatever it is now. */
	if (s->game->squeeze != NULL && f->depth > 2 * s->game->squeeze(s->pos) &&
	    !game_may_pass(s->pos))
		return 1;
	return game_distance(s->pos);
}

static bool attack_by_rule(search_t *s, const frame_t *f, unsigned distance, unsigned enduring)
{
	if (distance == DISTANCE_NEVER && enduring == DISTANCE_NEVER) {
		zone_track_all(s);
		node_leave(s, VALUE_DISPROVEN, 0);
		return true;
	}
	if (f->depth < 3 || f->depth < 2 * state_least(distance, enduring + 1) - 1) {
		zone_track_all(s);
		node_leave(s, VALUE_UNDECIDED, 0);
		return true;
	}
	return !s->dfpn.bounded && node_repeats(s);
}

static void enter_attack(search_t *s)
{
	frame_t *f = framestack_top(&s->stack);
	unsigned enduring;
	recalled_t known;

	if (plain_by_rule(s, plain_distance(s), &enduring))
		return;
	node_recall(s, f, &known);
	if (node_known(s, f, &known))
		return;
	zone_track_open(s);
	if (f->depth == 3 && enduring > 1) {
		f->value = VALUE_UNDECIDED; /* the others may win deeper */
		zone_track_all(s);
		children_attacks(s, 1);
	} else {
		children_attacks(s, ORDER_ANY);
	}
	children_continue(s);
}

static bool defence_by_rule(search_t *s, const frame_t *f, unsigned distance, unsigned enduring)
{
	const bool is_lost = s->game->lost(s->pos);

	if (is_lost || (distance == DISTANCE_NEVER && enduring == DISTANCE_NEVER)) {
		if (is_lost)
			zone_track_lost(s);
		else
			zone_track_all(s);
		node_leave(s, VALUE_DISPROVEN, 0);
		return true;
	}
	if (f->depth < 2 * state_least(distance, enduring)) {
		zone_track_all(s);
		node_leave(s, VALUE_UNDECIDED, 0);
		return true;
	}
	return !s->is_dfpn && node_repeats(s);
}

bool plain_by_rule(search_t *s, unsigned distance, unsigned *enduring)
{
	const frame_t *f = framestack_top(&s->stack);

	assert(f->defends == (s->pos->turn == SIDE_DEFENDER) && distance >= 1);
	if (!f->defends && node_is_over(s, distance))
		return true;
	*enduring = f->defends && game_may_pass(s->pos) ? DISTANCE_NEVER : enduring_distance(s);
	return f->defends ? defence_by_rule(s, f, distance, *enduring)
	                  : attack_by_rule(s, f, distance, *enduring);
}

unsigned plain_plies_left(search_t *s)
{
	framestack_t *st = &s->stack;

	assert(s->pos->turn == SIDE_DEFENDER);
	if (game_may_pass(s->pos))
		return 2;
	/* The room for his candidates is there and unused. */
	return s->game->legal_moves(s->pos, &st->move[st->moves]) > 0 ? 2 : s->game->tail;
}

static void enter_defence(search_t *s)
{
	const frame_t *f = framestack_top(&s->stack);
	unsigned enduring;
	recalled_t known;

	if (plain_by_rule(s, plain_distance(s), &enduring))
		return;
	node_recall(s, f, &known);
	if (node_known(s, f, &known))
		return;
	zone_track_open(s);
	children_replies(s, true, true);
	if (s->end == SEARCH_DONE && !children_next(s)) {
		zone_track_close(s);
		node_leave(s, VALUE_PROVEN, plain_plies_left(s));
	}
}

void plain_enter(search_t *s)
{
	if (framestack_top(&s->stack)->defends)
		enter_defence(s);
	else
		enter_attack(s);
}
