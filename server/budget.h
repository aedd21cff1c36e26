/* SPDX-License-Identifier: MIT
 * budget.h - one bound on the memory that all clients together make the server hold
 * (max_client_mib).
 *
 * A connection is charged for its own structure, its input buffer, its output queue and its
 * boards; its peer (peers.h) is charged for all its connections. When the sum exceeds the bound,
 * the peer that holds most loses its largest connections, until an eighth of the bound is free
 * again (evict.h). Connections to the control socket and those of an embedded server are not
 * charged.
 *
 * What a number bounds already is not charged: jobs in flight (max_jobs), finished jobs
 * (keep_finished), statuses (32), what a connection hears of (max_jobs_per_connection, twice)
 * and certificates. Of these 256 MiB are kept; each of the 2 that are being made may take 256
 * MiB for its nodes, 256 MiB for the positions that a denial has visited, 64 MiB to find nodes by
 * their zones, and 64 MiB for the file.
 *
 * Units     bytes, as allocated; a message in several queues counts in each.
 * Threads   the loop thread.
 */
#ifndef SERVER_BUDGET_H
#define SERVER_BUDGET_H

#include "server/conn.h"

/* budget_update charges the connection for what it holds now. Call it after any change of that. */
void budget_update(conn_t *conn);

/* budget_hold adds `bytes` to what the connection holds beside its buffers; budget_give takes
 * away bytes that budget_hold has added. */
void budget_hold(conn_t *conn, size_t bytes);
void budget_give(conn_t *conn, size_t bytes);

/* budget_is_over tells whether the bound is exceeded. Then no request is begun until a
 * connection has been closed. */
bool budget_is_over(const conns_t *conns);

#endif
