/* SPDX-License-Identifier: MIT
 * dfpn.c - depth-first proof-number search (Nagai 2002) over the states of lambda-search,
 * after the lambda df-pn of Yoshizoe, Kishimoto and Mueller (IJCAI 2007).
 *
 * Numbers    the proof number of a node estimates what it takes to prove it, the disproof
 *            number what it takes to disprove it. An attacker's node is proven by one
 *            child, so its proof number is the least of theirs; its disproof number is
 *            their greatest, and one for each other child that is open (the weak form of
 *            Ueda et al. 2008: a sum would count what several children share once for
 *            each). At a defender's node it is the other way round. A node is searched until
 *            one of its numbers reaches its limit, that is, until another node looks
 *            better; the limit leaves a quarter of room, so as not to change all the time.
 *
 * Special child   what the moves of a lambda node are worth trying follows from one child:
 *            at an attacker's node the same position at the order below, at a defender's the
 *            pass at the order below. It is searched first, under the limits of its parent, so
 *            that it is left like anything else when it turns out dear. Solved, it either
 *            decides the node or leaves the moves in its zone.
 *
 * Plain      The same without lambda: no special child, all moves.
 *
 * Glance     the candidates of a node are looked at when it is entered: each is played, and
 *            known by rule, from the table, or by a first guess. Their numbers stay beside
 *            them until the node is left; then it is the table that remembers.
 *
 * Cycles     A disproof that rests on a repetition is good for this line only (node.c,
 *            "Taint"). It is not kept; what is kept is a proof number so high that the node
 *            is tried last. A node whose numbers only such children make is given up as
 *            undecided: never as disproven.
 *
 * Depth      There is no limit but that of the question, which keeps lines within what
 *            can be played. A node cut by it looks like one that only cycles are left of. */
#include "engine/base/check.h"
#include "engine/lambda/node.h"
#include "engine/lambda/zones.h"

enum {
	NEVER = NUMBER_MAX, /* a number of what is solved the other way */
	GIVEN_UP = 1 << 22, /* a proof number: only cycles and cuts are left */
	AGAIN = 2,          /* times harder to prove: what has failed on one line */
	ROOM_SHARE = 4,     /* limits leave one part in so many above the second best */
};

/* Of a node that is cut: anything else is better. */
static const numbers_t cut_numbers = {GIVEN_UP, 1};

/* leave_open leaves a node that is not solved. */
static void leave_open(search_t *s, numbers_t numbers)
{
	const frame_t *f = framestack_top(&s->stack);

	numbers.proof = least(numbers.proof, GIVEN_UP);
	numbers.disproof = least(numbers.disproof, GIVEN_UP);
	ttable_store_numbers(s->env.table, f->key, f->order, numbers, s->nodes - f->entered);
	node_leave(s, VALUE_UNDECIDED, 0);
	s->numbers = numbers;
}

/* cut leaves a node below which there is no room. It says nothing of other lines. */
static void cut(search_t *s)
{
	node_leave(s, VALUE_UNDECIDED, 0);
	s->numbers = cut_numbers;
}

/* leave_failed leaves a node that is disproven, on this line at least. */
static void leave_failed(search_t *s)
{
	const frame_t *f = framestack_top(&s->stack);
	const hashkey_t key = f->key;
	const unsigned order = f->order;
	const uint64_t work = s->nodes - f->entered;
	numbers_t numbers = {1, 1};

	node_leave_stored(s, VALUE_DISPROVEN, 0);
	if (s->taint == TAINT_NONE)
		return;
	ttable_probe_numbers(s->env.table, key, order, &numbers);
	numbers.proof = least(AGAIN * numbers.proof, GIVEN_UP);
	numbers.disproof = 1;
	ttable_store_numbers(s->env.table, key, order, numbers, work);
}

static bool is_plain(const search_t *s)
{
	return s->env.driver == DRIVER_PLAIN;
}

/* by_rule leaves the node, of that distance, if it is decided without search, or cut. */
static bool by_rule(search_t *s, unsigned distance)
{
	unsigned enduring;
	const bool is_left =
	        is_plain(s) ? plain_by_rule(s, distance, &enduring) : lambda_by_rule(s, distance);

	if (is_left && s->value == VALUE_UNDECIDED)
		s->numbers = cut_numbers;
	return is_left;
}

/* known leaves the node if the table has solved it. */
static bool known(search_t *s)
{
	const frame_t *f = framestack_top(&s->stack);
	ttentry_t e;

	ttable_probe(s->env.table, f->key, &e);
	return (ttable_proven(&e, f->order, f->depth) || ttable_disproven(&e, f->order)) &&
	       node_known(s, f, &e);
}

/* plain_guess: a defender's node is as hard to prove as he has replies. */
static numbers_t plain_guess(const search_t *s)
{
	const framestack_t *st = &s->stack;
	unsigned replies;

	if (!framestack_top(st)->defends)
		return (numbers_t){1, 1};
	replies = s->game->replies(s->pos, NULL, &st->move[st->moves]); /* unused room */
	return (numbers_t){.proof = 1 + replies, .disproof = 1};
}

