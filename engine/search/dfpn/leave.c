/* SPDX-License-Identifier: MIT
 * leave.c - leaving nodes of df-pn.
 *
 * A value that holds wherever the position stands is a fact, and goes to the table and the proof
 * cache. A failure that rests on a repetition is none (dfpn.c, "Cycles"): the table gets numbers
 * instead, by which the node is open and harder to prove than it was. */
#include "engine/search/dfpn/leave.h"

#include "engine/base/check.h"
#include "engine/search/dfpn/numbers.h"
#include "engine/search/dfpn/zone_probe.h"
#include "engine/tuning/tuning.h"

/* leave_fact leaves the top frame with a value that the table and the proof cache keep. */
static void leave_fact(search_t *s, value_t value, unsigned plies)
{
	if (node_is_kept(framestack_top(&s->stack), plies))
		zone_probe_keep(s, value, plies);
	node_leave_stored(s, value, plies);
}

void leave_proven(search_t *s, unsigned plies)
{
	leave_fact(s, VALUE_PROVEN, plies);
}

void leave_failed(search_t *s)
{
	const frame_t *f = framestack_top(&s->stack);
	const frame_t left = *f;
	numbers_t numbers = {1, 1};

	assert(!s->dfpn.bounded || f->value != VALUE_UNDECIDED);
	leave_fact(s, VALUE_DISPROVEN, 0);
	if (s->left.taint == TAINT_NONE)
		return;
	(void)numbers_probe(s, &left, &numbers); /* not in the table: {1, 1} */
	if (numbers.proof < GIVEN_UP)
		numbers.proof = state_least(DFPN_REPEAT_TIMES * numbers.proof, OPEN_MOST);
	numbers.disproof = 1;
	numbers_store(s, &left, numbers);
}

void leave_failed_at_depth(search_t *s)
{
	node_leave_stored(s, VALUE_UNDECIDED, 0);
	s->left.numbers = numbers_failed;
}

void leave_open(search_t *s, numbers_t numbers)
{
	const frame_t *f = framestack_top(&s->stack);

	numbers.proof = numbers_open(numbers.proof);
	numbers.disproof = numbers_open(numbers.disproof);
	numbers_store(s, f, numbers);
	node_leave(s, VALUE_UNDECIDED, 0);
	s->left.numbers = numbers;
}

void leave_unseen(search_t *s)
{
	node_leave(s, VALUE_UNDECIDED, 0);
	s->left.numbers = numbers_unseen;
}

bool leave_if_raised(search_t *s)
{
	const frame_t *f = framestack_top(&s->stack);
	numbers_t numbers;

	if (s->env.marks == NULL || s->stack.depth == 1 || !numbers_probe(s, f, &numbers) ||
	    !numbers_reach(f, numbers))
		return false;
	node_leave(s, VALUE_UNDECIDED, 0);
	s->left.numbers = numbers;
	return true;
}
