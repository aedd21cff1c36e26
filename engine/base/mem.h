/* SPDX-License-Identifier: MIT
 * mem.h - memory with the size given back: exact live-byte counts, and a hook
 * that makes the Nth allocation fail.
 *
 * Units     bytes.
 * Ownership whoever allocated frees, with the size it asked for.
 * Threads   all functions: any thread. The failure hook is for tests and
 *           counts allocations of the whole process.
 * Errors    NULL when there is no memory; sizes that overflow are "no memory".
 */
#ifndef ENGINE_BASE_MEM_H
#define ENGINE_BASE_MEM_H

#include <stddef.h>

/* mem_alloc returns `bytes` of zeroed memory, or NULL. bytes > 0. */
void *mem_alloc(size_t bytes);

/* mem_alloc_head returns `bytes` of which only the first `head` are zeroed: for what has a large
 * end that is written before it is read. */
void *mem_alloc_head(size_t bytes, size_t head);

/* mem_alloc_array is mem_alloc(count * bytes_each), NULL on overflow. */
void *mem_alloc_array(size_t count, size_t bytes_each);

/* mem_grow reallocates p from old_bytes to new_bytes, zeroing what is new.
 * NULL on failure, with p left as it was. p may be NULL when old_bytes is 0. */
void *mem_grow(void *p, size_t old_bytes, size_t new_bytes);

/* mem_free releases p, which was allocated with `bytes`. NULL is accepted. */
void mem_free(void *p, size_t bytes);

/* mem_alloc_huge returns zeroed memory for a large, randomly read array: aligned
 * to a cache line, and to 2 MiB when it is that large. Pages are given by the
 * kernel when they are first touched. Free with mem_free_huge and the same size.
 * mem_clear_huge makes all of it zero again and gives the pages back. */
void *mem_alloc_huge(size_t bytes);
void mem_free_huge(void *p, size_t bytes);
void mem_clear_huge(void *p, size_t bytes);

enum { MEM_HUGE_PAGE_BYTES = 2 << 20 };

/* mem_make_huge turns one 2 MiB piece of such an array, p aligned, into a huge
 * page, its contents kept, while other threads may use it. Takes some 150 us.
 * Where the kernel will not, nothing changes but the speed. */
void mem_make_huge(void *p);

/* mem_touch makes the kernel give all of such an array's pages now, huge ones
 * where it will, instead of at their first touch. Its contents must still be
 * zero, and nobody else may use it. Takes some 50 ms a GiB, more on small pages. */
void mem_touch(void *p, size_t bytes);

/* mem_retain lets malloc keep what searches give back, some 200 KB each: otherwise every small
 * search has them mapped and cleared by the kernel anew, which takes longer than it does. For the
 * whole process, and a program that lasts. */
void mem_retain(void);

/* mem_live returns the bytes allocated and not yet freed. */
size_t mem_live(void);

/* mem_fail_after makes the (n+1)-th allocation from now on fail, once; n < 0
 * turns that off. mem_fail_pending tells whether the failure is still due. */
void mem_fail_after(long n);
int mem_fail_pending(void);

#endif
