/* SPDX-License-Identifier: MIT
 * alphabeta.c - lambda-search (Thomsen 2000) as an AND/OR search over
 * (position, order), on an explicit stack, with ABDADA (Weill 1996).
 *
 * The recursion   A node asks: is v(P, n, d) = 1? An attacker's node is won by a
 *            move that reaches the goal or leads to a won defender's node; a
 *            defender's node is won if the pass is won at order n-1 (the
 *            threat) and every reply is won at order n. Both try children
 *            until one decides, so alpha-beta's window is just "1 or less".
 *
 * Cheap first     An attacker's node of order n first asks the same position
 *            at order n-1 (A(P,i) implies A(P,n)): most replies do not disturb
 *            the threat, and the lower order says so at a fraction of the cost.
 *            With d plies left nothing is won at an order above (d-1)/2 that is
 *            not won at (d-1)/2, so higher orders only ask that one.
 *
 * Failures        One half and 0 both fail; 0 is returned only when nothing
 *            below was cut off by depth: at a defender's node the first reply
 *            that fails ends the search, so a 0 may be seen later than the
 *            definition's minimum would, and never wrongly.
 *
 * Opening         Where the defender moves first, the question is whether all moves of
 *            the defender fail; there is no threat to test. So the root is a defender's
 *            node of one order more, whose replies have the order of its pass. One reply
 *            that holds at any depth decides it. Where the pass is undecided, some replies
 *            are tried all the same.
 *
 * Repetition      A position that stands again on this line, at no higher order,
 *            is no help to the attacker: a shortest proof never contains it. A
 *            failure that rests on this is tainted (node.c): it is neither stored nor
 *            believed elsewhere. */
#include "engine/search/alphabeta/alphabeta.h"

#include "engine/base/check.h"
#include "engine/search/core/abdada.h"
#include "engine/search/core/children.h"
#include "engine/search/core/zone_track.h"
#include "engine/tuning/tuning.h"

/* start_attacks begins with the candidates of an attacker's node. */
static void start_attacks(search_t *s)
{
	const frame_t *f = framestack_top(&s->stack);

	children_attacks(s, f->order);
	children_continue(s);
}

/* start_replies begins with the replies to a threat that works. */
static void start_replies(search_t *s, unsigned plies)
{
	frame_t *f = framestack_top(&s->stack);

	assert(f->defends && f->order >= 1);
	assert(plies >= 2 && plies <= f->depth); /* a pass, and the proof of the threat */
	f->plies = (uint16_t)plies;
	zone_track_narrow(s);
	children_replies(s, f->order > 1, false);
	children_continue(s);
}

bool alphabeta_by_rule(search_t *s, unsigned distance)
{
	const frame_t *f = framestack_top(&s->stack);
	const unsigned most = node_moves(f);

	assert(f->defends == (s->pos->turn == SIDE_DEFENDER) && f->defends == (f->depth % 2 == 0));
	if (f->defends && node_is_lost(s)) {
		zone_track_lost(s);
		node_leave(s, VALUE_DISPROVEN, 0);
		return true;
	}
	if (!f->defends && node_is_over(s, distance))
		return true;
	if (f->order == 0 || distance > most) {
		zone_track_far(s, most);
		node_leave(s, VALUE_DISPROVEN, 0);
		return true;
	}
	if (f->depth < (f->defends ? 2u : 3u) || f->depth + 1u < 2 * distance) {
		zone_track_far(s, (f->depth + 1u) / 2);
		node_leave(s, VALUE_UNDECIDED, 0);
		return true;
	}
	return !f->defends && node_repeats(s);
}

bool alphabeta_decides(search_t *s, unsigned *distance)
{
	const frame_t *f = framestack_top(&s->stack);
	recalled_t known;

	*distance = node_distance(s);
	if (alphabeta_by_rule(s, *distance))
		return true;
	node_recall(s, f, &known);
	return node_known(s, f, &known);
}

