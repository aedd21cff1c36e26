/* SPDX-License-Identifier: MIT
 * due.c - a leftist heap (Crane 1972), with links upwards so that any entry may leave.
 *
 * Why        Of ten thousand jobs that wait each may have a deadline, most end before it, and the
 *            lock is held meanwhile. A list has to be searched for who is due; an array has to be
 *            grown; a pairing heap takes O(log n) on average, but after ten thousand additions it
 *            looks at all of them at once. Here each step is O(log n).
 *
 * Invariants no entry is due before the one above it; the right way down is the shortest way to a
 *            free place, so it has at most log2(n + 1) entries. */
#include "engine/solve/due.h"

#include <assert.h>
#include <stddef.h>

static unsigned rank_of(const due_t *due)
{
	return due != NULL ? due->rank : 0;
}

/* mend gives an entry its rank after one below has changed; false: it has that already. */
static bool mend(due_t *due)
{
	due_t *left = due->left;
	unsigned rank;

	if (rank_of(left) < rank_of(due->right)) {
		due->left = due->right;
		due->right = left;
	}
	rank = rank_of(due->right) + 1;
	if (due->rank == rank)
		return false;
	due->rank = rank;
	return true;
}

/* merge makes one heap of two, either of which may be empty; its first entry has nothing above. */
static due_t *merge(due_t *a, due_t *b)
{
	due_t *first = NULL, *last = NULL;

	while (a != NULL && b != NULL) {
		due_t *sooner = b->at_ns < a->at_ns ? b : a, *later = sooner == a ? b : a;

		sooner->up = last;
		*(last != NULL ? &last->right : &first) = sooner;
		last = sooner;
		a = sooner->right;
		b = later;
	}
	if (a == NULL)
		a = b;
	*(last != NULL ? &last->right : &first) = a;
	if (a != NULL)
		a->up = last;
	for (; last != NULL; last = last->up)
		(void)mend(last);
	return first;
}

/* say tells those without the lock when the soonest is due. */
static void say(dues_t *dues)
{
	const uint64_t soonest = dues->first != NULL ? dues->first->at_ns : 0;

	if (soonest != atomic_load_explicit(&dues->soonest, memory_order_relaxed))
		atomic_store_explicit(&dues->soonest, soonest, memory_order_relaxed);
}

void due_put(dues_t *dues, due_t *due, uint64_t at_ns)
{
	assert(due->rank == 0 && at_ns > 0);
	*due = (due_t){.at_ns = at_ns, .rank = 1};
	dues->first = merge(dues->first, due);
	say(dues);
}

void due_drop(dues_t *dues, due_t *due)
{
	due_t *up = due->up, *below;

	if (due->rank == 0)
		return;
	below = merge(due->left, due->right);
	if (below != NULL)
		below->up = up;
	if (up == NULL)
		dues->first = below;
	else
		*(up->left == due ? &up->left : &up->right) = below;
	while (up != NULL && mend(up))
		up = up->up;
	*due = (due_t){.at_ns = 0};
	say(dues);
}
