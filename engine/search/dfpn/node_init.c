/* SPDX-License-Identifier: MIT
 * node_init.c - what is known of a node of df-pn without a search: by rule, from the table, from a
 * board that agrees, or by a first guess. */
#include "engine/search/dfpn/node_init.h"

#include "engine/base/check.h"
#include "engine/search/dfpn/zone_probe.h"

/* by_rule leaves the node, of that distance, if it is decided without search, or cut. */
static bool by_rule(search_t *s, unsigned distance)
{
	unsigned enduring;
	const bool is_left = node_is_plain(s) ? plain_by_rule(s, distance, &enduring)
	                                      : lambda_by_rule(s, distance);

	if (is_left && s->value == VALUE_UNDECIDED)
		s->numbers = s->bounded ? estimate_failed : estimate_cut;
	return is_left;
}

/* known leaves the node if the table has solved it. */
static bool known(search_t *s)
{
	const frame_t *f = framestack_top(&s->stack);
	recalled_t r;

	if (f->opening)
		return false; /* it may be of an order that the table has none of */
	node_recall(s, f, &r);
	s->numbers = estimate_failed; /* what has failed in depth alone counts if bounded */
	return (s->bounded || node_decides(f, &r)) && node_known(s, f, &r);
}

unsigned node_init_distance(const search_t *s)
{
	return node_is_plain(s) ? plain_distance(s) : node_distance(s);
}

bool node_init_decides(search_t *s, unsigned distance)
{
	return by_rule(s, distance) || known(s) || zone_probe_leave(s);
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
	s->is_guess = !thresholds_kept(s, f, &numbers);
	if (s->is_guess && (zone_probe_leave(s) || thresholds_ends(s, distance, &numbers)))
		return true;
	s->tag = s->env.marks != NULL ? marks_tag(f->key, f->order, 0) : 0;
	node_pop(s);
	s->value = VALUE_UNDECIDED;
	s->numbers = numbers;
	return false;
}
