/* SPDX-License-Identifier: MIT
 * pages.c - see pages.h.
 *
 * Kept       A small job's table costs more to map and unmap than to use (engine/base/recycle.c).
 *            So the array is given back with zeroes where that is cheap: a bit for each page says
 *            whether it was ever written to, those are cleared here, all others are zero still.
 *            After a longer job (KEPT_MOST) the kernel gets it back, and likewise once huge pages
 *            have begun, or after pages_clear. A bit is set before its page is written, so a search
 *            that a failed check ends (engine/base/guard.h) leaves none out.
 *
 * Limits     Arrays of more than RECORDED_MOST are not for small jobs: nothing is recorded of them,
 *            and nothing of those that are too small to be mapped.
 */
#include "engine/table/pages.h"

#include <string.h>

#include "engine/base/check.h"
#include "engine/base/mem.h"

enum {
	PAGE_BYTES = 1 << PAGES_PAGE_LOG, /* layout: of bits */
	WORD_BITS = 1 << PAGES_WORD_LOG,  /* layout: likewise */
	RECORDED_LEAST = 64 << 10,        /* bound: as engine/base/recycle.h */
	RECORDED_MOST = 64 << 20,         /* bound: likewise */
	KEPT_MOST = 4 << 20,              /* size: bytes written to, of an array that is kept */
};

/* words_of returns how many words of bits the array has, or would have. */
static size_t words_of(const pages_t *pages)
{
	return (pages->bytes + (size_t)PAGE_BYTES * WORD_BITS - 1) / PAGE_BYTES / WORD_BITS;
}

bool pages_create(pages_t *pages, size_t bytes)
{
	*pages = (pages_t){.bytes = bytes};
	if (bytes >= RECORDED_LEAST && bytes <= RECORDED_MOST) {
		pages->written = mem_alloc_array(words_of(pages), sizeof(*pages->written));
		if (pages->written == NULL)
			return false;
	}
	pages->at = mem_alloc_huge(bytes);
	return pages->at != NULL;
}

static uint64_t bits_of(const pages_t *pages, size_t word)
{
	return atomic_load_explicit(&pages->written[word].bits,
	                            memory_order_relaxed); /* nobody writes */
}

/* written_bytes sums up the pages that have been written to. */
static size_t written_bytes(const pages_t *pages)
{
	size_t count = 0;

	for (size_t i = 0; i < words_of(pages); i++)
		count += (size_t)__builtin_popcountll(bits_of(pages, i));
	return count * PAGE_BYTES;
}

/* clear_written zeroes the pages that have been written to. */
static void clear_written(const pages_t *pages)
{
	for (size_t i = 0; i < words_of(pages); i++)
		for (uint64_t bits = bits_of(pages, i); bits != 0; bits &= bits - 1) {
			const size_t page = i * WORD_BITS + (size_t)__builtin_ctzll(bits);

			memset((char *)pages->at + page * PAGE_BYTES, 0, PAGE_BYTES);
		}
}

/* give_back frees the array, cleared if the process would keep it. */
static void give_back(pages_t *pages, bool is_small)
{
	const size_t written = pages->written != NULL ? written_bytes(pages) : 0;

	if (pages->written != NULL && is_small && written <= KEPT_MOST &&
	    mem_would_keep(pages->bytes, written)) {
		clear_written(pages);
		mem_free_cleared(pages->at, pages->bytes, written);
	} else {
		mem_free_huge(pages->at, pages->bytes);
	}
}

/* drop_record forgets what has been written to: the array will not be kept. */
static void drop_record(pages_t *pages)
{
	if (pages->written != NULL)
		mem_free(pages->written, words_of(pages) * sizeof(*pages->written));
	pages->written = NULL;
}

void pages_free(pages_t *pages, bool is_small)
{
	if (pages->at != NULL)
		give_back(pages, is_small);
	drop_record(pages);
	*pages = (pages_t){.at = NULL};
}

void pages_clear(pages_t *pages)
{
	mem_clear_huge(pages->at, pages->bytes);
	drop_record(pages);
}
