/* SPDX-License-Identifier: MIT
 * solver.h - the engine's public face: submit a problem, hear of its progress,
 * cancel it, read its result.
 *
 * A solver is a pool of worker threads and a transposition table that they and
 * all jobs share. Jobs run side by side. A new job is looked at within
 * microseconds even when every worker is busy: a worker puts its long search
 * aside, and takes it up again where it was. Only jobs that turn out to be long
 * are spread over several workers.
 *
 * Units     times in nanoseconds unless the name says otherwise; depth in plies.
 * Ownership a job_t is counted: submit gives the caller one reference, the pool
 *           holds its own; job_release gives it back. Progress and result are
 *           copied out.
 * Threads   every function: any thread. Of a solver by turns solver_turn, solver_wait
 *           and solver_destroy: one thread, which has joined epochs if there are
 *           jobs. on_progress and on_done run on a worker thread (by turns on that
 *           one) and must not block or call solver_turn, solver_wait or
 *           solver_destroy, on_progress neither solver_submit nor solver_cancel;
 *           on_done runs exactly once for every job that was submitted, after the
 *           last on_progress, and may run before solver_submit returns.
 * Errors    bad problems are refused by solver_submit with the path of the bad
 *           field; a job that runs out of memory, or fails a check of its own (fault.c), ends as
 *           JOB_FAILED.
 */
#ifndef ENGINE_SOLVE_SOLVER_H
#define ENGINE_SOLVE_SOLVER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/guard.h"
#include "engine/game/game.h"
#include "engine/search/search.h"
#include "engine/base/verdict.h"
#include "engine/table/ttable.h"

enum { LINE_MAX_MOVES = 512, LABEL_MAX = 64 }; /* limit: moves of a line; bytes of a label */

typedef struct solver solver_t;
struct store; /* store_t of engine/store/store.h */
typedef struct job job_t;

/* A piece of a solver's work that failed a check of its own and was left (fault.c). */
typedef struct {
	fault_t fault;
	const char *work;         /* "search", "result" or "certificate" */
	const problem_t *problem; /* borrowed during the call */
} solver_fault_t;

typedef enum { PRIORITY_IDLE, PRIORITY_NICE, PRIORITY_NORMAL } worker_priority_t;

typedef struct {
	unsigned workers;           /* threads; 0 = one for each core */
	size_t table_bytes;         /* of the shared table; 0 = the default, 256 MiB */
	bool table_touched;         /* take all its memory at the start, not as it is used */
	size_t answers;             /* to be remembered (answer_cache.h); 0 = none */
	struct store *store;        /* of facts that stay; borrowed until the end; NULL = none */
	uint64_t young_us;          /* a job gets no helpers before it has run so long; 0 = 2 ms */
	worker_priority_t priority; /* of the worker threads, see thread_priority.c */
	bool by_turns;              /* no threads: the one worker is solver_turn */

	/* on_fault is told of work that was left, before its job ends or its certificate fails, on
	 * the thread that did it. As on_done it must not block. NULL: nobody hears of it but who
	 * asked. */
	void (*on_fault)(const solver_fault_t *fault, void *context);
	void *fault_context;
} solver_config_t;

typedef enum { SCHEDULE_AUTO, SCHEDULE_DEPTH } schedule_t;

/* 0 = the default, or no limit where that is the default (options.h). */
typedef struct {
	int order;            /* highest order searched, 0..ORDER_MAX; -1 = default */
	bool order_is_open;   /* it was left to the solver; limits_resolve sets it */
	unsigned depth;       /* plies, odd, 1..DEPTH_MAX; 0 = default */
	unsigned within;      /* moves of the attacker, 0 = any number; then `driver` and `order`
	                       * mean nothing, and no depth is given */
	bool bounded;         /* `within` counts although it is 0: he has no move left; else
	                       * limits_resolve sets it */
	bool shortest;        /* asks for the least number of moves; likewise */
	uint64_t nodes;       /* over all workers; kept to within 66 per worker */
	uint64_t time_ms;     /* wall time from submission */
	uint64_t table_bytes; /* a table of the job's own instead of the shared one */
	unsigned workers;     /* most workers on this job at once; 0 = all */
	schedule_t schedule;
	zoning_t zoning;
	algorithm_t engine; /* df-pn has no schedule: it asks once, at the greatest depth */
	driver_t driver;    /* plain has no orders: `order` and `schedule` mean nothing to it */
} limits_t;

typedef enum {
	JOB_QUEUED,
	JOB_RUNNING,
	JOB_DONE,
	JOB_CANCELLED,
	JOB_EXPIRED,
	JOB_FAILED,
	JOB_STATES
} job_state_t;

/* Where a job stands. `order` and `depth` are of the iteration being searched. */
typedef struct {
	job_state_t state;
	uint64_t sequence; /* grows with every snapshot of a job */
	driver_t driver;   /* of the question being searched, as in result_t */
	unsigned order, depth;
	value_t value; /* known so far */
	uint64_t nodes;
	uint64_t nodes_per_s;
	uint64_t time_ns; /* since submission */
	unsigned workers; /* on the job now */
	move_t best;      /* MOVE_NONE = none yet */
	unsigned line_length;
	move_t line[LINE_MAX_MOVES]; /* the variation being searched, from the root */
} progress_t;

