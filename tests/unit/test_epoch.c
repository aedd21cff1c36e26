/* SPDX-License-Identifier: MIT
 * test_epoch.c - snapshots are swapped under readers; none is freed too early,
 * none is forgotten. */
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "engine/base/clock.h"
#include "engine/base/mem.h"
#include "engine/table/epoch.h"

enum { READERS = 3, SWAPS = 3000, WORDS = 16, WRONG_CALL_MS = 100 };

/* All words of a living snapshot are the same; a freed one is overwritten first. */
typedef struct {
	uint64_t word[WORDS];
	epoch_node_t node; /* not at the front, on purpose */
} snapshot_t;

static _Atomic(snapshot_t *) latest;
static _Atomic bool stop;
static _Atomic unsigned made, freed, inside;

static snapshot_t *snapshot_make(uint64_t value)
{
	snapshot_t *s = mem_alloc(sizeof(*s));

	if (s == NULL)
		return NULL;
	for (int i = 0; i < WORDS; i++)
		s->word[i] = value;
	atomic_fetch_add(&made, 1);
	return s;
}

static void snapshot_free(epoch_node_t *node)
{
	snapshot_t *s = (snapshot_t *)((char *)node - offsetof(snapshot_t, node));

	for (uint64_t i = 0; i < WORDS; i++)
		s->word[i] = UINT64_MAX - i;
	mem_free(s, sizeof(*s));
	atomic_fetch_add(&freed, 1);
}

/* All looks. Relaxed, so that counting orders nothing that the epochs should. */
static _Atomic unsigned looks;

typedef struct {
	unsigned looks, faults;
	bool deep; /* enters twice */
} reader_t;

static void look(reader_t *r)
{
	const snapshot_t *s;
	uint64_t first;

	epoch_enter();
	if (r->deep)
		epoch_enter();
	s = atomic_load_explicit(&latest, memory_order_acquire);
	first = s->word[0];
	if (r->deep)
		epoch_leave(); /* still inside */
	for (int i = 0; i < WORDS; i++)
		r->faults += s->word[i] != first;
	r->looks++;
	epoch_leave();
	atomic_fetch_add_explicit(&looks, 1, memory_order_relaxed);
}

static void *read_main(void *arg)
{
	reader_t *r = arg;

	epoch_thread_join();
	look(r);
	atomic_fetch_add(&inside, 1);
	while (!atomic_load_explicit(&stop, memory_order_relaxed))
		look(r);
	epoch_thread_leave();
	return NULL;
}

static void swap(uint64_t value)
{
	snapshot_t *s = snapshot_make(value), *old;

	assert_non_null(s);
	old = atomic_exchange_explicit(&latest, s, memory_order_acq_rel);
	epoch_defer(&old->node, snapshot_free);
}

static void snapshots_outlive_their_readers(void **state)
{
	static reader_t r[READERS];
	pthread_t thread[READERS];

	(void)state;
	assert_int_equal(mem_live(), 0);
	atomic_store(&latest, snapshot_make(1));
	for (unsigned i = 0; i < READERS; i++) {
		r[i].deep = i % 2;
		assert_int_equal(pthread_create(&thread[i], NULL, read_main, &r[i]), 0);
	}
	while (atomic_load(&inside) < READERS)
		sched_yield();
	for (uint64_t i = 2; i < SWAPS; i++) {
		unsigned before = atomic_load_explicit(&looks, memory_order_relaxed);

		swap(i);
		while (i % 8 == 0 &&
		       atomic_load_explicit(&looks, memory_order_relaxed) <= before + 2)
			sched_yield(); /* somebody has seen this one */
	}
	atomic_store(&stop, true);
	for (unsigned i = 0; i < READERS; i++) {
		assert_int_equal(pthread_join(thread[i], NULL), 0);
		assert_int_equal(r[i].faults, 0);
		assert_true(r[i].looks > 0);
	}
	epoch_defer(&atomic_exchange(&latest, NULL)->node, snapshot_free);
	epoch_barrier();
	assert_int_equal(atomic_load(&made), SWAPS - 1);
	assert_int_equal(atomic_load(&freed), SWAPS - 1);
	assert_int_equal(mem_live(), 0);
}

static _Atomic int phase;

static void *hold_main(void *arg)
{
	(void)arg;
	epoch_thread_join();
	epoch_enter();
	atomic_store(&phase, 1);
	while (atomic_load(&phase) != 2)
		sched_yield();
	epoch_leave();
	epoch_thread_leave();
	return NULL;
}

static void note_phase(epoch_node_t *node)
{
	(void)node;
	atomic_fetch_add(&phase, 10);
}

/* A reader inside holds up what was deferred; when he leaves, it comes. */
static void a_reader_inside_is_waited_for(void **state)
{
	epoch_node_t node;
	pthread_t thread;
	uint64_t until;

	(void)state;
	atomic_store(&phase, 0);
	assert_int_equal(pthread_create(&thread, NULL, hold_main, NULL), 0);
	while (atomic_load(&phase) != 1)
		sched_yield();
	epoch_defer(&node, note_phase);
	until = clock_now_ns() + (uint64_t)WRONG_CALL_MS * NS_PER_MS;
	while (clock_now_ns() < until) /* a wrong call would come within 10 ms */
		sched_yield();
	assert_int_equal(atomic_load(&phase), 1);
	atomic_store(&phase, 2);
	epoch_barrier();
	assert_int_equal(atomic_load(&phase), 12);
	assert_int_equal(pthread_join(thread, NULL), 0);
}

static unsigned plain; /* what deferred calls did is seen after the barrier */

static void count_plain(epoch_node_t *node)
{
	(void)node;
	plain++;
}

static void the_barrier_takes_what_was_done(void **state)
{
	epoch_node_t node[50];

	(void)state;
	for (unsigned round = 1; round <= 4; round++) {
		for (unsigned i = 0; i < 50; i++)
			epoch_defer(&node[i], count_plain);
		epoch_barrier();
		assert_int_equal(plain, 50 * round);
	}
	epoch_barrier(); /* nothing due */
}

static int start(void **state)
{
	(void)state;
	epoch_start();
	epoch_start();
	epoch_thread_join();
	return 0;
}

static int end(void **state)
{
	(void)state;
	epoch_thread_leave();
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(snapshots_outlive_their_readers),
	        cmocka_unit_test(a_reader_inside_is_waited_for),
	        cmocka_unit_test(the_barrier_takes_what_was_done),
	};

	return cmocka_run_group_tests(tests, start, end);
}
