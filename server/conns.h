/* SPDX-License-Identifier: MIT
 * conns.h - all connections of a server, and what a turn of the loop does for all of them: the
 * writing, the backlog, the sweep over time limits.
 *
 * Ownership conns_t (conn.h) owns the connections in it.
 * Threads   the loop thread.
 */
#ifndef SERVER_CONNS_H
#define SERVER_CONNS_H

#include "server/conn.h"

/* conns_init prepares the handles on `loop`. The caller fills in the callbacks, peers and limits
 * before the first connection. */
void conns_init(conns_t *conns, uv_loop_t *loop, void *context);

/* conns_open is conn_open, and starts the sweep over time limits if it does not run. */
err_t conns_open(conns_t *conns, int fd, peer_t *peer, conn_place_t place, conn_t **out);

/* conns_close closes the handles; every connection must have been freed. Call conns_fini after
 * the loop has run the closing callbacks. */
void conns_close(conns_t *conns);
void conns_fini(conns_t *conns);

/* conns_find returns the connection `id` if it still takes messages (OPEN or ENDING), or NULL. */
conn_t *conns_find(const conns_t *conns, uint64_t id);

/* conns_finish_all finishes every connection (conn_finish); conns_abort_all aborts every
 * connection. */
void conns_finish_all(conns_t *conns);
void conns_abort_all(conns_t *conns);

/* conns_flush writes at once what is queued for all connections. */
void conns_flush(conns_t *conns);

#endif
