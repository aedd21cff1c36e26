/* SPDX-License-Identifier: MIT
 * job.h - a job and its tasks, as the floor `solve` sees them.
 *
 * A job is a root, a plan and counters. A task is one worker's search of it:
 * the primary, which exists from submission to the end and may be put aside,
 * and helpers, which come when a worker is idle and go when it is needed.
 *
 *   QUEUED --> RUNNING --> DONE | CANCELLED | EXPIRED | FAILED
 *      \___________________/        (states only move right)
 *
 * `ending` is set first (job_end_locked); every task then comes out of its
 * search, and the last one to leave makes the result and calls on_done.
 *
 * Threads   fields are grouped by who may touch them. Lock order: the solver's
 *           lock is the only one.
 */
#ifndef ENGINE_SOLVE_JOB_H
#define ENGINE_SOLVE_JOB_H

#include <stdatomic.h>

#include "engine/search/search.h"
#include "engine/solve/coalesce.h"
#include "engine/solve/store_probe.h"
#include "engine/solve/answer_cache.h"
#include "engine/solve/progress.h"
#include "engine/solve/queue.h"
#include "engine/solve/deepening.h"
#include "engine/solve/solver.h"

struct task {
	job_t *job;
	search_t *search;
	task_t *next, *previous; /* in a queue; solver lock, like */
	tasks_t *among;          /* which, NULL: none; */
	lane_t *lane;            /* and the lane it was in last */
	uint64_t ran_ns;         /* processor time of its slices so far; its worker */
	uint64_t slice_from;     /* clock at the start of the slice; its worker */
	uint64_t slice_ns;       /* length of the slice; its worker */
	uint64_t nodes;          /* in the iteration, not yet in job->iteration_nodes; its worker */
	_Atomic uint64_t *ticks; /* of the worker that runs it */
	bool is_primary;
	bool is_old; /* has run long enough not to go first; its worker */
	bool begun;  /* its search holds a question */
	bool starts; /* the starter runs it: it is handed over after its slice; its worker */
	bool queued; /* solver lock */
};

struct job {
	/* Set once, before anybody else sees the job. */
	solver_t *solver;
	position_t *root;
	limits_t limits;         /* defaults filled in */
	kept_problem_t *problem; /* for certificates; see strategy.c */
	void (*on_progress)(job_t *job, void *context);
	void (*on_done)(job_t *job, void *context);
	void *context;
	canonical_t *scene;  /* what the store is asked, or told; NULL: nothing */
	ttable_t *table;     /* own_table, or the solver's */
	ttable_t *own_table; /* may be NULL */
	marks_t *marks;      /* NULL: never more than one worker */
	marks_t *own_marks;
	uint64_t submitted_ns, deadline_ns, progress_ns;

	/* Any thread. */
	_Atomic unsigned references;
	_Atomic uint32_t serial;       /* of the iteration; relaxed: it only says "come out" */
	_Atomic uint64_t nodes;        /* relaxed: a counter */
	_Atomic uint64_t progress_due; /* clock; relaxed: losing a race skips one snapshot */
	_Atomic unsigned active;       /* workers on it now; written under the lock */
	_Atomic int state;             /* job_state_t; release: a final one publishes `result` */
	progress_slot_t progress;

	/* Solver lock. */
	job_t *older, *newer; /* the solver's list of jobs that have not ended */
	uint64_t client;      /* who is charged for it; see queue.h */
	deepening_t plan;
	unsigned order, depth; /* the iteration */
	uint64_t number_nodes; /* 0, or it is df-pn's, within so many nodes; see ask_numbers */
	driver_t driver;       /* of the question; the request's, but for some of df-pn */
	bool takes_plain;      /* df-pn is asked without lambda; see job.c */
	bool is_beyond;        /* lambda has answered, and it is asked without; the answer: */
	value_t lambda_value;
	unsigned lambda_depth;
	uint64_t lambda_nodes; /* number_nodes of that question */
	bool is_last;          /* no other follows */
	bool has_cycles;       /* met by some iteration */
	uint64_t iteration_nodes;
	bool asks_ko;
	uint8_t ko_stage; /* see ko.c */
	ko_t ko;
	unsigned ko_threats;
	zone_t ko_zone; /* of the answers with other stocks that the verdict rests on */
	task_t *primary;
	unsigned tasks;     /* that have not left */
	unsigned peak;      /* most workers at once */
	bool is_helpless;   /* a helper found no memory */
	bool is_long;       /* worth helpers */
	job_state_t ending; /* a final state, or JOB_QUEUED: not ending */
	err_t error;
	fault_t fault; /* of ERR_INTERNAL */
	value_t value;
	move_t best;
	unsigned plies;
	zone_t proven_zone;
	zone_t failed_zone[ORDER_MAX + 1];    /* of the last failure at each order, which */
	unsigned failed_depth[ORDER_MAX + 1]; /* was at this depth; 0 = none */
	bool done_called;
	coalesced_t join;

