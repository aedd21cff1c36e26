/* SPDX-License-Identifier: MIT
 * async_call.h - what a message does to a call in MessagePack. Library internals.
 *
 * Threads   the runner.
 */
#ifndef CLIENTS_C_ASYNC_CALL_H
#define CLIENTS_C_ASYNC_CALL_H

#include "clients/c/async.h"

/* async_returned takes the response to a call; async_notice passes a notification on. */
void async_returned(tesuji_async_t *a, query_t *q, const rpc_t *message);
void async_notice(tesuji_async_t *a, const rpc_t *message);

#endif
