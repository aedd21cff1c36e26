/* SPDX-License-Identifier: MIT
 * epoch.c - grace periods by liburcu, flavour memb.
 *
 * Flavour    memb: readers run no fence, the waiting side makes the kernel run
 *            one on every processor (membarrier). qsbr reads faster still, but
 *            every thread would have to announce its quiet moments and go
 *            offline before it blocks. The library's functions are called, not
 *            its inline ones (no _LGPL_SOURCE): nothing of it is compiled into
 *            this program.
 *
 * Barrier    one more deferred call, waited for: the default worker is the only
 *            one here and runs calls in the order they came. urcu_memb_barrier
 *            does the same, but its own bookkeeping looks like a race to
 *            ThreadSanitizer, and a suppression for the library would hide
 *            every race in deferred calls too, which run on its thread.
 *
 * TSan       ThreadSanitizer does not see into the library, so the order that
 *            a grace period gives is spelled out: leaving releases `grace`, a
 *            deferred call acquires it; a deferral hands its node over. They
 *            state what the library guarantees and nothing more: a pointer
 *            published without an atomic, or memory freed without a grace
 *            period, is still reported.
 */
#include "engine/table/epoch.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#include "engine/base/check.h"
#include "engine/base/signals.h"

#include <urcu/urcu-memb.h>

#ifdef UNDER_TSAN /* defined by SANITIZE=thread */
void __tsan_acquire(void *addr);
void __tsan_release(void *addr);
#define HB_RELEASE(p) __tsan_release(p)
#define HB_ACQUIRE(p) __tsan_acquire(p)
#else
#define HB_RELEASE(p) ((void)0)
#define HB_ACQUIRE(p) ((void)0)
#endif

#ifdef UNDER_TSAN
static char grace; /* an address for TSan; its value is never used */
#endif

static _Thread_local bool joined;

/* One lock for all barriers: they are rare, and it outlives each of them. */
static pthread_mutex_t barrier_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t barrier_reached = PTHREAD_COND_INITIALIZER;

typedef struct {
	epoch_node_t node;
	bool reached; /* under barrier_lock */
} barrier_t;

static_assert(sizeof(struct rcu_head) <= sizeof(((epoch_node_t *)0)->room), "room for the head");
static_assert(offsetof(epoch_node_t, room) == 0, "a head is where its node is");

void epoch_start(void)
{
	const sigset_t former = signals_hold(); /* the library makes its thread here */

	CHECK(urcu_memb_get_default_call_rcu_data() != NULL);
	signals_restore(&former);
}

void epoch_thread_join(void)
{
	CHECK(!joined);
	urcu_memb_register_thread();
	joined = true;
}

void epoch_thread_leave(void)
{
	CHECK(joined && !urcu_memb_read_ongoing());
	urcu_memb_unregister_thread();
	joined = false;
}

bool epoch_thread_has_joined(void)
{
	return joined;
}

void epoch_enter(void)
{
	assert(joined);
	urcu_memb_read_lock();
}

void epoch_leave(void)
{
	assert(urcu_memb_read_ongoing());
	HB_RELEASE(&grace);
	urcu_memb_read_unlock();
}

/* run_deferred runs on liburcu's thread. */
static void run_deferred(struct rcu_head *head)
{
	epoch_node_t *node = (epoch_node_t *)head;

	HB_ACQUIRE(&grace);
	HB_ACQUIRE(node);
	node->fn(node);
}

void epoch_defer(epoch_node_t *node, void (*fn)(epoch_node_t *node))
{
	CHECK(joined && fn != NULL);
	node->fn = fn;
	HB_RELEASE(node);
	urcu_memb_call_rcu((struct rcu_head *)node, run_deferred);
}

static void reach(epoch_node_t *node)
{
	static_assert(offsetof(barrier_t, node) == 0, "a node is where its barrier is");
	barrier_t *b = (barrier_t *)node;

	pthread_mutex_lock(&barrier_lock);
	b->reached = true; /* *b may be gone once the lock is free */
	pthread_cond_broadcast(&barrier_reached);
	pthread_mutex_unlock(&barrier_lock);
}

void epoch_barrier(void)
{
	barrier_t b = {.reached = false};

	CHECK(!urcu_memb_read_ongoing()); /* it would wait for itself */
	epoch_defer(&b.node, reach);
	pthread_mutex_lock(&barrier_lock);
	while (!b.reached)
		pthread_cond_wait(&barrier_reached, &barrier_lock);
	pthread_mutex_unlock(&barrier_lock);
}
