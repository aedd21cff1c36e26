/* SPDX-License-Identifier: MIT
 * mem.c - the C allocator, with a count and a failure hook.
 *
 * Design     No header stands before a block, since the caller passes the size when it frees. So
 *            alignment is malloc's own, sanitizers see the block itself, and a wrong size shows as
 *            live bytes at the end of a test.
 *
 * Huge       Arrays of 64 KiB and more are mapped. aligned_alloc and memset would touch every page,
 *            while the kernel's zero pages need no clearing, so that a large table costs nothing
 *            until it is used. From 2 MiB on, arrays are mapped with 2 MiB to spare and trimmed to
 *            the alignment of huge pages. The owner decides whether a piece is worth a huge page
 *            (mem_make_huge): the first touch of one clears 2 MiB in 90 us, 64 times the price of a
 *            small page, which is wrong for a program that ends after 5 ms.
 *
 * Kept       A mapping whose owner has cleared it may be kept for the next array of its size, which
 *            costs no page faults then (recycle.c). It does not count as live.
 *
 * Counting   live and countdown publish nothing and order nothing, so they are relaxed. countdown
 *            is -1 when the hook is off. fetch_sub gives each number to one thread, so exactly one
 *            of several racing threads gets the 0.
 */
#include "engine/base/mem.h"

#include "engine/base/check.h"
#include "engine/base/guard.h"
#include "engine/base/recycle.h"

#include <malloc.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE 25 /* Linux 6.1; not in the headers of Debian 12 */
#endif
#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23 /* Linux 5.14 */
#endif

enum { CACHE_LINE_BYTES = 64, PAGE_BYTES = 4096, MAPPED_BYTES = 64 << 10 };
enum {
	RETAINED_BLOCK_BYTES = 1 << 20, /* larger ones are mapped */
	RETAINED_BYTES = 16 << 20,      /* free at an end of a heap: for the searches of a status */
};

/* No object may be larger, with room to round up and align. */
static const size_t bytes_max = PTRDIFF_MAX - 2 * MEM_HUGE_PAGE_BYTES;

static _Atomic size_t live;
static _Atomic long countdown = -1;

/* refused tells whether this allocation fails without being tried: too large, or chosen by the
 * hook. */
static bool refused(size_t bytes)
{
	CHECK(bytes > 0);
	if (bytes > bytes_max)
		return true;
	if (atomic_load_explicit(&countdown, memory_order_relaxed) < 0)
		return false;
	return atomic_fetch_sub_explicit(&countdown, 1, memory_order_relaxed) == 0;
}

/* count_in counts a block that was allocated, unless it is NULL, and returns it. */
static void *count_in(void *p, size_t bytes, guard_free_t *release)
{
	if (p != NULL) {
		atomic_fetch_add_explicit(&live, bytes, memory_order_relaxed);
		guard_took(p, bytes, release);
	}
	return p;
}

static void count_out(size_t bytes)
{
	size_t before = atomic_fetch_sub_explicit(&live, bytes, memory_order_relaxed);

	assert(before >= bytes);
	(void)before;
}

void *mem_alloc(size_t bytes)
{
	return refused(bytes) ? NULL : count_in(calloc(1, bytes), bytes, mem_free);
}

void *mem_alloc_head(size_t bytes, size_t head)
{
	void *p = refused(bytes) ? NULL : malloc(bytes);

	assert(head <= bytes);
	if (p != NULL)
		memset(p, 0, head);
	return count_in(p, bytes, mem_free);
}

void *mem_alloc_array(size_t count, size_t bytes_each)
{
	size_t bytes;

	if (__builtin_mul_overflow(count, bytes_each, &bytes))
		return NULL;
	return mem_alloc(bytes);
}

void *mem_grow(void *p, size_t old_bytes, size_t new_bytes)
{
	char *q;
	bool is_own; /* the block belongs to the guarded work */

	CHECK((p == NULL) == (old_bytes == 0));
	if (refused(new_bytes))
		return NULL;
	is_own = p == NULL || guard_gave(p);
	q = realloc(p, new_bytes);
	if (q == NULL && is_own && old_bytes > 0)
		guard_took(p, old_bytes, mem_free);
	if (q == NULL)
		return NULL;
	if (is_own)
		guard_took(q, new_bytes, mem_free);
	if (new_bytes > old_bytes)
		memset(q + old_bytes, 0, new_bytes - old_bytes);
	atomic_fetch_add_explicit(&live, new_bytes, memory_order_relaxed);
	count_out(old_bytes);
	return q;
}

void mem_free(void *p, size_t bytes)
{
	if (p == NULL)
		return;
	assert(bytes > 0);
	(void)guard_gave(p);
	count_out(bytes);
	free(p);
}

/* alignment_of returns the alignment of a mapping. Its length is a multiple of that as well, so
 * that allocation and free agree without a record of it. */
static size_t alignment_of(size_t bytes)
{
	assert(bytes >= MAPPED_BYTES);
	return bytes >= MEM_HUGE_PAGE_BYTES ? MEM_HUGE_PAGE_BYTES : PAGE_BYTES;
}

