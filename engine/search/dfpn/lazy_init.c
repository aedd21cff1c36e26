/* SPDX-License-Identifier: MIT
 * lazy_init.c - first numbers of candidates that are not played (lazy child initialisation).
 *
 * Without play   Most candidates of a node that is entered again have been glanced at before.
 * Where the game can tell how a move changes the distance (hints_t.distance_after), the table is
 * asked for the child without playing the move, and the child is not counted as a node. If the
 * child fails, what its failure rests on is looked up only once all other candidates have failed
 * as well. Whether the child repeats a position of the line is seen when it is entered; until
 * then its numbers count.
 *
 * Put off    Most attacks of a node without lambda are never gone on with. So the search glances
 * only at the first LAZY_SEEN_FIRST when the node is entered; in a small region at the first
 * REGION_SEEN_FIRST; elsewhere, where the game says how much work a node is, at the first
 * JUDGED_SEEN_FIRST. Each of the others counts as the node itself looks to be, since a good move
 * keeps it so, until it is chosen.
 *
 * What both save: docs/results/search.md, "Children without a glance". */
#include "engine/search/dfpn/lazy_init.h"

#include "engine/search/core/key.h"
#include "engine/search/core/zone_track.h"
#include "engine/search/dfpn/foresight.h"
#include "engine/search/dfpn/node_init.h"
#include "engine/search/dfpn/numbers.h"
#include "engine/tuning/tuning.h"

/* is_ruled: does a rule decide the node of that distance, or cut it? It may say so too often. */
static bool is_ruled(const frame_t *f, unsigned distance)
{
	const unsigned least_distance = f->defends ? 1 : 2;

	return distance < least_distance || distance > f->order ||
	       f->depth < (f->defends ? 2u : 3u) || f->depth + 1u < 2 * distance;
}

/* child_of is a node after a candidate of `f`, as far as that can be told without playing it; but
 * for its keys. */
static frame_t child_of(const frame_t *f)
{
	return (frame_t){.order = (uint8_t)node_order(f),
	                 .depth = (uint16_t)(f->depth - 1u),
	                 .defends = !f->defends};
}

/* without_stocks is what the key of a node below the frame is without the stocks of ko threats. */
static hashkey_t without_stocks(const frame_t *f, hashkey_t key)
{
	return (hashkey_t){key.lo ^ f->key.lo ^ f->stockless_key.lo,
	                   key.hi ^ f->key.hi ^ f->stockless_key.hi};
}

/* is_known gives the child its likely keys, and looks whether the table has solved the child. */
static bool is_known(search_t *s, const frame_t *f, move_t move, frame_t *child, recalled_t *known)
{
	child->key =
	        key_of_search(s->env.driver, s->env.zoning, s->hints->likely_key(s->pos, move));
	child->stockless_key = without_stocks(f, child->key);
	node_recall(s, child, known);
	return node_decides(child, known);
}

/* knows_failed notes that the candidate, which the table has solved, fails for the side to move;
 * false where it does not, or where what answers it may narrow the others (zone_track.c). */
static bool knows_failed(search_t *s, unsigned i, const frame_t *child, const recalled_t *known)
{
	const frame_t *f = framestack_top(&s->stack);
	estimate_t *e = &s->stack.estimate[f->moves + i];

	if (entry_proven(&known->entry, child->order, child->depth) != f->defends ||
	    zone_track_may_narrow(s))
		return false;
	e->numbers = f->defends ? (numbers_t){0, NEVER} : (numbers_t){NEVER, 0};
	e->is_known = true;
	return true;
}

bool lazy_init_without_play(search_t *s, unsigned i)
{
	const frame_t *f = framestack_top(&s->stack);
	const move_t move = s->stack.move[f->moves + i];
	frame_t child = child_of(f);
	recalled_t known;
	unsigned distance;

	if (s->hints->distance_after == NULL || state_is_plain(s) || child.order <= s->leaf.order)
		return false;
	distance = s->hints->distance_after(s->pos, move);
	if (is_ruled(&child, distance))
		return false;
	if (is_known(s, f, move, &child, &known))
		return knows_failed(s, i, &child, &known);
	s->dfpn.is_guess = !numbers_probe(s, &child, &s->left.numbers);
	if (s->dfpn.is_guess)
		s->left.numbers = node_init_guess(s, &child, distance);
	s->dfpn.tag = s->env.marks != NULL ? marks_tag(child.key, child.order, 0) : 0;
	node_init_rank(s, i);
	s->stack.estimate[f->moves + i].numbers = s->left.numbers;
	return true;
}

/* seen_first is how many attacks are glanced at when a node is entered. */
static unsigned seen_first(const search_t *s)
{
	if (s->dfpn.local.is_small)
		return REGION_SEEN_FIRST;
	return framestack_top(&s->stack)->dfpn.work > 0 ? JUDGED_SEEN_FIRST : LAZY_SEEN_FIRST;
}

void lazy_init_begin(search_t *s)
{
	frame_t *f = framestack_top(&s->stack);
	guess_t g;

	f->dfpn.put_off = (numbers_t){0, 0};
	if (f->defends || !state_is_plain(s) || s->zones.rules == NULL || s->dfpn.bounded ||
	    s->hints->guess == NULL || s->hints->likely_key == NULL || f->count <= seen_first(s))
		return;
	g = s->hints->guess(s->pos, ORDER_ANY, 1);
	f->dfpn.put_off = (numbers_t){g.proof, g.disproof};
	if (foresight_knows(f))
		f->dfpn.put_off = (numbers_t){ORACLE_DEAR, 1};
}

bool lazy_init_puts_off(search_t *s, unsigned i)
{
	const frame_t *f = framestack_top(&s->stack);
	estimate_t *e = &s->stack.estimate[f->moves + i];
	frame_t child = child_of(f);
	recalled_t known;

	if (f->dfpn.put_off.proof == 0 || f->dfpn.put_off.disproof == 0 || i < seen_first(s))
		return false;
	if (is_known(s, f, s->stack.move[f->moves + i], &child, &known))
		return false;
	e->tag = s->env.marks != NULL ? marks_tag(child.key, child.order, 0) : 0;
	e->is_put_off = !numbers_probe(s, &child, &e->numbers);
	if (e->is_put_off)
		e->numbers = f->dfpn.put_off;
	return true;
}
