/* SPDX-License-Identifier: MIT
 * dfpn.h - depth-first proof-number search over the states of lambda-search, or over all moves.
 *
 * Threads   as state.h.
 * Errors    search.end, where there is no memory.
 */
#ifndef ENGINE_SEARCH_DFPN_DFPN_H
#define ENGINE_SEARCH_DFPN_DFPN_H

#include "engine/search/core/node.h"

/* dfpn_enter enters the top frame, or enters it again with all its candidates;
 * dfpn_glance goes on with the glances at its candidates (PHASE_GLANCE); dfpn_back hands it what
 * its child came back with. */
void dfpn_enter(search_t *s);
void dfpn_glance(search_t *s);
void dfpn_back(search_t *s);

/* dfpn_has_to_leave: has the search spent the nodes of the question, or of the node that waits for
 * its lower order (dfpn.c, "Special child")? Then every node up to there is left. */
bool dfpn_has_to_leave(const search_t *s);

#endif
