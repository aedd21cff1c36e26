/* SPDX-License-Identifier: MIT
 * node_init.h - what df-pn knows of a node before it searches it: its value, or first numbers.
 *
 * Threads   as state.h.
 */
#ifndef ENGINE_SEARCH_DFPN_NODE_INIT_H
#define ENGINE_SEARCH_DFPN_NODE_INIT_H

#include "engine/search/core/node.h"

/* node_init_distance is the distance that rules go by at the top frame. */
unsigned node_init_distance(const search_t *s);

/* node_init_decides leaves the top frame, of that distance, if no search is needed to tell its
 * value, or if the depth cuts it. */
bool node_init_decides(search_t *s, unsigned distance);

/* node_init_child glances at the child that has just been played, or at the same position at a
 * lower order, and takes it back. Returns true when the child is solved or cut: as if it had come
 * back. If not, its numbers are in search.left.numbers and its tag is in search.dfpn.tag. */
bool node_init_child(search_t *s, move_t move, bool defends, unsigned order, unsigned depth);

/* node_init_guess guesses the numbers of a lambda node of that distance, of which nothing is known;
 * the frame need not be on the stack. */
numbers_t node_init_guess(const search_t *s, const frame_t *f, unsigned distance);

/* node_init_rank notes the tag of candidate `i`, which has just been glanced at, and adds its rank
 * to search.left.numbers where they are a first guess (node_init.c, "Rank"). */
void node_init_rank(search_t *s, unsigned i);

/* node_init_replies guesses what the replies of the top frame, a defender's, will add to the proof
 * number of its threat; 0 at an attacker's. */
uint32_t node_init_replies(const search_t *s);

#endif
