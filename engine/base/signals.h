/* SPDX-License-Identifier: MIT
 * signals.h - keep signals for the thread that wants them.
 *
 * A process gives its signals to any thread that has them open, and a thread
 * begins with its maker's mask. So whoever makes a thread, or calls a library
 * that does, holds all signals meanwhile: they stay with the thread that waits
 * for them, and a handler runs nowhere else. Any thread.
 */
#ifndef ENGINE_BASE_SIGNALS_H
#define ENGINE_BASE_SIGNALS_H

#include <signal.h>

/* signals_hold blocks every signal for this thread and returns its former mask, which
 * signals_restore brings back. What a thread's own fault raises stays open: blocked, it would end
 * the process past its handlers (engine/store/mapped.h has one). */
sigset_t signals_hold(void);
void signals_restore(const sigset_t *former);

#endif
