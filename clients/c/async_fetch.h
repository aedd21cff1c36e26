/* SPDX-License-Identifier: MIT
 * async_fetch.h - what a message does to a certificate and to a status. Library internals.
 *
 * Threads   the runner.
 */
#ifndef CLIENTS_C_ASYNC_FETCH_H
#define CLIENTS_C_ASYNC_FETCH_H

#include "clients/c/async.h"

/* Each takes one message: async_piece the answer to job.certificate for q; async_certified the
 * notification job.certified; async_begun the answer to go.status for q; async_verdict and
 * async_ended the notifications go.verdict and go.done. async_piece and async_begun may free q. */
void async_piece(tesuji_async_t *a, query_t *q, const rpc_t *message);
void async_certified(tesuji_async_t *a, const rpc_t *message);
void async_begun(tesuji_async_t *a, query_t *q, const rpc_t *message);
void async_verdict(tesuji_async_t *a, const rpc_t *message);
void async_ended(tesuji_async_t *a, const rpc_t *message);

/* async_cancel_status asks the daemon to stop the accepted status q. */
void async_cancel_status(tesuji_async_t *a, const query_t *q);

#endif
