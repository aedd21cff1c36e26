/* SPDX-License-Identifier: MIT
 * children.h - the candidates of a node: making their list, and going through it in order, as
 * alpha-beta does.
 *
 * Threads   as state.h.
 * Errors    what enters a node or makes a list can fail for want of memory: search.end says so.
 */
#ifndef ENGINE_SEARCH_CORE_CHILDREN_H
#define ENGINE_SEARCH_CORE_CHILDREN_H

#include "engine/search/core/node.h"

/* children_attacks and children_replies write the candidates of the top frame, the table move
 * first if `table_first`. with_pass: the pass is a reply like others, where the rules of a game
 * without lambda give it. */
void children_attacks(search_t *s, unsigned order);
void children_replies(search_t *s, bool table_first, bool with_pass);

/* children_few keeps so many candidates at most, the likely ones. */
void children_few(search_t *s, unsigned most);

/* children_fetch asks memory for what the table has of the position after candidate `i`, if there
 * is one; children_fetch_after does so for a move, at an order. */
void children_fetch(const search_t *s, unsigned i);
void children_fetch_after(const search_t *s, move_t move, unsigned order);

/* children_only enters the one child of a phase: the lower order, or the threat. */
void children_only(search_t *s, move_t move, unsigned order, unsigned depth);

/* children_next enters the next candidate: first those at which no other worker is, then the
 * others. Returns false when there is none left. */
bool children_next(search_t *s);

/* children_continue enters the next candidate, or leaves the node with what is known when there is
 * none left. */
void children_continue(search_t *s);

/* children_back hands the top frame the value of its candidate `tried`. */
void children_back(search_t *s, move_t tried);

#endif
