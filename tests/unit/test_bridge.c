/* SPDX-License-Identifier: MIT
 * test_bridge.c - the way from worker threads to the loop. */
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

#include <cmocka.h>

#include "engine/base/mem.h"
#include "server/bridge.h"
#include "server/list.h"

enum { POSTERS = 4, POSTS = 20000, NODES_EACH = 64 };

typedef struct {
	bridge_node_t node;
	unsigned poster, number;
	atomic_bool posted;
} parcel_t;

typedef struct {
	bridge_t *bridge;
	unsigned index;
	parcel_t parcels[NODES_EACH];
} poster_t;

static poster_t posters[POSTERS];
static unsigned arrived[POSTERS];

static void arrive(bridge_node_t *node)
{
	parcel_t *p = LIST_ENTRY(node, parcel_t, node);

	assert_int_equal(p->number, arrived[p->poster]); /* in the poster's order */
	arrived[p->poster]++;
	atomic_store_explicit(&p->posted, false, memory_order_release);
}

static void *poster_main(void *argument)
{
	poster_t *self = argument;

	for (unsigned i = 0; i < POSTS; i++) {
		parcel_t *p = &self->parcels[i % NODES_EACH];

		while (atomic_load_explicit(&p->posted, memory_order_acquire))
			sched_yield();
		p->number = i;
		p->poster = self->index;
		p->node.run = arrive;
		atomic_store_explicit(&p->posted, true, memory_order_relaxed);
		bridge_post(self->bridge, &p->node);
	}
	return NULL;
}

static void bridge_keeps_each_order(void **state)
{
	pthread_t threads[POSTERS];
	bridge_t *bridge;
	uv_loop_t loop;
	pace_t pace;

	(void)state;
	assert_int_equal(uv_loop_init(&loop), 0);
	pace_init(&pace, &loop);
	assert_int_equal(bridge_create(&loop, &pace, &bridge), ERR_OK);
	for (unsigned i = 0; i < POSTERS; i++) {
		posters[i].bridge = bridge;
		posters[i].index = i;
		assert_int_equal(pthread_create(&threads[i], NULL, poster_main, &posters[i]), 0);
	}
	for (unsigned total = 0; total < POSTERS * POSTS;) {
		(void)uv_run(&loop, UV_RUN_ONCE);
		total = 0;
		for (unsigned i = 0; i < POSTERS; i++)
			total += arrived[i];
	}
	for (unsigned i = 0; i < POSTERS; i++)
		assert_int_equal(pthread_join(threads[i], NULL), 0);
	bridge_close(bridge);
	pace_close(&pace);
	(void)uv_run(&loop, UV_RUN_DEFAULT);
	assert_int_equal(uv_loop_close(&loop), 0);
	assert_int_equal(mem_live(), 0);
}

enum { LOW_POSTS = 20, LOW_CPU_MS = 1 };

typedef struct {
	bridge_t *bridge;
	bridge_node_t node;
	atomic_uint arrived;
} low_poster_t;

static void arrive_low(bridge_node_t *node)
{
	low_poster_t *p = LIST_ENTRY(node, low_poster_t, node);

	atomic_fetch_add(&p->arrived, 1);
}

static void *low_poster_main(void *argument)
{
	const struct sched_param lowest = {0};
	low_poster_t *self = argument;

	assert_int_equal(pthread_setschedparam(pthread_self(), SCHED_IDLE, &lowest), 0);
	for (unsigned i = 0; i < LOW_POSTS; i++) {
		bridge_post(self->bridge, &self->node);
		while (atomic_load(&self->arrived) <= i) {
		}
	}
	return NULL;
}

static double thread_cpu_ms(void)
{
	struct timespec at;

	assert_int_equal(clock_gettime(CLOCK_THREAD_CPUTIME_ID, &at), 0);
	return (double)at.tv_sec * 1e3 + (double)at.tv_nsec / 1e6;
}

