/* SPDX-License-Identifier: MIT
 * mem.h - allocation with exact counts of live bytes, and a hook that makes the Nth allocation
 * fail.
 *
 * Units     bytes.
 * Ownership whoever has a block frees it, and passes the size that was allocated.
 * Threads   any. The failure hook is for tests and counts the allocations of the whole process.
 * Errors    NULL: no memory, or a size that overflows.
 */
#ifndef ENGINE_BASE_MEM_H
#define ENGINE_BASE_MEM_H

#include <stdbool.h>
#include <stddef.h>

/* mem_alloc returns `bytes` bytes of zeroed memory, or NULL. bytes > 0. */
void *mem_alloc(size_t bytes);

/* mem_alloc_head returns `bytes` bytes of which only the first `head` are zeroed, for a
 * structure whose large rest is written before it is read. head <= bytes, bytes > 0. */
void *mem_alloc_head(size_t bytes, size_t head);

/* mem_alloc_array returns mem_alloc(count * bytes_each), or NULL where the product overflows. */
void *mem_alloc_array(size_t count, size_t bytes_each);

/* mem_grow reallocates p from old_bytes to new_bytes and zeroes what is new. NULL: no memory,
 * and p is unchanged. p is NULL if and only if old_bytes is 0. new_bytes > 0. */
void *mem_grow(void *p, size_t old_bytes, size_t new_bytes);

/* mem_free frees p, which was allocated with `bytes`. NULL is accepted. */
void mem_free(void *p, size_t bytes);

/* mem_alloc_huge returns zeroed memory for a large array that is read at random places. It is
 * aligned to a cache line, and to 2 MiB when it is that large. The kernel gives its pages when
 * they are first touched. mem_free_huge frees it; pass the same size. mem_clear_huge zeroes it
 * and gives the pages back to the kernel. */
void *mem_alloc_huge(size_t bytes);
void mem_free_huge(void *p, size_t bytes);
void mem_clear_huge(void *p, size_t bytes);

/* mem_free_cleared frees such an array that its owner has filled with zeroes again, and of which
 * `written` bytes were ever written to. The process may keep it for the next array of its size,
 * which then costs no page faults (recycle.c). No part of it is huge (mem_make_huge, mem_touch).
 * mem_would_keep says whether the zeroes are worth their while; other threads may change that. */
void mem_free_cleared(void *p, size_t bytes, size_t written);
bool mem_would_keep(size_t bytes, size_t written);

enum { MEM_HUGE_PAGE_BYTES = 2 << 20 };

/* mem_make_huge makes one huge page of the 2 MiB at p, which is aligned and part of such an
 * array. The contents stay, and other threads may use them meanwhile. It takes some 150 us.
 * Where the kernel refuses, only the speed differs. */
void mem_make_huge(void *p);

/* mem_touch makes the kernel give all pages of such an array now, huge ones where possible,
 * instead of at their first touch. The contents must still be zero, and no other thread may use
 * them. It takes some 50 ms a GiB, longer with small pages. */
void mem_touch(void *p, size_t bytes);

/* mem_retain lets malloc keep some 16 MiB of freed memory, for the whole process. Otherwise
 * every small search has 200 KB mapped and cleared by the kernel, which takes longer than the
 * search. For programs that run many searches. */
void mem_retain(void);

/* mem_live returns the bytes that are allocated and not freed. */
size_t mem_live(void);

/* mem_fail_after makes the (n+1)-th allocation from now on fail, once; n < 0 turns that off.
 * mem_fail_pending returns whether that failure is still to come. */
void mem_fail_after(long n);
int mem_fail_pending(void);

#endif
