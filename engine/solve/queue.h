/* SPDX-License-Identifier: MIT
 * queue.h - tasks in the order in which they are to be run.
 *
 * Ownership a queue lends its links from the tasks (task_t.next) and owns nothing.
 * Threads   the solver's lock must be held.
 */
#ifndef ENGINE_SOLVE_QUEUE_H
#define ENGINE_SOLVE_QUEUE_H

#include "engine/solve/job.h"

typedef struct {
	task_t *head, *tail;
} queue_t;

/* queue_put appends a task that is in no queue. */
void queue_put(queue_t *q, task_t *t);

/* queue_take removes and returns the first task, or NULL. */
task_t *queue_take(queue_t *q);

/* queue_remove takes `t` out, wherever it stands; harmless if it is not there. */
void queue_remove(queue_t *q, task_t *t);

#endif
