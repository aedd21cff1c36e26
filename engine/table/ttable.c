/* SPDX-License-Identifier: MIT
 * ttable.c - the lock-free transposition table.
 *
 * Layout     an array of buckets of one cache line, two slots of 32 bytes each:
 *            a check word and three words of data. A key's bucket is its low
 *            word, what tells keys apart its high word: 64 bits that the place
 *            says nothing about.
 *
 * Torn reads The four words are read and written one by one, relaxed. The check
 *            is key.hi XOR a hash of the data, so words of two writers do not
 *            fit together and a reader takes them for a stranger's: a miss. A
 *            plain XOR of the words is not enough here: two writers of the
 *            *same* position have like data, whose differences may cancel out.
 *            Each word is multiplied by a constant of its own first. So: no
 *            lock, no fence, at worst a lost entry.
 *
 * Races      A store reads, merges, writes. Of two stores to one position one
 *            may be lost, and one position may get both slots of its bucket:
 *            the first is used, the other grows old. Facts stay facts, so
 *            neither harms.
 *
 * Replacing  the same position, else an empty slot, else the slot of the least
 *            worth: log2 of its nodes, less one for each generation of age, a
 *            little more (TABLE_FACT_BONUS) when it holds a fact for ever. What is
 *            provisional (only failures at some depth, or numbers of df-pn) never
 *            drives out a fact while the other slot holds something provisional too.
 *
 * Age        A generation is capacity / TABLE_GENERATIONS positions that came new into a slot.
 *            One counter of all stores would be one cache line that all threads
 *            fight for, so only the stores of every 64th key (by its hash) count.
 *            Six bits of age: an entry nobody touched for 64 generations looks
 *            young again; with 8 generations it has survived eight tables full of others by then.
 *
 * Pages      The array comes as untouched zero pages. Huge pages make large
 *            tables 1.7 times as fast, but their first touches cost 12 ms for
 *            256 MiB, which a ladder of 300 nodes should not pay. So the first
 *            4096 or so new entries live on small pages; from then on every
 *            counted store turns the next 2 MiB into a huge page (0.15 ms),
 *            until all are. All of that is done under the kernel's lock of the
 *            address space, by threads that may be at nice 19 and lose the core
 *            while they hold it; whoever then maps memory waits, 10 ms and more.
 *            A program that has others to answer takes all pages before it
 *            starts (ttable_touch). Pages of a table that was small and little used stay with the
 *            process, cleared, for the next one (pages.c).
 *
 * Distrust   What a search that failed a check of its own has written may be false, and so may what
 *            others made of it. All keys then get another salt: what is there looks like a
 *            stranger's from that instant, to all, at no cost, whoever is searching; the slots go
 *            to new entries like those of any stranger. To clear them would take a tenth of a
 *            second for 256 MiB, while others still read them. The salt is in the high word
 *            alone: the two keys of a position keep their common bucket.
 */
#include "engine/table/ttable.h"

#include "engine/base/check.h"
#include "engine/base/mem.h"
#include "engine/base/rng.h"
#include "engine/table/entry.h"
#include "engine/table/pages.h"
#include "engine/table/slot.h"
#include "engine/tuning/tuning.h"

enum {
	COUNT_ONE_IN = 64,       /* size: one key in so many has its new stores counted */
	HUGE_AFTER_COUNTED = 64, /* latency: counted stores before huge pages begin, see Pages */
	SAMPLE_SLOTS = 1024,     /* size: slots that ttable_stats looks at */
	FACT_SHIELD = 256,       /* bound: more than any worth; adds to a fact's worth */
};

struct ttable {
	bucket_t *bucket; /* those of `pages` */
	ztable_t *zones;
	pages_t pages;
	uint64_t mask;             /* buckets - 1 */
	unsigned generation_shift; /* counted stores to generations */
	bool touched;              /* no page is left to ask the kernel for */
	_Atomic uint64_t salt;     /* see Distrust; relaxed: a number */
	char apart[CACHE_LINE_BYTES];
	_Atomic uint64_t counted; /* new entries counted so far, one in COUNT_ONE_IN */
};

/* Where a key's entry is, or is to be. */
typedef struct {
	slot_t *slot;
	words_t was;     /* the slot's data if it is the key's, else zeroes */
	ttentry_t entry; /* the same, to be changed and written back */
	bool is_new;
} place_t;

