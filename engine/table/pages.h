/* SPDX-License-Identifier: MIT
 * pages.h - the large array of a table, and which pages of it have been written.
 *
 * Ownership whoever made the array frees it.
 * Threads   pages_write: any thread. The others: one thread, and nobody else uses the array.
 * Errors    pages_create returns false: no memory.
 */
#ifndef ENGINE_TABLE_PAGES_H
#define ENGINE_TABLE_PAGES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PAGES_PAGE_LOG = 12, PAGES_WORD_LOG = 6 }; /* layout: a page is a bit of a word */

typedef struct {
	_Atomic uint64_t bits;
} pages_word_t;

typedef struct {
	void *at;
	size_t bytes;
	pages_word_t *written; /* a bit a page; NULL: not recorded, the array is never kept */
} pages_t;

/* pages_create makes an array of zeroes, whose pages come when they are first used. */
bool pages_create(pages_t *pages, size_t bytes);

/* pages_free frees it, if it was made; `is_small`: no part of it has been made huge. */
void pages_free(pages_t *pages, bool is_small);

/* pages_clear zeroes it. */
void pages_clear(pages_t *pages);

/* pages_write records a write to the page at `offset`. Call it before the write. */
static inline void pages_write(const pages_t *pages, size_t offset)
{
	const size_t page = offset >> PAGES_PAGE_LOG;
	const uint64_t bit = UINT64_C(1) << (page & 63);
	_Atomic uint64_t *bits;

	if (pages->written == NULL)
		return;
	bits = &pages->written[page >> PAGES_WORD_LOG].bits;
	/* Relaxed: who frees the array has waited for all who write to it. */
	if ((atomic_load_explicit(bits, memory_order_relaxed) & bit) == 0)
		atomic_fetch_or_explicit(bits, bit, memory_order_relaxed);
}

#endif
