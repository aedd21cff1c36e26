/* SPDX-License-Identifier: MIT
 * node_init.c - what is known of a node of df-pn without a search (df-pn initialisation): its
 * value by rule, from the table, by reading, or from a board that agrees; else its numbers, from
 * the table or by a first guess.
 *
 * Guess      Of a new node only the distance is known, unless the game has more to say
 *            (hints_t.guess). A threat that has not been found true yet is taken to be as dear as
 *            if its replies had been counted: else all threats would be tested before one is
 *            followed.
 *
 * Rank       The game writes the attacker's likely moves first. Of moves of which nothing else is
 *            known, later ones get greater proof numbers. That counts for a first guess alone.
 *            Added to the table's numbers as well, the rank would keep a move from its turn for
 *            good, however little the move lacks (docs/results/search.md, "Children without a
 *            glance"). */
#include "engine/search/dfpn/node_init.h"

#include "engine/base/check.h"
#include "engine/search/alphabeta/alphabeta.h"
#include "engine/search/alphabeta/plain.h"
#include "engine/search/core/zone_track.h"
#include "engine/search/dfpn/foresight.h"
#include "engine/search/dfpn/leave.h"
#include "engine/search/dfpn/numbers.h"
#include "engine/search/dfpn/threat_leaf.h"
#include "engine/search/dfpn/zone_probe.h"
#include "engine/tuning/tuning.h"

/* by_rule leaves the top frame, of that distance, if a rule decides it or the depth cuts it. */
static bool by_rule(search_t *s, unsigned distance)
{
	unsigned enduring;
	const bool is_left = state_is_plain(s) ? plain_by_rule(s, distance, &enduring)
	                                       : alphabeta_by_rule(s, distance);

	if (is_left && s->left.value == VALUE_UNDECIDED)
		s->left.numbers = s->dfpn.bounded ? numbers_failed : numbers_cut;
	return is_left;
}

/* known leaves the top frame if the table knows its value. */
static bool known(search_t *s)
{
	const frame_t *f = framestack_top(&s->stack);
	recalled_t r;

	if (f->opening)
		return false; /* it may be of an order that the table has none of */
	node_recall(s, f, &r);
	s->left.numbers = numbers_failed; /* what has failed in depth alone counts if bounded */
	return (s->dfpn.bounded || node_decides(f, &r)) && node_known(s, f, &r);
}

unsigned node_init_distance(const search_t *s)
{
	return state_is_plain(s) ? plain_distance(s) : node_distance(s);
}

bool node_init_decides(search_t *s, unsigned distance)
{
	return by_rule(s, distance) || known(s) || zone_probe_leave(s);
}

/* plain_first: a defender's node is as hard to prove as he has replies. */
static numbers_t plain_first(const search_t *s)
{
	const framestack_t *st = &s->stack;
	unsigned replies;

	if (!framestack_top(st)->defends)
		return (numbers_t){1, 1};
	replies = game_replies(s->pos, NULL, &st->move[st->moves]); /* unused room */
	return (numbers_t){.proof = 1 + replies, .disproof = 1};
}

numbers_t node_init_guess(const search_t *s, const frame_t *f, unsigned distance)
{
	const unsigned most = node_moves(f);

	assert(distance >= 1 && distance <= most);
	if (f->order <= s->leaf.order)
		return (numbers_t){1, 1};
	return (numbers_t){.proof = distance + f->order +
	                            (f->defends ? (uint32_t)GUESS_REPLIES * f->order : 0),
	                   .disproof = 1 + most - distance + GUESS_DOUBT * f->order};
}

/* ends_soon leaves an attacker's node if one of his moves leaves no reply. That is cheaper than
 * to enter the node for it, and most replies of one who has to parry are answered so. */
static bool ends_soon(search_t *s)
{
	frame_t *f = framestack_top(&s->stack);
	const move_t move = s->hints->soon != NULL ? s->hints->soon(s->pos) : MOVE_NONE;
	unsigned plies;

	if (move == MOVE_NONE)
		return false;
	s->game->play(s->pos, move);
	plies = 1 + plain_plies_left(s);
	if (f->depth >= plies)
		zone_track_won(s);
	s->game->undo(s->pos);
	if (f->depth < plies)
		return false;
	zone_track_soon(s, move);
	f->best = move;
	leave_proven(s, plies);
	return true;
}

uint32_t node_init_replies(const search_t *s)
{
	const frame_t *f = framestack_top(&s->stack);

	if (!f->defends)
		return 0;
	return state_is_plain(s) && s->hints->guess != NULL
	               ? s->hints->guess(s->pos, ORDER_ANY, 1).replies
	               : (uint32_t)GUESS_REPLIES * f->order;
}

/* ends leaves the top frame, of that distance and that nothing is known of, if a glance at
 * it proves it; else it writes its first numbers. */
static bool ends(search_t *s, unsigned distance, numbers_t *out)
{
	const frame_t *f = framestack_top(&s->stack);
	guess_t g = {.proof = 0};

	if (s->hints->guess != NULL)
		g = s->hints->guess(s->pos, state_is_plain(s) ? ORDER_ANY : f->order, distance);
	if (g.is_near && state_is_plain(s) && !f->defends && ends_soon(s))
		return true;
	if (g.proof == 0 && g.disproof > 0) {
		assert(state_is_plain(s) && f->defends);
		zone_track_won(s);
		node_leave(s, VALUE_PROVEN, plain_plies_left(s));
		return true;
	}
	*out = g.proof > 0         ? (numbers_t){g.proof, g.disproof}
	       : state_is_plain(s) ? plain_first(s)
	                           : node_init_guess(s, f, distance);
	if (state_is_plain(s) && s->zones.rules != NULL)
		numbers_store(s, f, *out);
	return false;
}

bool node_init_child(search_t *s, move_t move, bool defends, unsigned order, unsigned depth)
{
	const frame_t *f;
	numbers_t numbers;
	unsigned distance;

	node_push(s, move, defends, order, depth);
	if (s->end != SEARCH_DONE)
		return false;
	s->nodes++;
	s->unpolled++;
	distance = node_init_distance(s);
	if (by_rule(s, distance) || known(s) || threat_leaf_read(s))
		return true;
	f = framestack_top(&s->stack);
	s->dfpn.is_guess = !numbers_probe(s, f, &numbers);
	if (s->dfpn.is_guess && (zone_probe_leave(s) || ends(s, distance, &numbers)))
		return true;
	s->dfpn.tag = s->env.marks != NULL ? marks_tag(f->key, f->order, 0) : 0;
	foresight_numbers(s, &numbers);
	node_pop(s);
	s->left.value = VALUE_UNDECIDED;
	s->left.numbers = numbers;
	return false;
}

void node_init_rank(search_t *s, unsigned i)
{
	const frame_t *f = framestack_top(&s->stack);

	if (s->end != SEARCH_DONE)
		return;
	s->stack.estimate[f->moves + i].tag = s->dfpn.tag;
	if (!f->defends && !state_is_plain(s) && s->dfpn.is_guess &&
	    !framestack_is_asked(&s->stack))
		s->left.numbers.proof =
		        state_least(s->left.numbers.proof + state_least(i, GUESS_RANK_MOST), NEVER);
}