static uint8_t log2_of(uint64_t nodes)
{
	return nodes == 0 ? 0 : (uint8_t)(63 - __builtin_clzll(nodes));
}

err_t ttable_create(size_t bytes, ttable_t **out)
{
	uint64_t buckets = 1, counted_a_generation;
	ttable_t *tt;

	CHECK(out != NULL);
	*out = NULL;
	if (bytes < sizeof(bucket_t))
		return ERR_RANGE;
	while (buckets <= bytes / sizeof(bucket_t) / 2)
		buckets *= 2;

	tt = mem_alloc(sizeof(*tt));
	if (tt == NULL)
		return ERR_NOMEM;
	tt->mask = buckets - 1;
	if (!pages_create(&tt->pages, buckets * sizeof(bucket_t)))
		goto fail;
	tt->bucket = tt->pages.at;
	tt->zones = ztable_create(buckets * sizeof(bucket_t) / TABLE_ZONES_PART);
	if (tt->zones == NULL)
		goto fail;
	counted_a_generation = buckets * SLOTS / TABLE_GENERATIONS / COUNT_ONE_IN;
	tt->generation_shift = log2_of(counted_a_generation); /* 0 if it is a tiny table */
	*out = tt;
	return ERR_OK;

fail:
	ttable_free(tt);
	return ERR_NOMEM;
}

static uint64_t bytes_of(const ttable_t *tt)
{
	return (tt->mask + 1) * sizeof(bucket_t);
}

/* has_huge: may some of the pages be huge? */
static bool has_huge(const ttable_t *tt)
{
	return tt->touched || (bytes_of(tt) >= MEM_HUGE_PAGE_BYTES &&
	                       atomic_load_explicit(&tt->counted, memory_order_relaxed) >
	                               HUGE_AFTER_COUNTED); /* nobody searches */
}

void ttable_free(ttable_t *tt)
{
	if (tt == NULL)
		return;
	ztable_free(tt->zones);
	pages_free(&tt->pages, !has_huge(tt));
	mem_free(tt, sizeof(*tt));
}

void ttable_touch(ttable_t *tt)
{
	mem_touch(tt->bucket, bytes_of(tt));
	ztable_touch(tt->zones);
	tt->touched = true;
}

void ttable_clear(ttable_t *tt)
{
	pages_clear(&tt->pages);
	ztable_clear(tt->zones);
	if (tt->touched)
		ttable_touch(tt);
	atomic_store_explicit(&tt->counted, 0, memory_order_relaxed); /* nobody searches */
}

ztable_t *ttable_zones(const ttable_t *tt)
{
	return tt->zones;
}

void ttable_distrust(ttable_t *tt)
{
	const uint64_t salt = atomic_load_explicit(&tt->salt, memory_order_relaxed);

	/* Of two threads that do so at once one salt may be lost: there is a new one all the
	 * same. */
	atomic_store_explicit(&tt->salt, rng_mix(salt + 0x9e3779b97f4a7c15), memory_order_relaxed);
	ztable_distrust(tt->zones);
}

/* salted is the key under which an entry is found now. */
static hashkey_t salted(const ttable_t *tt, hashkey_t key)
{
	key.hi ^= atomic_load_explicit(&tt->salt, memory_order_relaxed);
	return key;
}

static bucket_t *bucket_of(const ttable_t *tt, hashkey_t key)
{
	return &tt->bucket[key.lo & tt->mask];
}

void ttable_prefetch(const ttable_t *tt, hashkey_t key)
{
	__builtin_prefetch(bucket_of(tt, key));
}

bool ttable_probe(const ttable_t *tt, hashkey_t key, ttentry_t *out)
{
	const bucket_t *b = bucket_of(tt, key);
	const uint64_t hi = salted(tt, key).hi;
	words_t w;

	for (int i = 0; i < SLOTS; i++) {
		if (slot_read(&b->slot[i], hi, &w)) {
			slot_unpack(w, out);
			entry_check(out);
			return true;
		}
	}
	*out = (ttentry_t){.move = MOVE_NONE};
	return false;
}

