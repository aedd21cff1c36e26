/* SPDX-License-Identifier: MIT
 * deepening.c - the two schedules.
 *
 * Common     An order n is first asked at depth 2n+1: with less it wins nothing that lower orders
 *            do not win. A disproof of order n disproves all below, so only orders above the
 *            highest disproven one are left.
 *
 * auto       The next iteration is one of the order for which the nodes spent so far and the
 *            nodes expected of the iteration are least in sum. Low orders (DEEPENING_LOW_ORDER)
 *            count for one part in DEEPENING_LOW_WEIGHT of that, up to DEEPENING_LOW_NODES: a
 *            ladder of a few thousand nodes must not wait for an iteration of order 2 that takes
 *            as many. What costs more is no ladder (endless checks, say) and has no such favour.
 *            The depth of a low order grows by a half at a time while that costs little, which
 *            lasts as long as a ladder is narrow, and by two otherwise. The next iteration is
 *            expected to take DEEPENING_GROWTH times the last; the first one of order n
 *            DEEPENING_FIRST * DEEPENING_WIDTH^(n-1), the branching of a full board.
 *
 *            df-pn comes in when DEEPENING_NUMBERS_FROM nodes have brought no answer, which small
 *            questions never see. It gets as many nodes as the iterations took, and half of what
 *            the next one is expected to take, times the game's factor (hints_t.dfpn_times).
 *
 *            A guess too low starts a wide iteration early, and time is lost; one too high starts
 *            it late. The answer is never wrong. */
#include "engine/solve/deepening.h"

#include "engine/base/check.h"
#include "engine/tuning/tuning.h"

void deepening_init(deepening_t *d, schedule_t kind, unsigned top_order, unsigned depth_limit)
{
	uint64_t guess = DEEPENING_FIRST;

	CHECK(top_order <= ORDER_MAX && depth_limit >= 1 && depth_limit <= DEPTH_MAX);
	*d = (deepening_t){.kind = kind,
	                   .top_order = top_order,
	                   .depth_limit = depth_limit,
	                   .disproven = -1,
	                   .dfpn_times = 1};
	for (unsigned n = 0; n <= top_order; n++) {
		d->depth[n] = 2 * n + 1;
		d->expected[n] = guess;
		if (n >= DEEPENING_LOW_ORDER)
			guess *= DEEPENING_WIDTH;
	}
}

void deepening_init_plain(deepening_t *d, unsigned depth_limit)
{
	deepening_init(d, SCHEDULE_DEPTH, PLAIN_ORDER, depth_limit);
	d->disproven = PLAIN_ORDER - 1;
	d->depth[PLAIN_ORDER] = 1;
}

void deepening_init_once(deepening_t *d, unsigned order, unsigned depth)
{
	deepening_init(d, SCHEDULE_DEPTH, order, depth);
	d->disproven = (int)order - 1;
	d->depth[order] = depth;
}

/* cost orders the next iterations of a plan: the least goes first. */
static uint64_t cost(const deepening_t *d, unsigned n)
{
	uint64_t effort = d->spent[n] + d->expected[n];

	if (d->kind == SCHEDULE_DEPTH)
		return d->depth[n];
	if (n > DEEPENING_LOW_ORDER)
		return effort;
	return effort < DEEPENING_LOW_NODES ? effort / DEEPENING_LOW_WEIGHT
	                                    : DEEPENING_LOW_NODES / DEEPENING_LOW_WEIGHT +
	                                              (effort - DEEPENING_LOW_NODES);
}

bool deepening_next(const deepening_t *d, unsigned *order, unsigned *depth)
{
	int best = -1;

	for (int n = d->disproven + 1; n <= (int)d->top_order; n++) {
		if (d->depth[n] > d->depth_limit)
			continue;
		if (best < 0 || cost(d, (unsigned)n) < cost(d, (unsigned)best))
			best = n;
	}
	if (best < 0)
		return false;
	assert((unsigned)best <= d->top_order && d->depth[best] >= 1);
	*order = (unsigned)best;
	*depth = d->depth[best];
	return true;
}

void deepening_record(deepening_t *d, unsigned order, unsigned depth, value_t value, uint64_t nodes)
{
	unsigned step = 2;

	assert(order <= d->top_order && depth == d->depth[order]);
	assert(value != VALUE_PROVEN);
	if (value == VALUE_DISPROVEN && (int)order > d->disproven)
		d->disproven = (int)order;
	if (d->kind == SCHEDULE_AUTO && order <= DEEPENING_LOW_ORDER &&
	    nodes <= DEEPENING_LEAP_NODES)
		step += depth / (2 * DEEPENING_LEAP_PART) * 2;
	d->spent[order] += nodes;
	d->expected[order] = DEEPENING_GROWTH * nodes;
	d->depth[order] = depth + step;
	/* The last iteration of an order is the one at the limit. */
	if (d->depth[order] > d->depth_limit && depth < d->depth_limit)
		d->depth[order] = d->depth_limit;
}

uint64_t deepening_spent(const deepening_t *d)
{
	uint64_t nodes = 0;

	for (unsigned n = 0; n <= d->top_order; n++)
		nodes += d->spent[n];
	return nodes;
}

uint64_t deepening_dfpn(const deepening_t *d)
{
	const uint64_t spent = deepening_spent(d);
	unsigned order, depth;
	uint64_t due;

	if ((d->kind != SCHEDULE_AUTO && !d->by_turns) || d->dfpn_over ||
	    spent < DEEPENING_NUMBERS_FROM || !deepening_next(d, &order, &depth))
		return 0;
	due = d->dfpn_times * (spent + d->expected[order] / 2);
	return due > d->dfpn_spent + spent / DEEPENING_NUMBERS_LEAST ? due - d->dfpn_spent : 0;
}

void deepening_record_dfpn(deepening_t *d, uint64_t nodes, bool over)
{
	d->dfpn_spent += nodes;
	d->dfpn_over |= over;
}

bool deepening_is_disproven(const deepening_t *d)
{
	return d->disproven >= (int)d->top_order;
}
