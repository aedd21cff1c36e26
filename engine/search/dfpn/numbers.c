/* SPDX-License-Identifier: MIT
 * numbers.c - the numbers of df-pn in the table: one pair for each position and order, or depth. */
#include "engine/search/dfpn/numbers.h"

#include "engine/base/check.h"

/* slot_of tells apart the numbers of one position: by order, or by depth where that counts. Where
 * the question has a depth limit some numbers rest on being cut by it, which searches with another
 * limit must not believe. */
static unsigned slot_of(const search_t *s, const frame_t *f)
{
	const unsigned asked = s->stack.frame[0].depth;

	if (!state_is_plain(s))
		return f->order + (asked < DEPTH_MAX ? asked * (ORDER_MAX + 1u) : 0);
	return s->dfpn.bounded ? f->depth * (ORDER_MAX + 1u) : 0;
}

bool numbers_probe(const search_t *s, const frame_t *f, numbers_t *out)
{
	return ttable_probe_numbers(s->env.table, f->key, slot_of(s, f), out);
}

void numbers_store(search_t *s, const frame_t *f, numbers_t numbers)
{
	if (!s->dfpn.bounded && s->stack.frame[0].depth >= DEPTH_MAX) {
		numbers.proof = state_least(numbers.proof, OPEN_MOST);
		numbers.disproof = state_least(numbers.disproof, OPEN_MOST);
	}
	assert(numbers.proof > 0 && numbers.proof <= GIVEN_UP);
	assert(numbers.disproof > 0 && numbers.disproof <= GIVEN_UP);
	ttable_store_numbers(s->env.table, f->key, slot_of(s, f), numbers, s->nodes - f->entered);
}
