/* SPDX-License-Identifier: MIT
 * async_fetch.h - what a message does to a certificate and to a status. Library internals.
 *
 * Threads   the runner.
 */
#ifndef CLIENTS_C_ASYNC_FETCH_H
#define CLIENTS_C_ASYNC_FETCH_H

#include "clients/c/async.h"

/* What comes for a certificate: a piece, or that it is made; for a status: its number, a verdict,
 * its end. */
void async_piece(tesuji_async_t *a, query_t *q, const rpc_t *message);
void async_certified(tesuji_async_t *a, const rpc_t *message);
void async_begun(tesuji_async_t *a, query_t *q, const rpc_t *message);
void async_verdict(tesuji_async_t *a, const rpc_t *message);
void async_ended(tesuji_async_t *a, const rpc_t *message);

/* async_cancel_status asks the daemon to stop one. */
void async_cancel_status(tesuji_async_t *a, const query_t *q);

#endif
