/* SPDX-License-Identifier: MIT
 * alphabeta.c - lambda-search (Thomsen 2000) as an AND/OR search over
 * (position, order), on an explicit stack, with ABDADA (Weill 1996).
 *
 * The recursion   A node asks: is v(P, n, d) = 1? An attacker's node is won by a
 *            move that reaches the goal or leads to a won defender's node; a
 *            defender's node is won if the pass is won at order n-1 (the
 *            threat) and every reply is won at order n. Both walk children
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
 * Repetition      A position that stands again on this line, at no higher order,
 *            is no help to the attacker: a shortest proof never contains it. A
 *            failure that rests on this is `tainted` with the ancestor's frame,
 *            and neither stored nor believed above it... except at that very
 *            ancestor, where it is simply true. Proofs need no history.
 *
 * Marks           A child of order 2 and more is put off while another worker
 *            searches it; when only such children are left, they are searched
 *            together. Below, at order 1, work is too small to share: whoever
 *            comes second to the order-1 test of a node waits for the first
 *            (PHASE_SOLO). Nobody who holds such a node ever waits, so there is
 *            no deadlock.
 *
 * Stops           A stop unwinds the stack: moves are taken back, marks dropped,
 *            nothing is stored.
 */
#include "engine/lambda/search.h"

#include <sched.h>

#include "engine/base/check.h"
#include "engine/base/mem.h"
#include "engine/lambda/frame.h"
#include "engine/lambda/stop.h"

enum {
	ANCESTORS_NODES = 256, /* nodes between two looks whether others decided a node below us */
	WAIT_SPINS = 64,       /* looks at a busy mark before the worker may do something else */
};

struct search {
	search_env_t env;
	const game_t *game;
	position_t *pos;
	framestack_t stack;

	uint64_t nodes;     /* since the search was made */
	unsigned unpolled;  /* nodes not yet told to poll */
	uint64_t look_at;   /* nodes at which to look at the ancestors again */
	uint32_t serial;    /* of the question */
	search_state_t end; /* STOPPED or FAILED, when a step had to end the run */

	/* What the frame that was left last returned. */
	value_t value;
	unsigned plies;
	uint32_t taint;
	move_t best;
};

static void push(search_t *s, move_t move, bool defends, unsigned order, unsigned depth)
{
	framestack_t *st = &s->stack;

	if (!framestack_reserve(st)) {
		s->end = SEARCH_FAILED;
		if (move != MOVE_NONE)
			s->game->undo(s->pos);
		return;
	}
	st->frame[st->depth++] = (frame_t){
	        .key = s->game->key(s->pos),
	        .entered = s->nodes,
	        .moves = st->moves,
	        .depth = (uint16_t)depth,
	        .move = move,
	        .best = MOVE_NONE,
	        .taint = TAINT_NONE,
	        .order = (uint8_t)order,
	        .phase = PHASE_ENTER,
	        .value = VALUE_DISPROVEN,
	        .defends = defends,
	};
	assert(order <= ORDER_MAX && depth <= DEPTH_MAX);
	assert((depth & 1u) == (defends ? 0u : 1u));
}

/* pop drops the top frame: its mark, its candidates, its move. */
static void pop(search_t *s)
{
	frame_t *f = framestack_top(&s->stack);

	if (f->marked)
		marks_leave(s->env.marks, f->tag);
	if (f->move != MOVE_NONE)
		s->game->undo(s->pos);
	s->stack.moves = f->moves;
	s->stack.depth--;
}

/* leave returns a value from the top frame to the one below. */
static void leave(search_t *s, value_t value, unsigned plies)
{
	const frame_t *f = framestack_top(&s->stack);

	s->value = value;
	s->plies = plies;
	s->best = value == VALUE_PROVEN ? f->best : MOVE_NONE;
	s->taint = value == VALUE_PROVEN ? TAINT_NONE : f->taint;
	if (s->taint != TAINT_NONE && s->taint >= s->stack.depth - 1)
		s->taint = TAINT_NONE; /* the repetition closes here: a fact again */
	assert(value != VALUE_PROVEN || (plies > 0 && plies <= f->depth));
	pop(s);
}