unsigned ttable_probe_pair(const ttable_t *tt, const hashkey_t key[2], ttentry_t out[2])
{
	const bucket_t *b = bucket_of(tt, key[0]);
	const uint64_t own[2] = {salted(tt, key[0]).hi, salted(tt, key[1]).hi};
	unsigned has = 0;
	words_t w;

	assert(b == bucket_of(tt, key[1]));
	for (int i = 0; i < SLOTS; i++) {
		const uint64_t hi = slot_words(&b->slot[i], &w);

		for (int k = 0; k < 2; k++) {
			if (hi != own[k] || (has >> k & 1) != 0 || slot_is_empty(w))
				continue;
			slot_unpack(w, &out[k]);
			entry_check(&out[k]);
			has |= 1u << k;
		}
	}
	for (int k = 0; k < 2; k++)
		if ((has >> k & 1) == 0)
			out[k] = (ttentry_t){.move = MOVE_NONE};
	return has;
}

/* age_now: a stale count only makes an age one generation wrong, so relaxed. */
static unsigned age_now(const ttable_t *tt)
{
	uint64_t n = atomic_load_explicit(&tt->counted, memory_order_relaxed);

	return n >> tt->generation_shift & SIX_BITS;
}

/* worth ranks a stranger's slot for replacement. Torn data gives a torn worth. */
static int worth(words_t w, unsigned now, bool for_fact)
{
	unsigned age = w.rest >> AGE_SHIFT & SIX_BITS;
	int value = (int)(w.rest >> WORK_SHIFT & SIX_BITS) - (int)((now - age) & SIX_BITS);

	if (slot_is_fact(w))
		value += for_fact ? TABLE_FACT_BONUS : FACT_SHIELD;
	return value;
}

/* find_slot returns the slot for a fact about the key, or for what is provisional. */
static place_t find_slot(const ttable_t *tt, hashkey_t key, bool for_fact)
{
	bucket_t *b = bucket_of(tt, key);
	unsigned now = age_now(tt);
	place_t p = {.entry.move = MOVE_NONE, .is_new = true};
	int least = INT32_MAX;

	for (int i = 0; i < SLOTS; i++) {
		words_t w;
		int value;

		if (slot_read(&b->slot[i], key.hi, &w)) {
			p.slot = &b->slot[i];
			p.was = w;
			p.is_new = false;
			return p;
		}
		value = slot_is_empty(w) ? INT32_MIN : worth(w, now, for_fact);
		if (value < least) {
			least = value;
			p.slot = &b->slot[i];
		}
	}
	assert(p.slot != NULL);
	return p;
}

/* find_place is that with what the slot knows already. */
static place_t find_place(const ttable_t *tt, hashkey_t key, bool for_fact)
{
	place_t p = find_slot(tt, key, for_fact);

	if (!p.is_new)
		slot_unpack(p.was, &p.entry);
	return p;
}

/* count_new counts a new entry if its key is one of those, and does the work
 * that comes due with the count. */
static void count_new(ttable_t *tt, hashkey_t key)
{
	uint64_t n, piece;

	if (key.hi % COUNT_ONE_IN != 0)
		return;
	n = atomic_fetch_add_explicit(&tt->counted, 1, memory_order_relaxed); /* a number */
	piece = n - HUGE_AFTER_COUNTED; /* huge while n is smaller */
	if (!tt->touched && piece < bytes_of(tt) / MEM_HUGE_PAGE_BYTES)
		mem_make_huge((char *)tt->bucket + piece * MEM_HUGE_PAGE_BYTES);
}

/* write_slot writes to a slot of the table. */
static void write_slot(const ttable_t *tt, slot_t *slot, uint64_t hi, words_t w)
{
	pages_write(&tt->pages, (size_t)((const char *)slot - (const char *)tt->bucket));
	slot_write(slot, hi, w);
}

/* put_back writes the changed entry; not when nothing changed, which leaves the
 * cache line shared. */
static void put_back(ttable_t *tt, hashkey_t key, place_t *p, uint64_t nodes)
{
	uint8_t work = log2_of(nodes);
	words_t w;

	if (p->entry.work < work)
		p->entry.work = work;
	w = slot_pack(&p->entry, age_now(tt));
	assert(!slot_is_empty(w));
	if (memcmp(&w, &p->was, sizeof(w)) != 0)
		write_slot(tt, p->slot, key.hi, w);
	if (p->is_new)
		count_new(tt, key);
}

