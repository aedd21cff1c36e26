/* SPDX-License-Identifier: MIT
 * abdada.h - sharing one tree among workers by marks on nodes: ABDADA (Weill 1996).
 *
 * Ownership a mark that is noted in a frame is released when the frame is dropped (node_pop).
 * Threads   as state.h; the marks themselves are shared by all workers.
 */
#ifndef ENGINE_SEARCH_CORE_ABDADA_H
#define ENGINE_SEARCH_CORE_ABDADA_H

#include "engine/search/core/node.h"

/* abdada_is_worth: is a node of this order and depth worth a mark? */
bool abdada_is_worth(const search_t *s, unsigned order, unsigned depth);

/* abdada_mark notes the mark for the top frame, and whether it is held. */
void abdada_mark(search_t *s, uint64_t tag, bool marked);

/* abdada_claim marks the child of `f` that has just been played. Returns false when another worker
 * is at it. */
bool abdada_claim(search_t *s, const frame_t *f, uint64_t *tag, bool *marked);

/* abdada_enter_alone makes sure that the order-1 test of a node of higher order is searched by one
 * worker only. Returns false when another worker is at it: the top frame is then in PHASE_SOLO, and
 * abdada_is_free says when it may go on. */
bool abdada_enter_alone(search_t *s);
bool abdada_is_free(search_t *s);

/* abdada_is_overtaken cuts the stack down to the lowest shared node whose value another worker has
 * found meanwhile, and leaves that node with it. Returns false when there is none. */
bool abdada_is_overtaken(search_t *s);

#endif