	/* Written by the last task to leave, before `state` is final. */
	result_t result;
};

/* What a job may use. */
typedef struct {
	solver_t *solver;
	ttable_t *table;
	marks_t *marks;
	answer_cache_t *memory; /* NULL: it has to be searched */
	store_t *store;         /* NULL: there is none */
} job_env_t;

/* job_create checks the request and makes a job with one reference and its primary task; or,
 * if the answer is remembered, with its result and no task. Fails like solver_submit. */
err_t job_create(const job_env_t *env, const request_t *request, job_t **out, errinfo_t *why);

/* job_destroy releases a job that nobody refers to. */
void job_destroy(job_t *job);

/* job_set_state moves the job along the table of allowed moves. */
void job_set_state(job_t *job, job_state_t to);

/* job_end_locked makes the job end in `state`; the first call counts. */
void job_end_locked(job_t *job, job_state_t state);

/* job_is_ending_locked: has an end been decided? */
bool job_is_ending_locked(const job_t *job);

/* job_plan sets the plan of what is asked, from its beginning. */
void job_plan(job_t *job);

/* ko_stock writes the stocks of threats, by side, of the question of a job that asks for the
 * verdict by ko. ko_goes_on_locked takes its answer: false when the job has its verdict or asks for
 * none, else there is another stock to ask about. */
void ko_stock(const job_t *job, unsigned threats[2]);
bool ko_goes_on_locked(job_t *job);

/* question_new_locked tells every task on the job to come out and look again. */
void question_new_locked(job_t *job);

/* question_record_locked takes the value of a question that `search` has brought to its
 * end, and goes on to the next one or ends the job. */
void question_record_locked(job_t *job, const search_t *search);

/* question_settle_locked makes the answer of lambda the job's, when it went beyond that and
 * there is none. */
void question_settle_locked(job_t *job);

/* job_env returns what a search of the job needs, but for who polls. */
search_env_t job_env(job_t *job);

/* job_zone writes what the answer so far depends on, without areas when no zone is known. */
void job_zone(const job_t *job, zone_t *out);

/* job_shown_order is the order as results tell it: plain search has none. */
unsigned job_shown_order(driver_t driver, unsigned order);

/* job_conclude makes the result. Called by the last task, without the lock. */
void job_conclude(job_t *job);

/* proven_root makes the position again; proven_strategy is job_strategy from there, without a job.
 * It plays on `root`, and takes it back. */
err_t proven_root(const proven_t *proven, position_t **out, errinfo_t *why);
err_t proven_strategy(solver_t *solver, const proven_t *proven, position_t *root, ttable_t *table,
                      const budget_t *budget, const proof_sink_t *sink, proof_built_t *out,
                      errinfo_t *why);

/* task_create makes a task for `job`; pool_poll is called with it. */
err_t task_create(job_t *job, bool is_primary, task_t **out);
void task_free(task_t *task);

/* job_is_spent: do so many nodes, or the time, reach a limit of the job? */
bool job_is_spent(const job_t *job, uint64_t nodes, uint64_t now_ns);

/* task_poll_job counts nodes and checks the job's own limits; true when the
 * job has to end as EXPIRED. */
bool task_poll_job(task_t *task, unsigned nodes, uint64_t now_ns);

/* pool_poll is the poll of every task (pool.c). */
poll_t pool_poll(void *context, search_t *search, unsigned nodes);

#endif
