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
	NEVER = NUMBER_MAX,  /* bound: infinity: a number of what is solved the other way */
	GIVEN_UP = 1 << 22,  /* bound: of a node whose depth cuts it; the root's thresholds */
	OPEN_MOST = 1 << 21, /* bound: the greatest number of any other node that is open */
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

/* numbers_open is a number of a node that is open as its node is left with it. Numbers grow with
 * each visit, and without end where repetitions feed each other; so they stop at OPEN_MOST. What
 * lies between that and GIVEN_UP is more than the moves of a line take off the root's thresholds.
 * Where nothing else is left, a node is therefore searched until it is solved, and only moves that
 * the depth cuts can make a search give up. */
static inline uint32_t numbers_open(uint32_t number)
{
	return number >= GIVEN_UP ? GIVEN_UP : state_least(number, OPEN_MOST);
}

/* numbers_probe reads the numbers that the table has of a frame, which need not be on the stack;
 * false when it has none. numbers_store writes them; that a node was cut is forgotten unless its
 * position is never met at another depth (slot_of): on a shorter line it may be searched. */
bool numbers_probe(const search_t *s, const frame_t *f, numbers_t *out);
void numbers_store(search_t *s, const frame_t *f, numbers_t numbers);

#endif
