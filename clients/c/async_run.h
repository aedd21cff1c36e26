/* SPDX-License-Identifier: MIT
 * async_run.h - the runner: sends, receives and answers. Library internals.
 *
 * Threads   the runner.
 */
#ifndef CLIENTS_C_ASYNC_RUN_H
#define CLIENTS_C_ASYNC_RUN_H

#include "clients/c/async.h"

/* async_send appends a copy of the bytes to what is to be sent; without memory the connection is
 * lost. */
void async_send(tesuji_async_t *a, const uint8_t *bytes, size_t length);

#endif
