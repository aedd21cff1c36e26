/* SPDX-License-Identifier: MIT
 * clock.h - monotonic time and processor time.
 *
 * Units     nanoseconds, where a name does not say another.
 * Threads   any.
 */
#ifndef ENGINE_BASE_CLOCK_H
#define ENGINE_BASE_CLOCK_H

#include <stdint.h>

enum { NS_PER_US = 1000, NS_PER_MS = 1000000, NS_PER_S = 1000000000, MS_PER_S = 1000 };

/* clock_now_ns returns CLOCK_MONOTONIC, which never goes back and does not jump when the wall
 * clock is set. */
uint64_t clock_now_ns(void);

/* clock_cpu_ns returns the processor time of the calling thread. */
uint64_t clock_cpu_ns(void);

#endif
