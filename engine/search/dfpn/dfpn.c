/* SPDX-License-Identifier: MIT
 * dfpn.c - depth-first proof-number search (Nagai 2002) over the states of lambda-search, after
 * the lambda df-pn of Yoshizoe, Kishimoto and Mueller (IJCAI 2007).
 *
 * Special child   One child of a lambda node tells which moves are worth trying: at an attacker's
 *            node the same position at the order below, at a defender's node the pass at the
 *            order below. It is searched first, under the thresholds of its parent, so that the
 *            node is left like any other when the special child turns out dear. Once solved, the
 *            special child either decides the node, or its zone leaves out all moves that act
 *            like a pass.
 *
 * Early      The node does not wait for a lower order that takes many nodes. The likely moves are
 *            then children beside it, so that neither starves the other. These moves can only
 *            prove the node. Once the lower order has failed, all moves in its zone are tried;
 *            the table knows those searched before. The wait is measured in nodes and not by the
 *            proof number, which hardly grows where threats are many. Only one node of a line
 *            waits so, the first.
 *
 * Plain      Without lambda there is no special child, and all moves are candidates. But where
 *            zones are kept and the rules let the defender pass, the pass is a special child:
 *            what answers it leaves out the moves that act like a pass.
 *
 * Local      Where a question without lambda is about a small part of the board (hints_t.local),
 *            most of its nodes are disproven, many by one reply only, and then to prove first what
 *            follows the pass is wasted. So it is where a network puts replies in order. There the
 *            pass is searched alone until its disproof number is greater than local_t.pass; from
 *            then on likely replies are children beside it, as under "Early", and may disprove the
 *            node.
 *
 * Glance     All candidates of a node are glanced at when it is entered. A rule or the table
 *            decides each of them, or it gets a first guess (node_init.c, lazy_init.c). Their
 *            numbers stay beside them until the node is left; from then on only the table has
 *            them.
 *
 * Leaves     Orders whose threats leave next to no reply (hints_t.leaf_order) are searched by
 *            alpha-beta (threat_leaf.c). What the game itself can read of them is known at a
 *            glance.
 *
 * Cycles     (Graph-history interaction.) A disproof that rests on a repetition is true on this
 *            line only. The node still comes back as disproven, but tainted (node.c, "Taint"):
 *            for as long as its parent is on the line, the parent counts it as failed, and what
 *            the parent concludes from it is tainted as well, up to the frame that was repeated.
 *            The table does not get the value. It gets numbers: the node is open, with
 *            DFPN_REPEAT_TIMES the proof number that it had (leave.c), up to OPEN_MOST
 *            (numbers.h). So wherever the node is met next, perhaps on another line, it is tried
 *            again, somewhat later than its siblings, but before the question is given up.
 *
 * Spent      When the nodes that the question may take are used up, every node of the line is
 *            left with the numbers it has, so that the question can be taken up again.
 *
 * Workers    Each worker walks the whole tree. Marks on the nodes they are in keep the workers
 *            apart (thresholds.c, "Virtual"). A node whose numbers other workers have raised in
 *            the table to its thresholds is left as it is entered.
 *
 * Depth      Where only the length of the game limits the question, a node that this limit cuts
 *            counts as nearly impossible to prove (numbers_cut). Without lambda a lower limit is
 *            part of the position: numbers are kept by depth, and what is cut has failed at that
 *            depth, as in alpha-beta. There are no cycles then, and no repetition is looked for:
 *            a repetition only takes plies.
 *
 * The papers   A. Nagai, Df-pn Algorithm for Searching AND/OR Trees and Its Applications, 2002;
 *            K. Yoshizoe, A. Kishimoto and M. Mueller, Lambda Depth-First Proof Number Search and
 *            Its Application to Go, IJCAI 2007. */
#include "engine/search/dfpn/dfpn.h"

#include "engine/base/check.h"
#include "engine/search/alphabeta/plain.h"
#include "engine/search/core/abdada.h"
#include "engine/search/core/children.h"
#include "engine/search/core/zone_track.h"
#include "engine/search/dfpn/countermove.h"
#include "engine/search/dfpn/foresight.h"
#include "engine/search/dfpn/lazy_init.h"
#include "engine/search/dfpn/leave.h"
#include "engine/search/dfpn/node_init.h"
#include "engine/search/dfpn/numbers.h"
#include "engine/search/dfpn/threat_leaf.h"
#include "engine/search/dfpn/thresholds.h"
#include "engine/tuning/tuning.h"

