/* SPDX-License-Identifier: MIT
 * statuses.h - the statuses of Go boards in flight: surveys, and whose they are.
 *
 *     begun --verdicts--> on_done --> go.done, forgotten
 *
 * Nothing is kept of one that has ended, and nobody else can watch it: it is short, and asked
 * again it is remembered by the solver. It refers to its connection by id only, as jobs do.
 *
 * Ownership statuses_t owns them.
 * Threads   the loop thread; workers touch the news of a status only.
 */
#ifndef SERVER_STATUSES_H
#define SERVER_STATUSES_H

#include <stdatomic.h>

#include "engine/solve/survey.h"
#include "protocol/go.h"
#include "server/bridge.h"
#include "server/conn.h"
#include "server/idmap.h"
#include "server/list.h"

typedef struct statuses statuses_t;

struct statuses {
	uv_loop_t *loop;
	solver_t *solver;
	bridge_t *bridge;
	conns_t *conns;
	idmap_t map;
	link_t active; /* oldest first */
	link_t asking; /* of them, those with questions to be asked by this thread, in turn */
	uv_idle_t turn;
	unsigned active_count;
	void *context;
	void (*idle_cb)(statuses_t *statuses); /* the last active one has ended */
};

void statuses_init(statuses_t *statuses, uv_loop_t *loop, conns_t *conns, void *context);

/* statuses_close closes the handle; statuses_fini after the loop has run its closing callbacks.
 * None may be active. */
void statuses_close(statuses_t *statuses);
void statuses_fini(statuses_t *statuses);

/* statuses_admit tells whether `conn` may begin one now: ERR_OK, or ERR_BUSY with the time by
 * which the oldest will have ended. It keeps to what a connection, its peer and the server may
 * have; the control socket has those of one connection beside that. */
err_t statuses_admit(const statuses_t *statuses, const conn_t *conn, uint64_t *retry_ms,
                     errinfo_t *why);

/* statuses_begin takes up a status of `conn`; its callbacks are filled in here. What it has
 * become is written to *out, but for the board. */
err_t statuses_begin(statuses_t *statuses, conn_t *conn, survey_request_t *request,
                     msg_begun_t *out, errinfo_t *why);

/* statuses_cancel ends one soon; ERR_JOB: there is none of that number. */
err_t statuses_cancel(statuses_t *statuses, uint64_t id, errinfo_t *why);
void statuses_cancel_all(statuses_t *statuses);

/* As jobs_conn_ended and jobs_conn_gone (jobs.h). */
void statuses_conn_ended(conn_t *conn);
void statuses_conn_gone(conn_t *conn);

#endif