/* A worker of the lowest priority loses its processor to the loop when it wakes it. The loop turned
 * until the worker had come back from uv_async_send, for 10 ms and more. */
static void bug_the_loop_spun_until_the_worker_that_woke_it_went_on(void **state)
{
	low_poster_t poster = {.node.run = arrive_low};
	cpu_set_t before, one;
	uv_loop_t loop;
	pthread_t thread;
	pace_t pace;
	double began_ms;

	(void)state;
	assert_int_equal(sched_getaffinity(0, sizeof(before), &before), 0);
	CPU_ZERO(&one);
	CPU_SET((size_t)sched_getcpu(), &one);
	assert_int_equal(sched_setaffinity(0, sizeof(one), &one), 0); /* the thread inherits it */
	assert_int_equal(uv_loop_init(&loop), 0);
	pace_init(&pace, &loop);
	assert_int_equal(bridge_create(&loop, &pace, &poster.bridge), ERR_OK);
	began_ms = thread_cpu_ms();
	assert_int_equal(pthread_create(&thread, NULL, low_poster_main, &poster), 0);
	while (atomic_load(&poster.arrived) < LOW_POSTS)
		(void)uv_run(&loop, UV_RUN_ONCE);
	assert_true(thread_cpu_ms() - began_ms < LOW_POSTS * LOW_CPU_MS);
	assert_int_equal(pthread_join(thread, NULL), 0);
	bridge_close(poster.bridge);
	pace_close(&pace);
	(void)uv_run(&loop, UV_RUN_DEFAULT);
	assert_int_equal(uv_loop_close(&loop), 0);
	assert_int_equal(sched_setaffinity(0, sizeof(before), &before), 0);
}

enum { OWN_POSTS = 1000, OWN_TURNS = 3 };

static atomic_uint writes;
ssize_t __real_write(int fd, const void *bytes, size_t count);
ssize_t __wrap_write(int fd, const void *bytes, size_t count);

ssize_t __wrap_write(int fd, const void *bytes, size_t count)
{
	atomic_fetch_add(&writes, 1);
	return __real_write(fd, bytes, count);
}

/* What the loop posts to itself: a node that has run posts itself again, OWN_TURNS times in all. */
typedef struct {
	bridge_node_t node;
	bridge_t *bridge;
	unsigned turns;
} own_t;

static unsigned own_left;

static void arrive_own(bridge_node_t *node)
{
	own_t *own = LIST_ENTRY(node, own_t, node);

	if (++own->turns < OWN_TURNS)
		bridge_post(own->bridge, &own->node);
	else
		own_left--;
}

/* A system call for each answer from memory took a tenth of the daemon's time. */
static void bug_the_loop_woke_itself_for_each_answer(void **state)
{
	static own_t own[OWN_POSTS];
	bridge_t *bridge;
	uv_loop_t loop;
	pace_t pace;
	unsigned turns = 0;

	(void)state;
	assert_int_equal(uv_loop_init(&loop), 0);
	pace_init(&pace, &loop);
	assert_int_equal(bridge_create(&loop, &pace, &bridge), ERR_OK);
	for (unsigned i = 0; i < OWN_POSTS; i++) {
		own[i] = (own_t){.node.run = arrive_own, .bridge = bridge};
		bridge_post(bridge, &own[i].node); /* before the loop has run: a write each */
	}
	atomic_store(&writes, 0);
	for (own_left = OWN_POSTS; own_left > 0; turns++)
		(void)uv_run(&loop, UV_RUN_ONCE);
	assert_in_range(atomic_load(&writes), 0, 2 * turns);
	bridge_close(bridge);
	pace_close(&pace);
	(void)uv_run(&loop, UV_RUN_DEFAULT);
	assert_int_equal(uv_loop_close(&loop), 0);
	assert_int_equal(mem_live(), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(bridge_keeps_each_order),
	        cmocka_unit_test(bug_the_loop_spun_until_the_worker_that_woke_it_went_on),
	        cmocka_unit_test(bug_the_loop_woke_itself_for_each_answer),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
