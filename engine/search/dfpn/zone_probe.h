/* SPDX-License-Identifier: MIT
 * zone_probe.h - what a search has decided before on another board that agrees where it matters.
 *
 * Threads   as node.h.
 */
#ifndef ENGINE_SEARCH_DFPN_ZONE_PROBE_H
#define ENGINE_SEARCH_DFPN_ZONE_PROBE_H

#include "engine/search/core/node.h"

/* zone_probe_begin makes a question ready; it is never without memory: then nothing is recalled. */
void zone_probe_begin(search_t *s);

/* zone_probe_keep keeps that the top frame, about to be left, is proven within `plies` or, for
 * ever, not. */
void zone_probe_keep(search_t *s, value_t value, unsigned plies);

/* zone_probe_leave leaves the top frame if it is decided on a board that agrees. */
bool zone_probe_leave(search_t *s);

#endif