/* leave_stored is leave for a result that took work to find. */
static void leave_stored(search_t *s, value_t value, unsigned plies)
{
	const frame_t *f = framestack_top(&s->stack);
	hashkey_t key = f->key;
	unsigned order = f->order, depth = f->depth;
	move_t best = f->best;
	uint64_t work = s->nodes - f->entered;

	leave(s, value, plies);
	if (value == VALUE_PROVEN)
		ttable_store_proven(s->env.table, key, order, plies, best, work);
	else if (s->taint == TAINT_NONE)
		ttable_store_failed(s->env.table, key, order, depth, value == VALUE_DISPROVEN, best,
		                    work);
}

/* known leaves the top frame if the table already has its value. */
static bool known(search_t *s, const frame_t *f, const ttentry_t *e)
{
	if (ttable_proven(e, f->order, f->depth)) {
		framestack_top(&s->stack)->best = e->move;
		leave(s, VALUE_PROVEN, ttable_proven_plies(e, f->order, f->depth));
		return true;
	}
	if (ttable_failed(e, f->order, f->depth)) {
		leave(s, ttable_disproven(e, f->order) ? VALUE_DISPROVEN : VALUE_UNDECIDED, 0);
		return true;
	}
	return false;
}

static uint32_t earlier(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

/* is_shared: is a node of this order and depth worth a mark? */
static bool is_shared(const search_t *s, unsigned order, unsigned depth)
{
	return s->env.marks != NULL && order >= 2 && depth >= 2 * order;
}

static void mark_top(search_t *s, uint64_t tag, bool marked)
{
	frame_t *f = framestack_top(&s->stack);

	f->tag = tag;
	f->marked = marked;
}

/* push_single searches the one child of a phase (lower order, threat test). */
static void push_single(search_t *s, move_t move, unsigned order, unsigned depth)
{
	push(s, move, false, order, depth);
	if (s->end == SEARCH_DONE && is_shared(s, order, depth)) {
		uint64_t tag = marks_tag(framestack_top(&s->stack)->key, order, depth);

		mark_top(s, tag, marks_enter(s->env.marks, tag));
	}
}

/* claim marks the child that has just been played, or says that another worker
 * is at it. */
static bool claim(search_t *s, const frame_t *f, uint64_t *tag, bool *marked)
{
	bool first = f->next == 1 && f->hint_first;

	*tag = 0;
	*marked = false;
	if (!is_shared(s, f->order, f->depth - 1u))
		return true;
	*tag = marks_tag(s->game->key(s->pos), f->order, f->depth - 1u);
	if (f->joining || first) {
		*marked = marks_enter(s->env.marks, *tag);
		return true;
	}
	switch (marks_enter_alone(s->env.marks, *tag)) {
	case MARKS_BUSY:
		return false;
	case MARKS_SET:
		*marked = true;
		return true;
	default:
		return true;
	}
}

/* push_next goes on to the next candidate of the top frame: those nobody is at
 * first, the others afterwards. False when there is none left. */
static bool push_next(search_t *s)
{
	frame_t *f = framestack_top(&s->stack);
	move_t *list = &s->stack.move[f->moves];

	for (;;) {
		uint64_t tag;
		bool marked;
		move_t m;

		if (f->next == f->count) {
			if (f->deferred == 0)
				return false;
			f->count = f->deferred;
			f->next = 0;
			f->deferred = 0;
			f->joining = true;
		}
		m = list[f->next++];
		s->game->play(s->pos, m);
		if (!claim(s, f, &tag, &marked)) {
			s->game->undo(s->pos);
			list[f->deferred++] = m;
			continue;
		}
		push(s, m, !f->defends, f->order, f->depth - 1u);
		if (s->end == SEARCH_DONE)
			mark_top(s, tag, marked);
		else if (marked)
			marks_leave(s->env.marks, tag);
		return true;
	}
}

/* generate fills the top frame's candidates, the table's move first. */
static void generate(search_t *s, move_t hint)
{
	framestack_t *st = &s->stack;
	frame_t *f = framestack_top(st);
	move_t *out = &st->move[f->moves];
	unsigned n = f->defends ? s->game->replies(s->pos, out)
	                        : s->game->attacks(s->pos, f->order, out);

	assert(n <= MOVES_MAX && st->moves == f->moves);
	f->count = (uint16_t)n;
	f->next = 0;
	f->deferred = 0;
	f->joining = false;
	st->moves += n;
	f->hint_first = hint != MOVE_NONE && framestack_front(st, hint) && f->defends;
}

/* table_move is the best move the table has for the top frame's position. */
static move_t table_move(const search_t *s)
{
	ttentry_t e;

	ttable_probe(s->env.table, framestack_top(&s->stack)->key, &e);
	return e.move;
}

/* start_attacks begins with the candidates of an attacker's node. */
static void start_attacks(search_t *s)
{
	frame_t *f = framestack_top(&s->stack);

	f->phase = PHASE_ATTACK;
	if (!framestack_reserve(&s->stack)) {
		s->end = SEARCH_FAILED;
		return;
	}
	generate(s, table_move(s));
	if (!push_next(s))
		leave_stored(s, framestack_top(&s->stack)->value, 0);
}

/* start_replies begins with the replies to a threat that works. */
static void start_replies(search_t *s, unsigned plies)
{
	frame_t *f = framestack_top(&s->stack);

	f->phase = PHASE_REPLY;
	f->plies = (uint16_t)plies;
	if (!framestack_reserve(&s->stack)) {
		s->end = SEARCH_FAILED;
		return;
	}
	generate(s, f->order > 1 ? table_move(s) : MOVE_NONE);
	if (!push_next(s))
		leave(s, VALUE_PROVEN, plies);
}

/* enter_solo makes sure that the order-1 test of a higher node is searched by
 * one worker alone; false when another one is at it. */
static bool enter_solo(search_t *s)
{
	frame_t *f = framestack_top(&s->stack);
	uint64_t tag;

	if (s->env.marks == NULL || f->order != 1 || s->stack.depth < 2 || f[-1].order < 2)
		return true;
	tag = marks_tag(f->key, f->order, f->depth);
	switch (marks_enter_alone(s->env.marks, tag)) {
	case MARKS_BUSY:
		f->tag = tag;
		f->phase = PHASE_SOLO;
		return false;
	case MARKS_SET:
		mark_top(s, tag, true);
		return true;
	default:
		return true;
	}
}

/* attack_by_rule leaves an attacker's node whose value needs no search. */
static bool attack_by_rule(search_t *s, frame_t *f, unsigned distance)
{
	move_t m;

	if (s->game->lost(s->pos) || distance > f->order + 1u) {
		leave(s, VALUE_DISPROVEN, 0);
		return true;
	}
	if (distance == 1 && (m = s->game->finish(s->pos)) != MOVE_NONE) {
		f->best = m;
		leave(s, VALUE_PROVEN, 1);
		return true;
	}
	if (f->order == 0) {
		leave(s, VALUE_DISPROVEN, 0);
		return true;
	}
	if (f->depth < 3 || f->depth < 2 * distance - 1) {
		leave(s, VALUE_UNDECIDED, 0);
		return true;
	}
	if (s->game->repeatable(s->pos)) {
		f->taint = framestack_repeats(&s->stack, s->stack.depth - 1);
		if (f->taint != TAINT_NONE) {
			leave(s, VALUE_DISPROVEN, 0);
			return true;
		}
	}
	return false;
}

static void enter_attack(search_t *s)
{
	frame_t *f = framestack_top(&s->stack);
	unsigned distance = s->game->distance(s->pos);
	unsigned most = (f->depth - 1u) / 2; /* higher orders win nothing more */
	ttentry_t e;

	if (attack_by_rule(s, f, distance))
		return;
	ttable_probe(s->env.table, f->key, &e);
	if (known(s, f, &e) || !enter_solo(s))
		return;
	if (f->order > 1 && distance <= f->order) {
		f->phase = PHASE_LOWER;
		push_single(s, MOVE_NONE, f->order > most ? most : f->order - 1u, f->depth);
		return;
	}
	assert(f->order <= most);
	start_attacks(s);
}

/* threat_is_atari answers the threat test of order 1 on the spot. */
static bool threat_is_atari(search_t *s)
{
	bool wins;

	s->game->play(s->pos, MOVE_PASS);
	wins = s->game->finish(s->pos) != MOVE_NONE;
	s->game->undo(s->pos);
	s->nodes++;
	s->unpolled++;
	return wins;
}

static void enter_defence(search_t *s)
{
	frame_t *f = framestack_top(&s->stack);
	unsigned distance = s->game->distance(s->pos);
	ttentry_t e;

	assert(f->order >= 1 && f->depth >= 2);
	if (s->game->lost(s->pos) || distance > f->order) {
		leave(s, VALUE_DISPROVEN, 0);
		return;
	}
	if (f->depth < 2 * distance) {
		leave(s, VALUE_UNDECIDED, 0);
		return;
	}
	if (f->order == 1) {
		if (threat_is_atari(s))
			start_replies(s, 2);
		else
			leave(s, VALUE_DISPROVEN, 0);
		return;
	}
	ttable_probe(s->env.table, f->key, &e);
	if (known(s, f, &e))
		return;
	f->phase = PHASE_PASS;
	s->game->play(s->pos, MOVE_PASS);
	push_single(s, MOVE_PASS, f->order - 1u, f->depth - 1u);
}

/* back_lower: the lower order came back to an attacker's node. */
static void back_lower(search_t *s)
{
	frame_t *f = framestack_top(&s->stack);

	if (s->value == VALUE_PROVEN) {
		f->best = s->best;
		leave(s, VALUE_PROVEN, s->plies); /* stored below, for all orders */
		return;
	}
	f->taint = earlier(f->taint, s->taint);
	if (f->order > (f->depth - 1u) / 2)
		leave_stored(s, VALUE_UNDECIDED, 0);
	else
		start_attacks(s);
}

static void back_attack(search_t *s, move_t tried)
{
	frame_t *f = framestack_top(&s->stack);

	if (s->value == VALUE_PROVEN) {
		f->best = tried;
		leave_stored(s, VALUE_PROVEN, s->plies + 1);
		return;
	}
	if (s->value > f->value) {
		f->value = (uint8_t)s->value;
		f->best = tried; /* still open: the first to try when deeper */
	}
	f->taint = earlier(f->taint, s->taint);
	if (!push_next(s))
		leave_stored(s, framestack_top(&s->stack)->value, 0);
}

static void back_pass(search_t *s)
{
	frame_t *f = framestack_top(&s->stack);

	if (s->value == VALUE_PROVEN) {
		start_replies(s, s->plies + 1);
		return;
	}
	f->taint = s->taint;
	leave_stored(s, s->value, 0);
}

static void back_reply(search_t *s, move_t tried)
{
	frame_t *f = framestack_top(&s->stack);

	if (s->value != VALUE_PROVEN) {
		f->best = tried;
		f->taint = s->taint;
		if (f->order > 1)
			leave_stored(s, s->value, 0);
		else
			leave(s, s->value, 0);
		return;
	}
	if (s->plies + 1 > f->plies)
		f->plies = (uint16_t)(s->plies + 1);
	if (push_next(s))
		return;
	f = framestack_top(&s->stack);
	if (f->order > 1)
		leave_stored(s, VALUE_PROVEN, f->plies);
	else
		leave(s, VALUE_PROVEN, f->plies);
}

/* overtaken cuts the stack down to the lowest shared node whose value another
 * worker has found meanwhile, and leaves that node with it. */
static bool overtaken(search_t *s)
{
	for (uint32_t i = 0; i < s->stack.depth; i++) {
		const frame_t *f = &s->stack.frame[i];
		ttentry_t e;

		if (!f->marked || f->order < 2)
			continue;
		ttable_probe(s->env.table, f->key, &e);
		if (!ttable_proven(&e, f->order, f->depth) &&
		    !ttable_failed(&e, f->order, f->depth))
			continue;
		while (s->stack.depth > i + 1)
			pop(s);
		return known(s, framestack_top(&s->stack), &e);
	}
	return false;
}

/* look pauses in every node: is this search still wanted, shall it make room,
 * has another worker answered for us? */
static search_state_t look(search_t *s, const _Atomic bool *yield)
{
	/* Relaxed: both only say "come out"; what they announce is read under a lock. */
	if (!search_is_current(s))
		return SEARCH_STOPPED;
	if (atomic_load_explicit(yield, memory_order_relaxed))
		return SEARCH_YIELDED;
	if (s->unpolled < POLL_NODES)
		return SEARCH_DONE;
	switch (s->env.poll(s->env.context, s, search_take_nodes(s))) {
	case POLL_STOP:
		return SEARCH_STOPPED;
	case POLL_YIELD:
		return SEARCH_YIELDED;
	default:
		return SEARCH_DONE;
	}
}

static void step_enter(search_t *s)
{
	s->nodes++;
	s->unpolled++;
	if (s->env.marks != NULL && s->nodes >= s->look_at) {
		s->look_at = s->nodes + ANCESTORS_NODES;
		if (overtaken(s))
			return;
	}
	if (framestack_top(&s->stack)->defends)
		enter_defence(s);
	else
		enter_attack(s);
}

/* step_solo looks whether the worker that was first has finished. */
static bool step_solo(search_t *s)
{
	frame_t *f = framestack_top(&s->stack);

	for (unsigned i = 0; i < WAIT_SPINS; i++) {
		if (!marks_busy(s->env.marks, f->tag)) {
			f->phase = PHASE_ENTER;
			return true;
		}
		sched_yield();
	}
	return false;
}

/* step_back hands the value that came back to the node that asked for it. */
static void step_back(search_t *s, move_t tried)
{
	switch ((phase_t)framestack_top(&s->stack)->phase) {
	case PHASE_LOWER:
		back_lower(s);
		return;
	case PHASE_ATTACK:
		back_attack(s, tried);
		return;
	case PHASE_PASS:
		back_pass(s);
		return;
	default:
		assert(framestack_top(&s->stack)->phase == PHASE_REPLY);
		back_reply(s, tried);
		return;
	}
}

search_state_t search_run(search_t *s, const _Atomic bool *yield)
{
	while (s->stack.depth > 0) {
		frame_t *f = framestack_top(&s->stack);
		search_state_t state;
		bool entering = f->phase == PHASE_ENTER, waiting = f->phase == PHASE_SOLO;
		stop_point_t point = entering ? STOP_ENTER : waiting ? STOP_WAIT : STOP_RETURN;

		state = entering || waiting ? look(s, yield) : SEARCH_DONE;
		if (stop_passes(point))
			state = SEARCH_STOPPED;
		if (state == SEARCH_YIELDED)
			return state;
		if (state != SEARCH_DONE) {
			search_abort(s);
			return state;
		}
		if (entering)
			step_enter(s);
		else if (waiting) {
			if (!step_solo(s))
				return SEARCH_WAITING;
		} else {
			/* The child's move stands one past the frame that was left. */
			step_back(s, s->stack.frame[s->stack.depth].move);
		}
		if (s->end != SEARCH_DONE) {
			search_abort(s);
			return SEARCH_FAILED;
		}
	}
	return SEARCH_DONE;
}

err_t search_create(const position_t *root, const search_env_t *env, search_t **out)
{
	search_t *s = mem_alloc(sizeof(*s));

	*out = NULL;
	if (s == NULL)
		return ERR_NOMEM;
	s->env = *env;
	s->game = root->game;
	s->pos = position_clone(root);
	if (s->pos == NULL || framestack_init(&s->stack) != ERR_OK) {
		search_free(s);
		return ERR_NOMEM;
	}
	*out = s;
	return ERR_OK;
}

void search_free(search_t *s)
{
	if (s == NULL)
		return;
	if (s->stack.depth > 0)
		search_abort(s);
	framestack_fini(&s->stack);
	position_free(s->pos);
	mem_free(s, sizeof(*s));
}

void search_begin(search_t *s, unsigned order, unsigned depth, uint32_t serial)
{
	CHECK(s->stack.depth == 0);
	CHECK(order <= ORDER_MAX && depth <= DEPTH_MAX && depth % 2 == 1);
	s->serial = serial;
	s->end = SEARCH_DONE;
	s->look_at = s->nodes + ANCESTORS_NODES;
	push(s, MOVE_NONE, false, order, depth);
}

void search_abort(search_t *s)
{
	while (s->stack.depth > 0)
		pop(s);
	assert(s->stack.moves == 0);
}

value_t search_value(const search_t *s)
{
	CHECK(s->stack.depth == 0);
	return s->value;
}

move_t search_best(const search_t *s)
{
	return s->best;
}

unsigned search_plies(const search_t *s)
{
	return s->plies;
}

bool search_is_current(const search_t *s)
{
	return atomic_load_explicit(s->env.serial, memory_order_relaxed) == s->serial;
}

unsigned search_line(const search_t *s, move_t *out, unsigned room)
{
	unsigned n = 0;

	for (uint32_t i = 0; i < s->stack.depth && n < room; i++)
		if (s->stack.frame[i].move != MOVE_NONE)
			out[n++] = s->stack.frame[i].move;
	return n;
}

void search_question(const search_t *s, unsigned *order, unsigned *depth)
{
	CHECK(s->stack.depth > 0);
	*order = s->stack.frame[0].order;
	*depth = s->stack.frame[0].depth;
}

unsigned search_take_nodes(search_t *s)
{
	unsigned n = s->unpolled;

	s->unpolled = 0;
	return n;
}
