/* SPDX-License-Identifier: MIT
 * node.c - entering and leaving nodes.
 *
 * Taint      (Graph-history interaction.) A failure that rests on a repetition is true only while
 *            the repeated ancestor is on the line. The failure is tainted: it carries the index of
 *            that ancestor's frame upwards, together with what is concluded from it. The table
 *            is told nothing of it. The taint ends at the ancestor's own frame: there the failure
 *            is a fact, since the cycle closes within the node's own tree. Proofs have no taint:
 *            a proof holds whatever came before it. Of several taints the lowest frame counts.
 *
 * Stocks     A value found without meeting a position in which the stocks of ko threats might
 *            matter (stocks_t.fights), and without a repetition, holds with all stocks. It is kept
 *            under the key without the stocks: a verdict by ko asks the same with three stocks and
 *            more, and most kos of a board have nothing to do with the question. Both keys lead
 *            to the same bucket of the table. */
#include "engine/search/core/node.h"

#include "engine/base/check.h"
#include "engine/search/core/key.h"
#include "engine/search/core/zone_track.h"
#include "engine/tuning/tuning.h"

void node_push(search_t *s, move_t move, bool defends, unsigned order, unsigned depth)
{
	framestack_t *st = &s->stack;
	frame_t *f;

	if (!framestack_reserve(st)) {
		s->end = SEARCH_FAILED;
		if (move != MOVE_NONE)
			s->game->undo(s->pos);
		return;
	}
	st->frame[st->depth++] = (frame_t){
	        .key = key_of_position(s->env.driver, s->env.zoning, s->pos),
	        .fights = s->game->stocks != NULL && s->game->stocks->fights(s->pos),
	        .entered = s->nodes,
	        .moves = st->moves,
	        .depth = (uint16_t)depth,
	        .move = move,
	        .best = MOVE_NONE,
	        .foresight = {.best = MOVE_NONE, .value = VALUE_UNDECIDED},
	        .taint = TAINT_NONE,
	        .order = (uint8_t)order,
	        .phase = PHASE_ENTER,
	        .value = VALUE_DISPROVEN,
	        .defends = defends,
	};
	f = framestack_top(st);
	f->stocked = f->fights;
	f->stockless_key = key_without_stocks(s->env.driver, s->env.zoning, s->pos, f->key);
	zone_track_enter(s);
	assert(order <= ORDER_MAX + 1u && depth <= DEPTH_MAX + 1u);
	assert((depth & 1u) == (defends ? 0u : 1u));
}

void node_pop(search_t *s)
{
	frame_t *f = framestack_top(&s->stack);

	assert(s->stack.depth > 0 && s->stack.moves >= f->moves);
	if (f->marked) {
		assert(s->abdada.held > 0);
		s->abdada.held--;
		marks_leave(s->env.marks, f->tag);
	}
	if (f->move != MOVE_NONE)
		s->game->undo(s->pos);
	s->stack.moves = f->moves;
	s->stack.depth--;
	if (s->dfpn.waiting > s->stack.depth)
		s->dfpn.waiting = 0;
}

uint32_t node_taint(const search_t *s)
{
	const uint32_t taint = framestack_top(&s->stack)->taint;

	return taint != TAINT_NONE && taint >= s->stack.depth - 1 ? TAINT_NONE : taint;
}

void node_leave(search_t *s, value_t value, unsigned plies)
{
	const frame_t *f = framestack_top(&s->stack);

	if (s->env.watch != NULL && f->phase != PHASE_ENTER)
		s->env.watch(s->env.context, s->pos, value, s->nodes - f->entered, f->best);
	s->left.value = value;
	zone_track_leave(s);
	s->left.plies = plies;
	s->left.best = value == VALUE_PROVEN || f->defends ? f->best : MOVE_NONE;
	s->left.taint = value == VALUE_PROVEN ? TAINT_NONE : node_taint(s);
	s->left.stocked = f->stocked;
	assert(value != VALUE_PROVEN || ((plies > 0 || f->defends) && plies <= f->depth));
	node_pop(s);
	/* What it rests on is still on the line. */
	assert(s->left.taint == TAINT_NONE || s->left.taint < s->stack.depth);
}

/* fact_of: that a node of the frame's order has this value within `plies`. */
static zfact_t fact_of(const frame_t *f, value_t value, unsigned plies)
{
	return (zfact_t){.proven = value == VALUE_PROVEN,
	                 .forever = value == VALUE_DISPROVEN,
	                 .order = f->order,
	                 .plies = (uint16_t)plies};
}

/* zone_worth is what the zone of a fact that took so many nodes is worth, now that its node has
 * been left (ztable_store). Outside of leaf searches it is worth more: a node of df-pn asks for
 * the zone whenever it is entered, and facts within leaf searches are three times as many. */
static uint64_t zone_worth(const search_t *s, uint64_t nodes)
{
	return s->stack.depth > 0 && state_in_leaf(s) ? nodes : (nodes + 1) * ZONES_WORTH_TIMES;
}

