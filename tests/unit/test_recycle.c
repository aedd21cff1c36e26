/* SPDX-License-Identifier: MIT
 * test_recycle.c - memory of tables that is used again: nothing of the table before is in it, it
 * costs no page faults, and it is bounded. */
#include <pthread.h>
#include <stdatomic.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include <cmocka.h>

#include "engine/base/recycle.h"
#include "tests/unit/seed.h"
#include "tests/unit/table_help.h"

enum { KEPT_OF_A_SIZE = 8, KEPT_RESIDENT = 16 * MIB };

/* drain unmaps what is kept, and says how many mappings that were. */
static unsigned drain(void)
{
	unsigned count = 0;
	void *p;

	for (size_t bytes = RECYCLE_LEAST; bytes <= RECYCLE_MOST; bytes *= 2)
		for (; (p = recycle_take(bytes)) != NULL; count++)
			assert_int_equal(munmap(p, bytes), 0);
	return count;
}

static bool is_zero(const unsigned char *p, size_t bytes)
{
	return p[0] == 0 && memcmp(p, p + 1, bytes - 1) == 0;
}

static long faults(void)
{
	struct rusage usage;

	assert_int_equal(getrusage(RUSAGE_SELF, &usage), 0);
	return usage.ru_minflt;
}

static void what_was_cleared_comes_again(void **state)
{
	unsigned char *p, *q;

	(void)state;
	drain();
	for (size_t bytes = RECYCLE_LEAST; bytes <= 8 * MIB; bytes *= 2) {
		assert_non_null(p = mem_alloc_huge(bytes));
		assert_true(mem_would_keep(bytes, 1));
		memset(p + bytes / 2, 0xff, 100);
		memset(p + bytes / 2, 0, 100);
		mem_free_cleared(p, bytes, 100);
		assert_int_equal(mem_live(), 0);
		assert_ptr_equal(q = mem_alloc_huge(bytes), p);
		assert_int_equal(mem_live(), bytes);
		assert_true(is_zero(q, bytes));
		mem_free_huge(q, bytes);
	}
	assert_int_equal(drain(), 0);
}

static void other_sizes_are_not_kept(void **state)
{
	static const size_t sizes[] = {1, 64, RECYCLE_LEAST / 2, 5 * MIB - 7, 2 * RECYCLE_MOST};

	(void)state;
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		assert_false(recycle_has_room(sizes[i], 1));
		mem_free_cleared(mem_alloc_huge(sizes[i]), sizes[i], 1);
		mem_free_cleared(NULL, sizes[i], 1);
	}
	assert_int_equal(drain(), 0);
}

static void what_is_kept_is_bounded(void **state)
{
	enum { MANY = 20 };
	void *p[MANY];

	(void)state;
	drain();
	for (unsigned i = 0; i < MANY; i++)
		assert_non_null(p[i] = mem_alloc_huge(MIB));
	for (unsigned i = 0; i < MANY; i++) {
		assert_int_equal(mem_would_keep(MIB, 1), i < KEPT_OF_A_SIZE);
		mem_free_cleared(p[i], MIB, 1);
	}
	assert_int_equal(mem_live(), 0);
	assert_int_equal(drain(), KEPT_OF_A_SIZE);
	for (unsigned i = 0; i < MANY; i++)
		assert_non_null(p[i] = mem_alloc_huge((size_t)(i % 2 + 2) / 2 * 4 * MIB));
	for (unsigned i = 0; i < MANY; i++)
		mem_free_cleared(p[i], (size_t)(i % 2 + 2) / 2 * 4 * MIB, 3 * MIB);
	assert_int_equal(drain(), KEPT_RESIDENT / (3 * MIB));
	assert_true(mem_would_keep(MIB, MIB)); /* the sum is right again */
}

static hashkey_t draw(rng_t *rng)
{
	return (hashkey_t){rng_next(rng), rng_next(rng)};
}

static const zfact_t fact = {.order = 1, .plies = 9, .proven = true};

/* store puts an entry, numbers and a zone under each of so many keys. */
static void store(ttable_t *tt, rng_t rng, unsigned count)
{
	zone_t zone = {.areas = 1};

	zone_clear(&zone);
	zone_add(&zone, 7, 1);
	for (unsigned i = 0; i < count; i++) {
		const hashkey_t key = draw(&rng);

		ttable_store_proven(tt, key, 1, 9, 3, i, ZONE_COARSE_ALL);
		ttable_store_numbers(tt, key, 1, (numbers_t){.proof = 5, .disproof = 7}, i);
		ztable_store(ttable_zones(tt), key, fact, &zone, i);
	}
}

