/* SPDX-License-Identifier: MIT
 * test_mem.c - counts, zeroes, alignment, the Nth failure, and threads. */
#include <malloc.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include <cmocka.h>

#include "engine/base/mem.h"
#include "engine/base/rng.h"

enum { PAGE = 4096, MIB = 1 << 20 };
enum { SEARCHES = 100, BLOCKS = 4, BLOCK = 70000 };

static int starts_clean(void **state)
{
	(void)state;
	mem_fail_after(-1);
	return mem_live() == 0 ? 0 : -1;
}

static int ends_clean(void **state)
{
	(void)state;
	return mem_live() == 0 && !mem_fail_pending() ? 0 : -1;
}

static int is_zero(const unsigned char *p, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++)
		if (p[i] != 0)
			return 0;
	return 1;
}

static void alloc_counts_and_clears(void **state)
{
	unsigned char *p = mem_alloc(1000), *q;

	(void)state;
	assert_non_null(p);
	assert_true(is_zero(p, 1000));
	memset(p, 0xa5, 1000);
	assert_int_equal(mem_live(), 1000);
	q = mem_alloc_array(7, 11);
	assert_non_null(q);
	assert_true(is_zero(q, 77));
	assert_int_equal(mem_live(), 1077);
	mem_free(p, 1000);
	assert_int_equal(mem_live(), 77);
	mem_free(q, 77);
	mem_free(NULL, 123);
	mem_free_huge(NULL, 123);
	assert_int_equal(mem_live(), 0);
}

static void too_much_is_no_memory(void **state)
{
	volatile size_t half = SIZE_MAX / 2 + 2; /* volatile: the compiler need not know */
	char *p;

	(void)state;
	assert_null(mem_alloc_array(half, 2));
	assert_null(mem_alloc_array(2, half));
	assert_null(mem_alloc_array(half, half));
	assert_null(mem_alloc(half));
	assert_null(mem_alloc_huge(half));
	assert_null(mem_alloc_huge(SIZE_MAX - (half & 1)));
	p = mem_alloc(10);
	assert_non_null(p);
	assert_null(mem_grow(p, 10, half));
	assert_int_equal(mem_live(), 10);
	mem_free(p, 10);
}

static void grow_keeps_and_clears(void **state)
{
	unsigned char *p = mem_grow(NULL, 0, 100);

	(void)state;
	assert_non_null(p);
	assert_true(is_zero(p, 100));
	memset(p, 0x5a, 100);
	p = mem_grow(p, 100, 5000);
	assert_non_null(p);
	for (int i = 0; i < 100; i++)
		assert_int_equal(p[i], 0x5a);
	assert_true(is_zero(p + 100, 4900));
	assert_int_equal(mem_live(), 5000);
	p = mem_grow(p, 5000, 40);
	assert_non_null(p);
	assert_int_equal(p[39], 0x5a);
	assert_int_equal(mem_live(), 40);
	mem_free(p, 40);
}

static void huge_is_aligned_zeroed_and_counted(void **state)
{
	static const size_t sizes[] = {1,         64,          100,         64 * 1024 - 1,
	                               64 * 1024, 100000,      MIB + 1,     2 * MIB - 1,
	                               2 * MIB,   2 * MIB + 1, 5 * MIB - 7, 16 * MIB};

	(void)state;
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		size_t bytes = sizes[i];
		unsigned char *p = mem_alloc_huge(bytes);

		assert_non_null(p);
		assert_int_equal((uintptr_t)p % (bytes >= 2 * MIB ? 2 * MIB : 64), 0);
		assert_int_equal(mem_live(), bytes);
		assert_true(is_zero(p, bytes));
		memset(p, 0xff, bytes);
		mem_clear_huge(p, bytes);
		assert_true(is_zero(p, bytes));
		p[0] = p[bytes - 1] = 1;
		mem_free_huge(p, bytes);
		assert_int_equal(mem_live(), 0);
	}
}

/* resident counts the pages of a mapping that the kernel has given. */
static size_t resident(void *p, size_t bytes)
{
	unsigned char there[64 * MIB / PAGE];
	size_t n = 0;

	assert_true(bytes <= 64 * MIB);
	assert_int_equal(mincore(p, bytes, there), 0);
	for (size_t i = 0; i < bytes / PAGE; i++)
		n += there[i] & 1;
	return n;
}

static void huge_is_touched_lazily(void **state)
{
	size_t bytes = 64 * MIB;
	unsigned char *p = mem_alloc_huge(bytes);

	(void)state;
	assert_non_null(p);
	assert_int_equal(resident(p, bytes), 0);
	p[5 * MIB] = 1;
	assert_true(resident(p, bytes) <= 2 * MIB / PAGE);
	mem_clear_huge(p, bytes);
	assert_int_equal(resident(p, bytes), 0);
	mem_free_huge(p, bytes);
}

static void touch_takes_every_page(void **state)
{
	static const size_t sizes[] = {100, 100000, 5 * MIB - 7};

	(void)state;
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		size_t bytes = sizes[i], pages = (bytes + PAGE - 1) / PAGE;
		unsigned char *p = mem_alloc_huge(bytes);

		assert_non_null(p);
		mem_touch(p, bytes);
		if (pages > 1)
			assert_int_equal(resident(p, pages * PAGE), pages);
		assert_true(is_zero(p, bytes));
		mem_free_huge(p, bytes);
	}
}

