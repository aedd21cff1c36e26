/* SPDX-License-Identifier: MIT
 * jobs.h - the jobs that the server knows, and the connections that hear of them.
 *
 *     accepted --> active --on_done--> finished --age or number--> forgotten
 *                     \--on_done--> held --journal--> kept --job.ack or age--> forgotten
 *
 * The end of a durable job (durable.h) is held back until the journal has it: until then the job is
 * active for everybody.
 *
 * A record is the server's side of a job. It refers to connections by id only, because a client
 * may be gone when its result arrives. Worker threads touch nothing of a record but its two
 * bridge nodes and two flags.
 *
 * Invariant every accepted job passes done_cb once; each connection that subscribed to it and still
 *           takes messages gets one job.done.
 * Ownership jobs_t owns the records; a record owns a reference to its job_t until the job is
 *           finished, and afterwards only what it needs for answers.
 * Threads   the loop thread, which has joined epochs.
 */
#ifndef SERVER_JOBS_H
#define SERVER_JOBS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "engine/solve/solver.h"
#include "protocol/msg.h"
#include "server/bridge.h"
#include "server/conn.h"
#include "server/idmap.h"
#include "server/list.h"
#include "server/metrics.h"
#include "server/proofs.h"

typedef struct jobs jobs_t;
typedef struct record record_t;

struct record {
	idnode_t node;
	link_t link; /* in jobs->active, jobs->finished or jobs->kept */
	jobs_t *jobs;
	job_t *job; /* a reference; NULL: the job is finished */
	char label[MSG_LABEL_BYTES];
	msg_goal_t goal;
	char options[MSG_OPTIONS_BYTES]; /* of the game, that were given */
	bool detach;
	struct kept *kept;     /* of a durable job (durable.h); NULL: it is none */
	struct errand *errand; /* of another daemon's job (fleet/errands.h); NULL: it is none */
	const char *key;       /* of a durable job; "": it is none */
	bool is_held;     /* its end is held back, which may have come: so it runs for everybody */
	account_t *owner; /* whose job it is, a reference; NULL: of nobody who has an account */
	peer_t *peer; /* whom it counts against; a reference while the job is active, else NULL */
	uint64_t table_bytes; /* of the job's own table, 0: none; releasing it may take long */

	/* Of subscriptions.c. */
	link_t subs;                 /* the subscriptions */
	unsigned sub_count, wanting; /* how many; how many of them want progress */
	unsigned left;     /* how many still have to be looked at for the progress being told */
	link_t of_telling; /* in jobs->telling while connections have still to be told */
	bool is_forgotten; /* in no other list; to be freed when all have been told */

	/* Between the workers and the loop. */
	bridge_node_t progress_node, done_node;
	atomic_bool progress_posted; /* progress_node is in the bridge */
	atomic_bool wanted;          /* wanting > 0; relaxed: late progress is lost */

	/* Of a finished one. */
	uint64_t finished_ms; /* uv_now */
	msg_row_t row;
	outbuf_t *done; /* the notification job.done; NULL: there was no memory */
	proof_t *proof; /* for its certificate; NULL: nothing is decided, or no memory */
};

struct jobs {
	uv_loop_t *loop;
	solver_t *solver;
	bridge_t *bridge;
	conns_t *conns;
	proofs_t *proofs;
	metrics_t *metrics;
	idmap_t map;
	link_t active, finished, kept; /* oldest first */
	link_t telling;                /* records with subscribers that have still to be told */
	unsigned active_count, finished_count, kept_count;
	_Atomic unsigned queued; /* of the active ones; relaxed: counted by workers */
	unsigned telling_count;  /* finished records in `telling` */
	uv_idle_t turn;          /* runs while `telling` has members */
	uint64_t told_turn;      /* the turn of the loop that `told` is of */
	unsigned told;           /* subscriptions looked at in it; sent ones count more */
	uint64_t told_in_all;    /* the sum of that over all turns, for tests */
	uint64_t table_bytes;    /* of the active jobs' own tables together */
	double mean_ms;          /* mean time that a job took, weighted towards recent jobs */
	unsigned refused;        /* submissions refused since a job last finished */
	/* Settings. */
	unsigned max_jobs, max_jobs_per_connection, keep_finished;
	uint64_t keep_ms, progress_min_ms;
	void *context;
	void (*idle_cb)(jobs_t *jobs); /* no job is in flight any more (jobs_in_flight) */
	/* A durable job has ended; its end is held back until jobs_end. Where it sets
	 * record->done, that is told instead of job.done. */
	void (*ended_cb)(record_t *record, const result_t *result);
	/* An errand has news, or has ended; it is forgotten then. NULL where there are none. */
	void (*errand_progress_cb)(record_t *record);
	void (*errand_ended_cb)(record_t *record, const result_t *result);
	struct front *front;               /* hands jobs out (fleet/front.h); NULL: there is none */
	void (*told_cb)(record_t *record); /* every subscriber was told of the end; set by jobs.c */
};

/* jobs_init prepares *jobs. The caller fills in solver, bridge, proofs, metrics, the settings and
 * idle_cb before the first submission. `conns` and `context` are borrowed. */
void jobs_init(jobs_t *jobs, uv_loop_t *loop, conns_t *conns, void *context);

/* jobs_fini forgets the finished jobs; none may be active. */
void jobs_fini(jobs_t *jobs);

enum { CONTROL_JOBS = 8 }; /* that the control socket has beside max_jobs */

/* jobs_submit submits a job of `peer`, asked for by the connection with the id `conn`, 0: by none.
 * It fills in the callbacks and the client of *request. The texts of `request->problem` are
 * borrowed during the call. On failure nothing was submitted; *why has the path that the engine
 * gave. */
err_t jobs_submit(jobs_t *jobs, peer_t *peer, uint64_t conn, request_t *request,
                  const msg_submit_t *msg, record_t **out, errinfo_t *why);

/* jobs_own subscribes the connection that has submitted an active job. ERR_NOMEM. */
err_t jobs_own(record_t *record, conn_t *conn, uint64_t progress_ms, errinfo_t *why);

/* jobs_end tells of an end that was held back. */
void jobs_end(record_t *record);

/* jobs_restore makes the record of a durable job that ended before this process began, of which
 * *done tells; record->key is to be set. The number is filled in. NULL: no
 * memory. */
record_t *jobs_restore(jobs_t *jobs, struct kept *kept, account_t *owner, msg_done_t *done);

/* jobs_forget forgets a job that has ended. */
void jobs_forget(record_t *record);

/* jobs_find returns the record of the job `id`, or NULL: there is no such job any more. */
record_t *jobs_find(jobs_t *jobs, uint64_t id);

/* jobs_watch subscribes `conn` to an active job, or changes the interval of its subscription.
 * progress_ms 0: no progress. ERR_BUSY: the connection watches as many jobs as it may.
 * ERR_NOMEM. */
err_t jobs_watch(record_t *record, conn_t *conn, uint64_t progress_ms, errinfo_t *why);

/* jobs_cancel_all asks every active job to end. */
void jobs_cancel_all(jobs_t *jobs);

/* jobs_in_flight returns the number of active jobs and of finished ones whose subscribers have
 * not all been told yet. */
unsigned jobs_in_flight(const jobs_t *jobs);

/* jobs_expire forgets the oldest finished jobs, beyond keep_finished or older than keep_ms. */
void jobs_expire(jobs_t *jobs);

#endif
