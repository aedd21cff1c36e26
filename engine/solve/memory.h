/* SPDX-License-Identifier: MIT
 * memory.h - answers that a solver has given, and their zones: on a board that agrees on the
 * zone, the same question has the same answer, whatever has been played elsewhere.
 *
 * A Go program asks about the same blocks again after every move, and most moves are far away. The
 * transposition table does not help it: its entries are for whole boards.
 *
 * Ownership everything is copied in and out.
 * Threads   any; a lookup locks one of several parts for less than a microsecond.
 */
#ifndef ENGINE_SOLVE_MEMORY_H
#define ENGINE_SOLVE_MEMORY_H

#include "engine/solve/solver.h"

typedef struct memory memory_t;

/* memory_create makes room for about so many answers, at some 400 bytes each. */
err_t memory_create(size_t answers, memory_t **out);

/* memory_free releases it. NULL is accepted. */
void memory_free(memory_t *memory);

/* memory_takes: are questions within such limits remembered? They have their defaults filled in. */
bool memory_takes(const limits_t *limits);

/* memory_keep takes in the result of a question about `root`, if it is a fact with a zone. */
void memory_keep(memory_t *memory, const position_t *root, const limits_t *limits, bool ko,
                 const result_t *result);

/* memory_find writes the result of such a question; false when it is not known. Nodes, time
 * and the like are not written. */
bool memory_find(memory_t *memory, const position_t *root, const limits_t *limits, bool ko,
                 result_t *out);

#endif