void ttable_store_proven(ttable_t *tt, hashkey_t key, unsigned order, unsigned plies, move_t move,
                         uint64_t nodes, uint64_t zone)
{
	place_t p = find_place(tt, key = salted(tt, key), true);

	entry_add_proven(&p.entry, order, plies, move, zone);
	put_back(tt, key, &p, nodes);
}

bool ttable_agrees(const ttable_t *tt, hashkey_t key, unsigned order, unsigned plies, bool proven)
{
	ttentry_t e;

	ttable_probe(tt, key, &e);
	return proven ? !entry_failed(&e, order, plies) : !entry_proven(&e, order, plies);
}

void ttable_store_failed(ttable_t *tt, hashkey_t key, unsigned order, unsigned plies, bool forever,
                         move_t move, uint64_t nodes, uint64_t zone)
{
	place_t p = find_place(tt, key = salted(tt, key), forever);

	entry_add_failed(&p.entry, order, plies, forever, move, zone);
	put_back(tt, key, &p, nodes);
}

/* numbers_key is the key under which a position's numbers for an order are kept. */
static hashkey_t numbers_key(hashkey_t key, unsigned order)
{
	const uint64_t salt = 0xd1342543de82ef95 * (2 * order + 1);

	return (hashkey_t){key.lo ^ order % TTABLE_ORDERS, key.hi + salt};
}

void ttable_prefetch_numbers(const ttable_t *tt, hashkey_t key, unsigned order)
{
	__builtin_prefetch(bucket_of(tt, numbers_key(key, order)));
}

/* layout: a slot with numbers has a low byte of 1 where facts have their failures: no fact
 * (slot_is_fact), and not empty. */
enum { PROOF_SHIFT = 8, DISPROOF_SHIFT = 32, NUMBERS_MARK = 1 };

void ttable_store_numbers(ttable_t *tt, hashkey_t key, unsigned order, numbers_t numbers,
                          uint64_t nodes)
{
	const hashkey_t at = numbers_key(salted(tt, key), order);
	place_t p = find_slot(tt, at, false);
	const words_t w = {.failed = NUMBERS_MARK | (uint64_t)numbers.proof << PROOF_SHIFT |
	                             (uint64_t)numbers.disproof << DISPROOF_SHIFT,
	                   .rest = MOVE_NONE | (uint64_t)log2_of(nodes) << WORK_SHIFT |
	                           (uint64_t)age_now(tt) << AGE_SHIFT};

	assert(numbers.proof <= NUMBER_MAX && numbers.disproof <= NUMBER_MAX);
	write_slot(tt, p.slot, at.hi, w);
	if (p.is_new)
		count_new(tt, at);
}

bool ttable_probe_numbers(const ttable_t *tt, hashkey_t key, unsigned order, numbers_t *out)
{
	const hashkey_t at = numbers_key(salted(tt, key), order);
	const bucket_t *b = bucket_of(tt, at);
	words_t w;

	for (int i = 0; i < SLOTS; i++) {
		if (!slot_read(&b->slot[i], at.hi, &w))
			continue;
		out->proof = w.failed >> PROOF_SHIFT & NUMBER_MAX;
		out->disproof = w.failed >> DISPROOF_SHIFT & NUMBER_MAX;
		return true;
	}
	return false;
}

void ttable_size(const ttable_t *tt, ttable_stats_t *out)
{
	*out = (ttable_stats_t){.bytes = bytes_of(tt), .entries = (tt->mask + 1) * SLOTS};
}

void ttable_stats(const ttable_t *tt, ttable_stats_t *out)
{
	uint64_t entries = (tt->mask + 1) * SLOTS, full = 0;
	uint64_t sample = entries < SAMPLE_SLOTS ? entries : SAMPLE_SLOTS;

	assert(sample > 0);
	/* Keys are hashes: the first slots are as full as any, and near together. */
	for (uint64_t i = 0; i < sample; i++) {
		const slot_t *s = &tt->bucket[i / SLOTS].slot[i % SLOTS];

		full += (atomic_load_explicit(&s->proven, memory_order_relaxed) |
		         atomic_load_explicit(&s->failed, memory_order_relaxed)) != 0;
	}
	ttable_size(tt, out);
	out->used = full * entries / sample;
}
