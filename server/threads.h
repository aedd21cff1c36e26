/* SPDX-License-Identifier: MIT
 * threads.h - the threads of the libraries below, taken at the start.
 *
 * libuv makes the threads of its pool when they are first needed, and liburcu the one that
 * runs deferred calls; either aborts the process when it cannot have them. So they are made at
 * the start, after a trial that fails in order, and the pool is used by nobody who has not
 * got it.
 *
 * Threads   main, before there are others, or whoever starts an embedded daemon.
 * Errors    ERR_NOMEM: no memory for so many threads, or no more of them are allowed.
 */
#ifndef SERVER_THREADS_H
#define SERVER_THREADS_H

#include <stdbool.h>

#include <uv.h>

#include "engine/base/err.h"

/* threads_start starts the epochs' thread and libuv's pool. */
err_t threads_start(uv_loop_t *loop);

/* threads_start_epochs starts the epochs' thread alone: for a daemon inside another program. */
err_t threads_start_epochs(void);

/* threads_have_pool: may work be given to libuv's pool? */
bool threads_have_pool(void);

#endif
