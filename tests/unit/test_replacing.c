/* SPDX-License-Identifier: MIT
 * test_replacing.c - which entry goes when a bucket is full: work, facts, age. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/seed.h"
#include "tests/unit/table_help.h"

/* Replacement: one bucket, keys (0, hi). hi % 64 == 0 counts for the age. */

static hashkey_t uncounted(uint64_t i)
{
	return (hashkey_t){0, 64 * i + 1};
}

static hashkey_t counted(uint64_t i)
{
	return (hashkey_t){0, 64 * i};
}

static void fact(ttable_t *tt, hashkey_t key, unsigned work)
{
	if (key.hi / 64 % 2)
		ttable_store_proven(tt, key, 1, 9, 3, 1ull << work, ZONE_COARSE_ALL);
	else
		ttable_store_failed(tt, key, 1, 9, true, 3, 1ull << work, ZONE_COARSE_ALL);
}

#define ASSERT_HAS(tt, a, b, gone)                           \
	do {                                                 \
		assert_true(is_there(tt, uncounted(a)));     \
		assert_true(is_there(tt, uncounted(b)));     \
		assert_false(is_there(tt, uncounted(gone))); \
	} while (0)

static void the_least_work_goes(void **state)
{
	ttable_t *tt = table_make(BUCKET_BYTES);

	(void)state;
	hope(tt, uncounted(1), 9);
	hope(tt, uncounted(2), 4); /* the empty slot first */
	hope(tt, uncounted(1), 2); /* an old acquaintance needs no room */
	ASSERT_HAS(tt, 1, 2, 3);
	hope(tt, uncounted(3), 6);
	ASSERT_HAS(tt, 1, 3, 2);
	hope(tt, uncounted(4), 0);
	ASSERT_HAS(tt, 1, 4, 3);
	hope(tt, uncounted(4), 12); /* it grew, now the other is the least */
	hope(tt, uncounted(5), 0);
	ASSERT_HAS(tt, 4, 5, 1);
	ttable_free(tt);
}

static void a_hope_spares_facts(void **state)
{
	ttable_t *tt = table_make(BUCKET_BYTES);

	(void)state;
	for (uint64_t i = 1; i <= 4; i++) { /* proofs and disproofs, in either slot */
		ttable_clear(tt);
		if (i % 4 < 2)
			fact(tt, uncounted(i), 0);
		hope(tt, uncounted(10), 30);
		if (i % 4 >= 2)
			fact(tt, uncounted(i), 0);
		hope(tt, uncounted(11), 1);
		ASSERT_HAS(tt, i, 11, 10);
		hope(tt, uncounted(12), 1);
		ASSERT_HAS(tt, i, 12, 11);
	}
	fact(tt, uncounted(20), 5); /* a fact may take any slot: the least worth */
	ASSERT_HAS(tt, 4, 20, 12);
	fact(tt, uncounted(21), 5);
	ASSERT_HAS(tt, 20, 21, 4);
	fact(tt, uncounted(21), 9);
	hope(tt, uncounted(13), 0); /* two facts: one has to go */
	ASSERT_HAS(tt, 21, 13, 20);
	ttable_free(tt);
}

static void a_fact_is_worth_a_little_more(void **state)
{
	ttable_t *tt = table_make(BUCKET_BYTES);

	(void)state;
	fact(tt, uncounted(1), 5);
	hope(tt, uncounted(2), 6);
	fact(tt, uncounted(3), 1);
	ASSERT_HAS(tt, 1, 3, 2);
	ttable_clear(tt);
	fact(tt, uncounted(1), 5);
	hope(tt, uncounted(2), 8);
	fact(tt, uncounted(3), 1);
	ASSERT_HAS(tt, 2, 3, 1);
	ttable_free(tt);
}

static void age_wears_off_worth(void **state)
{
	ttable_t *tt = table_make(BUCKET_BYTES);
	uint64_t i;

	(void)state;
	hope(tt, uncounted(1), 10);
	hope(tt, uncounted(2), 5);
	for (i = 3; i < 2000; i++) {
		hope(tt, uncounted(i), 5);
		assert_true(is_there(tt, uncounted(1)));
	}
	for (i = 1; is_there(tt, uncounted(1)); i++) {
		hope(tt, counted(i), 5); /* a generation each, in the least of tables */
		assert_true(i < 60);
	}
	assert_in_range(i, 3, 12); /* 10 - age under 5 */

	hope(tt, uncounted(1), 10);
	for (i = 100; i < 160; i++) {
		hope(tt, counted(i), 5);
		hope(tt, uncounted(1), 5); /* who is stored again stays young */
		assert_true(is_there(tt, uncounted(1)));
	}
	ttable_free(tt);
}

static void a_generation_is_an_eighth(void **state)
{
	enum { SLOTS = 1 << 15, OLD = 400 };
	ttable_t *tt = table_make(SLOTS * 32);
	rng_t rng = seed_take();
	unsigned eighths = 0, alive = OLD;

	(void)state;
	for (uint64_t i = 0; i < OLD; i++)
		hope(tt, (hashkey_t){i, 1}, 20);
	for (; alive > OLD / 2 && eighths < 100; eighths++) {
		for (unsigned i = 0; i < SLOTS / 8; i++)
			hope(tt, (hashkey_t){rng_next(&rng), rng_next(&rng)}, 8);
		alive = 0;
		for (uint64_t i = 0; i < OLD; i++)
			alive += is_there(tt, (hashkey_t){i, 1});
	}
	/* Work 20 goes when it is 12 generations older than its neighbour of work 8,
	 * which gets a new one every four: after 19 or so. Were a generation half or
	 * twice as long, it would be 14 or 31. */
	print_message("half are gone after %u eighths\n", eighths);
	assert_in_range(eighths, 16, 24);
	ttable_free(tt);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        TEST(the_least_work_goes),           TEST(a_hope_spares_facts),
	        TEST(a_fact_is_worth_a_little_more), TEST(age_wears_off_worth),
	        TEST(a_generation_is_an_eighth),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
