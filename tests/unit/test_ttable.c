/* SPDX-License-Identifier: MIT
 * test_ttable.c - the table as a whole: sizes, keys, pages, torn writes. What an
 * entry says is in test_entry.c, which goes first in test_replacing.c. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/seed.h"
#include "tests/unit/table_help.h"

static void sizes_are_powers_of_two(void **state)
{
	static const struct {
		size_t bytes, of_array;
	} rows[] = {{64, 64},
	            {65, 64},
	            {127, 64},
	            {128, 128},
	            {1000, 512},
	            {MIB, MIB},
	            {3 * MIB, 2 * MIB},
	            {8 * MIB - 1, 4 * MIB},
	            {64 * MIB, 64 * MIB}};
	ttable_t *tt = (ttable_t *)state;

	assert_int_equal(ttable_create(0, &tt), ERR_RANGE);
	assert_null(tt);
	tt = (ttable_t *)state;
	assert_int_equal(ttable_create(BUCKET_BYTES - 1, &tt), ERR_RANGE);
	assert_null(tt);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		ttable_stats_t s;

		tt = table_make(rows[i].bytes);
		ttable_stats(tt, &s);
		assert_int_equal(s.bytes, rows[i].of_array);
		assert_int_equal(s.entries, rows[i].of_array / 32);
		assert_int_equal(s.used, 0);
		ttable_free(tt);
	}
	ttable_free(NULL);
}

static void no_memory_is_an_error(void **state)
{
	(void)state;
	for (long n = 0;; n++) {
		ttable_t *tt = (ttable_t *)state;

		mem_fail_after(n);
		if (ttable_create(MIB, &tt) == ERR_OK) {
			assert_true(n > 0);
			ttable_free(tt);
			break;
		}
		assert_null(tt);
		assert_int_equal(mem_live(), 0);
	}
	mem_fail_after(-1);
	assert_int_equal(ttable_create(SIZE_MAX / 2, &(ttable_t *){NULL}), ERR_NOMEM);
}

static void keys_are_told_apart(void **state)
{
	static const hashkey_t keys[] = {{0, 0}, {1, 0}, {0, 1}, {1, 1}, {UINT64_MAX, 0}};
	enum { KEYS = sizeof(keys) / sizeof(keys[0]) };
	ttable_t *tt = table_make(1024); /* 16 buckets, at most two of these keys in one */

	(void)state;
	for (unsigned i = 0; i < KEYS; i++) {
		ttentry_t e;

		for (unsigned j = i; j < KEYS; j++)
			assert_false(is_there(tt, keys[j]));
		ttable_prefetch(tt, keys[i]);
		ttable_store_proven(tt, keys[i], 1, 2 * i + 1, (move_t)i, 0, ZONE_COARSE_ALL);
		for (unsigned j = 0; j <= i; j++) {
			assert_true(ttable_probe(tt, keys[j], &e));
			assert_int_equal(e.move, j);
			assert_true(entry_proven(&e, 1, 2 * j + 1));
			assert_int_equal(entry_proven_plies(&e, 1, 1), 2 * j + 1);
		}
	}
	assert_false(is_there(tt, (hashkey_t){16, 2})); /* of bucket 0, too */
	ttable_clear(tt);
	for (unsigned i = 0; i < KEYS; i++)
		assert_false(is_there(tt, keys[i]));
	ttable_free(tt);
}

static void used_is_estimated(void **state)
{
	ttable_t *tt = table_make(MIB);
	rng_t rng = seed_take();
	ttable_stats_t s;
	uint64_t previous = 0;

	(void)state;
	for (unsigned n = 4096; n <= 8 * 32768; n *= 2) {
		ttable_clear(tt);
		for (unsigned i = 0; i < n; i++)
			hope(tt, (hashkey_t){rng_next(&rng), rng_next(&rng)}, 3);
		ttable_stats(tt, &s);
		assert_int_equal(s.entries, 32768);
		assert_true(s.used <= s.entries && s.used >= previous);
		if (n == 4096) /* nearly nothing was replaced. An eighth of the slots is looked
		                * at, with 512 of these, sigma 21: here 169, six times */
			assert_in_range(s.used, 4096 - 6 * 169, 4096 + 6 * 169);
		previous = s.used;
	}
	assert_true(s.used > 32768 * 99ull / 100);
	ttable_free(tt);

	tt = table_make(BUCKET_BYTES);
	hope(tt, (hashkey_t){0, 1}, 1);
	ttable_stats(tt, &s);
	assert_int_equal(s.used, 1);
	hope(tt, (hashkey_t){0, 2}, 1);
	hope(tt, (hashkey_t){0, 3}, 1);
	ttable_stats(tt, &s);
	assert_int_equal(s.used, 2);
	ttable_free(tt);
}

