/* SPDX-License-Identifier: MIT
 * recycle.c - see recycle.h.
 *
 * Why        A job with a table of its own maps it, writes to some hundred pages of it, and unmaps
 *            it. Each of these pages costs two page faults, one of the first probe and one of the
 *            first store, and a clearing by the kernel: 40 % of the time of jobs of 1,400 nodes.
 *
 * Zeroes     A kept mapping holds zeroes alone, as a new one of the kernel's does: no entry of one
 *            job can be seen by another, and a search goes the same way in either. To change a salt
 *            of the keys in place of clearing would leave strangers in the slots, which drive out
 *            other entries than an empty table does. Whoever gives a mapping back has cleared it,
 *            and debug builds look at every byte before it is used again (mem.c).
 *
 * Bounds     Sizes are powers of two, with SLOTS mappings each, and RESIDENT_MOST bytes of memory
 *            in all. Beyond that a mapping is unmapped as before.
 *
 * Slots      A slot is one pointer, into the first page of a mapping: as far as it has resident
 *            pages; NULL is empty. Taking is an exchange, keeping a compare-and-exchange from
 *            NULL, so there is no lock, nor one that a forked process could find held. Keeping
 *            releases and taking acquires: the next owner sees the zeroes. The sum is a number:
 *            it is relaxed.
 */
#include "engine/base/recycle.h"

#include "engine/base/check.h"

#include <stdatomic.h>
#include <stdint.h>

enum {
	PAGE_BYTES = 4096, /* layout: a mapping begins at a multiple of it */
	LEAST_LOG = 16,
	CLASSES = 11,
	SLOTS = 8,
	RESIDENT_MOST = 16 << 20,
};

static_assert(1 << LEAST_LOG == RECYCLE_LEAST && RECYCLE_LEAST << (CLASSES - 1) == RECYCLE_MOST,
              "a class is a size");

static _Atomic(char *) kept[CLASSES][SLOTS];
static _Atomic size_t resident_pages; /* of all that are kept */

/* class_of returns the slots of a size, or NULL. */
static _Atomic(char *) *class_of(size_t bytes)
{
	if (bytes < RECYCLE_LEAST || bytes > RECYCLE_MOST || (bytes & (bytes - 1)) != 0)
		return NULL;
	return kept[__builtin_ctzll(bytes) - LEAST_LOG];
}

static size_t pages_of(size_t resident)
{
	return (resident + PAGE_BYTES - 1) / PAGE_BYTES;
}

bool recycle_has_room(size_t bytes, size_t resident)
{
	const size_t pages = pages_of(resident);
	_Atomic(char *) *slot = class_of(bytes);

	if (slot == NULL || pages >= PAGE_BYTES ||
	    atomic_load_explicit(&resident_pages, memory_order_relaxed) + pages >
	            RESIDENT_MOST / PAGE_BYTES)
		return false;
	for (unsigned i = 0; i < SLOTS; i++)
		if (atomic_load_explicit(&slot[i], memory_order_relaxed) == NULL)
			return true;
	return false;
}

bool recycle_keep(void *p, size_t bytes, size_t resident)
{
	const size_t pages = pages_of(resident);
	_Atomic(char *) *slot = class_of(bytes);

	CHECK(p != NULL && (uintptr_t)p % PAGE_BYTES == 0);
	if (slot == NULL || pages >= PAGE_BYTES)
		return false;
	if (atomic_fetch_add_explicit(&resident_pages, pages, memory_order_relaxed) + pages <=
	    RESIDENT_MOST / PAGE_BYTES) {
		for (unsigned i = 0; i < SLOTS; i++) {
			char *empty = NULL;

			if (atomic_compare_exchange_strong_explicit(
			            &slot[i], &empty, (char *)p + pages, memory_order_release,
			            memory_order_relaxed))
				return true;
		}
	}
	atomic_fetch_sub_explicit(&resident_pages, pages, memory_order_relaxed);
	return false;
}

void *recycle_take(size_t bytes)
{
	_Atomic(char *) *slot = class_of(bytes);

	for (unsigned i = 0; slot != NULL && i < SLOTS; i++) {
		size_t pages;
		char *at;

		if (atomic_load_explicit(&slot[i], memory_order_relaxed) == NULL ||
		    (at = atomic_exchange_explicit(&slot[i], NULL, memory_order_acquire)) == NULL)
			continue;
		pages = (uintptr_t)at % PAGE_BYTES;
		atomic_fetch_sub_explicit(&resident_pages, pages, memory_order_relaxed);
		return at - pages;
	}
	return NULL;
}
