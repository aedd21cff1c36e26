/* SPDX-License-Identifier: MIT
 * job.h - a job, as the floor `solve` sees it.
 *
 * A job is a position, the questions asked about it (inquiry.h), and the tasks that search for
 * their answers (task.h).
 *
 *   QUEUED --> RUNNING --> DONE | CANCELLED | EXPIRED | FAILED
 *      \___________________/        (states only move right)
 *
 * `end.state` is set first (job_end_locked); every task then comes out of its search, and the last
 * one to leave makes the result and calls on_done.
 *
 * Threads   fields are grouped by who may touch them; each group says who. The solver's lock is
 *           the only one.
 */
#ifndef ENGINE_SOLVE_JOB_H
#define ENGINE_SOLVE_JOB_H

#include <stdatomic.h>

#include "engine/search/search.h"
#include "engine/solve/coalesce_key.h"
#include "engine/solve/due.h"
#include "engine/solve/inquiry.h"
#include "engine/solve/progress.h"
#include "engine/solve/queue.h"
#include "engine/solve/solver.h"
#include "engine/store/canonical.h"

/* What was asked for, and until when. Set before anybody else sees the job. */
typedef struct {
	limits_t limits;         /* defaults filled in */
	kept_problem_t *problem; /* for certificates; see proven.c */
	canonical_t *form;       /* canonical: what the store is asked, or told; NULL: nothing */
	void (*on_progress)(job_t *job, void *context);
	void (*on_done)(job_t *job, void *context);
	void *context;
	_Atomic unsigned *queued;           /* relaxed: a counter; NULL: none */
	uint64_t submitted_ns, deadline_ns; /* clock; no deadline: 0 */
	uint64_t progress_ns;               /* least time between two snapshots; 0: none are made */
	bool borrowed;                      /* as request_t's */
} job_request_t;

/* Where its searches keep what they find. Set before anybody else sees the job. */
typedef struct {
	ttable_t *table;     /* own_table, or the solver's */
	ttable_t *own_table; /* NULL: none */
	marks_t *marks;      /* own_marks, or the solver's; NULL: never more than one worker */
	marks_t *own_marks;
} job_tables_t;

/* Counters that any thread reads and writes. */
typedef struct {
	_Atomic unsigned references;
	_Atomic uint32_t serial;       /* of the question; relaxed: it only says "come out" */
	_Atomic uint64_t nodes;        /* of all tasks; relaxed: a counter */
	_Atomic uint64_t progress_due; /* clock; relaxed: losing a race skips one snapshot */
	_Atomic unsigned active;       /* workers on it now; written under the lock */
	_Atomic int state;             /* job_state_t; release: a final one publishes `result` */
} job_shared_t;

/* Whose turn it has: who is charged for it (queue.h), what he weighs, > 0, and its priority among
 * his jobs. */
typedef struct {
	uint64_t client;
	unsigned weight, priority;
} turn_t;

/* Where it stands among the solver's jobs. Solver's lock. */
typedef struct {
	job_t *older, *newer; /* in the list of jobs that have not ended */
	due_t due;            /* its deadline, among theirs (solver_t.dues) */
	turn_t own, turn;     /* that it was submitted with, that it has (pool_turn_locked) */
} job_place_t;

/* Its tasks. Solver's lock. */
typedef struct {
	task_t *primary;    /* NULL: it has left, or there was none */
	unsigned tasks;     /* that have not left */
	unsigned peak;      /* most workers at once */
	uint64_t worked_ns; /* what all of them had so far */
	uint64_t begun_ns;  /* clock: when a worker first took up the primary, which sets it; 0:
	                     * none has */
	bool is_long;       /* it is worth helpers, */
	bool is_helpless;   /* but one found no memory */
	bool is_lent;       /* it is searched elsewhere (lend.h): its primary is in no queue */
	bool is_given;      /* its result has come from there */
} job_crew_t;

/* How it ends. Solver's lock. */
typedef struct {
	job_state_t state; /* a final state, or JOB_QUEUED: it is not ending */
	err_t error;       /* of JOB_FAILED */
	fault_t fault;     /* of ERR_INTERNAL */
	bool done_called;  /* on_done has returned */
} job_end_t;

/* Its part in the sharing of one search by identical questions: coalesce.h. The key is set before
 * anybody else sees the job; the rest under the solver's lock. */
typedef struct {
	coalesce_key_t key;
	job_t *leader;            /* NULL: none */
	job_t *first;             /* of its followers */
	job_t *next, *previous;   /* of the same leader */
	job_t *same;              /* leader with the same hash, or nearly */
	bool leads;               /* others may join it */
	unsigned borrowed;        /* followers that are borrowed: it is not lent then */
	_Atomic unsigned follows; /* followers; relaxed: may be old */
} job_join_t;

struct job {
	solver_t *solver; /* set once, as */
	position_t *root; /* this, which nobody plays on */
	job_request_t request;
	job_tables_t tables;
	job_shared_t shared;
	progress_slot_t progress; /* any thread */
	job_place_t place;
	inquiry_t inquiry; /* solver's lock */
	job_crew_t crew;
	job_end_t end;
	job_join_t join;
	result_t result; /* written by the last task to leave, before the state is final */
};

/* job_destroy releases a job that nobody refers to and that has no task. */
void job_destroy(job_t *job);

/* job_set_state moves the job along the table of allowed moves. */
void job_set_state(job_t *job, job_state_t to);

/* job_end_locked makes the job end in `state`; the first call counts. */
void job_end_locked(job_t *job, job_state_t state);

/* job_is_ending_locked: has an end been decided? */
bool job_is_ending_locked(const job_t *job);

/* job_recall_locked tells every task on the job to come out and look again. */
void job_recall_locked(job_t *job);

/* job_is_spent: do so many nodes, or the time, reach a limit of the job? */
bool job_is_spent(const job_t *job, uint64_t nodes, uint64_t now_ns);

/* job_env returns what a search of the job needs, but for the poll. */
search_env_t job_env(job_t *job);

#endif
