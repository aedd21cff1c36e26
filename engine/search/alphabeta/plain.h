/* SPDX-License-Identifier: MIT
 * plain.h - alpha-beta without lambda: all moves of both sides.
 *
 * Threads   as state.h.
 * Errors    search.end, where there is no memory.
 */
#ifndef ENGINE_SEARCH_ALPHABETA_PLAIN_H
#define ENGINE_SEARCH_ALPHABETA_PLAIN_H

#include "engine/search/core/node.h"

/* plain_enter looks at the top frame for the first time. What a child comes back with goes to
 * children_back: plain nodes have candidates only. */
void plain_enter(search_t *s);

/* plain_by_rule leaves the top frame, of that distance, if it needs no search, or if the depth cuts
 * it. If not, *enduring is the distance that no forced move of the defender brings down. */
bool plain_by_rule(search_t *s, unsigned distance, unsigned *enduring);

/* plain_distance is a lower bound on the distance at the top frame: as good as the rules above can
 * use. */
unsigned plain_distance(const search_t *s);

/* plain_plies_left counts the plies to the end from a defender's node without candidates: either
 * the attacker finishes whatever the defender plays, or the defender has no move. */
unsigned plain_plies_left(search_t *s);

#endif