/* found says of how many of the keys anything is known. */
static unsigned found(const ttable_t *tt, rng_t rng, unsigned count)
{
	unsigned there = 0;

	for (unsigned i = 0; i < count; i++) {
		const hashkey_t key = draw(&rng);
		zone_t zone = {.areas = 1};
		numbers_t numbers;
		ttentry_t entry;

		there += ttable_probe(tt, key, &entry) ||
		         ttable_probe_numbers(tt, key, 1, &numbers) ||
		         ztable_find(ttable_zones(tt), key, fact, &zone);
	}
	return there;
}

/* Tables of which little is used, of which much is, and with huge pages. */
static void a_table_knows_nothing_of_the_one_before(void **state)
{
	static const unsigned counts[] = {1, 100, 1000, 3000, 6000, 40000};
	static const size_t sizes[] = {BUCKET_BYTES, MIB / 16, MIB, 4 * MIB, 64 * MIB, 128 * MIB};
	rng_t rng = seed_take();

	(void)state;
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		for (size_t k = 0; k < sizeof(counts) / sizeof(counts[0]); k++) {
			const rng_t keys = {rng_next(&rng)};
			ttable_t *tt = table_make(sizes[i]);
			ttable_stats_t stats;

			store(tt, keys, counts[k]);
			assert_true(found(tt, keys, counts[k]) > 0);
			ttable_free(tt);
			tt = table_make(sizes[i]);
			assert_int_equal(found(tt, keys, counts[k]), 0);
			ttable_stats(tt, &stats);
			assert_int_equal(stats.used, 0);
			ttable_free(tt);
		}
	}
}

/* A table that was touched, or of which all was forgotten, is as good as any. */
static void cleared_and_touched_tables_are_empty(void **state)
{
	const rng_t keys = seed_take();

	(void)state;
	for (unsigned how = 0; how < 4; how++) {
		ttable_t *tt = table_make(4 * MIB);

		if ((how & 1) != 0)
			ttable_touch(tt);
		store(tt, keys, 500);
		if ((how & 2) != 0)
			ttable_clear(tt);
		ttable_free(tt);
		tt = table_make(4 * MIB);
		assert_int_equal(found(tt, keys, 500), 0);
		ttable_free(tt);
	}
}

static void a_small_table_costs_no_page_faults(void **state)
{
	enum { TABLES = 50, KEYS = 300 };
	const rng_t keys = seed_take();
	long before = 0;

	(void)state;
#if defined(UNDER_ASAN) || defined(UNDER_TSAN)
	skip(); /* they have page faults of their own */
#endif
	for (unsigned i = 0; i <= TABLES; i++) {
		ttable_t *tt;

		if (i == 1)
			before = faults();
		tt = table_make(4 * MIB);
		store(tt, keys, KEYS);
		ttable_free(tt);
	}
	assert_in_range(faults() - before, 0, TABLES); /* anew each time, some 700 a table */
}

enum { THREADS = 4, ROUNDS = 60, KEYS = 200 };

static _Atomic unsigned strangers;

/* share makes, fills and frees tables whose memory comes from other threads as well. */
static void *share(void *arg)
{
	static const rng_t keys = {12345}; /* the same in all tables */
	rng_t rng = {.state = (uintptr_t)arg};

	for (unsigned i = 0; i < ROUNDS; i++) {
		ttable_t *tt;

		if (ttable_create((size_t)MIB >> rng_below(&rng, 4), &tt) != ERR_OK)
			continue;
		atomic_fetch_add(&strangers, found(tt, keys, KEYS));
		store(tt, keys, KEYS);
		ttable_free(tt);
	}
	return NULL;
}

static void threads_share_what_is_kept(void **state)
{
	pthread_t thread[THREADS];

	(void)state;
	atomic_store(&strangers, 0);
	for (uintptr_t i = 0; i < THREADS; i++)
		assert_int_equal(pthread_create(&thread[i], NULL, share, (void *)(i + 1)), 0);
	for (unsigned i = 0; i < THREADS; i++)
		assert_int_equal(pthread_join(thread[i], NULL), 0);
	assert_int_equal(atomic_load(&strangers), 0);
	assert_true(drain() > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        TEST(what_was_cleared_comes_again),
	        TEST(other_sizes_are_not_kept),
	        TEST(what_is_kept_is_bounded),
	        TEST(a_table_knows_nothing_of_the_one_before),
	        TEST(cleared_and_touched_tables_are_empty),
	        TEST(a_small_table_costs_no_page_faults),
	        TEST(threads_share_what_is_kept),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
