/* SPDX-License-Identifier: MIT
 * conns.h - all connections of a server, and the moments of a loop turn that they share.
 *
 * Ownership conns_t (conn.h) owns the connections in it.
 * Threads   the loop thread.
 */
#ifndef SERVER_CONNS_H
#define SERVER_CONNS_H

#include "server/conn.h"

/* conns_init sets the handles up; callbacks, peers and limits are the
 * caller's to fill before the first connection. */
void conns_init(conns_t *conns, uv_loop_t *loop, void *context);

/* conns_open is conn_open, and starts the sweep over time limits. */
err_t conns_open(conns_t *conns, int fd, peer_t *peer, conn_place_t place, conn_t **out);

/* conns_close closes the handles; all connections must have gone. conns_fini
 * after the loop has run its closing callbacks. */
void conns_close(conns_t *conns);
void conns_fini(conns_t *conns);

/* conns_find returns the connection of that id if it still takes messages, or NULL. */
conn_t *conns_find(const conns_t *conns, uint64_t id);

/* conns_finish_all flushes and closes every connection; conns_abort_all does
 * not flush. */
void conns_finish_all(conns_t *conns);
void conns_abort_all(conns_t *conns);

/* conns_flush writes at once what is queued. */
void conns_flush(conns_t *conns);

#endif
