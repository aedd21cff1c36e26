/* SPDX-License-Identifier: MIT
 * children.c - the candidates of a node: how they are listed, and how alpha-beta goes through
 * them.
 *
 * Order      Candidates stand as the game writes them, the likely ones first, but that the
 *            table move comes before all others. Those at which another worker is are put off
 *            to a second pass (abdada.c).
 *
 * End        The first candidate that decides the node ends it. When none is left, the node has
 *            the best value of its children: one half if any of them was cut by depth. */
#include "engine/search/core/children.h"

#include "engine/base/check.h"
#include "engine/search/core/abdada.h"
#include "engine/search/core/key.h"
#include "engine/search/core/zone_track.h"

void children_only(search_t *s, move_t move, unsigned order, unsigned depth)
{
	node_push(s, move, false, order, depth);
	if (s->end == SEARCH_DONE && abdada_is_worth(s, order, depth)) {
		uint64_t tag = marks_tag(framestack_top(&s->stack)->key, order, depth);

		abdada_mark(s, tag, marks_enter(s->env.marks, tag));
	}
}

bool children_next(search_t *s)
{
	frame_t *f = framestack_top(&s->stack);
	move_t *list = &s->stack.move[f->moves];
	const bits_t *must = zone_track_must(s);

	for (;;) {
		uint64_t tag;
		bool marked;
		move_t m;

		if (f->next == f->count) {
			if (f->ab.deferred == 0)
				return false;
			f->count = f->ab.deferred;
			f->next = 0;
			f->ab.deferred = 0;
			f->ab.joining = true;
		}
		m = list[f->next++];
		if (zone_track_drops(must, m))
			continue;
		s->game->play(s->pos, m);
		if (!abdada_claim(s, f, &tag, &marked)) {
			s->game->undo(s->pos);
			list[f->ab.deferred++] = m;
			continue;
		}
		node_push(s, m, !f->defends, node_order(f), f->depth - 1u);
		if (s->end == SEARCH_DONE)
			abdada_mark(s, tag, marked);
		else if (marked)
			marks_leave(s->env.marks, tag);
		return true;
	}
}

/* begin makes memory for the candidates of the top frame and sets its phase. */
static bool begin(search_t *s, phase_t phase)
{
	frame_t *f;

	if (!framestack_reserve(&s->stack)) {
		s->end = SEARCH_FAILED;
		return false;
	}
	f = framestack_top(&s->stack); /* reserve may have moved it */
	framestack_go(f, phase);
	f->next = 0;
	f->ab.deferred = 0;
	f->ab.joining = false;
	return true;
}

/* take adds the `n` candidates just written; if `table_first`, the table move goes first. */
static void take(search_t *s, unsigned n, bool table_first)
{
	framestack_t *st = &s->stack;
	frame_t *f = framestack_top(st);
	ttentry_t e = {.move = MOVE_NONE};

	assert(n <= MOVES_MAX && st->moves == f->moves);
	f->count = (uint16_t)n;
	st->moves += n;
	if (table_first && !ttable_probe(s->env.table, f->stockless_key, &e) &&
	    s->game->stocks != NULL)
		ttable_probe(s->env.table, f->key, &e);
	zone_track_listed(s);
	f->count = (uint16_t)zone_track_few(s, n);
	st->moves = f->moves + f->count;
	f->ab.hint_first = e.move != MOVE_NONE && framestack_front(st, e.move) && f->defends;
}

void children_attacks(search_t *s, unsigned order)
{
	if (begin(s, PHASE_ATTACK))
		take(s,
		     game_attacks(s->pos, order, zone_track_must(s),
		                  &s->stack.move[s->stack.moves]),
		     true);
}

void children_replies(search_t *s, bool table_first, bool with_pass)
{
	move_t *out;
	unsigned n;

	if (!begin(s, PHASE_REPLY))
		return;
	out = &s->stack.move[s->stack.moves];
	n = game_replies(s->pos, zone_track_must(s), out);
	if (with_pass && state_is_plain(s) && game_may_pass(s->pos))
		out[n++] = MOVE_PASS;
	take(s, n, table_first);
}

void children_few(search_t *s, unsigned most)
{
	frame_t *f = framestack_top(&s->stack);

	if (f->count <= most)
		return;
	f->count = (uint16_t)most;
	s->stack.moves = f->moves + f->count;
}

void children_fetch_after(const search_t *s, move_t move, unsigned order)
{
	hashkey_t key;

	if (s->hints->likely_key == NULL)
		return;
	key = key_of_search(s->env.driver, s->env.zoning, s->hints->likely_key(s->pos, move));
	ttable_prefetch(s->env.table, key);
	if (s->is_dfpn)
		ttable_prefetch_numbers(s->env.table, key, state_is_plain(s) ? 0 : order);
}

void children_fetch(const search_t *s, unsigned i)
{
	const frame_t *f = framestack_top(&s->stack);

	if (i < f->count)
		children_fetch_after(s, s->stack.move[f->moves + i], node_order(f));
}

void children_continue(search_t *s)
{
	const frame_t *f;

	if (s->end != SEARCH_DONE || children_next(s))
		return;
	zone_track_close(s);
	f = framestack_top(&s->stack);
	if (!f->defends || f->value == VALUE_UNDECIDED)
		node_leave_stored(s, f->value, 0);
	else if (f->order > 1)
		node_leave_stored(s, VALUE_PROVEN, f->plies);
	else
		node_leave(s, VALUE_PROVEN, f->plies);
}

static void back_attack(search_t *s, move_t tried)
{
	frame_t *f = framestack_top(&s->stack);

	if (s->left.value == VALUE_PROVEN) {
		f->best = tried;
		node_rest_alone(s, f);
		zone_track_move(s, tried);
		node_leave_stored(s, VALUE_PROVEN, s->left.plies + 1);
		return;
	}
	if (s->left.value > f->value) {
		f->value = (uint8_t)s->left.value;
		f->best = tried; /* still open: the first to try when deeper */
	}
	node_rest(s, f);
	zone_track_answered(s, tried);
	children_continue(s);
}

static void back_reply(search_t *s, move_t tried)
{
	frame_t *f = framestack_top(&s->stack);

	if (f->opening && s->left.value == VALUE_UNDECIDED) {
		node_rest(s, f);
		f->value = VALUE_UNDECIDED; /* another reply may fail for ever */
		children_continue(s);
		return;
	}
	if (s->left.value != VALUE_PROVEN) {
		f->best = tried;
		node_rest_alone(s, f);
		zone_track_move(s, tried);
		if (f->order > 1)
			node_leave_stored(s, s->left.value, 0);
		else
			node_leave(s, s->left.value, 0);
		return;
	}
	if (s->left.plies + 1 > f->plies)
		f->plies = (uint16_t)(s->left.plies + 1);
	node_rest(s, f);
	zone_track_answered(s, tried);
	children_continue(s);
}

void children_back(search_t *s, move_t tried)
{
	const frame_t *f = framestack_top(&s->stack);

	assert(f->phase == (f->defends ? PHASE_REPLY : PHASE_ATTACK));
	if (f->defends)
		back_reply(s, tried);
	else
		back_attack(s, tried);
}
