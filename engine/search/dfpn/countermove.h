/* SPDX-License-Identifier: MIT
 * countermove.h - which attack proved a node of df-pn, by the moves before it: a guess at what
 * proves the next node that they lead to.
 *
 * Ownership the caller of countermove_create owns it.
 * Threads   values of one search: one thread at a time.
 * Errors    countermove_create returns NULL when there is no memory; a search does without.
 */
#ifndef ENGINE_SEARCH_DFPN_COUNTERMOVE_H
#define ENGINE_SEARCH_DFPN_COUNTERMOVE_H

#include "engine/search/core/framestack.h"

typedef struct answers countermoves_t;

countermoves_t *countermove_create(void);
void countermove_free(countermoves_t *a);

/* countermove_keep notes that the best move of the top frame, an attacker's, has proven it. */
void countermove_keep(countermoves_t *a, const framestack_t *st);

/* countermove_front brings what proved nodes like the top frame, an attacker's whose candidates
 * have been listed, to their front. */
void countermove_front(const countermoves_t *a, framestack_t *st);

#endif
