/* SPDX-License-Identifier: MIT
 * numbers.h - the proof and disproof numbers of a node: special ones, and the table's.
 *
 * Units     numbers are at most NUMBER_MAX (ttable.h).
 * Threads   as state.h.
 */
#ifndef ENGINE_SEARCH_DFPN_NUMBERS_H
#define ENGINE_SEARCH_DFPN_NUMBERS_H

#include "engine/search/core/state.h"

enum {
	NEVER = NUMBER_MAX, /* bound: infinity: a number of what is solved the other way */
	GIVEN_UP = 1 << 22, /* bound: the greatest number of a node that is open */
};

/* numbers_cut: of a node that its depth cuts: anything else is better. numbers_failed: of one that
 * has failed within the depth of the question. numbers_unseen: of one that was left unseen; what
 * was thought of it before holds. */
static const numbers_t numbers_cut = {GIVEN_UP, 1};
static const numbers_t numbers_failed = {NEVER, 0};
static const numbers_t numbers_unseen = {0, 0};

static inline bool numbers_are_unseen(numbers_t n)
{
	return n.proof == 0 && n.disproof == 0;
}

/* numbers_are_sound: is the proof number 0 exactly where the disproof number is infinite (the node
 * is proven), and the other way round? For assertions. */
static inline bool numbers_are_sound(numbers_t n)
{
	return (n.proof == 0) == (n.disproof == NEVER) && (n.disproof == 0) == (n.proof == NEVER);
}

/* numbers_reach: does a number reach the frame's threshold? */
static inline bool numbers_reach(const frame_t *f, numbers_t n)
{
	return n.proof >= f->dfpn.proof_limit || n.disproof >= f->dfpn.disproof_limit;
}

/* numbers_probe reads the numbers that the table has of a frame, which need not be on the stack;
 * false when it has none. numbers_store writes them. */
bool numbers_probe(const search_t *s, const frame_t *f, numbers_t *out);
void numbers_store(search_t *s, const frame_t *f, numbers_t numbers);

#endif
