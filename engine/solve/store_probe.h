/* SPDX-License-Identifier: MIT
 * store_probe.h - a job's question to the store, and its answer for it (engine/store).
 *
 * Ownership the form of store_probe_ask is the caller's; store_probe_free releases it. NULL is
 *           accepted.
 * Threads   any.
 */
#ifndef ENGINE_SOLVE_STORE_PROBE_H
#define ENGINE_SOLVE_STORE_PROBE_H

#include "engine/solve/solver.h"
#include "engine/store/store.h"

/* store_probe_ask looks at a question; NULL: not one that is stored (or there is no memory).
 * `limits` have their defaults filled in. */
canonical_t *store_probe_ask(const request_t *request, const position_t *root,
                             const limits_t *limits);
void store_probe_free(canonical_t *form);

/* store_probe_find writes the result of the question, nodes, time and the like aside; false when
 * it is not known. `root` is its position; wanted.beyond: lambda alone would not do (inquiry.c,
 * "Blindness"). */
bool store_probe_find(store_t *store, const canonical_t *form, const position_t *root,
                      wanted_t wanted, result_t *out);

/* store_probe_keep takes in a result, if it is a fact; `best` is the move that its zone is of. */
void store_probe_keep(store_t *store, const canonical_t *form, const result_t *result, move_t best);

#endif