/* More than 4096 new entries: pages turn huge while the table is in use. */
static void huge_pages_lose_nothing(void **state)
{
	enum { KEYS = 20000 };
	ttable_t *tt = table_make(8 * MIB);
	rng_t first = seed_take(), rng = first;
	unsigned there = 0;

	(void)state;
	for (unsigned i = 0; i < KEYS; i++) {
		hashkey_t key = {rng_next(&rng), rng_next(&rng)};

		ttable_store_proven(tt, key, i % TTABLE_ORDERS, i % 250 * 2 + 1, (move_t)i, i,
		                    ZONE_COARSE_ALL);
	}
	rng = first;
	for (unsigned i = 0; i < KEYS; i++) {
		hashkey_t key = {rng_next(&rng), rng_next(&rng)};
		ttentry_t e;

		if (!ttable_probe(tt, key, &e))
			continue;
		there++;
		assert_int_equal(e.move, i);
		assert_int_equal(entry_proven_plies(&e, i % TTABLE_ORDERS, 1), i % 250 * 2 + 1);
	}
	assert_true(there > KEYS * 99 / 100); /* three in a bucket are rare here */
	ttable_free(tt);
}

enum { TORN_THREADS = 4, TORN_KEYS = 12, TORN_ROUNDS = 600000 };

typedef struct {
	ttable_t *tt;
	rng_t rng;
	unsigned hits, lies;
} hammer_t;

static pthread_barrier_t together;

/* Every store of a proof names its depth as its move, and a merge keeps either
 * both or none of an older one. So an entry of two writers shows: depth and move
 * differ. The key shows in them too: key k is proven from k * 40 + 3 to 39 and fails
 * at k * 40 + 1. */
static void *hammer(void *arg)
{
	hammer_t *h = arg;

	pthread_barrier_wait(&together);
	for (unsigned i = 0; i < TORN_ROUNDS; i++) {
		unsigned k = rng_below(&h->rng, TORN_KEYS);
		unsigned plies = k * 40 + 3 + 2 * rng_below(&h->rng, 19);
		hashkey_t key = {0, rng_mix(k)}; /* all in one bucket */
		ttentry_t e;

		if (rng_below(&h->rng, 4) == 0)
			ttable_store_failed(h->tt, key, 3, k * 40 + 1, false, MOVE_NONE, 1,
			                    ZONE_COARSE_ALL);
		else
			ttable_store_proven(h->tt, key, 0, plies, (move_t)plies, 1,
			                    ZONE_COARSE_ALL);
		if (!ttable_probe(h->tt, key, &e))
			continue;
		h->hits++;
		plies = entry_proven_plies(&e, 0, 1);
		if (plies != 0 && (e.move != plies || plies / 40 != k))
			h->lies++;
		if (e.failed[0] != 0 && e.failed[0] != k * 20 + 1)
			h->lies++;
	}
	return NULL;
}

static void torn_writes_are_misses(void **state)
{
	static hammer_t h[TORN_THREADS];
	pthread_t thread[TORN_THREADS];
	ttable_t *tt = table_make(BUCKET_BYTES);
	rng_t rng = seed_take();

	(void)state;
	assert_int_equal(pthread_barrier_init(&together, NULL, TORN_THREADS), 0);
	for (unsigned i = 0; i < TORN_THREADS; i++) {
		h[i] = (hammer_t){.tt = tt, .rng = {rng_next(&rng)}};
		assert_int_equal(pthread_create(&thread[i], NULL, hammer, &h[i]), 0);
	}
	for (unsigned i = 0; i < TORN_THREADS; i++) {
		assert_int_equal(pthread_join(thread[i], NULL), 0);
		assert_true(h[i].hits > TORN_ROUNDS / 10);
		assert_int_equal(h[i].lies, 0);
	}
	assert_int_equal(pthread_barrier_destroy(&together), 0);
	ttable_free(tt);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        TEST(sizes_are_powers_of_two), TEST(no_memory_is_an_error),
	        TEST(keys_are_told_apart),     TEST(used_is_estimated),
	        TEST(huge_pages_lose_nothing), TEST(torn_writes_are_misses),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
