/* SPDX-License-Identifier: MIT
 * glance.h - looking at a node of df-pn without searching it.
 *
 * Threads   as search.h.
 */
#ifndef ENGINE_LAMBDA_GLANCE_H
#define ENGINE_LAMBDA_GLANCE_H

#include "engine/lambda/estimate.h"

/* glance_distance is the distance that rules go by at the top frame. */
unsigned glance_distance(const search_t *s);

/* glance_decides leaves the top frame, of that distance, if no search is needed to tell its value,
 * or that the depth cuts it. */
bool glance_decides(search_t *s, unsigned distance);

/* glance_child looks at the child that has just been played, or at the same position at a lower
 * order, and takes it back. True when it is solved or cut: as if it had come back. */
bool glance_child(search_t *s, move_t move, bool defends, unsigned order, unsigned depth);

#endif
