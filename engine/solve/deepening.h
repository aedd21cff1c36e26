/* SPDX-License-Identifier: MIT
 * deepening.h - which (order, depth) a job searches next.
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
 * Threads   a deepening belongs to its job's lock.
 */
#ifndef ENGINE_SOLVE_DEEPENING_H
#define ENGINE_SOLVE_DEEPENING_H

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
	uint64_t dfpn_spent;              /* nodes of df-pn's questions so far */
	unsigned dfpn_times;              /* so many times as many as the iterations get */
	bool by_turns;                    /* df-pn is asked between iterations of any schedule */
	bool dfpn_over;                   /* df-pn has given up: it is not asked again */
} deepening_t;

void deepening_init(deepening_t *d, schedule_t kind, unsigned top_order, unsigned depth_limit);

/* deepening_init_plain is the same for the driver without orders. */
void deepening_init_plain(deepening_t *d, unsigned depth_limit);

/* deepening_init_once is one question: the highest order, at the greatest depth. */
void deepening_init_once(deepening_t *d, unsigned order, unsigned depth);

/* deepening_next chooses the next iteration; false when none is left: everything is
 * disproven, or cut by the depth limit. */
bool deepening_next(const deepening_t *d, unsigned *order, unsigned *depth);

/* deepening_record notes that (order, depth) was searched and not proven. */
void deepening_record(deepening_t *d, unsigned order, unsigned depth, value_t value,
                      uint64_t nodes);

/* deepening_dfpn: the nodes for which df-pn is to be asked before the next iteration; 0: it is
 * not. deepening_record_dfpn notes what it took of them without an answer; `over`: it has given
 * up before they were spent. */
uint64_t deepening_dfpn(const deepening_t *d);
void deepening_record_dfpn(deepening_t *d, uint64_t nodes, bool over);

/* deepening_spent: the nodes of all iterations that were recorded. */
uint64_t deepening_spent(const deepening_t *d);

/* deepening_is_disproven: is every order up to the limit disproven? */
bool deepening_is_disproven(const deepening_t *d);

#endif