static size_t round_up(size_t bytes, size_t multiple)
{
	return (bytes + multiple - 1) / multiple * multiple;
}

/* map_aligned maps `bytes` of zeroes at a multiple of `align`, or returns NULL. */
static void *map_aligned(size_t bytes, size_t align)
{
	size_t wide = bytes + align - PAGE_BYTES, before, after;
	char *p = mmap(NULL, wide, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED)
		return NULL;
	before = (align - (uintptr_t)p % align) % align;
	assert(before <= wide - bytes);
	after = wide - bytes - before;
	if (before > 0)
		CHECK(munmap(p, before) == 0);
	if (after > 0)
		CHECK(munmap(p + before + bytes, after) == 0);
	return p + before;
}

#ifndef NDEBUG
/* is_zero looks at every word of a mapping. */
static bool is_zero(const void *p, size_t bytes)
{
	const uint64_t *word = p;

	for (size_t i = 0; i < bytes / sizeof(*word); i++)
		if (word[i] != 0)
			return false;
	return true;
}
#endif

/* map returns `bytes` of zeroes, which are a multiple of `align`: kept ones, or new ones of the
 * kernel's; or NULL. */
static void *map(size_t bytes, size_t align)
{
	void *p = recycle_take(bytes);

	if (p == NULL)
		return map_aligned(bytes, align);
	assert((uintptr_t)p % align == 0 && is_zero(p, bytes));
	return p;
}

void *mem_alloc_huge(size_t bytes)
{
	void *p;

	if (refused(bytes))
		return NULL;
	if (bytes >= MAPPED_BYTES) {
		size_t align = alignment_of(bytes);

		return count_in(map(round_up(bytes, align), align), bytes, mem_free_huge);
	}
	p = aligned_alloc(CACHE_LINE_BYTES, round_up(bytes, CACHE_LINE_BYTES));
	if (p != NULL)
		memset(p, 0, bytes);
	return count_in(p, bytes, mem_free_huge);
}

void mem_free_huge(void *p, size_t bytes)
{
	if (p == NULL)
		return;
	assert(bytes > 0);
	(void)guard_gave(p);
	count_out(bytes);
	if (bytes >= MAPPED_BYTES)
		CHECK(munmap(p, round_up(bytes, alignment_of(bytes))) == 0);
	else
		free(p);
}

bool mem_would_keep(size_t bytes, size_t written)
{
	return bytes >= MAPPED_BYTES &&
	       recycle_has_room(round_up(bytes, alignment_of(bytes)), written);
}

void mem_free_cleared(void *p, size_t bytes, size_t written)
{
	if (p == NULL)
		return;
	assert(written <= bytes);
	if (bytes < MAPPED_BYTES) {
		mem_free_huge(p, bytes);
		return;
	}
	(void)guard_gave(p);
	count_out(bytes);
	if (!recycle_keep(p, round_up(bytes, alignment_of(bytes)), written))
		CHECK(munmap(p, round_up(bytes, alignment_of(bytes))) == 0);
}

void mem_clear_huge(void *p, size_t bytes)
{
	CHECK(p != NULL && bytes > 0);
	/* Locked pages cannot be given back; they are cleared by hand. */
	if (bytes < MAPPED_BYTES ||
	    madvise(p, round_up(bytes, alignment_of(bytes)), MADV_DONTNEED) != 0)
		memset(p, 0, bytes);
}

void mem_make_huge(void *p)
{
	CHECK((uintptr_t)p % MEM_HUGE_PAGE_BYTES == 0);
	/* The first call is for pages still to come, the second for those there;
	 * it fails where there is none yet, which is as good. */
	if (madvise(p, MEM_HUGE_PAGE_BYTES, MADV_HUGEPAGE) == 0)
		(void)madvise(p, MEM_HUGE_PAGE_BYTES, MADV_COLLAPSE);
}

void mem_touch(void *p, size_t bytes)
{
	volatile char *byte = p;

	CHECK(p != NULL && bytes > 0);
	if (bytes >= MAPPED_BYTES) {
		size_t mapped = round_up(bytes, alignment_of(bytes));

		(void)madvise(p, mapped, MADV_HUGEPAGE);
		if (madvise(p, mapped, MADV_POPULATE_WRITE) == 0)
			return;
	}
	for (size_t i = 0; i < bytes; i += PAGE_BYTES) /* an older kernel */
		byte[i] = 0;
}

void mem_retain(void)
{
	(void)mallopt(M_MMAP_THRESHOLD, RETAINED_BLOCK_BYTES);
	(void)mallopt(M_TRIM_THRESHOLD, RETAINED_BYTES);
}

size_t mem_live(void)
{
	return atomic_load_explicit(&live, memory_order_relaxed);
}

void mem_fail_after(long n)
{
	atomic_store_explicit(&countdown, n < 0 ? -1 : n, memory_order_relaxed);
}

int mem_fail_pending(void)
{
	return atomic_load_explicit(&countdown, memory_order_relaxed) >= 0;
}
