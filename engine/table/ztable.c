/* SPDX-License-Identifier: MIT
 * ztable.c - a lossy array of zones.
 *
 * Layout     a slot is one cache line: a check word, a word that says which fact the zone
 *            is of, and a set of points: six words of them, and the last sixteen in the word of
 *            the fact. Two slots are a bucket. The second area of a zone that has more than one is
 *            kept like another position's, under a key of its own, in the next bucket.
 *
 * Replacing  the same position's, else an empty slot, else the one of the least worth: log2 of the
 *            nodes that its fact took, less one for each generation of age. Most facts are
 *            the ends of walks, of a few nodes, which nobody asks for again; the failure of a lower
 *            order is asked for whenever its node is entered, and its zone in cells alone lets
 *            more moves in. With one slot and new for old 84 of 120
 *            Gomoku puzzles were proven within 1,000,000 nodes, with two of this kind 85, and 90 in
 *            a table four times as large (8 and 32 MiB).
 *
 * Age        There are ZTABLE_GENERATIONS in as many stores as there are slots. Only every 64th key
 *            counts, as in ttable.c.
 *
 * Torn reads as in ttable.c: the check is the key's high word XOR a hash of the data, so
 *            words of two writers do not fit together. The fact is among the hashed. */
#include "engine/table/ztable.h"

#include <stdatomic.h>

#include "engine/base/check.h"
#include "engine/base/mem.h"
#include "engine/base/rng.h"
#include "engine/table/pages.h"
#include "engine/tuning/tuning.h"

/* layout: the word of a fact, from bit 0: what it is 3, order 4, plies 9; the last points of the
 * set 16; work 6, age 6; and a part of the key, which spares most strangers' points from being
 * looked at. */
enum { IN_USE = 1, PROVEN = 2, FOREVER = 4, ORDER_SHIFT = 3, PLIES_SHIFT = 7, LAST_SHIFT = 16 };
enum { WORK_SHIFT = 32, AGE_SHIFT = 38, TAG_SHIFT = 48 }; /* layout: the same */
enum { ORDER_BITS = 15, SIX_BITS = 63, PLIES_BITS = 511, LAST_BITS = 0xffff }; /* layout: masks */
enum { SLOT_WORDS = 6 };               /* layout: of points; the word of the fact has the last */
enum { SLOTS = 2, COUNT_ONE_IN = 64 }; /* size: slots of a bucket; keys of which one is counted */

typedef struct {
	_Atomic uint64_t check, fact;
	_Atomic uint64_t word[SLOT_WORDS];
} zslot_t;

static_assert(BOARD_MAX * BOARD_MAX <= 64 * SLOT_WORDS + 16, "a slot has all points");

static_assert(sizeof(zslot_t) == 64, "a zone is a cache line");

struct ztable {
	zslot_t *slot; /* those of `pages`; those of a bucket are neighbours */
	pages_t pages;
	uint64_t mask;             /* buckets - 1 */
	unsigned generation_shift; /* counted stores to generations */
	bool touched;              /* its pages may be huge */
	_Atomic uint64_t salt;     /* of the keys' high words: see ttable.c, "Distrust" */
	char apart[64];            /* what workers write from what they read */
	_Atomic uint64_t counted;  /* stores, one in COUNT_ONE_IN */
};

static size_t bytes_of(const ztable_t *zt)
{
	return (zt->mask + 1) * SLOTS * sizeof(zslot_t);
}

ztable_t *ztable_create(size_t bytes)
{
	ztable_t *zt = mem_alloc(sizeof(*zt));
	uint64_t buckets = 1, counted;

	if (zt == NULL)
		return NULL;
	while (buckets <= bytes / sizeof(zslot_t) / SLOTS / 2)
		buckets *= 2;
	zt->mask = buckets - 1;
	counted = (zt->mask + 1) * SLOTS / ZTABLE_GENERATIONS / COUNT_ONE_IN;
	zt->generation_shift = counted == 0 ? 0 : 63u - (unsigned)__builtin_clzll(counted);
	if (!pages_create(&zt->pages, bytes_of(zt))) {
		ztable_free(zt);
		return NULL;
	}
	zt->slot = zt->pages.at;
	return zt;
}