/* effort counts the nodes of all workers on the job, to within what they have not told. */
static uint64_t effort(const search_t *s)
{
	return s->env.nodes == NULL
	               ? s->nodes
	               : atomic_load_explicit(s->env.nodes, memory_order_relaxed) + s->unpolled;
}

bool dfpn_has_to_leave(const search_t *s)
{
	return state_is_spent(s) || (s->dfpn.waiting != 0 && effort(s) >= s->dfpn.waits_until);
}

/* asks_pass: is the top frame a defender's of a search without lambda whose pass, asked first,
 * tells which of his moves matter? Not where a depth limit may cut it off. */
static bool asks_pass(const search_t *s)
{
	return state_is_plain(s) && s->zones.rules != NULL && !s->dfpn.bounded &&
	       framestack_top(&s->stack)->defends && game_may_pass(s->pos);
}

/* keeps_countermoves: is the countermove table of use to the question? Search without lambda does
 * without where it has no zones. */
static bool keeps_countermoves(const search_t *s)
{
	return s->dfpn.countermoves != NULL && countermove_serves(s);
}

/* limit gives the child that has just been entered its thresholds, and marks it. A child's
 * thresholds are never above its parent's: else it would go on where the parent is to be left. */
static void limit(search_t *s, uint32_t proof, uint32_t disproof, uint64_t tag)
{
	frame_t *f = framestack_top(&s->stack);

	assert(s->stack.depth > 1 && proof > 0 && disproof > 0);
	assert(proof <= f[-1].dfpn.proof_limit && disproof <= f[-1].dfpn.disproof_limit);
	f->dfpn.proof_limit = proof;
	f->dfpn.disproof_limit = disproof;
	if (state_in_leaf(s)) {
		s->left.numbers = numbers_cut; /* if its depth is cut */
		threat_leaf_limit(s);
	} else if (s->env.marks != NULL)
		abdada_mark(s, tag, marks_enter(s->env.marks, tag));
}

static void go_on(search_t *s);

/* special_order is that of the special child of the top frame. */
static unsigned special_order(const search_t *s)
{
	const unsigned order = framestack_top(&s->stack)->order;

	return state_is_plain(s) ? order : order - 1;
}

/* take_failed: a candidate has failed within the depth of the question. What that depends on goes
 * to the table with the node, and alpha-beta reads it there. */
static bool take_failed(search_t *s, move_t move)
{
	frame_t *f = framestack_top(&s->stack);

	assert(s->dfpn.bounded);
	f->value = VALUE_UNDECIDED;
	if (!f->defends) {
		node_rest(s, f);
		zone_track_answered(s, move);
		return true;
	}
	f->best = move;
	node_rest_alone(s, f);
	zone_track_move(s, move);
	leave_failed_at_depth(s);
	return false;
}

/* take_in hands the node what its candidate `i` came back with. False when that decides
 * the node, which has been left then. */
static bool take_in(search_t *s, unsigned i)
{
	frame_t *f = framestack_top(&s->stack);
	const move_t move = s->stack.move[f->moves + i];
	numbers_t *numbers = &s->stack.estimate[f->moves + i].numbers;
	const value_t decides = f->defends ? VALUE_DISPROVEN : VALUE_PROVEN;

	assert(i < f->count);
	if (s->left.value == VALUE_UNDECIDED) {
		assert(numbers_are_unseen(s->left.numbers) || numbers_are_sound(s->left.numbers));
		if (!numbers_are_unseen(s->left.numbers))
			*numbers = s->left.numbers;
		return numbers->disproof > 0 || take_failed(s, move);
	}
	if (s->left.value == decides) {
		f->best = move;
		node_rest_alone(s, f);
		zone_track_move(s, move);
		if (!f->defends && keeps_countermoves(s))
			countermove_keep(s->dfpn.countermoves, &s->stack);
		if (f->defends)
			leave_failed(s);
		else
			leave_proven(s, s->left.plies + 1);
		return false;
	}
	*numbers = f->defends ? (numbers_t){0, NEVER} : (numbers_t){NEVER, 0};
	if (f->dfpn.early)
		return true;
	if (f->defends && s->left.plies + 1 > f->plies)
		f->plies = (uint16_t)(s->left.plies + 1);
	node_rest(s, f);
	zone_track_answered(s, move);
	return true;
}

