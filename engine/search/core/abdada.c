/* SPDX-License-Identifier: MIT
 * abdada.c - several workers on one tree: ABDADA (Weill 1996).
 *
 * Marks      A node of order 2 and more is marked while a worker is in it, and the other workers
 *            put it off. When a node has only such children left, its workers search them
 *            together.
 *
 * Order 1    The order-1 test of a node of higher order is too small to share, and every worker
 *            that comes to the node asks for it. The second worker waits for the first, and may
 *            do something else meanwhile. No worker waits while it holds such a mark, so there
 *            are no deadlocks; but tags are hashes, and two nodes may have the same by chance. So
 *            after ABDADA_WAIT_MS the worker goes on by itself. A shorter wait does work twice; a
 *            longer one makes a chance meeting dear.
 *
 * Overtaken  A worker deep below a node does not hear that others have decided the node. So every
 *            ABDADA_LOOK_NODES nodes it looks at the table for the marked nodes of its line,
 *            lowest frame first. With fewer looks it works for nothing; more looks cost time
 *            themselves. */
#include "engine/search/core/abdada.h"

#include <sched.h>

#include "engine/base/check.h"
#include "engine/base/clock.h"
#include "engine/search/core/key.h"
#include "engine/tuning/tuning.h"

bool abdada_is_worth(const search_t *s, unsigned order, unsigned depth)
{
	return s->env.marks != NULL && order >= 2 && depth >= 2 * order;
}

void abdada_mark(search_t *s, uint64_t tag, bool marked)
{
	frame_t *f = framestack_top(&s->stack);

	assert(!f->marked);
	f->tag = tag;
	f->marked = marked;
	s->abdada.held += marked ? 1 : 0;
}

bool abdada_claim(search_t *s, const frame_t *f, uint64_t *tag, bool *marked)
{
	bool first = f->next == 1 && f->ab.hint_first;

	*tag = 0;
	*marked = false;
	if (!abdada_is_worth(s, node_order(f), f->depth - 1u))
		return true;
	*tag = marks_tag(key_of_position(s->env.driver, s->env.zoning, s->pos), node_order(f),
	                 f->depth - 1u);
	if (f->ab.joining || first) {
		*marked = marks_enter(s->env.marks, *tag);
		return true;
	}
	switch (marks_enter_alone(s->env.marks, *tag)) {
	case MARKS_BUSY:
		s->met.marked++;
		return false;
	case MARKS_SET:
		*marked = true;
		return true;
	default:
		return true;
	}
}

bool abdada_enter_alone(search_t *s)
{
	frame_t *f = framestack_top(&s->stack);
	uint64_t tag;

	if (s->env.marks == NULL || f->ab.alone || f->order != 1 || s->stack.depth < 2 ||
	    f[-1].order < 2)
		return true;
	tag = marks_tag(f->key, f->order, f->depth);
	switch (marks_enter_alone(s->env.marks, tag)) {
	case MARKS_BUSY:
		s->met.marked++;
		f->tag = tag;
		framestack_go(f, PHASE_SOLO);
		s->abdada.wait_from = clock_now_ns();
		return false;
	case MARKS_SET:
		abdada_mark(s, tag, true);
		return true;
	default:
		return true;
	}
}

bool abdada_is_overtaken(search_t *s)
{
	for (uint32_t i = 0; i < s->stack.depth; i++) {
		const frame_t *f = &s->stack.frame[i];
		recalled_t known;

		if (!f->marked || f->order < 2)
			continue;
		node_recall(s, f, &known);
		if (!node_decides(f, &known) &&
		    (s->is_dfpn || !entry_failed(&known.entry, f->order, node_depth(f))))
			continue;
		while (s->stack.depth > i + 1)
			node_pop(s);
		return node_known(s, framestack_top(&s->stack), &known);
	}
	return false;
}

bool abdada_is_free(search_t *s)
{
	frame_t *f = framestack_top(&s->stack);

	for (unsigned i = 0; i < ABDADA_WAIT_LOOKS; i++) {
		if (!marks_busy(s->env.marks, f->tag)) {
			framestack_go(f, PHASE_ENTER);
			return true;
		}
		sched_yield();
	}
	if (clock_now_ns() - s->abdada.wait_from < ABDADA_WAIT_MS * NS_PER_MS)
		return false;
	f->ab.alone = true;
	framestack_go(f, PHASE_ENTER);
	return true;
}
