/* SPDX-License-Identifier: MIT
 * zone_track.c - relevancy zones as a running part of the search.
 *
 * A frame gathers what its value depends on; leaving the frame hands that down. A game tells the
 * zones of leaves and of single moves (zone_ops_t of zone_ops.h, with the proof of Go's rules in
 * go/zone/zone.c); how they are put together is the same for all games:
 *
 * One move decides   The zone is that of the child, and what the move itself needs.
 *
 * All moves fail     The zone is the union over the children, and the zone that stands for the
 *            moves left out. At a defender's node that is the zone of the threat, which was asked
 *            with a pass; at an attacker's node it is that of the lower order, because a quiet
 *            move elsewhere leaves the attacker there after the defender's pass. This zone is
 *            unrolled: it must bear the move that was made elsewhere (theorems 10 and 11 of the
 *            schemes; in Go, with its one area, unrolling changes nothing).
 *
 * Narrowing  A move may turn out idle: without the move its own answer would do as well. Then
 *            this answer serves for a pass, and what acts like a pass for its zone needs no trial
 *            either (must-play, as in Hex programs).
 *
 * Cycles     A failure that rests on a repetition (node.c, "Taint") says nothing of moves
 *            elsewhere, which would make another position of the repeated ancestor. Its zone adds
 *            to that of the ancestor, but no move is left out because of it.
 *
 * Proofs     Where zones leave out no move (zone_ops_t.prunes_from), nothing reads the zone of a
 *            failure while the search runs. Failures are most of a search for a win by fours, so
 *            there only proofs have zones: an attacker's node gathers nothing until it is won,
 *            and a question that fails has no zone.
 *
 * Left out by the game   These are replies after which the attacker finishes. Each is made here
 *            and its finish added. The attacks that a game leaves out are the game's to explain
 *            (zone_ops_t.steps). */
#include "engine/search/core/zone_track.h"

#include "engine/base/check.h"
#include "engine/zone/rule.h"

static bool has_zones(const search_t *s)
{
	return s->zones.rules != NULL;
}

/* has_zones_of: have nodes of this value zones? See Proofs. */
static bool has_zones_of(const search_t *s, value_t value)
{
	return has_zones(s) && (!s->zones.of_proofs || value == VALUE_PROVEN);
}

/* gathers: does the top frame gather what its moves depend on? */
static bool gathers(const search_t *s)
{
	return has_zones(s) && (!s->zones.of_proofs || framestack_top(&s->stack)->defends);
}

static framezone_t *top(const search_t *s)
{
	return &s->stack.zone[s->stack.depth - 1];
}

#ifndef NDEBUG
/* contains: does a zone have all points of another? */
static bool contains(const zone_t *zone, const zone_t *other)
{
	for (unsigned i = 0; i < other->areas; i++) {
		bits_t left = other->area[i];

		bits_subtract(&left, &zone->area[i]);
		if (!bits_is_empty(&left))
			return false;
	}
	return true;
}

/* is_empty: does nothing matter? */
static bool is_empty(const zone_t *zone)
{
	for (unsigned i = 0; i < zone->areas; i++)
		if (!bits_is_empty(&zone->area[i]))
			return false;
	return true;
}
#endif

/* takes_few: is a guess wanted, and is the guess that only few moves matter? Without lambda none is
 * wanted (result.c). */
static bool takes_few(const search_t *s)
{
	return s->env.zoning == ZONING_INVERSION && s->env.driver == DRIVER_LAMBDA &&
	       s->hints->few != NULL;
}

unsigned zone_track_few(const search_t *s, unsigned count)
{
	const unsigned most = takes_few(s) ? s->hints->few(s->pos) : 0;

	return most > 0 && most < count ? most : count;
}

void zone_track_setup(search_t *s)
{
	const game_t *game = s->game;

	s->zones.rules = NULL;
	s->zones.of_proofs = false;
	zone_init(&s->left.zone, 0, 1, 1);
	if (s->env.zoning == ZONING_NONE)
		return;
	s->zones.rules =
	        s->env.zoning == ZONING_SOUND || takes_few(s) ? game->zones : game->inversion;
	if (s->zones.rules != NULL && s->env.driver == DRIVER_PLAIN && !s->zones.rules->is_plain)
		s->zones.rules = NULL;
	if (s->zones.rules == NULL)
		return;
	s->zones.rules->begin(s->pos, s->env.most + (s->pos->turn == SIDE_DEFENDER ? 1u : 0u),
	                      &s->left.zone);
	s->zones.of_proofs = s->env.most < s->zones.rules->prunes_from;
	if (s->left.zone.areas == 0)
		s->zones.rules = NULL;
	else
		zone_cells_init(&s->zones.cells, &s->left.zone);
}

void zone_track_enter(search_t *s)
{
	if (has_zones(s))
		zone_init(&top(s)->zone, s->left.zone.areas, s->left.zone.width,
		          s->left.zone.height);
}

