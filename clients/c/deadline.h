/* SPDX-License-Identifier: MIT
 * deadline.h - how long a call may still wait. Library internals.
 *
 * Units     ms of the monotonic clock.
 * Threads   any; no state.
 */
#ifndef CLIENTS_C_DEADLINE_H
#define CLIENTS_C_DEADLINE_H

#include <stdint.h>

/* A moment; below 0: never. */
typedef int64_t deadline_t;

/* deadline_after returns the moment `timeout_ms` from now; below 0: never. */
deadline_t deadline_after(int timeout_ms);

/* deadline_left returns how long it is until then, as poll wants it: 0 when the moment has
 * passed, -1 for never. */
int deadline_left(deadline_t deadline);

#endif
