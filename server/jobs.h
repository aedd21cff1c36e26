/* SPDX-License-Identifier: MIT
 * jobs.h - the jobs the server knows, and who wants to hear of them.
 *
 *     accepted --> active --on_done--> finished --age or number--> forgotten
 *
 * A record is the server's side of a job. It refers to connections by id only:
 * a client may be gone when its result arrives. Worker threads touch nothing of
 * a record but its two bridge nodes and two flags.
 *
 * Invariant every accepted job passes done_cb once; each connection that
 *           subscribed and still listens gets one job.done for it.
 * Ownership jobs_t owns the records; a record owns a reference to its job_t
 *           until that is finished, then only what it needs for answers.
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
#include "server/proofs.h"

typedef struct jobs jobs_t;
typedef struct record record_t;

struct record {
	idnode_t node;
	link_t link; /* in jobs->active or jobs->finished */
	jobs_t *jobs;
	job_t *job; /* NULL when finished */
	char label[MSG_LABEL_BYTES];
	msg_goal_t goal;
	bool detach;
	peer_t *peer;                /* whose it is; held while it is active */
	uint64_t table_bytes;        /* of its own table: giving the job back may take long */
	link_t subs;                 /* of subscriptions.c, like */
	unsigned sub_count, wanting; /* so many; of them, those that want progress, and */
	unsigned left;     /* those to be looked at for the progress that is being told; */
	link_t of_telling; /* in jobs->telling while somebody is still to be told */
	bool is_forgotten; /* it is in no other list, and goes when all have been told */

	/* Between the workers and the loop. */
	bridge_node_t progress_node, done_node;
	atomic_bool progress_posted; /* progress_node is in the bridge */
	atomic_bool wanted;          /* somebody wants progress; relaxed: a late news is lost */

	/* Of a finished one. */
	uint64_t finished_ms; /* uv_now */
	msg_row_t row;
	outbuf_t *done; /* its notification; NULL: there was no memory */
	proof_t *proof; /* what it has proven; NULL: nothing, or no memory */
};

struct jobs {
	uv_loop_t *loop;
	solver_t *solver;
	bridge_t *bridge;
	conns_t *conns;
	proofs_t *proofs;
	idmap_t map;
	link_t active, finished; /* oldest first */
	link_t telling;          /* those of which not everybody has been told */
	unsigned active_count, finished_count;
	unsigned telling_count; /* finished ones among them */
	uv_idle_t turn;         /* for them */
	uint64_t told_turn;     /* the turn of the loop, in which so much was done: */
	unsigned told;          /* subs looked at, those that were sent something count more */
	uint64_t told_in_all;   /* the sum, for tests: it grows with what there is to tell */
	uint64_t table_bytes;   /* of the active jobs' own tables together */
	double mean_ms;         /* of the time a job took, weighted towards recent ones */
	unsigned refused;       /* since a job last finished */
	/* Settings. */
	unsigned max_jobs, max_jobs_per_connection, keep_finished;
	uint64_t keep_ms, progress_min_ms;
	void *context;
	void (*idle_cb)(jobs_t *jobs);     /* nothing is in flight any more */
	void (*told_cb)(record_t *record); /* everybody has heard of its end; jobs.c's own */
};

void jobs_init(jobs_t *jobs, uv_loop_t *loop, conns_t *conns, void *context);

/* jobs_fini forgets the finished ones; none may be active. */
void jobs_fini(jobs_t *jobs);

enum { CONTROL_JOBS = 8 }; /* that the control socket has beside max_jobs */

/* jobs_submit takes up a job of `conn`. The texts of `request->problem` are
 * borrowed during the call; its callbacks are filled in here. */
err_t jobs_submit(jobs_t *jobs, conn_t *conn, request_t *request, const msg_submit_t *msg,
                  uint64_t *id, errinfo_t *why);

/* jobs_find returns the record or NULL. */
record_t *jobs_find(jobs_t *jobs, uint64_t id);

/* jobs_watch lets `conn` hear of an active job; again: changes the interval. */
err_t jobs_watch(record_t *record, conn_t *conn, uint64_t progress_ms, errinfo_t *why);

void jobs_cancel_all(jobs_t *jobs);

/* jobs_in_flight counts the active ones, and those whose end is not told to everybody yet. */
unsigned jobs_in_flight(const jobs_t *jobs);

/* jobs_expire forgets finished jobs beyond their number or age. */
void jobs_expire(jobs_t *jobs);

#endif