void alphabeta_attack(search_t *s, unsigned distance)
{
	frame_t *f = framestack_top(&s->stack);
	const unsigned most = (f->depth - 1u) / 2; /* higher orders win nothing more */

	assert(!f->defends && f->order >= 1 && distance <= node_moves(f)); /* alphabeta_by_rule */
	if (!abdada_enter_alone(s))
		return;
	if (f->order > 1 && distance <= f->order) {
		framestack_go(f, PHASE_LOWER);
		children_only(s, MOVE_NONE, f->order > most ? most : f->order - 1u, f->depth);
		return;
	}
	assert(f->order <= most);
	zone_track_of_order(s);
	start_attacks(s);
}

/* threat_is_atari answers the threat test of order 1 on the spot. */
static bool threat_is_atari(search_t *s)
{
	move_t finish;

	s->game->play(s->pos, MOVE_PASS);
	finish = s->game->finish(s->pos);
	if (finish != MOVE_NONE)
		zone_track_of_threat(s, finish);
	s->game->undo(s->pos);
	state_count(s, 1);
	return finish != MOVE_NONE;
}

static void enter_defence(search_t *s)
{
	frame_t *f = framestack_top(&s->stack);
	recalled_t known;

	assert(f->order >= 1 && f->depth >= 2);
	if (alphabeta_by_rule(s, node_distance(s)))
		return;
	if (f->order == 1) {
		if (threat_is_atari(s)) {
			start_replies(s, 2);
		} else {
			zone_track_far(s, 1);
			node_leave(s, VALUE_DISPROVEN, 0);
		}
		return;
	}
	node_recall(s, f, &known);
	if (node_known(s, f, &known))
		return;
	framestack_go(f, PHASE_PASS);
	s->game->play(s->pos, MOVE_PASS);
	children_only(s, MOVE_PASS, f->order - 1u, f->depth - 1u);
}

/* back_lower: the lower order came back to an attacker's node. */
static void back_lower(search_t *s)
{
	frame_t *f = framestack_top(&s->stack);

	assert(!f->defends && f->order > 1);
	if (s->left.value == VALUE_PROVEN) {
		assert(s->left.best != MOVE_NONE && s->left.plies <= f->depth);
		f->best = s->left.best;
		node_rest_alone(s, f);
		zone_track_same(s);
		node_leave(s, VALUE_PROVEN, s->left.plies); /* stored below, for all orders */
		return;
	}
	node_rest(s, f);
	if (f->order > (f->depth - 1u) / 2) {
		zone_track_same(s);
		node_leave_stored(s, VALUE_UNDECIDED, 0);
		return;
	}
	zone_track_narrow(s);
	if (f->pruning == PRUNING_MUST)
		f->value = (uint8_t)s->left.value; /* of the attacks that are left out, at most */
	start_attacks(s);
}

static void back_pass(search_t *s)
{
	frame_t *f = framestack_top(&s->stack);

	assert(f->defends && f->order > 1); /* order 1: threat_is_atari */
	node_rest(s, f);
	if (s->left.value == VALUE_PROVEN) {
		start_replies(s, s->left.plies + 1);
		return;
	}
	if (f->opening && s->left.value == VALUE_UNDECIDED) {
		f->value = VALUE_UNDECIDED; /* not all replies will have been answered */
		children_replies(s, false, false);
		children_few(s, ALPHABETA_OPENING_MOVES);
		children_continue(s);
		return;
	}
	zone_track_same(s);
	node_leave_stored(s, s->left.value, 0);
}

void alphabeta_enter(search_t *s)
{
	unsigned distance;

	if (framestack_top(&s->stack)->defends)
		enter_defence(s);
	else if (!alphabeta_decides(s, &distance))
		alphabeta_attack(s, distance);
}

void alphabeta_back(search_t *s, move_t tried)
{
	switch ((phase_t)framestack_top(&s->stack)->phase) {
	case PHASE_LOWER:
		back_lower(s);
		return;
	case PHASE_PASS:
		back_pass(s);
		return;
	default:
		children_back(s, tried);
		return;
	}
}
