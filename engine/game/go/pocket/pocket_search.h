/* SPDX-License-Identifier: MIT
 * pocket_search.h - depth-first proof-number search of a pocket.
 *
 * What it says is true but for two things that it does not rule out: two positions with the same
 * key, and repetitions that it takes for what they are not. So it may guide another search, and
 * may decide nothing.
 *
 * Ownership pocket_search_free releases what pocket_search_make made; the pocket is copied.
 * Threads   one.
 * Errors    pocket_search_make returns NULL when there is no memory.
 */
#ifndef ENGINE_GAME_GO_POCKET_POCKET_SEARCH_H
#define ENGINE_GAME_GO_POCKET_POCKET_SEARCH_H

#include "engine/game/go/pocket/pocket_table.h"

typedef struct pocket_search pocket_search_t;

pocket_search_t *pocket_search_make(const pocket_t *p, unsigned entries);
void pocket_search_free(pocket_search_t *s);

/* pocket_search_begin begins to search a position, and pocket_search_go goes on until it is decided
 * or `nodes` more nodes have been looked at. */
void pocket_search_begin(pocket_search_t *s, const pocket_state_t *root);
pocket_end_t pocket_search_go(pocket_search_t *s, uint64_t nodes);

/* pocket_search_run is both, and ends the search. */
pocket_end_t pocket_search_run(pocket_search_t *s, const pocket_state_t *root, uint64_t nodes);

/* pocket_search_known returns what is known of a position without a search. */
pocket_end_t pocket_search_known(const pocket_search_t *s, const pocket_state_t *at);

/* pocket_search_best returns a move that is known to decide the position for the side to move, the
 * one that took the least work; POCKET_NONE: none is. */
unsigned pocket_search_best(const pocket_search_t *s, const pocket_state_t *at);

/* pocket_search_nodes counts the nodes looked at since the search was made. */
uint64_t pocket_search_nodes(const pocket_search_t *s);

#endif
