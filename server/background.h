/* SPDX-License-Identifier: MIT
 * background.h - threads beside the loop, each for one piece of work, of whose end the loop never
 * waits while it serves.
 *
 *   loop     background_begin makes the thread
 *   thread   does its work, and tells the loop by the bridge, which is the last thing it does
 *   loop     takes what was told; the thread is joined later, when it has ended
 *
 * Ownership what a thread works on is the caller's; background_t has the threads.
 * Threads   the loop thread.
 */
#ifndef SERVER_BACKGROUND_H
#define SERVER_BACKGROUND_H

#include "engine/base/err.h"
#include "server/list.h"

typedef struct {
	link_t threads; /* that have not been joined */
} background_t;

void background_init(background_t *background);

/* background_begin has a new thread call `work`, with every signal blocked: signals go to the loop.
 * ERR_NOMEM: there is no thread to be had. */
err_t background_begin(background_t *background, void *(*work)(void *context), void *context);

/* background_join waits until all threads have ended: when the loop serves nobody any more. The
 * bridge may be closed then. */
void background_join(background_t *background);

#endif