/* glance_at glances at candidate `i`; false when that has ended the node, or the search. */
static bool glance_at(search_t *s, unsigned i)
{
	const frame_t *f = framestack_top(&s->stack);
	const move_t m = s->stack.move[f->moves + i];

	s->stack.estimate[f->moves + i].is_put_off = false;
	s->stack.estimate[f->moves + i].is_known = false;
	s->game->play(s->pos, m);
	if (!node_init_child(s, m, !f->defends, node_order(f), f->depth - 1u))
		node_init_rank(s, i);
	return s->end == SEARCH_DONE && take_in(s, i);
}

/* list_attacks makes an attacker's candidates: only threats to finish at once are in time where
 * three plies are left, unless the defender may have to help. */
static void list_attacks(search_t *s)
{
	frame_t *f = framestack_top(&s->stack);
	const bool is_late = s->dfpn.bounded && f->depth == 3 &&
	                     (s->game->squeeze == NULL || s->game->squeeze(s->pos) > 1);

	if (is_late) {
		f->value = VALUE_UNDECIDED; /* the others may win deeper */
		zone_track_all(s);
	}
	children_attacks(s, is_late ? 1 : state_is_plain(s) ? ORDER_ANY : f->order);
	if (s->end == SEARCH_DONE && keeps_countermoves(s))
		countermove_front(s->dfpn.countermoves, &s->stack);
}

/* open_moves makes the candidates and glances at each. */
static void open_moves(search_t *s)
{
	frame_t *f = framestack_top(&s->stack);

	if (f->defends)
		children_replies(s, false, !asks_pass(s));
	else
		list_attacks(s);
	if (s->end != SEARCH_DONE)
		return;
	f = framestack_top(&s->stack);
	thresholds_judge(s);
	foresight_front(s);
	if (f->dfpn.early)
		children_few(s, foresight_has_move(f) ? 1
		                : f->defends          ? s->dfpn.local.beside
		                                      : DFPN_EARLY_MOVES);
	if (!f->defends && state_is_plain(s) && s->zones.rules != NULL &&
	    f->dfpn.listing != LISTING_ALL && f->count > DFPN_PLAIN_MOVES) {
		f->dfpn.listing = LISTING_LIKELY;
		children_few(s, DFPN_PLAIN_MOVES);
	}
	if (f->count == 0 && f->defends && state_is_plain(s) && f->plies == 0)
		f->plies = (uint16_t)plain_plies_left(s);
	for (unsigned i = 0; i < f->count; i++)
		s->stack.estimate[f->moves + i] = (estimate_t){.numbers = {1, 1}};
	thresholds_judge_moves(s);
	for (unsigned i = 0; i < FETCH_AHEAD; i++)
		children_fetch(s, i);
	f->next = 0;
	lazy_init_begin(s);
	dfpn_glance(s);
}

void dfpn_glance(search_t *s)
{
	for (;;) {
		frame_t *f = framestack_top(&s->stack);
		const bits_t *must = zone_track_must(s);
		const unsigned i = f->next;
		move_t m;

		if (i == f->count)
			break;
		if (s->unpolled >= POLL_FROM) {
			framestack_go(f, PHASE_GLANCE);
			return; /* and come again */
		}
		f->next = (uint16_t)(i + 1);
		m = s->stack.move[f->moves + i];
		if (zone_track_drops(must, m))
			continue;
		children_fetch(s, i + FETCH_AHEAD);
		if (lazy_init_without_play(s, i) || lazy_init_puts_off(s, i))
			continue;
		if (!glance_at(s, i))
			return;
	}
	go_on(s);
}

/* solved leaves a node of which no candidate is open: the side to move has failed. */
static void solved(search_t *s)
{
	const frame_t *f = framestack_top(&s->stack);

	zone_track_close(s);
	if (f->defends)
		leave_proven(s, f->plies);
	else if (f->value == VALUE_UNDECIDED)
		leave_failed_at_depth(s);
	else
		leave_failed(s);
}