/* first_guess estimates a node that nothing is known of. */
static numbers_t first_guess(const search_t *s, unsigned distance)
{
	const frame_t *f = framestack_top(&s->stack);

	if (s->game->guess != NULL) {
		const guess_t g =
		        s->game->guess(s->pos, is_plain(s) ? ORDER_ANY : f->order, distance);

		return (numbers_t){g.proof, g.disproof};
	}
	if (is_plain(s))
		return plain_guess(s);
	const unsigned most = f->order + (f->defends ? 0u : 1u);

	assert(distance >= 1 && distance <= most);
	return (numbers_t){.proof = distance + f->order, .disproof = 1 + most - distance};
}

/* glance looks at the child that has just been played, or at the same position at a lower
 * order, and takes it back. True when it is solved or cut: as if it had come back. */
static bool glance(search_t *s, move_t move, bool defends, unsigned order, unsigned depth)
{
	const frame_t *f;
	numbers_t numbers;
	unsigned distance;

	node_push(s, move, defends, order, depth);
	if (s->end != SEARCH_DONE)
		return false;
	s->nodes++;
	s->unpolled++;
	distance = s->game->distance(s->pos);
	if (by_rule(s, distance) || known(s))
		return true;
	f = framestack_top(&s->stack);
	if (!ttable_probe_numbers(s->env.table, f->key, f->order, &numbers))
		numbers = first_guess(s, distance);
	node_pop(s);
	s->value = VALUE_UNDECIDED;
	s->numbers = numbers;
	return false;
}

static void walk(search_t *s);

/* take_in hands the node what its candidate `i` came back with. False when that decides
 * the node, which has been left then. */
static bool take_in(search_t *s, unsigned i)
{
	frame_t *f = framestack_top(&s->stack);
	const move_t move = s->stack.move[f->moves + i];
	numbers_t *numbers = &s->stack.number[f->moves + i];
	const value_t decides = f->defends ? VALUE_DISPROVEN : VALUE_PROVEN;

	if (s->value == VALUE_UNDECIDED) {
		*numbers = s->numbers;
		return true;
	}
	if (s->value == decides) {
		f->best = move;
		f->taint = s->taint;
		zones_move(s, move);
		if (f->defends)
			leave_failed(s);
		else
			node_leave_stored(s, VALUE_PROVEN, s->plies + 1);
		return false;
	}
	*numbers = f->defends ? (numbers_t){0, NEVER} : (numbers_t){NEVER, 0};
	if (f->defends && s->plies + 1 > f->plies)
		f->plies = (uint16_t)(s->plies + 1);
	node_taint(f, s->taint);
	zones_answered(s, move);
	return true;
}

/* open_moves makes the candidates and glances at each. */
static void open_moves(search_t *s)
{
	frame_t *f = framestack_top(&s->stack);

	if (f->defends)
		children_replies(s, false);
	else
		children_attacks(s, is_plain(s) ? ORDER_ANY : f->order);
	if (s->end != SEARCH_DONE)
		return;
	f = framestack_top(&s->stack);
	if (f->count == 0 && f->defends && is_plain(s))
		f->plies = (uint16_t)plain_plies_left(s);
	for (unsigned i = 0; i < f->count; i++)
		s->stack.number[f->moves + i] = (numbers_t){1, 1};
	for (unsigned i = 0; i < framestack_top(&s->stack)->count; i++) {
		const bits_t *must = zones_must(s);
		move_t m;

		f = framestack_top(&s->stack);
		m = s->stack.move[f->moves + i];
		f->next = (uint16_t)(i + 1);
		if (must != NULL && !bits_has(must, m))
			continue;
		s->game->play(s->pos, m);
		glance(s, m, !f->defends, f->order, f->depth - 1u);
		if (s->end != SEARCH_DONE || !take_in(s, i))
			return;
	}
	framestack_top(&s->stack)->next = 0;
	walk(s);
}

/* The candidates of a node that are open, as numbers. */
typedef struct {
	unsigned open, best;
	numbers_t node;
	uint32_t second; /* of the number that chooses, after the best */
} choice_t;

static choice_t choose(const search_t *s)
{
	const frame_t *f = framestack_top(&s->stack);
	const bits_t *must = zones_must(s);
	uint32_t first = NEVER, most = 0;
	choice_t c = {.second = NEVER};

	for (unsigned i = 0; i < f->count; i++) {
		const numbers_t n = s->stack.number[f->moves + i];
		const uint32_t chooses = f->defends ? n.disproof : n.proof;
		const uint32_t other = f->defends ? n.proof : n.disproof;

		if (other == 0 || (must != NULL && !bits_has(must, s->stack.move[f->moves + i])))
			continue;
		c.open++;
		most = other > most ? other : most;
		if (chooses < first) {
			c.second = first;
			first = chooses;
			c.best = i;
		} else if (chooses < c.second) {
			c.second = chooses;
		}
	}
	most = c.open > 0 ? least(most + c.open - 1, NEVER) : 0;
	c.node = f->defends ? (numbers_t){most, first} : (numbers_t){first, most};
	return c;
}