void ztable_free(ztable_t *zt)
{
	if (zt == NULL)
		return;
	pages_free(&zt->pages, !zt->touched);
	mem_free(zt, sizeof(*zt));
}

void ztable_clear(ztable_t *zt)
{
	pages_clear(&zt->pages);
	atomic_store_explicit(&zt->counted, 0, memory_order_relaxed); /* nobody searches */
}

void ztable_touch(ztable_t *zt)
{
	mem_touch(zt->slot, bytes_of(zt));
	zt->touched = true;
}

void ztable_distrust(ztable_t *zt)
{
	const uint64_t salt = atomic_load_explicit(&zt->salt, memory_order_relaxed);

	atomic_store_explicit(&zt->salt, rng_mix(salt + 0x9e3779b97f4a7c15), memory_order_relaxed);
}

static hashkey_t salted(const ztable_t *zt, hashkey_t key)
{
	key.hi ^= atomic_load_explicit(&zt->salt, memory_order_relaxed); /* a number */
	return key;
}

static uint64_t pack(zfact_t fact)
{
	assert(fact.order <= ORDER_BITS && fact.plies <= PLIES_BITS);
	return IN_USE | (fact.proven ? PROVEN : 0) | (fact.forever ? FOREVER : 0) |
	       (uint64_t)fact.order << ORDER_SHIFT | (uint64_t)fact.plies << PLIES_SHIFT;
}

/* implies: does the fact that was packed say `asked` as well? */
static bool implies(uint64_t packed, zfact_t asked)
{
	const unsigned order = packed >> ORDER_SHIFT & ORDER_BITS;
	const unsigned plies = packed >> PLIES_SHIFT & PLIES_BITS;

	if (((packed & PROVEN) != 0) != asked.proven)
		return false;
	if (asked.proven)
		return order <= asked.order && plies <= asked.plies;
	if ((packed & FOREVER) != 0)
		return order >= asked.order;
	return !asked.forever && order >= asked.order && plies >= asked.plies;
}

/* hash leaves out the points that the word of a fact has. */
static uint64_t hash(uint64_t fact, const bits_t *set)
{
	uint64_t h = fact * 0x9e3779b97f4a7c15;

	for (unsigned i = 0; i < SLOT_WORDS; i++)
		h = (h ^ set->word[i]) * (0xc2b2ae3d27d4eb4f + 2 * i);
	return h;
}

/* second_key is where the second area is kept that goes with a first one: areas of two
 * facts are never taken for one zone. */
static hashkey_t second_key(hashkey_t key, const bits_t *first)
{
	return (hashkey_t){key.lo ^ 1,
	                   key.hi ^ hash(0x94d049bb133111eb + first->word[SLOT_WORDS], first)};
}

static zslot_t *bucket_of(const ztable_t *zt, hashkey_t key)
{
	return &zt->slot[SLOTS * (key.lo & zt->mask)];
}

void ztable_prefetch(const ztable_t *zt, hashkey_t key)
{
	const zslot_t *slot = bucket_of(zt, key);

	for (unsigned i = 0; i < SLOTS; i++)
		__builtin_prefetch(&slot[i], 1);
}

static uint64_t tag_of(hashkey_t key)
{
	return key.hi >> TAG_SHIFT << TAG_SHIFT;
}

static bool has_tag(uint64_t fact, hashkey_t key)
{
	return (fact ^ tag_of(key)) >> TAG_SHIFT == 0;
}

/* worth ranks what a slot holds for replacement, at the age of `now`. */
static int worth(uint64_t fact, uint64_t now)
{
	return (int)(fact >> WORK_SHIFT & SIX_BITS) -
	       (int)((now - (fact >> AGE_SHIFT & SIX_BITS)) & SIX_BITS);
}

