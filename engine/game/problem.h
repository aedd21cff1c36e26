/* SPDX-License-Identifier: MIT
 * problem.h - copies of problems that own their texts.
 *
 * Ownership a copy belongs to who made it.
 * Threads   any; values.
 * Errors    none but the want of memory.
 */
#ifndef ENGINE_GAME_PROBLEM_H
#define ENGINE_GAME_PROBLEM_H

#include "engine/game/types.h"

/* A problem and the texts that it points at, in one block. */
typedef struct {
	problem_t problem;
	size_t bytes; /* of the block */
	char text[];
} kept_problem_t;

/* problem_keep copies a problem, valid or not, with its texts; NULL when there is no memory. */
kept_problem_t *problem_keep(const problem_t *problem);

/* problem_forget releases a copy. NULL is accepted. */
void problem_forget(kept_problem_t *kept);

#endif