/* descend enters the candidate that was chosen, or the lower order. */
static void descend(search_t *s, const choice_t *c)
{
	frame_t *f = framestack_top(&s->stack);
	const move_t aside = f->defends ? MOVE_PASS : MOVE_NONE;
	const move_t move = c->lower ? aside : s->stack.move[f->moves + c->best];
	const uint64_t tag =
	        c->lower ? f->dfpn.special_tag : s->stack.estimate[f->moves + c->best].tag;
	const bool defends = !c->lower && !f->defends;

	assert(c->open > 0 && (c->lower ? f->dfpn.early : c->best < f->count));
	if (c->lower)
		framestack_go(f, f->defends ? PHASE_PASS : PHASE_LOWER);
	else
		framestack_go(f, f->defends ? PHASE_REPLY : PHASE_ATTACK);
	f->next = (uint16_t)c->best;
	if (move != MOVE_NONE)
		s->game->play(s->pos, move);
	node_push(s, move, defends, c->lower ? special_order(s) : node_order(f),
	          f->depth - (move != MOVE_NONE ? 1u : 0u));
	if (s->end != SEARCH_DONE)
		return;
	limit(s, c->proof_limit, c->disproof_limit, tag);
}

/* open_rest has the node entered again, for the candidates that were left aside. */
static void open_rest(search_t *s)
{
	frame_t *f = framestack_top(&s->stack);

	f->dfpn.listing = LISTING_ALL;
	framestack_go(f, PHASE_ENTER);
	s->stack.moves = f->moves;
	f->count = 0;
}

/* is_put_off: has the candidate that was chosen yet to be glanced at? */
static bool is_put_off(const search_t *s, const choice_t *c)
{
	const frame_t *f = framestack_top(&s->stack);

	return c->open > 0 && !c->lower && s->stack.estimate[f->moves + c->best].is_put_off &&
	       !dfpn_has_to_leave(s) && !numbers_reach(f, c->node);
}

/* take_known glances at the candidates that were known to fail, for what that rests on; some may
 * have been forgotten since. False as glance_at. */
static bool take_known(search_t *s)
{
	for (unsigned i = 0; i < framestack_top(&s->stack)->count; i++) {
		const frame_t *f = framestack_top(&s->stack);

		if (s->stack.estimate[f->moves + i].is_known && !glance_at(s, i))
			return false;
	}
	return true;
}

/* go_on enters the best candidate, or leaves the node. */
static void go_on(search_t *s)
{
	choice_t c = thresholds_choose(s);

	while (is_put_off(s, &c)) {
		if (!glance_at(s, c.best))
			return;
		c = thresholds_choose(s);
	}
	if (c.open == 0) {
		if (!take_known(s))
			return;
		c = thresholds_choose(s);
	}
	if (c.open == 0 && framestack_top(&s->stack)->dfpn.listing == LISTING_LIKELY)
		open_rest(s);
	else if (c.open == 0)
		solved(s);
	else if (dfpn_has_to_leave(s) || numbers_reach(framestack_top(&s->stack), c.node))
		leave_open(s, c.node);
	else
		descend(s, &c);
}

/* is_dear: are candidates tried beside the special child of the top frame? */
static bool is_dear(const search_t *s)
{
	const frame_t *f = framestack_top(&s->stack);

	if (foresight_knows(f))
		return f->foresight.value == VALUE_DISPROVEN && f->foresight.best != MOVE_PASS;
	return f->dfpn.waited || f->opening ||
	       (f->defends && f->dfpn.special.disproof > s->dfpn.local.pass);
}

