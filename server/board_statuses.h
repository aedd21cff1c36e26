/* SPDX-License-Identifier: MIT
 * board_statuses.h - the statuses of Go boards in flight: surveys, and whose they are.
 *
 *     begun --verdicts--> on_done --> go.done, forgotten
 *
 * Nothing is kept of one that has ended, and nobody else can watch it: it is short, and asked
 * again it is remembered by the solver. It refers to its connection by id only, as jobs do.
 *
 * Ownership board_statuses_t owns them.
 * Threads   the loop thread; workers touch the news of a status only.
 */
#ifndef SERVER_BOARD_STATUSES_H
#define SERVER_BOARD_STATUSES_H

#include <stdatomic.h>

#include "engine/solve/board_status.h"
#include "protocol/msg_go.h"
#include "server/bridge.h"
#include "server/conn.h"
#include "server/idmap.h"
#include "server/list.h"

typedef struct statuses board_statuses_t;

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
	void (*idle_cb)(board_statuses_t *statuses); /* the last active one has ended */
};

void board_statuses_init(board_statuses_t *statuses, uv_loop_t *loop, conns_t *conns,
                         void *context);

/* board_statuses_close closes the handle; board_statuses_fini after the loop has run its closing
 * callbacks. None may be active. */
void board_statuses_close(board_statuses_t *statuses);
void board_statuses_fini(board_statuses_t *statuses);

/* board_statuses_admit tells whether `conn` may begin one now: ERR_OK, or ERR_BUSY with the time by
 * which the oldest will have ended. It keeps to what a connection, its peer and the server may
 * have; the control socket has those of one connection beside that. */
err_t board_statuses_admit(const board_statuses_t *statuses, const conn_t *conn, uint64_t *retry_ms,
                           errinfo_t *why);

/* board_statuses_begin takes up a status of `conn`; its callbacks are filled in here. What it has
 * become is written to *out, but for the board. */
err_t board_statuses_begin(board_statuses_t *statuses, conn_t *conn,
                           board_status_request_t *request, msg_begun_t *out, errinfo_t *why);

/* board_statuses_cancel ends one soon; ERR_JOB: there is none of that number. */
err_t board_statuses_cancel(board_statuses_t *statuses, uint64_t id, errinfo_t *why);
void board_statuses_cancel_all(board_statuses_t *statuses);

/* As subscriptions_conn_ended and subscriptions_conn_gone (jobs.h). */
void board_statuses_conn_ended(conn_t *conn);
void board_statuses_conn_gone(conn_t *conn);

#endif
