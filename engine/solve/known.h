/* SPDX-License-Identifier: MIT
 * known.h - a job's question to the store, and its answer for it (engine/store).
 *
 * Ownership known_ask's scene is the caller's; known_free releases it, NULL is accepted.
 * Threads   any.
 */
#ifndef ENGINE_SOLVE_KNOWN_H
#define ENGINE_SOLVE_KNOWN_H

#include "engine/solve/solver.h"
#include "engine/store/store.h"

/* known_ask looks at a question; NULL: not one that is stored (or there is no memory). `limits`
 * have their defaults filled in. */
scene_t *known_ask(const request_t *request, const position_t *root, const limits_t *limits);
void known_free(scene_t *scene);

/* known_find writes the result of the question, nodes, time and the like aside; false when
 * it is not known. `root` is its position; wanted.beyond: lambda alone would not do, see job.c. */
bool known_find(store_t *store, const scene_t *scene, const position_t *root, wanted_t wanted,
                result_t *out);

/* known_keep takes in a result, if it is a fact; `best` is the move that its zone is of. */
void known_keep(store_t *store, const scene_t *scene, const result_t *result, move_t best);

#endif
