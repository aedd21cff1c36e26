/* SPDX-License-Identifier: MIT
 * ztable.c - a lossy array of zones.
 *
 * Layout     a slot is one cache line: a check word, a word that says which fact the zone
 *            is of, and a set of points. The second area of a zone that has more than one
 *            is kept like another position's, under a key of its own. New ones replace
 *            old ones: a search asks most for what it has just found.
 *
 * Torn reads as in ttable.c: the check is the key's high word XOR a hash of the data, so
 *            words of two writers do not fit together. The fact is among the hashed. */
#include "engine/table/ztable.h"

#include <stdatomic.h>

#include "engine/base/check.h"
#include "engine/base/mem.h"

enum { IN_USE = 1, ORDER_SHIFT = 8, PLIES_SHIFT = 16, PROVEN = 2, FOREVER = 4 };

typedef struct {
	_Atomic uint64_t check, fact;
	_Atomic uint64_t word[BITS_WORDS];
} zslot_t;

static_assert(sizeof(zslot_t) == 64, "a zone is a cache line");

struct ztable {
	zslot_t *slot;
	uint64_t mask; /* slots - 1 */
};

ztable_t *ztable_create(size_t bytes)
{
	ztable_t *zt = mem_alloc(sizeof(*zt));
	uint64_t slots = 1;

	if (zt == NULL)
		return NULL;
	while (slots <= bytes / sizeof(zslot_t) / 2)
		slots *= 2;
	zt->mask = slots - 1;
	zt->slot = mem_alloc_huge(slots * sizeof(zslot_t));
	if (zt->slot == NULL) {
		ztable_free(zt);
		return NULL;
	}
	return zt;
}

static size_t bytes_of(const ztable_t *zt)
{
	return (zt->mask + 1) * sizeof(zslot_t);
}

void ztable_free(ztable_t *zt)
{
	if (zt == NULL)
		return;
	mem_free_huge(zt->slot, bytes_of(zt));
	mem_free(zt, sizeof(*zt));
}

void ztable_clear(ztable_t *zt)
{
	mem_clear_huge(zt->slot, bytes_of(zt));
}

void ztable_touch(ztable_t *zt)
{
	mem_touch(zt->slot, bytes_of(zt));
}

static uint64_t pack(zfact_t fact)
{
	return IN_USE | (fact.proven ? PROVEN : 0) | (fact.forever ? FOREVER : 0) |
	       (uint64_t)fact.order << ORDER_SHIFT | (uint64_t)fact.plies << PLIES_SHIFT;
}

/* implies: does the fact that was packed say `asked` as well? */
static bool implies(uint64_t packed, zfact_t asked)
{
	const unsigned order = packed >> ORDER_SHIFT & 0xff, plies = packed >> PLIES_SHIFT & 0xffff;

	if (((packed & PROVEN) != 0) != asked.proven)
		return false;
	if (asked.proven)
		return order <= asked.order && plies <= asked.plies;
	if ((packed & FOREVER) != 0)
		return order >= asked.order;
	return !asked.forever && order >= asked.order && plies >= asked.plies;
}

static uint64_t hash(uint64_t fact, const bits_t *set)
{
	uint64_t h = fact * 0x9e3779b97f4a7c15;

	for (unsigned i = 0; i < BITS_WORDS; i++)
		h = (h ^ set->word[i]) * (0xc2b2ae3d27d4eb4f + 2 * i);
	return h;
}

/* second_key is where the second area is kept that goes with a first one: areas of two
 * facts are never taken for one zone. */
static hashkey_t second_key(hashkey_t key, const bits_t *first)
{
	return (hashkey_t){key.lo ^ 1, key.hi ^ hash(0x94d049bb133111eb, first)};
}

static void store_set(ztable_t *zt, hashkey_t key, uint64_t fact, const bits_t *set)
{
	zslot_t *slot = &zt->slot[key.lo & zt->mask];

	/* Relaxed and in any order, see "Torn reads". */
	atomic_store_explicit(&slot->fact, fact, memory_order_relaxed);
	for (unsigned i = 0; i < BITS_WORDS; i++)
		atomic_store_explicit(&slot->word[i], set->word[i], memory_order_relaxed);
	atomic_store_explicit(&slot->check, key.hi ^ hash(fact, set), memory_order_relaxed);
}

static bool find_set(const ztable_t *zt, hashkey_t key, zfact_t asked, bits_t *out)
{
	const zslot_t *slot = &zt->slot[key.lo & zt->mask];
	const uint64_t check = atomic_load_explicit(&slot->check, memory_order_relaxed);
	const uint64_t fact = atomic_load_explicit(&slot->fact, memory_order_relaxed);

	if (fact == 0 || !implies(fact, asked))
		return false;
	for (unsigned i = 0; i < BITS_WORDS; i++)
		out->word[i] = atomic_load_explicit(&slot->word[i], memory_order_relaxed);
	return (check ^ hash(fact, out)) == key.hi;
}

void ztable_store(ztable_t *zt, hashkey_t key, zfact_t fact, const zone_t *zone)
{
	store_set(zt, key, pack(fact), &zone->area[0]);
	if (zone->areas > 1)
		store_set(zt, second_key(key, &zone->area[0]), pack(fact), &zone->area[1]);
}

bool ztable_find(const ztable_t *zt, hashkey_t key, zfact_t fact, zone_t *out)
{
	bits_t first, second;

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