typedef struct {
	job_state_t state; /* a final one; EXPIRED = a limit of nodes or time ended it */
	err_t error;       /* of a FAILED job; INTERNAL: */
	fault_t fault;     /* a check failed */
	value_t value;
	scope_t scope;
	algorithm_t engine; /* that gave the value; undecided: that worked last. Never AUTO */
	driver_t driver; /* likewise: PLAIN also where the job went on without lambda (inquiry.c) */
	unsigned order;  /* at which it was decided; undecided: of the last iteration */
	unsigned depth;  /* likewise, plies; proven: of the proof found */
	move_t best;     /* of a proof, else MOVE_NONE */
	unsigned line_length;
	move_t line[LINE_MAX_MOVES]; /* principal variation, passes included */
	ko_t ko;          /* the verdict by ko, if asked and decided; the rest is with that stock */
	unsigned denied;  /* of a question about moves: the goal is not reached within so many */
	unsigned threats; /* KO_FIGHT: least number for who moves first; THREATS_UNLIMITED: > 2 */
	/* What a proof (or the failures) that was found depends on, not always the one whose
	 * line is told; no areas: on all points. Undecided: that nothing is proven within the
	 * limits. */
	zone_t zone;
	uint64_t nodes; /* of the search; reading the line is not counted */
	uint64_t time_ns;
	uint64_t wait_ns;   /* of it, until a worker took the job up; all of it where none did */
	uint64_t worked_ns; /* of workers, together; 0 where another job's search gave the answer */
	uint64_t table_bytes;
	uint64_t table_entries, table_used;
	unsigned workers; /* most that ran at once */
	bool remembered;  /* answered from memory or the store, without a search */
} result_t;

/* What several questions have cost together: worked_ns and nodes of their results. */
typedef struct {
	uint64_t worked_ns, nodes;
} cost_t;

typedef struct {
	problem_t problem; /* borrowed during the call */
	limits_t limits;
	bool fresh;           /* is not to be answered from memory, or the store */
	bool ko;              /* asks for the verdict by ko; `problem` then gives no threats */
	bool borrowed;        /* another solver has lent it (lend.h): it is searched here */
	uint64_t client;      /* whose it is: any number. Clients have turns (queue.h) */
	unsigned weight;      /* of the client beside others; 0 is 1 */
	unsigned priority;    /* among the client's jobs: more goes first */
	uint64_t progress_ms; /* least time between progress calls; 0 = none */
	void (*on_progress)(job_t *job, void *context); /* may be NULL */
	void (*on_done)(job_t *job, void *context);     /* may be NULL */
	void *context;
	_Atomic unsigned *queued; /* of whoever submits: counts his jobs that are queued. NULL:
	                           * nothing does. It outlives the solver */
} request_t;

err_t solver_create(const solver_config_t *config, solver_t **out, errinfo_t *why);

/* solver_destroy cancels what runs, waits for every on_done and ends the
 * threads. Jobs still referenced stay readable. NULL is accepted. */
void solver_destroy(solver_t *solver);

/* solver_turn works on what was submitted, for about so long; false: there was nothing. Of a
 * solver by turns, in which nothing is searched otherwise, but in solver_wait and solver_destroy.
 */
bool solver_turn(solver_t *solver, uint64_t ns);

unsigned solver_workers(const solver_t *solver);

/* solver_table tells how full the shared table is. */
void solver_table(const solver_t *solver, ttable_stats_t *out);

/* solver_met tells what all searches have met (search.h), but for those that run now since they
 * were last interrupted. */
void solver_met(const solver_t *solver, uint64_t *known, uint64_t *marked);

/* solver_ticking: has every busy worker passed a stopping point since the last
 * call? For a watchdog. Any one thread. */
bool solver_ticking(solver_t *solver);

/* solver_submit checks the request and queues the job. On failure *out is NULL
 * and *why names the field. */
err_t solver_submit(solver_t *solver, const request_t *request, job_t **out, errinfo_t *why);

/* solver_cancel asks the job to stop; it ends as CANCELLED within 100 us of
 * searching, unless it ends on its own first. Does not wait. The solver must still exist, or
 * have ended the job. */
void solver_cancel(job_t *job);

/* solver_wait blocks until on_done has returned. The solver must still exist. */
void solver_wait(job_t *job);

bool job_is_final(const job_t *job);

/* job_is_queued: has no worker taken it up yet? It reads one word of the job, for who looks at
 * thousands of them. */
bool job_is_queued(const job_t *job);

/* job_progress copies the latest snapshot. The calling thread must have joined
 * epochs (epoch_thread_join). */
void job_progress(job_t *job, progress_t *out);

/* job_result copies the result; only of a final job. */
void job_result(const job_t *job, result_t *out);

/* job_position borrows the root position, for texts of moves and rows. It
 * must not be played on. */
const position_t *job_position(const job_t *job);

/* job_question returns a number that jobs which ask the same have in common, on any machine, and
 * others hardly (coalesce_key.h); 0: the job shares no search. */
uint64_t job_question(const job_t *job);

void *job_context(const job_t *job);
void job_hold(job_t *job);
void job_release(job_t *job);

const char *job_state_name(job_state_t state); /* "queued", "running", "done", ... */

#endif
