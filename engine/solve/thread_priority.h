/* SPDX-License-Identifier: MIT
 * thread_priority.h - workers get out of the way of the thread that answers. */
#ifndef ENGINE_SOLVE_THREAD_PRIORITY_H
#define ENGINE_SOLVE_THREAD_PRIORITY_H

#include "engine/solve/solver.h"

/* thread_priority_set changes the calling thread's priority as far as it may; where it
 * may not, everything works, with longer waits. */
void thread_priority_set(worker_priority_t priority);

#endif
