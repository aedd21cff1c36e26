/* SPDX-License-Identifier: MIT
 * countermove.h - the countermove table of df-pn: which attack proved a node, by the moves that led
 * to the node. It is a guess at what proves the next node that the same moves lead to.
 *
 * Ownership the caller of countermove_create owns the table; countermove_free releases it.
 * Threads   a table belongs to one search: one thread at a time.
 * Errors    countermove_create returns NULL when there is no memory; a search can do without.
 */
#ifndef ENGINE_SEARCH_DFPN_COUNTERMOVE_H
#define ENGINE_SEARCH_DFPN_COUNTERMOVE_H

#include "engine/search/core/state.h"

typedef struct countermoves countermoves_t;

/* countermove_serves: are countermoves of use to the question of a search? Search without lambda
 * does without where it has no zones. */
static inline bool countermove_serves(const search_t *s)
{
	return s->is_dfpn && (!state_is_plain(s) || s->zones.rules != NULL);
}

countermoves_t *countermove_create(void);
void countermove_free(countermoves_t *a);

/* countermove_keep notes that the best move of the top frame, an attacker's, has proven it. */
void countermove_keep(countermoves_t *a, const framestack_t *st);

/* countermove_front brings what proved nodes like the top frame, an attacker's whose candidates
 * have been listed, to their front. */
void countermove_front(const countermoves_t *a, framestack_t *st);

#endif