/* ask_special enters the special child, or leaves the node when its numbers say so. */
static void ask_special(search_t *s)
{
	frame_t *f = framestack_top(&s->stack);
	const move_t move = f->defends ? MOVE_PASS : MOVE_NONE;
	const uint64_t tag = f->dfpn.special_tag;
	uint32_t disproof = f->dfpn.disproof_limit;
	const uint32_t proof = f->dfpn.proof_limit - f->dfpn.replies;

	if (f->dfpn.early) {
		go_on(s);
		return;
	}
	if (dfpn_has_to_leave(s) || numbers_reach(f, f->dfpn.special)) {
		leave_open(s, f->dfpn.special);
		return;
	}
	if (is_dear(s)) {
		f->dfpn.early = true;
		open_moves(s);
		return;
	}
	if (!f->defends && s->dfpn.waiting == 0) {
		s->dfpn.waiting = s->stack.depth;
		s->dfpn.waits_until = effort(s) + thresholds_patience(s);
	}
	if (move == MOVE_PASS)
		s->game->play(s->pos, move);
	node_push(s, move, false, special_order(s), f->depth - (f->defends ? 1u : 0u));
	if (s->end != SEARCH_DONE)
		return;
	if (f->defends && !foresight_knows(f))
		disproof = state_least(disproof, s->dfpn.local.pass + 1);
	limit(s, proof, disproof, tag);
}

/* take_special hands the node what its special child came back with. */
static void take_special(search_t *s)
{
	frame_t *f = framestack_top(&s->stack);
	const value_t decides = f->defends ? VALUE_DISPROVEN : VALUE_PROVEN;

	if (s->dfpn.waiting == s->stack.depth) {
		f->dfpn.waited = effort(s) >= s->dfpn.waits_until;
		s->dfpn.waiting = 0;
	}
	if (s->left.value == VALUE_UNDECIDED) {
		assert(numbers_are_unseen(s->left.numbers) || numbers_are_sound(s->left.numbers));
		if (!numbers_are_unseen(s->left.numbers)) {
			f->dfpn.special = s->left.numbers;
			f->dfpn.special.proof =
			        state_least(f->dfpn.special.proof + f->dfpn.replies, NEVER);
		}
		ask_special(s);
		return;
	}
	if (f->dfpn.early) { /* they come again, with what the zone leaves of them */
		f->dfpn.early = false;
		s->stack.moves = f->moves;
		f->count = 0;
	}
	node_rest(s, f);
	if (s->left.value == decides) {
		zone_track_same(s);
		f->best = f->opening ? MOVE_PASS : f->defends ? MOVE_NONE : s->left.best;
		if (f->defends)
			leave_failed(s);
		else
			node_leave(s, VALUE_PROVEN, s->left.plies); /* kept below, for all orders */
		return;
	}
	if (f->defends)
		f->plies = (uint16_t)(s->left.plies + 1);
	zone_track_narrow(s);
	open_moves(s);
}

/* begin_special glances at the special child. */
static void begin_special(search_t *s)
{
	frame_t *f = framestack_top(&s->stack);

	framestack_go(f, f->defends ? PHASE_PASS : PHASE_LOWER);
	f->dfpn.replies = node_init_replies(s);
	if (f->defends)
		s->game->play(s->pos, MOVE_PASS);
	node_init_child(s, f->defends ? MOVE_PASS : MOVE_NONE, false, special_order(s),
	                f->depth - (f->defends ? 1u : 0u));
	if (s->end != SEARCH_DONE)
		return;
	framestack_top(&s->stack)->dfpn.special_tag = s->dfpn.tag;
	take_special(s);
}

void dfpn_enter(search_t *s)
{
	frame_t *f = framestack_top(&s->stack);
	unsigned distance;

	if (s->stack.depth == 1)
		f->dfpn.proof_limit = f->dfpn.disproof_limit = GIVEN_UP;
	if (dfpn_has_to_leave(s)) {
		leave_unseen(s);
		return;
	}
	if (foresight_works(s))
		return; /* and come again */
	if (f->defends)
		children_fetch_after(s, MOVE_PASS, special_order(s));
	distance = node_init_distance(s);
	if (node_init_decides(s, distance) || leave_if_raised(s))
		return;
	if (foresight_asks(s))
		return; /* as above */
	if (asks_pass(s) ||
	    (!state_is_plain(s) && (f->defends || (f->order > 1 && distance <= f->order)))) {
		begin_special(s);
		return;
	}
	if (state_is_plain(s))
		zone_track_open(s);
	else
		zone_track_of_order(s);
	open_moves(s);
}

void dfpn_back(search_t *s)
{
	const frame_t *f = framestack_top(&s->stack);

	if (f->phase == PHASE_LOWER || f->phase == PHASE_PASS)
		take_special(s);
	else if (take_in(s, f->next))
		go_on(s);
}
