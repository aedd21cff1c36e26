/* SPDX-License-Identifier: MIT
 * pocket_table.c - see pocket_table.h. A position has a bucket of POCKET_SLOTS entries; what took
 * the least work gives way. */
#include "engine/game/go/pocket/pocket_table.h"

#include "engine/base/check.h"
#include "engine/base/mem.h"
#include "engine/base/rng.h"

enum { NUMBER_BITS = 24, WORK_MOST = 255 };

uint64_t pocket_table_key(const pocket_state_t *s)
{
	uint64_t key = rng_mix(s->stones[0] ^ (uint64_t)s->ko << 57 ^ (uint64_t)s->turn << 56);

	key = rng_mix(key ^ s->stones[1]);
	key ^= ((uint64_t)s->threats[0] << 2 | s->threats[1]) * 0x9e3779b97f4a7c15;
	key ^= s->wanted * 0xbf58476d1ce4e5b9;
	key ^= key >> 32;
	return key | 1;
}

bool pocket_table_make(pocket_table_t *t, unsigned entries)
{
	assert(entries >= POCKET_SLOTS && (entries & (entries - 1)) == 0);
	t->bytes = entries * sizeof(*t->at);
	t->mask = entries / POCKET_SLOTS - 1;
	t->at = mem_alloc_huge(t->bytes);
	t->is_huge = false;
	return t->at != NULL;
}

void pocket_table_make_huge(pocket_table_t *t)
{
	t->is_huge = true;
	for (size_t at = 0; at + MEM_HUGE_PAGE_BYTES <= t->bytes; at += MEM_HUGE_PAGE_BYTES)
		mem_make_huge((char *)t->at + at);
}

void pocket_table_free(pocket_table_t *t)
{
	if (t->at != NULL)
		mem_free_huge(t->at, t->bytes);
	t->at = NULL;
}

static pocket_entry_t *bucket(const pocket_table_t *t, uint64_t key)
{
	return &t->at[(key >> 8 & t->mask) * POCKET_SLOTS];
}

void pocket_table_prefetch(const pocket_table_t *t, uint64_t key)
{
	__builtin_prefetch(bucket(t, key));
}

bool pocket_table_probe(const pocket_table_t *t, uint64_t key, pocket_numbers_t *out)
{
	uint32_t work;

	return pocket_table_work(t, key, out, &work);
}

bool pocket_table_work(const pocket_table_t *t, uint64_t key, pocket_numbers_t *out, uint32_t *work)
{
	const pocket_entry_t *e = bucket(t, key);

	for (unsigned i = 0; i < POCKET_SLOTS; i++)
		if (e[i].key == key) {
			*out = (pocket_numbers_t){e[i].proof & POCKET_NEVER, e[i].disproof};
			*work = e[i].proof >> NUMBER_BITS;
			return true;
		}
	return false;
}

/* effort is the work in eighths of its binary logarithm, about. */
static uint32_t effort(uint64_t work)
{
	const unsigned log = 63 - (unsigned)__builtin_clzll(work + 1);
	const uint64_t part = log >= 3 ? (work + 1) >> (log - 3) & 7 : 0;
	const uint64_t all = 8 * log + part;

	return (uint32_t)(all < WORK_MOST ? all : WORK_MOST);
}

void pocket_table_store(pocket_table_t *t, uint64_t key, pocket_numbers_t n, uint64_t work)
{
	pocket_entry_t *e = bucket(t, key), *to = e;

	for (unsigned i = 0; i < POCKET_SLOTS; i++) {
		if (e[i].key == key) {
			to = &e[i];
			break;
		}
		if (e[i].proof >> NUMBER_BITS < to->proof >> NUMBER_BITS || e[i].key == 0)
			to = &e[i];
	}
	*to = (pocket_entry_t){key, n.proof | effort(work) << NUMBER_BITS, n.disproof};
}
