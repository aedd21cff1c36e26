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
 * TSan       ThreadSanitizer does not see into the library, so the order that
 *            a grace period gives is spelled out: leaving releases `grace`, a
 *            deferred call acquires it; a deferral hands its node over; a
 *            barrier acquires what deferred calls did (`done`). They state what
 *            the library guarantees, and nothing more: a pointer that was
 *            published without an atomic, or freed without a grace period,
 *            is still reported.
 */
#include "engine/table/epoch.h"

#include <stddef.h>

#include "engine/base/check.h"

#include <urcu/urcu-memb.h>

#ifdef UNDER_TSAN /* defined by SANITIZE=thread */
void __tsan_acquire(void *addr);
void __tsan_release(void *addr);
#define HB_RELEASE(p) __tsan_release(p)
#define HB_ACQUIRE(p) __tsan_acquire(p)
#else
#define HB_RELEASE(p) ((void)(p))
#define HB_ACQUIRE(p) ((void)(p))
#endif

static char grace, done; /* addresses for TSan; their values are never used */

static_assert(sizeof(struct rcu_head) <= sizeof(((epoch_node_t *)0)->room), "room for the head");
static_assert(offsetof(epoch_node_t, room) == 0, "a head is where its node is");

void epoch_start(void)
{
	CHECK(urcu_memb_get_default_call_rcu_data() != NULL);
}

void epoch_thread_join(void)
{
	urcu_memb_register_thread();
}

void epoch_thread_leave(void)
{
	urcu_memb_unregister_thread();
}

void epoch_enter(void)
{
	urcu_memb_read_lock();
}

void epoch_leave(void)
{
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
	HB_RELEASE(&done);
}

void epoch_defer(epoch_node_t *node, void (*fn)(epoch_node_t *node))
{
	CHECK(fn != NULL);
	node->fn = fn;
	HB_RELEASE(node);
	HB_RELEASE(&grace);
	urcu_memb_call_rcu((struct rcu_head *)node, run_deferred);
}

void epoch_barrier(void)
{
	CHECK(!urcu_memb_read_ongoing()); /* it would wait for itself */
	urcu_memb_barrier();
	HB_ACQUIRE(&done);
}
