/* SPDX-License-Identifier: MIT
 * marks.c - the side table of in-search marks.
 *
 * Layout     2^14 cache lines of 8 words (1 MiB). A tag belongs to one word; a
 *            word is two lanes of 32 bits: 24 bits of the tag and a count of
 *            its holders. count 0 = the whole lane is 0.
 *
 * One word   A word is a bucket, changed by one compare-and-swap, so every
 *            operation happens at one instant: "nobody holds the tag" and "now I
 *            do" cannot be parted by another worker. Buckets of eight whole tags
 *            were the other choice; there a look at the bucket is eight reads,
 *            and a mark that moves from a slot behind the reader to one before
 *            him is overlooked. The price is that 17 + 24 bits stand for a
 *            tag, which a mark can bear, and that two other tags fill a bucket:
 *            with 1000 marks held, 3 in 100,000 tags find theirs full.
 *
 * Orders     Setting acquires and leaving releases, and both are read-modify-
 *            writes of one word, so they form a chain: who sets a mark, or finds
 *            it free, sees in the table whatever earlier holders stored. The
 *            mark itself needs no order, being one word.
 */
#include "engine/table/marks.h"

#include <stdatomic.h>
#include <stddef.h>

#include "engine/base/check.h"
#include "engine/base/mem.h"
#include "engine/base/rng.h"

/* layout: LANES lanes of LANE_BITS bits in each word, a count in the low bits of each. */
enum {
	WORDS = 8 << 14, /* size: 1 MiB */
	LANES = 2,
	LANE_BITS = 32,
	COUNT_BITS = 8,
	COUNT_MAX = (1 << COUNT_BITS) - 1,
};

struct marks {
	_Atomic uint64_t word[WORDS];
};

static_assert(ATOMIC_LLONG_LOCK_FREE == 2, "a worker never waits for another here");

err_t marks_create(marks_t **out)
{
	CHECK(out != NULL);
	*out = mem_alloc_huge(sizeof(marks_t));
	return *out != NULL ? ERR_OK : ERR_NOMEM;
}

void marks_free(marks_t *m)
{
	assert(m == NULL || marks_held(m) == 0);
	mem_free_huge(m, sizeof(*m));
}

uint64_t marks_tag(hashkey_t key, unsigned order, unsigned plies)
{
	/* The factor spreads the small numbers over the word. */
	uint64_t which = (order << 16 | plies) * 0x9e3779b97f4a7c15;

	assert(order <= ORDER_MAX && plies <= DEPTH_MAX);
	return rng_mix(key.lo ^ rng_mix(key.hi ^ which));
}

/* word_of takes the low bits of the tag, lane_of the high ones. */
static size_t word_of(uint64_t tag)
{
	return tag % WORDS;
}

static uint32_t lane_of(uint64_t tag)
{
	return (uint32_t)(tag >> LANE_BITS) & ~(uint32_t)COUNT_MAX;
}

static uint32_t lane_get(uint64_t word, int lane)
{
	return (uint32_t)(word >> (lane * LANE_BITS));
}

static uint32_t count_get(uint64_t word, int lane)
{
	return lane_get(word, lane) & COUNT_MAX;
}

/* lane_find returns the lane that holds the tag, or -1. */
static int lane_find(uint64_t word, uint64_t tag)
{
	for (int i = 0; i < LANES; i++)
		if (count_get(word, i) != 0 && (lane_get(word, i) ^ lane_of(tag)) <= COUNT_MAX)
			return i;
	return -1;
}

/* lane_free returns an empty lane, or -1. */
static int lane_free(uint64_t word)
{
	for (int i = 0; i < LANES; i++)
		if (count_get(word, i) == 0)
			return i;
	return -1;
}

/* word_with returns `word` with one more holder of the tag, or `word` itself if
 * there is no room. */
static uint64_t word_with(uint64_t word, uint64_t tag)
{
	int lane = lane_find(word, tag);

	if (lane >= 0)
		return count_get(word, lane) < COUNT_MAX ? word + (1ull << (lane * LANE_BITS))
		                                         : word;
	lane = lane_free(word);
	if (lane < 0)
		return word;
	assert(lane_get(word, lane) == 0);
	return word | (uint64_t)(lane_of(tag) | 1u) << (lane * LANE_BITS);
}

/* word_without returns `word` with one holder of the tag less. */
static uint64_t word_without(uint64_t word, uint64_t tag)
{
	int lane = lane_find(word, tag);

	assert(lane >= 0); /* set before, by marks.h */
	if (lane < 0)
		return word;
	if (count_get(word, lane) == 1)
		return word & ~((uint64_t)UINT32_MAX << (lane * LANE_BITS));
	return word - (1ull << (lane * LANE_BITS));
}

/* enter sets a mark; `alone`: only if nobody holds the tag. */
static marks_result_t enter(marks_t *m, uint64_t tag, bool alone)
{
	_Atomic uint64_t *at = &m->word[word_of(tag)];
	uint64_t old = atomic_load_explicit(at, memory_order_relaxed), new;

	do {
		if (alone && lane_find(old, tag) >= 0)
			return MARKS_BUSY;
		new = word_with(old, tag);
		if (new == old)
			return MARKS_FULL;
	} while (!atomic_compare_exchange_weak_explicit(at, &old, new, memory_order_acquire,
	                                                memory_order_relaxed));
	return MARKS_SET;
}

bool marks_enter(marks_t *m, uint64_t tag)
{
	return enter(m, tag, false) == MARKS_SET;
}

marks_result_t marks_enter_alone(marks_t *m, uint64_t tag)
{
	return enter(m, tag, true);
}

void marks_leave(marks_t *m, uint64_t tag)
{
	_Atomic uint64_t *at = &m->word[word_of(tag)];
	uint64_t old = atomic_load_explicit(at, memory_order_relaxed);

	while (!atomic_compare_exchange_weak_explicit(at, &old, word_without(old, tag),
	                                              memory_order_release, memory_order_relaxed))
		;
}

bool marks_busy(const marks_t *m, uint64_t tag)
{
	/* acquire: whoever sees the tag free sees what its holder stored. */
	uint64_t word = atomic_load_explicit(&m->word[word_of(tag)], memory_order_acquire);

	return lane_find(word, tag) >= 0;
}

unsigned marks_count(const marks_t *m, uint64_t tag)
{
	const uint64_t word = atomic_load_explicit(&m->word[word_of(tag)], memory_order_relaxed);
	const int lane = lane_find(word, tag);

	return lane >= 0 ? count_get(word, lane) : 0;
}

unsigned marks_held(const marks_t *m)
{
	unsigned held = 0;

	for (size_t i = 0; i < WORDS; i++) {
		uint64_t word = atomic_load_explicit(&m->word[i], memory_order_relaxed);

		for (int lane = 0; lane < LANES; lane++)
			held += count_get(word, lane);
	}
	return held;
}
