/* SPDX-License-Identifier: MIT
 * test_marks.c - marks: set, busy, full, left; alone means alone, also when
 * several threads want to be. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "engine/base/mem.h"
#include "engine/table/marks.h"
#include "tests/unit/seed.h"

enum { THREADS = 4, TAGS = 8, STEPS = 50000, RACES = 2000 };

static marks_t *marks;

static int make(void **state)
{
	(void)state;
	mem_fail_after(-1);
	return mem_live() == 0 && marks_create(&marks) == ERR_OK ? 0 : -1;
}

static int drop(void **state)
{
	unsigned held = marks_held(marks);

	(void)state;
	marks_free(marks);
	marks = NULL;
	return held == 0 && mem_live() == 0 ? 0 : -1;
}

static uint64_t tag_of(uint64_t i)
{
	return marks_tag((hashkey_t){rng_mix(i), rng_mix(~i)}, 2, 9);
}

static void no_memory_is_an_error(void **state)
{
	marks_t *m = (marks_t *)state;

	mem_fail_after(0);
	assert_int_equal(marks_create(&m), ERR_NOMEM);
	assert_null(m);
	marks_free(NULL);
}

static void tags_differ(void **state)
{
	enum { KEYS = 4, N = KEYS * (ORDER_MAX + 1) * 64 };
	static uint64_t tag[N];
	unsigned n = 0;

	(void)state;
	for (uint64_t k = 0; k < KEYS; k++)
		for (unsigned order = 0; order <= ORDER_MAX; order++)
			for (unsigned plies = 0; plies < 64; plies++)
				tag[n++] = marks_tag((hashkey_t){k & 1, k >> 1}, order, plies);
	assert_int_equal(n, N);
	for (unsigned i = 0; i < N; i++)
		for (unsigned j = 0; j < i; j++)
			assert_true(tag[i] != tag[j]);
}

static void a_mark_is_busy_until_left(void **state)
{
	uint64_t a = tag_of(1), b = tag_of(2);

	(void)state;
	assert_false(marks_busy(marks, a));
	assert_int_equal(marks_enter_alone(marks, a), MARKS_SET);
	assert_true(marks_busy(marks, a));
	assert_false(marks_busy(marks, b));
	assert_int_equal(marks_enter_alone(marks, a), MARKS_BUSY);
	assert_int_equal(marks_held(marks), 1);
	assert_true(marks_enter(marks, a));
	assert_true(marks_enter(marks, a));
	assert_int_equal(marks_held(marks), 3);
	assert_int_equal(marks_count(marks, a), 3);
	assert_int_equal(marks_count(marks, b), 0);
	assert_int_equal(marks_enter_alone(marks, b), MARKS_SET);
	assert_int_equal(marks_count(marks, b), 1);
	for (int i = 0; i < 3; i++) {
		assert_true(marks_busy(marks, a));
		assert_int_equal(marks_enter_alone(marks, a), MARKS_BUSY);
		marks_leave(marks, a);
	}
	assert_false(marks_busy(marks, a));
	assert_int_equal(marks_enter_alone(marks, a), MARKS_SET);
	marks_leave(marks, a);
	assert_true(marks_busy(marks, b));
	marks_leave(marks, b);
}

/* Tags of one bucket: their low halves are the same. */
static void a_full_bucket_refuses(void **state)
{
	uint64_t tag[64], low = 0x12345678;
	unsigned n = 0;

	(void)state;
	while (n < 64 && marks_enter(marks, low | (uint64_t)(n + 1) << 40))
		n++;
	assert_in_range(n, 2, 63);
	for (unsigned i = 0; i <= n; i++)
		tag[i] = low | (uint64_t)(i + 1) << 40;
	assert_int_equal(marks_held(marks), n);
	assert_int_equal(marks_enter_alone(marks, tag[n]), MARKS_FULL);
	assert_false(marks_busy(marks, tag[n]));
	assert_true(marks_enter(marks, tag[0])); /* who is in, may be in twice */
	marks_leave(marks, tag[0]);
	for (unsigned i = 0; i < n; i++)
		assert_true(marks_busy(marks, tag[i]));
	marks_leave(marks, tag[0]); /* room again */
	assert_int_equal(marks_enter_alone(marks, tag[n]), MARKS_SET);
	for (unsigned i = 1; i <= n; i++)
		marks_leave(marks, tag[i]);
}

static void many_holders_of_one_tag(void **state)
{
	uint64_t tag = tag_of(3), neighbour = tag ^ 1ull << 50;
	unsigned n = 0;

	(void)state;
	assert_true(marks_enter(marks, neighbour));
	while (n < 5000 && marks_enter(marks, tag))
		n++;
	assert_in_range(n, 64, 4999);
	assert_int_equal(marks_held(marks), n + 1);
	assert_int_equal(marks_enter_alone(marks, tag), MARKS_BUSY);
	for (; n > 0; n--)
		marks_leave(marks, tag);
	assert_false(marks_busy(marks, tag));
	assert_true(marks_busy(marks, neighbour)); /* no carry into the other lane */
	marks_leave(marks, neighbour);
}

