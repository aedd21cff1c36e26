/* SPDX-License-Identifier: MIT
 * budget.h - one budget for the memory that all clients together make the server hold.
 *
 * Each connection is charged for itself, its input buffer, its output queue, its boards;
 * its peer (peers.h) for all of them. Beyond the budget the greediest peer loses
 * its largest connections, until an eighth is free again. Connections to the control socket and
 * of an embedded server are not charged.
 *
 * What is bounded by its number is not in here: jobs in flight (max_jobs), finished ones
 * (keep_finished), statuses (32), what a connection hears of (max_jobs_per_connection,
 * twice), certificates: 256 MiB of those that are kept, and once more for the 2 that are being made
 * 256 MiB of nodes, as much for what a denial has met, and a file of 64 MiB each.
 *
 * Units     bytes, as allocated; a message in several queues counts in each.
 * Threads   the loop thread.
 */
#ifndef SERVER_BUDGET_H
#define SERVER_BUDGET_H

#include "server/conn.h"

/* budget_update charges what the connection holds by now: after anything that changes it. */
void budget_update(conn_t *conn);

/* budget_hold adds to what it holds beside its buffers. */
void budget_hold(conn_t *conn, size_t bytes);
void budget_give(conn_t *conn, size_t bytes);

/* budget_is_over: is nothing to be taken up before somebody has been closed? */
bool budget_is_over(const conns_t *conns);

#endif
