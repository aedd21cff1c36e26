/* SPDX-License-Identifier: MIT
 * signals.h - keeps signals on the thread that wants them.
 *
 * A process delivers a signal to any thread that does not block it, and a new thread begins with
 * the mask of the thread that made it. So whoever makes a thread, or calls a library that makes
 * one, blocks all signals meanwhile: they go to the thread that waits for them, and handlers run
 * nowhere else.
 *
 * Threads   any; the mask is that of the calling thread.
 */
#ifndef ENGINE_BASE_SIGNALS_H
#define ENGINE_BASE_SIGNALS_H

#include <signal.h>

/* signals_hold blocks every signal for this thread and returns its former mask; signals_restore
 * sets that mask again. The signals of a thread's own faults (SIGSEGV and its like) stay
 * unblocked: blocked, they would end the process without their handler (engine/store/mapped.h
 * has one). */
sigset_t signals_hold(void);
void signals_restore(const sigset_t *former);

#endif
