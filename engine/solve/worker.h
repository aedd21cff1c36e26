/* SPDX-License-Identifier: MIT
 * worker.h - the threads that search, and the turns of a solver that has none.
 *
 * Threads   each function is a thread's life, but worker_turn: one thread at a time.
 */
#ifndef ENGINE_SOLVE_WORKER_H
#define ENGINE_SOLVE_WORKER_H

#include "engine/solve/solver_parts.h"

/* worker_main is a worker's life, worker_starter_main the starter's; the argument is its
 * worker_t. */
void *worker_main(void *argument);
void *worker_starter_main(void *argument);

/* worker_turn works as the only worker of a solver by turns, for about so long; false: there was
 * nothing to do. */
bool worker_turn(solver_t *solver, uint64_t ns);

#endif
