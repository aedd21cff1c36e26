/* SPDX-License-Identifier: MIT
 * answer_cache.h - answers that a solver has given, and their zones: on a board that agrees on the
 * zone, the same question has the same answer, whatever has been played elsewhere.
 *
 * A Go program asks about the same blocks again after every move, and most moves are far away. The
 * transposition table does not help it: its entries are for whole boards.
 *
 * Ownership everything is copied in and out.
 * Threads   any; a lookup locks one of several parts for less than a microsecond.
 */
#ifndef ENGINE_SOLVE_ANSWER_CACHE_H
#define ENGINE_SOLVE_ANSWER_CACHE_H

#include "engine/solve/solver.h"

typedef struct answer_cache answer_cache_t;

/* answer_cache_create makes room for about so many answers, at some 400 bytes each. */
err_t answer_cache_create(size_t answers, answer_cache_t **out);

/* answer_cache_free releases it. NULL is accepted. */
void answer_cache_free(answer_cache_t *memory);

/* answer_cache_takes: are questions within such limits remembered? They have their defaults filled
 * in. */
bool answer_cache_takes(const limits_t *limits);

/* answer_cache_keep takes in the result of a question about `root`, if it is a fact with a zone. */
void answer_cache_keep(answer_cache_t *memory, const position_t *root, const limits_t *limits,
                       bool ko, const result_t *result);

/* answer_cache_find writes the result of such a question; false when it is not known. Nodes, time
 * and the like are not written. */
bool answer_cache_find(answer_cache_t *memory, const position_t *root, const limits_t *limits,
                       bool ko, result_t *out);

#endif