/* find_slot returns the slot for a fact. */
static zslot_t *find_slot(const ztable_t *zt, hashkey_t key, uint64_t fact)
{
	zslot_t *slot = bucket_of(zt, key), *best = slot;
	int least = INT32_MAX;

	for (unsigned i = 0; i < SLOTS; i++) {
		const uint64_t was = atomic_load_explicit(&slot[i].fact, memory_order_relaxed);
		int value;

		if (was == 0 || has_tag(was, key))
			return &slot[i];
		value = worth(was, fact >> AGE_SHIFT);
		if (value < least) {
			least = value;
			best = &slot[i];
		}
	}
	return best;
}

static void store_set(ztable_t *zt, hashkey_t key, uint64_t fact, const bits_t *set)
{
	const uint64_t tagged = fact | set->word[SLOT_WORDS] << LAST_SHIFT | tag_of(key);
	zslot_t *slot = find_slot(zt, key, fact);

	assert(set->word[SLOT_WORDS] <= LAST_BITS);
	pages_write(&zt->pages, (size_t)((const char *)slot - (const char *)zt->slot));
	/* Relaxed and in any order, see "Torn reads". */
	atomic_store_explicit(&slot->fact, tagged, memory_order_relaxed);
	for (unsigned i = 0; i < SLOT_WORDS; i++)
		atomic_store_explicit(&slot->word[i], set->word[i], memory_order_relaxed);
	atomic_store_explicit(&slot->check, key.hi ^ hash(tagged, set), memory_order_relaxed);
}

static bool find_set(const ztable_t *zt, hashkey_t key, zfact_t asked, bits_t *out)
{
	const zslot_t *slot = bucket_of(zt, key);

	for (unsigned i = 0; i < SLOTS; i++, slot++) {
		const uint64_t check = atomic_load_explicit(&slot->check, memory_order_relaxed);
		const uint64_t fact = atomic_load_explicit(&slot->fact, memory_order_relaxed);

		if (fact == 0 || !has_tag(fact, key) || !implies(fact, asked))
			continue;
		for (unsigned j = 0; j < SLOT_WORDS; j++)
			out->word[j] = atomic_load_explicit(&slot->word[j], memory_order_relaxed);
		out->word[SLOT_WORDS] = fact >> LAST_SHIFT & LAST_BITS;
		for (unsigned j = SLOT_WORDS + 1; j < BITS_WORDS; j++)
			out->word[j] = 0;
		if ((check ^ hash(fact, out)) == key.hi)
			return true;
	}
	return false;
}

/* age_now counts the store of `key`, if it is one that counts. */
static uint64_t age_now(ztable_t *zt, hashkey_t key)
{
	/* A number: relaxed. */
	const uint64_t n =
	        key.hi % COUNT_ONE_IN == 0
	                ? atomic_fetch_add_explicit(&zt->counted, 1, memory_order_relaxed)
	                : atomic_load_explicit(&zt->counted, memory_order_relaxed);

	return n >> zt->generation_shift & SIX_BITS;
}

void ztable_store(ztable_t *zt, hashkey_t key, zfact_t fact, const zone_t *zone, uint64_t nodes)
{
	const uint64_t work = nodes == 0 ? 0 : 63u - (unsigned)__builtin_clzll(nodes);
	const uint64_t packed = pack(fact) | work << WORK_SHIFT | age_now(zt, key) << AGE_SHIFT;

	key = salted(zt, key);
	store_set(zt, key, packed, &zone->area[0]);
	if (zone->areas > 1)
		store_set(zt, second_key(key, &zone->area[0]), packed, &zone->area[1]);
}

bool ztable_find(const ztable_t *zt, hashkey_t key, zfact_t fact, zone_t *out)
{
	bits_t first, second;

	key = salted(zt, key);
	if (!find_set(zt, key, fact, &first) ||
	    (out->areas > 1 && !find_set(zt, second_key(key, &first), fact, &second)))
		return false;
	zone_clear(out);
	zone_add_set(out, &first, 1);
	if (out->areas > 1)
		zone_add_set(out, &second, 2);
	if (out->areas > 2)
		zone_add_all(out, 3);
	return true;
}
