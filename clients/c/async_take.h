/* SPDX-License-Identifier: MIT
 * async_take.h - what a message, a deadline or a cancel does to a query. Library internals.
 *
 * Threads   the runner.
 */
#ifndef CLIENTS_C_ASYNC_TAKE_H
#define CLIENTS_C_ASYNC_TAKE_H

#include "clients/c/async.h"

/* async_queue_init empties a queue, whose queries are sent at any time. */
void async_queue_init(queue_t *queue);

/* async_add takes on a fresh query: it joins its queue, the list of all and, with a
 * deadline, that of deadlines. async_unfetch frees the certificate that was fetched so far.
 * async_retire frees a query that was answered and about which the daemon can send nothing more,
 * async_free one that was never asked. */
void async_add(tesuji_async_t *a, query_t *q);
void async_unfetch(query_t *q);
void async_retire(tesuji_async_t *a, query_t *q);
void async_free(query_t *q);

/* async_fail answers a query with an error, unless it was answered before. async_stop does so
 * with a query that the daemon may have, and asks the daemon to stop its work. */
void async_fail(tesuji_async_t *a, query_t *q, const tesuji_error_t *error);
void async_stop(tesuji_async_t *a, query_t *q, tesuji_code_t code, const char *text);

/* async_tell calls `answered`, unless it was called before. async_again puts a query for which
 * the daemon had no room back into its queue, at its turn. async_nonsense loses the
 * connection to a daemon that has sent a message which makes no sense. */
void async_tell(tesuji_async_t *a, query_t *q, tesuji_answer_t *answer);
void async_again(tesuji_async_t *a, query_t *q, uint64_t retry_ms);
void async_nonsense(tesuji_async_t *a, const errinfo_t *why);

/* async_error reads the error of a response; false: it has none. */
bool async_error(tesuji_async_t *a, const rpc_t *message, tesuji_error_t *out);

/* async_refused reads the error of a response, if it has one, and answers the query or puts it back
 * to be sent again. False: there is no error. */
bool async_refused(tesuji_async_t *a, query_t *q, const rpc_t *message);

/* async_fail_all answers and frees every query that is not fresh. */
void async_fail_all(tesuji_async_t *a, const tesuji_error_t *error);

/* async_take is called for every message of the connection (tesuji.take). True: it was for a
 * query. */
bool async_take(tesuji_t *t, const rpc_t *message);

#endif
