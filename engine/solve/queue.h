/* SPDX-License-Identifier: MIT
 * queue.h - tasks in the order in which they are to be run: clients have turns, and who has had
 * least of the workers' time goes first.
 *
 * Units     nanoseconds of a worker's time.
 * Ownership a queue lends its links from the tasks (task_t.next, .previous) and owns nothing.
 * Threads   the solver's lock must be held, but for queue_others_young: any.
 */
#ifndef ENGINE_SOLVE_QUEUE_H
#define ENGINE_SOLVE_QUEUE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "engine/base/clock.h"

typedef struct task task_t;

enum { LANES = 512, LANE_WAYS = 8 }; /* size: clients that can wait at once, apart */

/* latency: a client who has had more than the others counts as having had no more than that. */
enum { QUEUE_DEBT_NS = 20 * NS_PER_MS };

typedef struct {
	task_t *head, *tail;
} tasks_t;

/* The waiting tasks of one client. */
typedef struct {
	uint64_t client;
	uint64_t had_ns;  /* of worker time, as compared with others: see queue.c */
	uint64_t turn_ns; /* while it waits: who has least goes first */
	uint64_t since;   /* its number among those that began to wait */
	tasks_t young, old;
	unsigned place;          /* in the heap, from 1; 0: it waits for nothing */
	unsigned weight;         /* of its first task; 0: it waits for nothing */
	_Atomic bool said_young; /* young ones are counted in queue_t.young */
} lane_t;

/* How many lanes have a weight. */
typedef struct {
	unsigned weight, lanes;
} weight_t;

typedef struct {
	lane_t lane[LANES];
	lane_t *heap[LANES];    /* the one to be served next at [0] */
	tasks_t ending;         /* of all clients, served before any lane */
	unsigned count;         /* in the heap */
	weight_t weight[LANES]; /* those there are in the heap, the largest first */
	unsigned weights;
	uint64_t now_ns; /* turn_ns of the one that was served last */
	uint64_t numbers;
	_Atomic unsigned young; /* lanes where young ones wait; relaxed, for queue_others_young */
} queue_t;

typedef enum { QUEUE_OLD, QUEUE_YOUNG, QUEUE_FIRST, QUEUE_ENDING } queue_place_t;

/* queue_put appends a task that is not queued to those of `client`: to the old ones, to the young
 * ones, which go before them, or before the young ones. Among the old and among the young ones
 * those of a higher priority (task_t) go first. QUEUE_ENDING is for a task that has nothing to do
 * but to end: it goes before those of all clients. */
void queue_put(queue_t *q, task_t *t, uint64_t client, queue_place_t place);

/* queue_take removes and returns the task to be run next, or NULL. */
task_t *queue_take(queue_t *q);

/* queue_take_fresh takes one that nobody has run yet and whose turn it is in its lane, or NULL. */
task_t *queue_take_fresh(queue_t *q);

/* queue_take_that takes the first task in turn that `suits`, of those that are the first young or
 * the first old one of their client, or NULL. */
task_t *queue_take_that(queue_t *q, bool (*suits)(const task_t *t, void *context), void *context);

/* queue_fresh returns the task of a lane that queue_take_fresh would take, or NULL. */
task_t *queue_fresh(const lane_t *lane);

/* queue_remove takes out a queued task. */
void queue_remove(queue_t *q, task_t *t);

/* queue_charge says that a client has had so much of a worker's time: of one that weighs more than
 * others the caller divides it by the weight. */
void queue_charge(queue_t *q, uint64_t client, uint64_t ns);

/* queue_heaviest returns the largest weight of who waits in it; 0: nobody does. */
unsigned queue_heaviest(const queue_t *q);

/* queue_had tells how much a client counts as having had. */
uint64_t queue_had(const queue_t *q, uint64_t client);

/* queue_next returns the task that queue_take would take, or NULL. */
const task_t *queue_next(const queue_t *q);

/* queue_others_young: do young tasks of clients wait other than the one that was in `lane` (NULL:
 * none)? The answer may be out of date. */
bool queue_others_young(const queue_t *q, const lane_t *lane);

#endif
