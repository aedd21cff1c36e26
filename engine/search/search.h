/* SPDX-License-Identifier: MIT
 * search.h - one worker's search of one root: a resumable machine that answers v(P, order, depth)
 * of lambda-search (Thomsen 2000), or the same question without lambda.
 *
 * search_begin sets the question: an order and a depth. search_run works on it, and returns when
 * the value is known, when the thread is needed for other work (yield), when the search has to wait
 * for another worker, or when the answer is no longer wanted. After a yield or a wait, search_run
 * goes on exactly where it stopped. Several searches of the same root, each on its own thread,
 * share the work through the transposition table and the marks of ABDADA.
 *
 * Units     depth in plies (odd at the root); nodes are positions looked at.
 * Ownership the search owns a copy of the root; table and marks are borrowed.
 * Threads   a search: one thread at a time, any thread.
 * Errors    only creating and growing can fail, for want of memory.
 */
#ifndef ENGINE_SEARCH_SEARCH_H
#define ENGINE_SEARCH_SEARCH_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/search/core/env.h"

/* search_create copies `root`, which has the attacker to move. */
err_t search_create(const position_t *root, const search_env_t *env, search_t **out);
void search_free(search_t *s);

/* search_discard frees a search that was left in the middle of a step: it drops the marks that it
 * is known to hold, and its position is not played back. */
void search_discard(search_t *s);

/* search_place goes to another position of the same problem, between questions. What the search
 * keeps in its proof cache and its countermove table (zone_probe.h, countermove.h) stays. */
void search_place(search_t *s, const position_t *root);

/* search_stock gives the sides of the root other stocks of ko threats, between questions, in a
 * game that has them. */
void search_stock(search_t *s, const unsigned threats[2]);

/* search_begin sets the question. The search must not be running one. */
void search_begin(search_t *s, unsigned order, unsigned depth, uint32_t serial);

/* search_begin_dfpn sets a question for df-pn, whatever the environment's algorithm. After about so
 * many nodes the answer is "undecided". `driver` may differ from the environment's. */
void search_begin_dfpn(search_t *s, driver_t driver, unsigned order, unsigned depth, uint64_t nodes,
                       uint32_t serial);

/* search_run works until one of the states above. *yield, looked at in every
 * node, makes it yield. */
search_state_t search_run(search_t *s, const _Atomic bool *yield);

/* search_abort gives the question up: every mark is dropped, the root stands
 * again. Harmless when nothing runs. */
void search_abort(search_t *s);

/* The answer, after SEARCH_DONE. plies: a depth at which a proof holds (at most
 * the depth asked). best: of a proof, or MOVE_NONE. */
value_t search_value(const search_t *s);
move_t search_best(const search_t *s);
unsigned search_plies(const search_t *s);

/* search_has_failed: is the goal not reached within the depth asked, without lambda? That is known
 * of an answer that is undecided only because deeper lines were cut off. */
bool search_has_failed(const search_t *s);

/* search_is_spent: has df-pn ended for want of nodes? Asked again, it goes on from the table. */
bool search_is_spent(const search_t *s);

/* search_is_dfpn: is the question last begun one for df-pn? */
bool search_is_dfpn(const search_t *s);

/* search_has_cycles: has a position stood twice on a line since the search was made? Then
 * alpha-beta may leave a question undecided at any depth, which df-pn might still decide. */
bool search_has_cycles(const search_t *s);

/* search_zone borrows what the answer depends on, until the next search_begin; without
 * areas when no zone is known. */
const zone_t *search_zone(const search_t *s);

/* search_is_current: is the question last begun still the one wanted? */
bool search_is_current(const search_t *s);

/* search_line writes the moves from the root to the node being searched. */
unsigned search_line(const search_t *s, move_t *out, unsigned room);

/* search_question tells the order and depth asked, search_driver by which driver. Only while it
 * runs. */
void search_question(const search_t *s, unsigned *order, unsigned *depth);
driver_t search_driver(const search_t *s);

/* search_take_nodes returns the nodes not yet told to poll, and forgets them. */
unsigned search_take_nodes(search_t *s);

/* search_take_met returns what the search has met since the last call. */
search_met_t search_take_met(search_t *s);

#endif
