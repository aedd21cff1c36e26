/* SPDX-License-Identifier: MIT
 * due.h - things in the order in which they are due: a heap whose links are members of its entries,
 * so that nothing is allocated.
 *
 * Units     nanoseconds of clock_now_ns.
 * Ownership a heap owns nothing.
 * Threads   the solver's lock must be held, but for due_has_come: any.
 */
#ifndef ENGINE_SOLVE_DUE_H
#define ENGINE_SOLVE_DUE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct due {
	struct due *left, *right, *up;
	uint64_t at_ns;
	unsigned rank; /* entries on the way down to the right; 0: it is in no heap */
} due_t;

/* Empty when it is all zero. */
typedef struct {
	due_t *first;             /* the soonest */
	_Atomic uint64_t soonest; /* when that is; 0: there is none; relaxed: may be out of date */
} dues_t;

/* due_put adds an entry that is in no heap, and is zero or was dropped; at_ns > 0. due_drop takes
 * one out, or does nothing with one that is in none. Both take O(log entries). */
void due_put(dues_t *dues, due_t *due, uint64_t at_ns);
void due_drop(dues_t *dues, due_t *due);

/* due_has_come: is any entry due? The answer may be out of date. */
static inline bool due_has_come(const dues_t *dues, uint64_t now_ns)
{
	const uint64_t soonest = atomic_load_explicit(&dues->soonest, memory_order_relaxed);

	return soonest > 0 && now_ns >= soonest;
}

#endif
