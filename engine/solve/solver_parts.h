/* SPDX-License-Identifier: MIT
 * solver_parts.h - the inside of a solver: its workers, queue, tables and lock.
 *
 * Threads   fields are under the solver's lock unless they say otherwise. The lock is held for list
 *           operations only: never while searching, allocating a search, or calling back.
 */
#ifndef ENGINE_SOLVE_SOLVER_PARTS_H
#define ENGINE_SOLVE_SOLVER_PARTS_H

#include <pthread.h>
#include <stdatomic.h>

#include "engine/solve/answer_cache.h"
#include "engine/solve/job.h"
#include "engine/solve/queue.h"
#include "engine/solve/solver.h"

enum { JOIN_BUCKETS = 256 }; /* size: of a hash table */

typedef struct {
	solver_t *solver;
	pthread_t thread;
	task_t *task;                   /* running now, or NULL; solver lock */
	_Atomic bool yield;             /* relaxed: only says "come out" */
	_Atomic uint64_t ticks;         /* passages of a stopping point; relaxed: a counter */
	uint64_t ticks_seen;            /* solver_ticking only */
	_Atomic uint64_t known, marked; /* what its searches have met; relaxed: counters */
} worker_t;

struct solver {
	pthread_mutex_t lock;
	pthread_cond_t work;       /* something to take, or stopping */
	pthread_cond_t start;      /* something for the starter, or stopping */
	pthread_cond_t ended;      /* a job's on_done has returned */
	queue_t queue;             /* tasks to take */
	_Atomic unsigned waiting;  /* of them; relaxed: may be out of date; for slices */
	job_t *newest;             /* jobs that have not ended */
	job_t *same[JOIN_BUCKETS]; /* those that others may join, by what they ask */
	unsigned idle;
	bool has_starter, starter_is_idle; /* worker.c */
	bool stopping;
	bool weighs;            /* a client that weighs more than 1 has submitted something */
	bool by_turns;          /* no threads: solver_turn is the worker */
	uint64_t turn_until_ns; /* of that thread alone, */
	bool in_turn;           /* like this */
	dues_t dues;            /* deadlines of jobs that have not ended */
	uint64_t young_ns;      /* set once: a job is small until it has run this long */
	worker_priority_t priority;
	ttable_t *table;
	marks_t *marks;
	answer_cache_t *memory;                 /* NULL: nothing is remembered */
	_Atomic uint64_t table_due, table_used; /* result.c; relaxed: figures */
	struct store *store;                    /* NULL = none */
	void (*on_fault)(const solver_fault_t *fault, void *context);
	void *fault_context;
	unsigned workers, started;
	worker_t *worker; /* one more than `workers`: the starter */
};

#endif
