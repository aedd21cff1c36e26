/* SPDX-License-Identifier: MIT
 * recycle.h - mappings of zeroes that the process keeps for its next large array.
 *
 * For mem.c, which asks here before it asks the kernel.
 *
 * Units     bytes; powers of two from RECYCLE_LEAST to RECYCLE_MOST, others are not kept.
 * Ownership a mapping belongs to this module from recycle_keep to recycle_take.
 * Threads   any.
 * Errors    none: what is not kept is its owner's to unmap.
 */
#ifndef ENGINE_BASE_RECYCLE_H
#define ENGINE_BASE_RECYCLE_H

#include <stdbool.h>
#include <stddef.h>

enum { RECYCLE_LEAST = 64 << 10, RECYCLE_MOST = 64 << 20 };

/* recycle_has_room: would recycle_keep take such a mapping now? Another thread may be faster. */
bool recycle_has_room(size_t bytes, size_t resident);

/* recycle_keep takes over a mapping that holds zeroes alone and has `resident` bytes of memory;
 * false: it has not. */
bool recycle_keep(void *p, size_t bytes, size_t resident);

/* recycle_take returns a mapping of `bytes` zeroes, or NULL. */
void *recycle_take(size_t bytes);

#endif