static void make_huge_keeps_the_contents(void **state)
{
	size_t bytes = 6 * MIB;
	unsigned char *p = mem_alloc_huge(bytes);

	(void)state;
	assert_non_null(p);
	for (size_t i = 0; i < bytes; i += 12289) /* the last piece stays empty */
		if (i < 4 * MIB)
			p[i] = (unsigned char)(i % 251 + 1);
	for (size_t at = 0; at < bytes; at += 2 * MIB)
		mem_make_huge(p + at);
	for (size_t i = 0; i < bytes; i++)
		if (p[i] != (i % 12289 == 0 && i < 4 * MIB ? i % 251 + 1 : 0))
			fail_msg("byte %zu changed", i);
	mem_free_huge(p, bytes);
}

/* build makes four blocks by every kind of allocation; on failure nothing stays. */
static int build(void)
{
	void *a = mem_alloc(10), *b = NULL, *c = NULL, *d = NULL, *grown;
	int fine = 0;

	if (a == NULL || (b = mem_alloc_array(3, 5)) == NULL)
		goto out;
	if ((c = mem_alloc_huge(3 * MIB)) == NULL || (d = mem_grow(NULL, 0, 8)) == NULL)
		goto out;
	if ((grown = mem_grow(d, 8, 16)) != NULL) {
		d = NULL;
		mem_free(grown, 16);
		fine = 1;
	}
out:
	mem_free(d, 8);
	mem_free_huge(c, 3 * MIB);
	mem_free(b, 15);
	mem_free(a, 10);
	return fine;
}

static void the_nth_allocation_fails(void **state)
{
	long n;

	(void)state;
	for (n = 0;; n++) {
		int fine;

		mem_fail_after(n);
		assert_true(mem_fail_pending());
		fine = build();
		assert_int_equal(mem_live(), 0);
		assert_int_equal(fine, mem_fail_pending());
		if (fine)
			break;
		assert_true(build()); /* once, not for ever */
	}
	assert_int_equal(n, 5);
	mem_fail_after(-1);
	assert_false(mem_fail_pending());
	assert_true(build());
}

enum { THREADS = 4, ROUNDS = 20000 };

static _Atomic unsigned failures;

static void *hammer(void *arg)
{
	rng_t rng = {.state = (uintptr_t)arg};

	for (int i = 0; i < ROUNDS; i++) {
		size_t bytes = 1 + rng_below(&rng, 300);
		void *p = mem_alloc(bytes);

		if (p == NULL)
			atomic_fetch_add(&failures, 1);
		mem_free(p, bytes);
	}
	return NULL;
}

static void counts_are_exact_with_threads(void **state)
{
	pthread_t thread[THREADS];

	(void)state;
	atomic_store(&failures, 0);
	mem_fail_after(ROUNDS);
	for (uintptr_t i = 0; i < THREADS; i++)
		assert_int_equal(pthread_create(&thread[i], NULL, hammer, (void *)(i + 1)), 0);
	for (int i = 0; i < THREADS; i++)
		assert_int_equal(pthread_join(thread[i], NULL), 0);
	assert_int_equal(atomic_load(&failures), 1);
	assert_int_equal(mem_live(), 0);
}

static long faults(void)
{
	struct rusage usage;

	assert_int_equal(getrusage(RUSAGE_SELF, &usage), 0);
	return usage.ru_minflt;
}

/* Small searches, each of which takes some blocks and gives them back, together more than malloc
 * keeps unasked. */
static void what_is_retained_is_not_cleared_anew(void **state)
{
	const size_t mapped = mallinfo2().hblks;
	long before = 0;

	(void)state;
#if defined(UNDER_ASAN) || defined(UNDER_TSAN)
	skip(); /* they have a malloc of their own */
#endif
	mem_retain();
	for (unsigned i = 0; i <= SEARCHES; i++) {
		void *block[BLOCKS];

		if (i == 1)
			before = faults(); /* the first one has what it takes mapped */
		for (unsigned k = 0; k < BLOCKS; k++)
			assert_non_null(block[k] = mem_alloc((k + 1) * BLOCK));
		assert_int_equal(mallinfo2().hblks, mapped); /* unasked 3 are, at first */
		for (unsigned k = 0; k < BLOCKS; k++)
			mem_free(block[k], (k + 1) * BLOCK);
	}
	assert_in_range(faults() - before, 0, 5 * SEARCHES); /* unasked 70 of each search */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test_setup_teardown(alloc_counts_and_clears, starts_clean, ends_clean),
	        cmocka_unit_test_setup_teardown(too_much_is_no_memory, starts_clean, ends_clean),
	        cmocka_unit_test_setup_teardown(grow_keeps_and_clears, starts_clean, ends_clean),
	        cmocka_unit_test_setup_teardown(huge_is_aligned_zeroed_and_counted, starts_clean,
	                                        ends_clean),
	        cmocka_unit_test_setup_teardown(huge_is_touched_lazily, starts_clean, ends_clean),
	        cmocka_unit_test_setup_teardown(touch_takes_every_page, starts_clean, ends_clean),
	        cmocka_unit_test_setup_teardown(make_huge_keeps_the_contents, starts_clean,
	                                        ends_clean),
	        cmocka_unit_test_setup_teardown(the_nth_allocation_fails, starts_clean, ends_clean),
	        cmocka_unit_test_setup_teardown(what_is_retained_is_not_cleared_anew, starts_clean,
	                                        ends_clean),
	        cmocka_unit_test_setup_teardown(counts_are_exact_with_threads, starts_clean,
	                                        ends_clean),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
