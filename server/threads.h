/* SPDX-License-Identifier: MIT
 * threads.h - starts the threads of libuv and liburcu at the beginning.
 *
 * libuv makes the threads of its pool when they are first needed, and liburcu makes the thread
 * that runs deferred calls. Both abort the process when they cannot have them. So the threads
 * are made at the start, after a trial that can fail in order. Work is given to the pool only
 * where threads_start has made it.
 *
 * Threads   main before there are other threads, or the thread that starts an embedded daemon.
 * Errors    ERR_NOMEM: no memory for so many threads, or no more of them are allowed.
 */
#ifndef SERVER_THREADS_H
#define SERVER_THREADS_H

#include <stdbool.h>

#include <uv.h>

#include "engine/base/err.h"

/* threads_start starts the thread of the epochs (engine/table/epoch.h) and libuv's pool. */
err_t threads_start(uv_loop_t *loop);

/* threads_start_epochs starts the thread of the epochs alone, for a daemon inside another
 * program. */
err_t threads_start_epochs(void);

/* threads_have_pool tells whether work may be given to libuv's pool. Any thread. */
bool threads_have_pool(void);

#endif
