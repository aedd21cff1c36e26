/* SPDX-License-Identifier: MIT
 * poll.h - what a search is told when it asks whether to go on.
 *
 * Threads   the worker that runs the task; it takes the solver's lock.
 */
#ifndef ENGINE_SOLVE_POLL_H
#define ENGINE_SOLVE_POLL_H

#include "engine/solve/task.h"

/* poll_task is the poll of every task (task_create); `context` is the task. */
poll_t poll_task(void *context, search_t *search, unsigned nodes);

#endif