void node_leave_stored(search_t *s, value_t value, unsigned plies)
{
	const frame_t *f = framestack_top(&s->stack);
	const hashkey_t key = f->stocked ? f->key : f->stockless_key;
	move_t best = f->best;
	uint64_t work = s->nodes - f->entered;

	zfact_t fact = fact_of(f, value, value == VALUE_PROVEN ? plies : node_depth(f));
	const bool is_fact = node_is_kept(f, plies);

	if (is_fact)
		ztable_prefetch(ttable_zones(s->env.table), key);
	node_leave(s, value, plies);
	if (!is_fact)
		return;
	/* Guesses may contradict each other; the table leaves out the later one. */
	assert(s->env.zoning == ZONING_INVERSION || s->left.taint != TAINT_NONE ||
	       ttable_agrees(s->env.table, key, fact.order, fact.forever ? DEPTH_MAX : fact.plies,
	                     fact.proven));
	if (value == VALUE_PROVEN)
		ttable_store_proven(s->env.table, key, fact.order, plies, best, work,
		                    zone_track_keep(s, key, fact, zone_worth(s, work)));
	else if (s->left.taint == TAINT_NONE)
		ttable_store_failed(s->env.table, key, fact.order, fact.plies, fact.forever, best,
		                    work, zone_track_keep(s, key, fact, zone_worth(s, work)));
}

/* has_failed: at that depth, or for good. */
static bool has_failed(const frame_t *f, const ttentry_t *e)
{
	return entry_failed(e, f->order, node_depth(f));
}

bool node_decides(const frame_t *f, const recalled_t *r)
{
	return entry_proven(&r->entry, f->order, node_depth(f)) ||
	       entry_disproven(&r->entry, f->order);
}

void node_recall(const search_t *s, const frame_t *f, recalled_t *out)
{
	const hashkey_t key[2] = {f->stockless_key, f->key};
	recalled_t stocked = {.stocked = true};
	ttentry_t entry[2];
	unsigned has;

	if (f->opening) { /* it may be of an order that the table has none of */
		*out = (recalled_t){.entry.move = MOVE_NONE};
		return;
	}
	out->stocked = false;
	if (s->game->stocks == NULL) {
		ttable_probe(s->env.table, f->stockless_key, &out->entry);
		return;
	}
	has = ttable_probe_pair(s->env.table, key, entry);
	out->entry = entry[0];
	if ((has & 2) == 0 || node_decides(f, out))
		return;
	stocked.entry = entry[1];
	if (node_decides(f, &stocked) || !has_failed(f, &out->entry))
		*out = stocked;
}

bool node_known(search_t *s, const frame_t *f, const recalled_t *r)
{
	const hashkey_t key = r->stocked ? f->key : f->stockless_key;
	const unsigned depth = node_depth(f);
	frame_t *top = framestack_top(&s->stack);
	const ttentry_t *e = &r->entry;
	value_t value = VALUE_PROVEN;
	unsigned plies = depth;

	if (f->opening || !(entry_proven(e, f->order, depth) || has_failed(f, e)))
		return false;
	top->best = e->move;
	top->stocked = r->stocked;
	if (entry_proven(e, f->order, depth))
		plies = entry_proven_plies(e, f->order, f->depth); /* whose parity is right */
	else
		value = entry_disproven(e, f->order) ? VALUE_DISPROVEN : VALUE_UNDECIDED;
	zone_track_known(s, key, fact_of(f, value, plies), e->zone);
	s->met.known++;
	node_leave(s, value, value == VALUE_PROVEN ? plies : 0);
	return true;
}

bool node_repeats(search_t *s)
{
	frame_t *f = framestack_top(&s->stack);

	if (!game_repeatable(s->pos))
		return false;
	f->taint = framestack_repeats(&s->stack, s->stack.depth - 1);
	if (f->taint == TAINT_NONE)
		return false;
	f->stocked = true;
	s->has_cycles = true;
	node_leave(s, VALUE_DISPROVEN, 0);
	return true;
}

void node_rest(const search_t *s, frame_t *f)
{
	f->taint = state_least(f->taint, s->left.taint);
	f->stocked |= s->left.stocked;
}

void node_rest_alone(const search_t *s, frame_t *f)
{
	f->taint = s->left.taint;
	f->stocked = f->fights || s->left.stocked;
}

bool node_is_over(search_t *s, unsigned distance)
{
	move_t m;

	if (node_is_lost(s)) {
		zone_track_lost(s);
		node_leave(s, VALUE_DISPROVEN, 0);
		return true;
	}
	if (distance > 1 || (m = s->game->finish(s->pos)) == MOVE_NONE)
		return false;
	framestack_top(&s->stack)->best = m;
	zone_track_finish(s, m);
	node_leave(s, VALUE_PROVEN, 1);
	return true;
}
