/* SPDX-License-Identifier: MIT
 * thresholds.h - what follows for a node of df-pn from the numbers of its children: its own
 * numbers, which child to go on with, and the thresholds of that child.
 *
 * Threads   as state.h.
 */
#ifndef ENGINE_SEARCH_DFPN_THRESHOLDS_H
#define ENGINE_SEARCH_DFPN_THRESHOLDS_H

#include "engine/search/core/state.h"

/* A node's candidates that are open, as numbers. */
typedef struct {
	unsigned open; /* how many */
	unsigned best; /* the candidate to go on with, */
	bool lower;    /* or it is the lower order */
	numbers_t node;
	uint32_t proof_limit, disproof_limit; /* of the one to go on with */
} choice_t;

/* thresholds_choose looks through the candidates of the top frame. */
choice_t thresholds_choose(const search_t *s);

/* thresholds_judge has the game say how much work the top frame is, whose candidates have been
 * listed. */
void thresholds_judge(search_t *s);

/* thresholds_judge_moves has the game's policy judge the candidates of the top frame, of which each
 * has an estimate, after thresholds_judge. */
void thresholds_judge_moves(search_t *s);

/* thresholds_patience is how many nodes a lower order is waited for (dfpn.c, "Special child"). */
uint64_t thresholds_patience(const search_t *s);

#endif
