/* SPDX-License-Identifier: MIT
 * deepening.c - the two schedules.
 *
 * Common    An order n is first asked at depth 2n+1: with less it wins nothing
 *           that lower orders do not win. A disproof of order n disproves all
 *           below, so only orders above the highest disproven one are left.
 *
 * auto      The order whose nodes so far, with what its next iteration should
 *           cost, are least goes next. Orders 0 and 1 count for a sixteenth of
 *           what they cost, up to DEEPENING_LOW_NODES: a ladder that takes 5,000 nodes to
 *           read must not wait for an order-2 iteration of 5,000. What costs more
 *           is no ladder (endless checks, say) and has no such favour. Depth
 *           grows by a half at a time while that costs little, which lasts as long
 *           as a ladder is narrow, and by two else. The next iteration is
 *           guessed at DEEPENING_GROWTH times the last; the first one of order n at
 *           DEEPENING_FIRST * DEEPENING_WIDTH^(n-1), the branching of a full board.
 *           df-pn comes in when DEEPENING_NUMBERS_FROM nodes have brought no answer, which small
 *           queries never see, and gets as many as the iterations took and half of what the
 *           next one should.
 *           Fails so: a guess too low starts a wide iteration early (time is
 *           lost), one too high starts it late; never a wrong answer. */
#include "engine/solve/deepening.h"

#include "engine/base/check.h"
#include "engine/tuning/tuning.h"

enum { LOW_ORDER = 1 };

void deepening_init(deepening_t *plan, schedule_t kind, unsigned top_order, unsigned depth_limit)
{
	uint64_t guess = DEEPENING_FIRST;

	CHECK(top_order <= ORDER_MAX && depth_limit >= 1 && depth_limit <= DEPTH_MAX);
	*plan = (deepening_t){.kind = kind,
	                      .top_order = top_order,
	                      .depth_limit = depth_limit,
	                      .disproven = -1,
	                      .dfpn_times = 1};
	for (unsigned n = 0; n <= top_order; n++) {
		plan->depth[n] = 2 * n + 1;
		plan->expected[n] = guess;
		if (n >= LOW_ORDER)
			guess *= DEEPENING_WIDTH;
	}
}

void deepening_init_plain(deepening_t *plan, unsigned depth_limit)
{
	deepening_init(plan, SCHEDULE_DEPTH, PLAIN_ORDER, depth_limit);
	plan->disproven = PLAIN_ORDER - 1;
	plan->depth[PLAIN_ORDER] = 1;
}

void deepening_init_once(deepening_t *plan, unsigned order, unsigned depth)
{
	deepening_init(plan, SCHEDULE_DEPTH, order, depth);
	plan->disproven = (int)order - 1;
	plan->depth[order] = depth;
}

/* cost orders the next iterations of a plan: the least goes first. */
static uint64_t cost(const deepening_t *plan, unsigned n)
{
	uint64_t effort = plan->spent[n] + plan->expected[n];

	if (plan->kind == SCHEDULE_DEPTH)
		return plan->depth[n];
	if (n > LOW_ORDER)
		return effort;
	return effort < DEEPENING_LOW_NODES ? effort / DEEPENING_LOW_WEIGHT
	                                    : DEEPENING_LOW_NODES / DEEPENING_LOW_WEIGHT +
	                                              (effort - DEEPENING_LOW_NODES);
}

bool deepening_next(const deepening_t *plan, unsigned *order, unsigned *depth)
{
	int best = -1;

	for (int n = plan->disproven + 1; n <= (int)plan->top_order; n++) {
		if (plan->depth[n] > plan->depth_limit)
			continue;
		if (best < 0 || cost(plan, (unsigned)n) < cost(plan, (unsigned)best))
			best = n;
	}
	if (best < 0)
		return false;
	*order = (unsigned)best;
	*depth = plan->depth[best];
	return true;
}

void deepening_record(deepening_t *plan, unsigned order, unsigned depth, value_t value,
                      uint64_t nodes)
{
	unsigned step = 2;

	assert(order <= plan->top_order && depth == plan->depth[order]);
	assert(value != VALUE_PROVEN);
	if (value == VALUE_DISPROVEN && (int)order > plan->disproven)
		plan->disproven = (int)order;
	if (plan->kind == SCHEDULE_AUTO && order <= LOW_ORDER && nodes <= DEEPENING_LEAP_NODES)
		step += depth / 4 * 2;
	plan->spent[order] += nodes;
	plan->expected[order] = DEEPENING_GROWTH * nodes;
	plan->depth[order] = depth + step;
	/* The last iteration of an order is the one at the limit. */
	if (plan->depth[order] > plan->depth_limit && depth < plan->depth_limit)
		plan->depth[order] = plan->depth_limit;
}

uint64_t deepening_spent(const deepening_t *plan)
{
	uint64_t nodes = 0;

	for (unsigned n = 0; n <= plan->top_order; n++)
		nodes += plan->spent[n];
	return nodes;
}

uint64_t deepening_dfpn(const deepening_t *plan)
{
	const uint64_t spent = deepening_spent(plan);
	unsigned order, depth;
	uint64_t due;

	if (plan->kind != SCHEDULE_AUTO || plan->dfpn_over || spent < DEEPENING_NUMBERS_FROM ||
	    !deepening_next(plan, &order, &depth))
		return 0;
	due = plan->dfpn_times * (spent + plan->expected[order] / 2);
	return due > plan->dfpn_spent + spent / DEEPENING_NUMBERS_LEAST ? due - plan->dfpn_spent
	                                                                : 0;
}

void deepening_record_dfpn(deepening_t *plan, uint64_t nodes, bool over)
{
	plan->dfpn_spent += nodes;
	plan->dfpn_over |= over;
}

bool deepening_is_disproven(const deepening_t *plan)
{
	return plan->disproven >= (int)plan->top_order;
}
