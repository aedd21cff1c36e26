/* SPDX-License-Identifier: MIT
 * schedule.h - which (order, depth) a job searches next.
 *
 * depth     d = 1, 3, 5, ...; at each d the orders 0, 1, ... up to the limit: the
 *           first proof has the least depth, and the least order for it.
 * plain     d = 1, 3, 5, ... of the one order there is, PLAIN_ORDER.
 * auto      effort grows evenly over the orders, with low orders favoured, and
 *           order 1 deepens in great steps: a deep ladder is read to its end
 *           before wide high orders cost anything. Between the iterations df-pn is asked for
 *           the highest order, for about as many nodes: neither engine is the better one
 *           beforehand (docs/reduction.md), and what the worse one wastes is bounded so.
 *
 * Units     depth in plies, effort in nodes.
 * Threads   a plan belongs to its job's lock.
 */
#ifndef ENGINE_SOLVE_SCHEDULE_H
#define ENGINE_SOLVE_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/solve/solver.h"

typedef struct {
	schedule_t kind;
	unsigned top_order, depth_limit;
	int disproven;                    /* highest order disproven, -1 = none */
	unsigned depth[ORDER_MAX + 1];    /* next depth of each order */
	uint64_t spent[ORDER_MAX + 1];    /* nodes so far */
	uint64_t expected[ORDER_MAX + 1]; /* of its next iteration, a guess */
	uint64_t numbers_spent;           /* nodes of df-pn's questions so far */
	unsigned numbers_times;           /* so many times as many as the iterations get */
	bool numbers_over;                /* df-pn has given up: it is not asked again */
} plan_t;

void plan_init(plan_t *plan, schedule_t kind, unsigned top_order, unsigned depth_limit);

/* plan_init_plain is the same for the driver without orders. */
void plan_init_plain(plan_t *plan, unsigned depth_limit);

/* plan_init_once is one question: the highest order, at the greatest depth. */
void plan_init_once(plan_t *plan, unsigned order, unsigned depth);

/* plan_next chooses the next iteration; false when none is left: everything is
 * disproven, or cut by the depth limit. */
bool plan_next(const plan_t *plan, unsigned *order, unsigned *depth);

/* plan_record notes that (order, depth) was searched and not proven. */
void plan_record(plan_t *plan, unsigned order, unsigned depth, value_t value, uint64_t nodes);

/* plan_numbers: the nodes for which df-pn is to be asked before the next iteration; 0: it is
 * not. plan_record_numbers notes what it took of them without an answer; `over`: it has given
 * up before they were spent. */
uint64_t plan_numbers(const plan_t *plan);
void plan_record_numbers(plan_t *plan, uint64_t nodes, bool over);

/* plan_spent: the nodes of all iterations that were recorded. */
uint64_t plan_spent(const plan_t *plan);

/* plan_is_disproven: is every order up to the limit disproven? */
bool plan_is_disproven(const plan_t *plan);

#endif
