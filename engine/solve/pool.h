/* SPDX-License-Identifier: MIT
 * pool.h - the solver's inside: its workers, queues and lock.
 *
 * Threads   a function that ends in _locked wants the solver's lock held. The
 *           lock is held for list operations only.
 */
#ifndef ENGINE_SOLVE_POOL_H
#define ENGINE_SOLVE_POOL_H

#include <pthread.h>
#include <stdatomic.h>

#include "engine/solve/job.h"
#include "engine/solve/answer_cache.h"
#include "engine/solve/queue.h"

enum { HELP_ORDER = 2 }; /* below, one worker alone is faster */

typedef struct {
	solver_t *solver;
	pthread_t thread;
	task_t *task;           /* running now, or NULL; solver lock */
	_Atomic bool yield;     /* relaxed: only says "come out" */
	_Atomic uint64_t ticks; /* passages of a stopping point; relaxed: a counter */
	uint64_t ticks_seen;    /* solver_ticking only */
} worker_t;

struct solver {
	pthread_mutex_t lock;
	pthread_cond_t work;       /* something to take, or stopping */
	pthread_cond_t start;      /* something for the starter, or stopping */
	pthread_cond_t ended;      /* a job's on_done has returned */
	queue_t queue;             /* tasks to take */
	_Atomic unsigned waiting;  /* of them; relaxed: a hint for slices */
	job_t *newest;             /* jobs that have not ended */
	job_t *same[JOIN_BUCKETS]; /* those that others may join, by what they ask */
	unsigned idle;
	bool has_starter, starter_is_idle; /* worker.c */
	bool stopping;
	bool by_turns;          /* no threads: solver_turn is the worker */
	uint64_t turn_until_ns; /* of that thread alone, */
	bool in_turn;           /* like this */
	uint64_t expire_due;    /* clock at which to look for deadlines again */
	uint64_t young_ns;      /* set once: a job is small until it has run this long */
	worker_priority_t priority;
	ttable_t *table;
	marks_t *marks;
	answer_cache_t *memory;                 /* NULL: nothing is remembered */
	_Atomic uint64_t table_due, table_used; /* pool_table; relaxed: figures */
	store_t *store;                         /* NULL = none */
	void (*on_fault)(const solver_fault_t *fault, void *context);
	void *fault_context;
	unsigned workers, started;
	worker_t *worker; /* one more than `workers`: the starter */
};

/* pool_enqueue_locked puts a task where a worker will find it; for any but old ones, one
 * is asked to make room. pool_put_back_locked does so with one that has made room itself. */
void pool_enqueue_locked(solver_t *solver, task_t *t, queue_place_t place);
void pool_put_back_locked(solver_t *solver, task_t *t, queue_place_t place);

/* pool_adopt_locked puts a job that another client waits for as well among his tasks if he has
 * had less. */
void pool_adopt_locked(solver_t *solver, job_t *job, uint64_t client);

/* pool_fresh_locked takes a task that has not run yet and is next in its lane, or NULL.
 * pool_pass_on_locked is for the starter that was called and finds none: what waits is the
 * workers'. */
task_t *pool_fresh_locked(solver_t *solver);
void pool_pass_on_locked(solver_t *solver);

/* pool_dequeue_locked takes the task to work on next, pool_find_job_locked a long job to help,
 * which has one more task from here on; NULL: there is none. */
task_t *pool_dequeue_locked(solver_t *solver);
job_t *pool_find_job_locked(solver_t *solver);

/* pool_call_for_help_locked wakes idle workers when a job has become worth joining. */
void pool_call_for_help_locked(solver_t *solver, const job_t *job);

/* pool_hurry_locked sees to it that a job that is ending is looked at now. */
void pool_hurry_locked(solver_t *solver, job_t *job);

/* pool_expire_locked ends jobs that are past their deadline and are not running, which nobody else
 * would notice. Called whenever a worker looks for a task, or one that follows its job is
 * due; it looks at most every 2 ms. */
void pool_expire_locked(solver_t *solver);

/* pool_end_locked makes a job end in `state` soon, unless it is ending already. */
void pool_end_locked(solver_t *solver, job_t *job, job_state_t state);

/* pool_table tells of the table that a job uses. How full the shared one is it looks up every few
 * milliseconds only: that reads as many entries as a small search. */
void pool_table(job_t *job, uint64_t now_ns, ttable_stats_t *out);

/* ending_part takes one task off its job for good, ending_leave one that was made. The job may be
 * gone afterwards. */
void ending_part(solver_t *solver, job_t *job);
void ending_leave(solver_t *solver, task_t *t);

/* ending_answer ends a job that has its result from memory. */
void ending_answer(solver_t *solver, job_t *job);

/* pool_worker_main is a worker's life, pool_starter_main the starter's (worker.c); the argument
 * is its worker_t. */
void *pool_worker_main(void *argument);
void *pool_starter_main(void *argument);

#endif