void zone_track_leave(search_t *s)
{
	if (has_zones_of(s, s->left.value))
		zone_copy(&s->left.zone, &top(s)->zone);
}

void zone_track_finish(search_t *s, move_t move)
{
	if (has_zones(s))
		s->zones.rules->finish(s->pos, move, &top(s)->zone);
}

void zone_track_far(search_t *s, unsigned moves)
{
	if (has_zones_of(s, VALUE_DISPROVEN))
		s->zones.rules->far(s->pos, moves, &top(s)->zone);
}

void zone_track_lost(search_t *s)
{
	if (has_zones_of(s, VALUE_DISPROVEN))
		s->zones.rules->lost(s->pos, &top(s)->zone);
}

void zone_track_won(search_t *s)
{
	if (has_zones(s))
		s->zones.rules->finish(s->pos, MOVE_PASS, &top(s)->zone);
}

void zone_track_soon(search_t *s, move_t move)
{
	if (has_zones(s))
		s->zones.rules->move(s->pos, move, &top(s)->zone);
}

const bits_t *zone_track_points(const search_t *s)
{
	assert(has_zones(s) && s->left.zone.areas == 1);
	return &top(s)->zone.area[0];
}

void zone_track_recalled(search_t *s, const bits_t *points)
{
	assert(has_zones(s) && s->left.zone.areas == 1);
	zone_clear(&top(s)->zone);
	zone_add_set(&top(s)->zone, points, 1);
}

void zone_track_all(search_t *s)
{
	if (has_zones_of(s, VALUE_DISPROVEN))
		zone_add_all(&top(s)->zone, 1);
}

void zone_track_open(search_t *s)
{
	frame_t *f = framestack_top(&s->stack);

	if (gathers(s) && f->pruning == PRUNING_NONE)
		f->pruning = PRUNING_WIDE;
}

void zone_track_known(search_t *s, hashkey_t key, zfact_t fact, uint64_t coarse)
{
	if (has_zones_of(s, fact.proven ? VALUE_PROVEN : VALUE_DISPROVEN) &&
	    !ztable_find(ttable_zones(s->env.table), key, fact, &top(s)->zone))
		zone_from_coarse(&s->zones.cells, coarse, &top(s)->zone);
}

uint64_t zone_track_keep(search_t *s, hashkey_t key, zfact_t fact, uint64_t nodes)
{
	if (!has_zones_of(s, s->left.value))
		return ZONE_COARSE_ALL;
	assert(s->env.zoning != ZONING_SOUND || !zone_rule_keeps_all() ||
	       !is_empty(&s->left.zone)); /* the goal's points matter */
	ztable_store(ttable_zones(s->env.table), key, fact, &s->left.zone, nodes);
	return zone_coarse(&s->zones.cells, &s->left.zone);
}

void zone_track_same(search_t *s)
{
	if (has_zones_of(s, s->left.value))
		zone_copy(&top(s)->zone, &s->left.zone);
}

void zone_track_move(search_t *s, move_t tried)
{
	if (!has_zones_of(s, s->left.value))
		return;
	zone_track_same(s);
	s->zones.rules->move(s->pos, tried, &top(s)->zone);
	assert(contains(&top(s)->zone, &s->left.zone));
}

/* begin_pruning: s->left.zone stands for the moves that act like a pass. */
static void begin_pruning(search_t *s)
{
	frame_t *f = framestack_top(&s->stack);
	framezone_t *z = top(s);

	if (s->zones.rules->lifts != NULL && s->zones.rules->lifts(s->pos, f->order)) {
		f->pruning = PRUNING_WIDE;
		return;
	}
	f->pruning = PRUNING_MUST;
	if (f->taint == TAINT_NONE || !zone_rule_keeps(&zone_rules[ZONE_RULE_TAINT]))
		s->zones.rules->must(s->pos, f->order, &s->left.zone, &z->must);
	else
		z->must = s->zones.cells.board;
	if (!zone_rule_keeps(&zone_rules[ZONE_RULE_THREAT]))
		return;
	zone_copy(&z->zone, &s->left.zone);
	if (zone_rule_keeps(&zone_rules[ZONE_RULE_UNROLL]))
		zone_unroll(&z->zone);
}

void zone_track_narrow(search_t *s)
{
	if (gathers(s))
		begin_pruning(s);
}

void zone_track_of_threat(search_t *s, move_t finish)
{
	if (!has_zones(s))
		return;
	zone_clear(&s->left.zone);
	s->zones.rules->finish(s->pos, finish, &s->left.zone);
}

void zone_track_of_order(search_t *s)
{
	if (!gathers(s))
		return;
	zone_clear(&s->left.zone);
	s->zones.rules->far(s->pos, framestack_top(&s->stack)->order, &s->left.zone);
	begin_pruning(s);
}

