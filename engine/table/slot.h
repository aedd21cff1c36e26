/* SPDX-License-Identifier: MIT
 * slot.h - the slots of the transposition table: what is in one, read and written without a lock.
 *
 * For ttable.c, whose head says why it is so.
 *
 * Threads   any: a slot torn by two writers reads as a stranger's.
 */
#ifndef ENGINE_TABLE_SLOT_H
#define ENGINE_TABLE_SLOT_H

#include <stdatomic.h>
#include <string.h>

#include "engine/table/ttable.h"

enum { CACHE_LINE_BYTES = 64, SLOTS = 2 }; /* layout: of a bucket */

/* layout: the last data word, from bit 0: move 16, work 6, age 6, and the coarse
 * zone in the other 36 bits. */
enum { WORK_SHIFT = 16, AGE_SHIFT = 22, ZONE_SHIFT = 28, SIX_BITS = 63 };

static_assert(ZONE_SHIFT + ZONE_CELLS == 64, "a word is full");

/* A slot's data: ttentry_t's two arrays, bit for bit, and the rest. */
typedef struct {
	uint64_t proven, failed, rest;
} words_t;

typedef struct {
	_Atomic uint64_t check; /* key.hi ^ hash of the others */
	_Atomic uint64_t proven, failed, rest;
} slot_t;

typedef struct {
	slot_t slot[SLOTS];
} bucket_t;

static_assert(sizeof(bucket_t) == CACHE_LINE_BYTES, "a probe is one cache line");
static_assert(sizeof(((ttentry_t *)0)->proven) == sizeof(uint64_t), "an array is a word");
static_assert(ATOMIC_LLONG_LOCK_FREE == 2, "words are written whole");

static inline words_t slot_pack(const ttentry_t *e, unsigned age)
{
	words_t w;

	assert(e->work <= SIX_BITS && age <= SIX_BITS);
	memcpy(&w.proven, e->proven, sizeof(w.proven));
	memcpy(&w.failed, e->failed, sizeof(w.failed));
	w.rest = e->move | (uint64_t)e->work << WORK_SHIFT | (uint64_t)age << AGE_SHIFT |
	         e->zone << ZONE_SHIFT;
	return w;
}

static inline void slot_unpack(words_t w, ttentry_t *e)
{
	memcpy(e->proven, &w.proven, sizeof(w.proven));
	memcpy(e->failed, &w.failed, sizeof(w.failed));
	e->move = (move_t)w.rest;
	e->work = w.rest >> WORK_SHIFT & SIX_BITS;
	e->zone = w.rest >> ZONE_SHIFT;
}

/* An entry knows something, so data without any fact is an empty slot. That
 * keeps the zeroes of a new array from being the entry of a key with hi 0. */
static inline bool slot_is_empty(words_t w)
{
	return (w.proven | w.failed) == 0;
}

/* slot_is_fact: does the data hold something that is true for ever? */
static inline bool slot_is_fact(words_t w)
{
	return w.proven != 0 || (uint8_t)w.failed == FAIL_FOREVER;
}

/* slot_hash is the part of the check word that the data makes; 0 for zeroes. */
static inline uint64_t slot_hash(words_t w)
{
	return w.proven * 0x9e3779b97f4a7c15 + w.failed * 0xc2b2ae3d27d4eb4f +
	       w.rest * 0xd6e8feb86659fd93;
}

/* slot_words copies a slot and returns the high word of the key that it is of, if of any. */
static inline uint64_t slot_words(const slot_t *s, words_t *out)
{
	uint64_t check = atomic_load_explicit(&s->check, memory_order_relaxed);

	out->proven = atomic_load_explicit(&s->proven, memory_order_relaxed);
	out->failed = atomic_load_explicit(&s->failed, memory_order_relaxed);
	out->rest = atomic_load_explicit(&s->rest, memory_order_relaxed);
	return check ^ slot_hash(*out);
}

/* slot_read copies the data and tells whether it is whole and the key's. */
static inline bool slot_read(const slot_t *s, uint64_t hi, words_t *out)
{
	return slot_words(s, out) == hi && !slot_is_empty(*out);
}

/* slot_write: relaxed and in any order, see "Torn reads". */
static inline void slot_write(slot_t *s, uint64_t hi, words_t w)
{
	atomic_store_explicit(&s->proven, w.proven, memory_order_relaxed);
	atomic_store_explicit(&s->failed, w.failed, memory_order_relaxed);
	atomic_store_explicit(&s->rest, w.rest, memory_order_relaxed);
	atomic_store_explicit(&s->check, hi ^ slot_hash(w), memory_order_relaxed);
}

#endif