/* solved leaves a node of which no candidate is open: the side to move has failed. */
static void solved(search_t *s)
{
	const frame_t *f = framestack_top(&s->stack);

	zones_close(s);
	if (f->defends)
		node_leave_stored(s, VALUE_PROVEN, f->plies);
	else
		leave_failed(s);
}

/* descend enters the candidate that was chosen. */
static void descend(search_t *s, const choice_t *c)
{
	frame_t *f = framestack_top(&s->stack);
	const move_t move = s->stack.move[f->moves + c->best];
	const uint32_t room = least(c->second + c->second / ROOM_SHARE + 1, NEVER);
	const uint32_t others = c->open - 1;
	const uint32_t proof = f->defends ? f->proof_limit - others : least(f->proof_limit, room);
	const uint32_t disproof =
	        f->defends ? least(f->disproof_limit, room) : f->disproof_limit - others;

	f->next = (uint16_t)c->best;
	s->game->play(s->pos, move);
	node_push(s, move, !f->defends, f->order, f->depth - 1u);
	if (s->end != SEARCH_DONE)
		return;
	f = framestack_top(&s->stack);
	f->proof_limit = proof;
	f->disproof_limit = disproof;
}

static bool is_beyond(const frame_t *f, numbers_t n)
{
	return n.proof >= f->proof_limit || n.disproof >= f->disproof_limit;
}

/* walk goes on with the best candidate, or leaves the node. */
static void walk(search_t *s)
{
	const choice_t c = choose(s);

	if (c.open == 0)
		solved(s);
	else if (is_beyond(framestack_top(&s->stack), c.node))
		leave_open(s, c.node);
	else
		descend(s, &c);
}

/* ask_special enters the special child, or leaves the node when its numbers say so. */
static void ask_special(search_t *s)
{
	frame_t *f = framestack_top(&s->stack);
	const uint32_t proof = f->proof_limit, disproof = f->disproof_limit;
	const move_t move = f->defends ? MOVE_PASS : MOVE_NONE;

	if (is_beyond(f, f->special)) {
		leave_open(s, f->special);
		return;
	}
	if (move == MOVE_PASS)
		s->game->play(s->pos, move);
	node_push(s, move, false, f->order - 1u, f->depth - (f->defends ? 1u : 0u));
	if (s->end != SEARCH_DONE)
		return;
	f = framestack_top(&s->stack);
	f->proof_limit = proof;
	f->disproof_limit = disproof;
}

/* take_special hands the node what its special child came back with. */
static void take_special(search_t *s)
{
	frame_t *f = framestack_top(&s->stack);
	const value_t decides = f->defends ? VALUE_DISPROVEN : VALUE_PROVEN;

	if (s->value == VALUE_UNDECIDED) {
		f->special = s->numbers;
		ask_special(s);
		return;
	}
	node_taint(f, s->taint);
	if (s->value == decides) {
		zones_same(s);
		f->best = f->defends ? MOVE_NONE : s->best;
		if (f->defends)
			leave_failed(s);
		else
			node_leave(s, VALUE_PROVEN, s->plies); /* kept below, for all orders */
		return;
	}
	if (f->defends)
		f->plies = (uint16_t)(s->plies + 1);
	zones_narrow(s);
	open_moves(s);
}

/* begin_special glances at the special child. */
static void begin_special(search_t *s)
{
	frame_t *f = framestack_top(&s->stack);

	f->phase = f->defends ? PHASE_PASS : PHASE_LOWER;
	if (f->defends)
		s->game->play(s->pos, MOVE_PASS);
	glance(s, f->defends ? MOVE_PASS : MOVE_NONE, false, f->order - 1u,
	       f->depth - (f->defends ? 1u : 0u));
	if (s->end == SEARCH_DONE)
		take_special(s);
}

void dfpn_enter(search_t *s)
{
	frame_t *f = framestack_top(&s->stack);
	unsigned distance;

	if (s->stack.depth == 1)
		f->proof_limit = f->disproof_limit = GIVEN_UP;
	if (s->nodes >= s->last_node) {
		cut(s);
		return;
	}
	distance = s->game->distance(s->pos);
	if (by_rule(s, distance) || known(s))
		return;
	if (!is_plain(s) && (f->defends || (f->order > 1 && distance <= f->order))) {
		begin_special(s);
	} else {
		zones_of_order(s);
		open_moves(s);
	}
}

void dfpn_back(search_t *s)
{
	const frame_t *f = framestack_top(&s->stack);

	if (f->phase == PHASE_LOWER || f->phase == PHASE_PASS)
		take_special(s);
	else if (take_in(s, f->next))
		walk(s);
}
