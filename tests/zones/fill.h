/* SPDX-License-Identifier: MIT
 * fill.h - changes a board where a zone allows it.
 *
 * In games whose zones have one area (Go) anything outside it may change. Where zones
 * have several, stones come on empty points only: s of them, none on area s. In Renju they are
 * those of one side.
 *
 * Threads   any; all randomness is the caller's rng.
 */
#ifndef TESTS_ZONES_FILL_H
#define TESTS_ZONES_FILL_H

#include "tests/zones/scene.h"

/* fill_colour returns the colour that stones have to have which come on the board of a problem
 * with that result; COLOUR_NONE: any. */
colour_t fill_colour(const scene_t *scene, value_t value);

/* fill makes *out from *scene by a random change that the zone allows, with stones of a colour or
 * of any, and that leaves a position that stands. False: none found in a few tries. */
bool fill(const scene_t *scene, const zone_t *zone, colour_t colour, rng_t *rng, scene_t *out);

/* fill_is_allowed: does the zone allow this change? */
bool fill_is_allowed(const scene_t *before, const scene_t *after, const zone_t *zone,
                     colour_t colour);

/* fill_changes counts the points that differ. */
unsigned fill_changes(const scene_t *before, const scene_t *after);

#endif
