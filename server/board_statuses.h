/* SPDX-License-Identifier: MIT
 * board_statuses.h - the statuses in flight, of boards (go.status), of dragons (go.life) and of
 * first moves (job.moves), and the connections that asked.
 *
 *     begun --verdicts--> on_done --> go.done sent, freed
 *
 * Nothing is kept of a status that has ended, and no other connection can watch one: it is
 * short, and when it is asked again the solver remembers its answers. A status refers to its
 * connection by id, as a job does.
 *
 * Ownership board_statuses_t owns the statuses.
 * Threads   the loop thread; workers touch only the news of a status (board_statuses.c).
 */
#ifndef SERVER_BOARD_STATUSES_H
#define SERVER_BOARD_STATUSES_H

#include <stdatomic.h>

#include "engine/solve/board_status.h"
#include "engine/solve/dragon_status.h"
#include "engine/solve/first_moves.h"
#include "protocol/msg_life.h"
#include "protocol/msg_moves.h"
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
	link_t asking; /* of them, those whose questions are not all asked yet, in turn */
	uv_idle_t turn;
	unsigned active_count;
	void *context;
	void (*idle_cb)(board_statuses_t *statuses); /* the last active one has ended */
};

/* board_statuses_init prepares *statuses on `loop`. The caller fills in solver, bridge and
 * idle_cb before the first status begins. `conns` and `context` are borrowed. */
void board_statuses_init(board_statuses_t *statuses, uv_loop_t *loop, conns_t *conns,
                         void *context);

/* board_statuses_close closes the libuv handle; call board_statuses_fini after the loop has run
 * its closing callback. No status may be active. */
void board_statuses_close(board_statuses_t *statuses);
void board_statuses_fini(board_statuses_t *statuses);

/* board_statuses_admit tells whether `conn` may begin a status now. ERR_BUSY with the bound in
 * *why: its connection, its peer or the server has as many as it may have; *retry_ms is then the
 * time, in ms, by which the oldest of these will have ended. The control socket has the bound of
 * one connection beside the server's. */
err_t board_statuses_admit(const board_statuses_t *statuses, const conn_t *conn, uint64_t *retry_ms,
                           errinfo_t *why);

/* board_statuses_begin begins a status for `conn`. It fills in the callbacks and the client of
 * *request, and the number and the count of questions of *out, but not its board. On failure
 * nothing has begun, and *why says what is wrong with the request, or ERR_NOMEM. */
err_t board_statuses_begin(board_statuses_t *statuses, conn_t *conn,
                           board_status_request_t *request, msg_begun_t *out, errinfo_t *why);

/* board_statuses_begin_life does the same for the status of a dragon. What is left undecided of
 * "kill" and "live" is judged if `judge` is set. All of *out but the rows is filled in. */
err_t board_statuses_begin_life(board_statuses_t *statuses, conn_t *conn,
                                dragon_status_request_t *request, bool judge, msg_dragon_t *out,
                                errinfo_t *why);

/* board_statuses_begin_moves does the same for the first moves of a problem, whose goal, with its
 * type named, is *goal. All of *out but the time is filled in. */
err_t board_statuses_begin_moves(board_statuses_t *statuses, conn_t *conn,
                                 first_moves_request_t *request, const msg_goal_t *goal,
                                 msg_moves_t *out, errinfo_t *why);

/* board_statuses_cancel asks the status `id` to end soon; its last message still comes. ERR_JOB:
 * no status of that number is in flight. board_statuses_cancel_all does so with every status. */
err_t board_statuses_cancel(board_statuses_t *statuses, uint64_t id, errinfo_t *why);
void board_statuses_cancel_all(board_statuses_t *statuses);

/* board_statuses_peer returns whose the status of that number is; NULL: there is none. */
const peer_t *board_statuses_peer(const board_statuses_t *statuses, uint64_t id);

/* board_statuses_conn_ended cancels the statuses of a connection that asks nothing more but
 * still reads. board_statuses_conn_gone also takes them off a connection that takes no more
 * messages. */
void board_statuses_conn_ended(conn_t *conn);
void board_statuses_conn_gone(conn_t *conn);

#endif
