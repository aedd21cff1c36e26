/* SPDX-License-Identifier: MIT
 * leave.h - how df-pn leaves a node: with a value, or with numbers.
 *
 * Every function leaves the top frame. Facts go to the transposition table and, where zones allow
 * it, to the proof cache (zone_probe.h).
 *
 * Threads   as state.h.
 */
#ifndef ENGINE_SEARCH_DFPN_LEAVE_H
#define ENGINE_SEARCH_DFPN_LEAVE_H

#include "engine/search/core/node.h"

/* leave_proven: proven within so many plies. */
void leave_proven(search_t *s, unsigned plies);

/* leave_failed: disproven; on this line only, if that rests on a repetition (dfpn.c, "Cycles").
 * leave_failed_at_depth: not proven within the depth of the question. */
void leave_failed(search_t *s);
void leave_failed_at_depth(search_t *s);

/* leave_open: undecided, with these numbers, which the table keeps. leave_unseen: undecided,
 * before anything was found out; the table keeps nothing. */
void leave_open(search_t *s, numbers_t numbers);
void leave_unseen(search_t *s);

/* leave_if_raised: undecided, if other workers have raised its numbers in the table to its
 * thresholds. */
bool leave_if_raised(search_t *s);

#endif
