/* SPDX-License-Identifier: MIT
 * deadline.h - how long a call may still wait. Library internals.
 *
 * Units     ms.
 * Threads   any; no state.
 */
#ifndef CLIENTS_C_DEADLINE_H
#define CLIENTS_C_DEADLINE_H

#include <stdint.h>

/* A moment on the monotonic clock; below 0: never. */
typedef int64_t deadline_t;

/* deadline_after returns the moment `timeout_ms` from now; below 0: never. */
deadline_t deadline_after(int timeout_ms);

/* deadline_left returns how long that is from now, as poll wants it: 0 when it has passed, -1 for
 * never. */
int deadline_left(deadline_t deadline);

#endif
