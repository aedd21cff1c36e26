/* SPDX-License-Identifier: MIT
 * async_batch.h - what the answer to batch.watch does to a query. Library internals.
 *
 * Threads   the runner.
 */
#ifndef CLIENTS_C_ASYNC_BATCH_H
#define CLIENTS_C_ASYNC_BATCH_H

#include "clients/c/async.h"

/* async_batch_told takes the answer of the daemon to a query for the results of a batch. */
void async_batch_told(tesuji_async_t *a, query_t *q, const rpc_t *message);

#endif
