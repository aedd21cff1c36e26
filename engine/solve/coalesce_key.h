/* SPDX-License-Identifier: MIT
 * coalesce_key.h - all that a job asks, as one text: two jobs with the same key may share a search.
 *
 * Ownership a key owns its text, until coalesce_key_free.
 * Threads   values.
 */
#ifndef ENGINE_SOLVE_COALESCE_KEY_H
#define ENGINE_SOLVE_COALESCE_KEY_H

#include "engine/solve/solver.h"

typedef struct {
	char *text; /* NULL: the job joins nobody */
	size_t bytes;
	uint64_t hash;
} coalesce_key_t;

/* coalesce_key_make writes the key of a request with the limits `l`, defaults filled in. A job that
 * has to be searched for itself, and one without memory for the text, joins nobody. */
void coalesce_key_make(const request_t *request, const limits_t *l, uint64_t progress_ns,
                       coalesce_key_t *key);

void coalesce_key_free(coalesce_key_t *key);

/* coalesce_key_is_same: do two jobs ask the same? */
bool coalesce_key_is_same(const coalesce_key_t *a, const coalesce_key_t *b);

#endif
