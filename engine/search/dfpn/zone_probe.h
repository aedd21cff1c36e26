/* SPDX-License-Identifier: MIT
 * zone_probe.h - values that df-pn has found on another board which agrees with the present one
 * where it matters.
 *
 * Threads   as state.h.
 * Errors    none: without memory nothing is kept.
 */
#ifndef ENGINE_SEARCH_DFPN_ZONE_PROBE_H
#define ENGINE_SEARCH_DFPN_ZONE_PROBE_H

#include "engine/search/core/node.h"

/* zone_probe_begin makes the cache when the question can use one. */
void zone_probe_begin(search_t *s);

/* zone_probe_keep keeps the value of the top frame, which is about to be left: proven within
 * `plies`, or disproven at any depth. */
void zone_probe_keep(search_t *s, value_t value, unsigned plies);

/* zone_probe_leave leaves the top frame if its value is known from a board that agrees. */
bool zone_probe_leave(search_t *s);

#endif