/* drops_any: is a candidate still to be walked that is not on `must`? */
static bool drops_any(const search_t *s, const bits_t *must)
{
	const frame_t *f = framestack_top(&s->stack);
	const move_t *list = &s->stack.move[f->moves];

	for (unsigned i = 0; i < f->count; i++)
		if ((i < f->ab.deferred || i >= f->next) && zone_track_drops(must, list[i]))
			return true;
	return false;
}

bool zone_track_may_narrow(const search_t *s)
{
	return gathers(s) && s->zones.rules->idle != NULL &&
	       (s->zones.rules->never_idle == NULL || !s->zones.rules->never_idle(s->pos));
}

/* narrow_again uses that the answer to `tried`, in s->left.zone, serves for a pass. */
static void narrow_again(search_t *s, move_t tried)
{
	frame_t *f = framestack_top(&s->stack);
	framezone_t *z = top(s);
	bits_t must;

	if (s->zones.rules->idle == NULL ||
	    (s->left.taint != TAINT_NONE && zone_rule_keeps(&zone_rules[ZONE_RULE_TAINT])) ||
	    !s->zones.rules->idle(s->pos, tried, &s->left.zone))
		return;
	s->zones.rules->must(s->pos, f->order, &s->left.zone, &must);
	if (f->pruning == PRUNING_MUST)
		bits_intersect(&must, &z->must);
	if (s->left.zone.areas > 1) {
		if (!drops_any(s, &must))
			return; /* it would only cost: its zone must bear the moves dropped */
		if (zone_rule_keeps(&zone_rules[ZONE_RULE_UNROLL]))
			zone_unroll(&s->left.zone);
		zone_unite(&z->zone, &s->left.zone);
	}
	if (f->pruning != PRUNING_MUST && !f->defends && s->zones.rules->apart != NULL)
		s->zones.rules->apart(s->pos, &z->zone);
	z->must = must;
	f->pruning = PRUNING_MUST;
}

void zone_track_answered(search_t *s, move_t tried)
{
	framezone_t *z;

	if (!gathers(s))
		return;
	z = top(s);
	if (zone_rule_keeps(&zone_rules[ZONE_RULE_CHILDREN]))
		zone_unite(&z->zone, &s->left.zone);
	if (s->zones.rules->answered != NULL)
		s->zones.rules->answered(s->pos, tried, s->left.best == MOVE_NONE,
		                         s->left.taint != TAINT_NONE, &z->zone);
	assert(!zone_rule_keeps(&zone_rules[ZONE_RULE_CHILDREN]) ||
	       contains(&z->zone, &s->left.zone));
	narrow_again(s, tried);
}

/* add_left_out adds the finishes after the replies that the game did not write. */
static void add_left_out(search_t *s)
{
	framezone_t *z = top(s);
	bits_t left = z->rest;

	bits_intersect(&left, &z->must);
	while (!bits_is_empty(&left)) {
		const move_t m = (move_t)bits_take(&left);
		move_t finish;

		if (!s->game->legal(s->pos, m))
			continue;
		s->game->play(s->pos, m);
		finish = s->game->finish(s->pos);
		assert(finish != MOVE_NONE);
		if (finish != MOVE_NONE)
			s->zones.rules->finish(s->pos, finish, &z->zone);
		else
			zone_add_all(&z->zone, 1); /* sound, whatever the game has done */
		s->game->undo(s->pos);
	}
}

void zone_track_close(search_t *s)
{
	const frame_t *f = framestack_top(&s->stack);

	if (!gathers(s))
		return;
	if (f->pruning == PRUNING_WIDE || (f->defends && f->value == VALUE_UNDECIDED)) {
		zone_add_all(&top(s)->zone, 1);
		return;
	}
	if (f->defends)
		add_left_out(s);
	else if (s->zones.rules->steps != NULL && !state_is_plain(s))
		s->zones.rules->steps(s->pos, f->order, &top(s)->zone);
	if (s->zones.rules->close != NULL)
		s->zones.rules->close(s->pos, &top(s)->must, &top(s)->zone);
}

void zone_track_listed(search_t *s)
{
	const frame_t *f = framestack_top(&s->stack);
	framezone_t *z;

	if (!gathers(s))
		return;
	z = top(s);
	z->rest = f->pruning == PRUNING_MUST ? z->must : s->zones.cells.board;
	for (unsigned i = 0; i < f->count; i++)
		if (s->stack.move[f->moves + i] < BITS_POINTS)
			bits_remove(&z->rest, s->stack.move[f->moves + i]);
}

const bits_t *zone_track_must(const search_t *s)
{
	const frame_t *f = framestack_top(&s->stack);

	return has_zones(s) && f->pruning == PRUNING_MUST ? &top(s)->must : NULL;
}

void zone_track_own(search_t *s)
{
	const side_t holder = s->left.value == VALUE_PROVEN ? SIDE_ATTACKER : SIDE_DEFENDER;

	if (has_zones_of(s, s->left.value) && s->zones.rules->own != NULL)
		s->zones.rules->own(s->pos, holder, s->stack.frame[0].order, &s->left.zone);
}
