/* SPDX-License-Identifier: MIT
 * alphabeta.h - lambda-search by alpha-beta over (position, order).
 *
 * Threads   as state.h.
 * Errors    search.end, where there is no memory.
 */
#ifndef ENGINE_SEARCH_ALPHABETA_ALPHABETA_H
#define ENGINE_SEARCH_ALPHABETA_ALPHABETA_H

#include "engine/search/core/node.h"

/* alphabeta_by_rule leaves the top frame, of that distance, if it needs no search, or if the depth
 * cuts it. */
bool alphabeta_by_rule(search_t *s, unsigned distance);

/* alphabeta_enter looks at the top frame for the first time. Of an attacker's node it is two steps,
 * between which the leaf search of df-pn puts one of its own (threat_leaf.c): alphabeta_decides
 * leaves the node if a rule or the table knows its value, and writes its distance if not;
 * alphabeta_attack begins to search it. */
void alphabeta_enter(search_t *s);
bool alphabeta_decides(search_t *s, unsigned *distance);
void alphabeta_attack(search_t *s, unsigned distance);

/* alphabeta_back hands the top frame the value that its child `tried` came back with. */
void alphabeta_back(search_t *s, move_t tried);

#endif
