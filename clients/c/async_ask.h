/* SPDX-License-Identifier: MIT
 * async_ask.h - makes a query and gives it to the runner. Library internals.
 *
 * Threads   any.
 */
#ifndef CLIENTS_C_ASYNC_ASK_H
#define CLIENTS_C_ASYNC_ASK_H

#include "clients/c/async.h"

/* async_query makes a query with a number of its own; its request is to be put into q->bytes. NULL,
 * with the reason in *rc: no callback was given, or there is no memory. */
query_t *async_query(tesuji_async_t *a, const tesuji_query_t *asked, int *rc, tesuji_error_t *why);

/* async_query_for makes one whose request, of that method, is begun; one map must follow if it has
 * parameters. NULL likewise. */
query_t *async_query_for(tesuji_async_t *a, const tesuji_query_t *asked, method_t method, int *rc,
                         tesuji_error_t *why);

/* async_ask gives a query whose request is complete to the runner; on failure it frees the
 * query. */
int async_ask(tesuji_async_t *a, query_t *q, tesuji_error_t *why);

#endif
