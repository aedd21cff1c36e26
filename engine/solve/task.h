/* SPDX-License-Identifier: MIT
 * task.h - one worker's search of a job: the primary, which exists from submission to the end and
 * may be put aside, and helpers, which come when a worker is idle and go when it is needed.
 *
 * Units     nanoseconds; nodes.
 * Ownership a task belongs to the worker that runs it, or to the queue; the primary is borrowed by
 *           its job.
 * Threads   the queue's fields under the solver's lock; the rest by the worker that runs it.
 */
#ifndef ENGINE_SOLVE_TASK_H
#define ENGINE_SOLVE_TASK_H

#include <stdatomic.h>

#include "engine/solve/job.h"
#include "engine/solve/queue.h"

struct task {
	job_t *job;
	bool is_primary; /* set once, as the one above and the next */
	poll_t (*poll)(void *context, search_t *search, unsigned nodes);

	/* Queue; the solver's lock. The first two may change while it is in none. */
	unsigned priority; /* among its client's tasks: more goes first */
	unsigned weight;   /* of its client, beside others */
	task_t *next, *previous;
	tasks_t *among; /* the list that it is in; NULL: none */
	lane_t *lane;   /* that it was in last */
	bool queued;

	/* The worker that runs it. */
	search_t *search;        /* NULL: none has, or it has failed */
	uint64_t ran_ns;         /* processor time of its slices so far */
	uint64_t slice_from;     /* clock at the start of the slice */
	uint64_t slice_ns;       /* length of the slice */
	uint64_t nodes;          /* of the question, not yet in the job's inquiry */
	_Atomic uint64_t *ticks; /* of the worker */
	bool is_old;             /* has run long enough not to go first */
	bool is_wanted;          /* its job was not ending when it was taken */
	bool begun;              /* its search holds a question */
	bool starts;             /* the starter runs it: it is handed over after its slice */
};

/* task_counter_add adds to a counter that the calling thread alone writes: a store, where an
 * addition by several threads would lock the line of memory. */
static inline void task_counter_add(_Atomic uint64_t *counter, uint64_t more)
{
	atomic_store_explicit(counter, atomic_load_explicit(counter, memory_order_relaxed) + more,
	                      memory_order_relaxed);
}

/* task_create makes a task for `job`, whose search will call `poll` with it. task_open makes that
 * search, if there is none yet: it is some 50 times as large as a job that waits. */
err_t task_create(job_t *job, bool is_primary,
                  poll_t (*poll)(void *context, search_t *search, unsigned nodes), task_t **out);

err_t task_open(task_t *task);

/* task_free releases a task that is in no queue. NULL is accepted. */
void task_free(task_t *task);

/* task_count counts nodes, publishes a snapshot when one is due, and checks the job's own limits;
 * true when the job has to end as EXPIRED. */
bool task_count(task_t *task, unsigned nodes, uint64_t now_ns);

#endif
