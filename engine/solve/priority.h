/* SPDX-License-Identifier: MIT
 * priority.h - workers get out of the way of the thread that answers. */
#ifndef ENGINE_SOLVE_PRIORITY_H
#define ENGINE_SOLVE_PRIORITY_H

#include "engine/solve/solver.h"

/* priority_set changes the calling thread's priority as far as it may; where it
 * may not, everything works, with longer waits. */
void priority_set(worker_priority_t priority);

#endif
