/* SPDX-License-Identifier: MIT
 * budget.h - what the making of a strategy may cost.
 *
 * Units     nodes of a search; ns of clock_now_ns.
 * Ownership a budget_t is its owner's, and outlives the making.
 * Threads   any; `cancel` may be set by another.
 */
#ifndef ENGINE_PROOF_BUDGET_H
#define ENGINE_PROOF_BUDGET_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/clock.h"
#include "engine/base/err.h"

typedef struct {
	uint64_t nodes;             /* that may be searched again; of a denial positions as well */
	uint64_t end_ns;            /* of time; 0: none */
	const _Atomic bool *cancel; /* borrowed, as is what follows */
	_Atomic uint64_t *made;     /* told: nodes of the strategy so far; NULL: to nobody */
} budget_t;

/* budget_tell tells how far it is. */
static inline void budget_tell(const budget_t *budget, uint64_t nodes)
{
	if (budget->made != NULL)
		atomic_store_explicit(budget->made, nodes, memory_order_relaxed);
}

/* budget_spent: may it go on? ERR_OK, ERR_CANCELLED, or ERR_TIMEOUT when the time is over. */
static inline err_t budget_spent(const budget_t *budget)
{
	if (atomic_load_explicit(budget->cancel, memory_order_relaxed))
		return ERR_CANCELLED;
	return budget->end_ns != 0 && clock_now_ns() >= budget->end_ns ? ERR_TIMEOUT : ERR_OK;
}

#endif
