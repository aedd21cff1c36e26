/* SPDX-License-Identifier: MIT
 * threat_leaf.h - the threat-only leaf search of df-pn: questions of an order whose attacks leave
 * next to no reply, searched by alpha-beta or read by the game.
 *
 * Threads   as state.h.
 * Errors    search.end, where there is no memory.
 */
#ifndef ENGINE_SEARCH_DFPN_THREAT_LEAF_H
#define ENGINE_SEARCH_DFPN_THREAT_LEAF_H

#include "engine/search/core/node.h"

/* threat_leaf_enter looks at the top frame, one of a leaf search. */
void threat_leaf_enter(search_t *s);

/* threat_leaf_read leaves the top frame, which no rule decides and the table does not know, if the
 * game can read the question from there (hints_t.read). */
bool threat_leaf_read(search_t *s);

/* threat_leaf_limit tells the leaf search whose first frame is the top one when it is put off. */
void threat_leaf_limit(search_t *s);

#endif
