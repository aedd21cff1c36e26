/* SPDX-License-Identifier: MIT
 * node_init.h - looking at a node of df-pn without searching it.
 *
 * Threads   as search.h.
 */
#ifndef ENGINE_SEARCH_DFPN_NODE_INIT_H
#define ENGINE_SEARCH_DFPN_NODE_INIT_H

#include "engine/search/dfpn/thresholds.h"

/* node_init_distance is the distance that rules go by at the top frame. */
unsigned node_init_distance(const search_t *s);

/* node_init_decides leaves the top frame, of that distance, if no search is needed to tell its
 * value, or that the depth cuts it. */
bool node_init_decides(search_t *s, unsigned distance);

/* node_init_child looks at the child that has just been played, or at the same position at a lower
 * order, and takes it back. True when it is solved or cut: as if it had come back. */
bool node_init_child(search_t *s, move_t move, bool defends, unsigned order, unsigned depth);

#endif