static void a_thousand_tags_fit(void **state)
{
	enum { N = 1000 };
	uint64_t first = rng_next(&(rng_t){clock_now_ns()});
	static bool set[N];
	unsigned n = 0;

	(void)state;
	print_message("first tag %llu\n", (unsigned long long)first);
	for (unsigned i = 0; i < N; i++) {
		set[i] = marks_enter_alone(marks, tag_of(first + i)) == MARKS_SET;
		n += set[i];
	}
	assert_in_range(n, N - 5, N);
	assert_int_equal(marks_held(marks), n);
	for (unsigned i = 0; i < N; i++)
		if (set[i])
			marks_leave(marks, tag_of(first + i));
}

/* What a lone holder may touch without a lock. Plain on purpose: that leaving
 * publishes and entering takes is what ThreadSanitizer checks here. */
static uint64_t plain[TAGS];

typedef struct {
	rng_t rng;
	uint64_t alone[TAGS]; /* how often this thread was alone */
	unsigned busy, faults;
} walker_t;

static _Atomic int holders[TAGS]; /* lone holders of each tag, 0 or 1 */

static void step_alone(walker_t *w, unsigned t)
{
	if (marks_enter_alone(marks, tag_of(t)) != MARKS_SET) {
		w->busy++;
		return;
	}
	if (atomic_fetch_add_explicit(&holders[t], 1, memory_order_relaxed) != 0)
		w->faults++;
	plain[t]++;
	w->alone[t]++;
	if (marks_enter_alone(marks, tag_of(t)) != MARKS_BUSY || !marks_busy(marks, tag_of(t)))
		w->faults++;
	atomic_fetch_sub_explicit(&holders[t], 1, memory_order_relaxed);
	marks_leave(marks, tag_of(t));
}

static void step_together(walker_t *w, unsigned t)
{
	if (!marks_enter(marks, tag_of(t)))
		return;
	if (marks_enter_alone(marks, tag_of(t)) != MARKS_BUSY || !marks_busy(marks, tag_of(t)))
		w->faults++;
	marks_leave(marks, tag_of(t));
}

static void *walk(void *arg)
{
	walker_t *w = arg;

	for (unsigned i = 0; i < STEPS; i++) {
		unsigned t = rng_below(&w->rng, TAGS);

		if (rng_below(&w->rng, 3) == 0)
			step_together(w, t);
		else
			step_alone(w, t);
	}
	return NULL;
}

static void alone_is_alone(void **state)
{
	static walker_t w[THREADS];
	pthread_t thread[THREADS];
	rng_t rng = seed_take();
	uint64_t total = 0;

	(void)state;
	memset(plain, 0, sizeof(plain));
	for (unsigned i = 0; i < THREADS; i++) {
		w[i] = (walker_t){.rng = {rng_next(&rng)}};
		assert_int_equal(pthread_create(&thread[i], NULL, walk, &w[i]), 0);
	}
	for (unsigned i = 0; i < THREADS; i++) {
		assert_int_equal(pthread_join(thread[i], NULL), 0);
		assert_int_equal(w[i].faults, 0);
	}
	for (unsigned t = 0; t < TAGS; t++) {
		uint64_t sum = 0;

		for (unsigned i = 0; i < THREADS; i++)
			sum += w[i].alone[t];
		assert_int_equal(plain[t], sum);
		assert_false(marks_busy(marks, tag_of(t)));
		total += sum;
	}
	assert_true(total > THREADS * STEPS / 10);
	assert_int_equal(marks_held(marks), 0);
}

static pthread_barrier_t line;
static _Atomic unsigned winners[RACES];

static void *race(void *arg)
{
	(void)arg;
	for (unsigned i = 0; i < RACES; i++) {
		bool won;

		pthread_barrier_wait(&line);
		won = marks_enter_alone(marks, tag_of(i)) == MARKS_SET;
		atomic_fetch_add(&winners[i], won);
		pthread_barrier_wait(&line);
		if (won)
			marks_leave(marks, tag_of(i));
	}
	return NULL;
}

static void a_race_has_one_winner(void **state)
{
	pthread_t thread[THREADS];

	(void)state;
	assert_int_equal(pthread_barrier_init(&line, NULL, THREADS), 0);
	for (unsigned i = 0; i < THREADS; i++)
		assert_int_equal(pthread_create(&thread[i], NULL, race, NULL), 0);
	for (unsigned i = 0; i < THREADS; i++)
		assert_int_equal(pthread_join(thread[i], NULL), 0);
	assert_int_equal(pthread_barrier_destroy(&line), 0);
	for (unsigned i = 0; i < RACES; i++)
		assert_int_equal(atomic_load(&winners[i]), 1);
	assert_int_equal(marks_held(marks), 0);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, make, drop)

int main(void)
{
	const struct CMUnitTest tests[] = {
	        TEST(no_memory_is_an_error),
	        TEST(tags_differ),
	        TEST(a_mark_is_busy_until_left),
	        TEST(a_full_bucket_refuses),
	        TEST(many_holders_of_one_tag),
	        TEST(a_thousand_tags_fit),
	        TEST(alone_is_alone),
	        TEST(a_race_has_one_winner),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
