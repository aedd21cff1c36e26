/* SPDX-License-Identifier: MIT
 * async_take.h - what a message, a deadline or a wish to cancel does to a query. Library internals.
 *
 * Threads   the runner.
 */
#ifndef CLIENTS_C_ASYNC_TAKE_H
#define CLIENTS_C_ASYNC_TAKE_H

#include "clients/c/async.h"

/* async_add takes a fresh query on; async_unfetch forgets what was fetched for it; async_retire
 * frees one that nothing more can come of. */
void async_add(tesuji_async_t *a, query_t *q);
void async_unfetch(query_t *q);
void async_retire(tesuji_async_t *a, query_t *q);

/* async_fail answers a query with an error, unless it is told. async_stop does so to one that the
 * daemon may have: it is to stop then. */
void async_fail(tesuji_async_t *a, query_t *q, const tesuji_error_t *error);
void async_stop(tesuji_async_t *a, query_t *q, tesuji_code_t code, const char *text);

/* async_tell gives a query its answer, unless it is told. async_again puts one that the daemon had
 * no room for back to its turn. async_nonsense loses the connection to a daemon that sends such. */
void async_tell(tesuji_async_t *a, query_t *q, tesuji_answer_t *answer);
void async_again(tesuji_async_t *a, query_t *q, uint64_t retry_ms);
void async_nonsense(tesuji_async_t *a, const errinfo_t *why);

/* async_error reads the error of a response; false: there is none. */
bool async_error(tesuji_async_t *a, const rpc_t *message, tesuji_error_t *out);

/* async_fail_all answers and frees every query; none may be fresh. */
void async_fail_all(tesuji_async_t *a, const tesuji_error_t *error);

/* async_take sees every message of such a connection first (tesuji.take). */
bool async_take(tesuji_t *t, const rpc_t *message);

#endif
