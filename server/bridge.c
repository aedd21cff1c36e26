/* SPDX-License-Identifier: MIT
 * bridge.c - liburcu's wfcqueue and an eventfd.
 *
 *     worker                              loop
 *       node->run = ...                     readable:
 *       HB_RELEASE(node)                      read the eventfd
 *       enqueue (one exchange)                dequeue until empty (or a batch)
 *       write the eventfd  -- wakes ->        HB_ACQUIRE(node)
 *                                             node->run(node)
 *
 * wfcqueue rather than a mutex: a worker at nice 19 that is put to sleep while
 * it holds a lock would hold up the loop, which is what nice 19 is to prevent.
 * For the same reason an eventfd rather than uv_async_t. In libuv before 1.45 the
 * loop that uv_async_send has woken spins until the sender has come back from its
 * write; but that write makes the loop preempt a worker of low priority just there,
 * and then the loop turned for 20 ms and more (libuv's issues 2769 and 2949). Nor is
 * there a flag that saves a write where another thread is about to wake the loop:
 * that thread may be asleep. But of what the loop itself posts (answers from memory, thousands a
 * turn) only the first is written for, until the eventfd is read: nobody else can be between.
 *
 * Wake-ups add up in the eventfd, so the queue carries the data and never the
 * signal: a wake-up may find nothing (its node went with an earlier one) or a hundred.
 * A batch is bounded, and what time the turn has left (pace.h), so that results cannot keep the
 * loop from reading.
 *
 * The dequeue does not wait either: where an enqueuer was put to sleep between
 * its exchange and its link, the loop turns to other things, and that enqueuer's
 * own wake-up brings it back. A dequeued node may be reused at once; no
 * grace period is involved. The queue has one consumer, so it needs no lock.
 */
#include "server/bridge.h"

#include <assert.h>
#include <errno.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <urcu/wfcqueue.h>

#include "engine/base/mem.h"

#ifdef UNDER_TSAN
void __tsan_acquire(void *addr);
void __tsan_release(void *addr);
#define HB_RELEASE(p) __tsan_release(p)
#define HB_ACQUIRE(p) __tsan_acquire(p)
#else
#define HB_RELEASE(p) ((void)(p))
#define HB_ACQUIRE(p) ((void)(p))
#endif

enum { BATCH_NODES = 256 };

struct bridge {
	struct __cds_wfcq_head head;
	struct cds_wfcq_tail tail;
	uv_poll_t wake;
	int eventfd;
	bool has_woken; /* of the loop thread: it has written since the eventfd was read last */
	pace_t *pace;
};

/* The bridge of the loop that this thread runs; NULL: it runs none, or has not been woken yet. */
static _Thread_local const bridge_t *here;

_Static_assert(sizeof(struct cds_wfcq_node) == sizeof(((bridge_node_t *)0)->room),
               "bridge_node_t has no room for liburcu's node");
_Static_assert(offsetof(bridge_node_t, room) == 0, "a node and its link have one address");

static struct cds_wfcq_node *link_of(bridge_node_t *node)
{
	return (struct cds_wfcq_node *)(void *)node->room;
}

/* wake makes the eventfd readable. It fails only where 2^64 - 2 wake-ups are unread. */
static void wake(const bridge_t *bridge)
{
	const uint64_t one = 1;

	while (write(bridge->eventfd, &one, sizeof(one)) < 0 && errno == EINTR) {
	}
}

/* run_next runs the next node; false: there is none, or its enqueuer is not done. */
static bool run_next(bridge_t *bridge)
{
	struct cds_wfcq_node *link = __cds_wfcq_dequeue_nonblocking(&bridge->head, &bridge->tail);
	bridge_node_t *node = (bridge_node_t *)(void *)link;

	if (link == NULL || link == CDS_WFCQ_WOULDBLOCK)
		return false;
	HB_ACQUIRE(node);
	assert(node->run != NULL);
	node->run(node);
	return true;
}

static void wake_cb(uv_poll_t *poll, int status, int events)
{
	bridge_t *bridge = poll->data;
	uint64_t wakes;

	(void)status;
	(void)events;
	here = bridge;
	bridge->has_woken = false;
	/* All that came until here; what comes later makes it readable again. */
	while (read(bridge->eventfd, &wakes, sizeof(wakes)) < 0 && errno == EINTR) {
	}
	for (int i = 0; i < BATCH_NODES && !pace_over(bridge->pace, PACE_RESULTS); i++)
		if (!run_next(bridge))
			return;
	wake(bridge); /* the rest in the next turn */
}

err_t bridge_create(uv_loop_t *loop, pace_t *pace, bridge_t **out)
{
	bridge_t *bridge = mem_alloc(sizeof(*bridge));

	*out = NULL;
	if (bridge == NULL)
		return ERR_NOMEM;
	__cds_wfcq_init(&bridge->head, &bridge->tail);
	bridge->eventfd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	if (bridge->eventfd < 0)
		goto no_eventfd;
	if (uv_poll_init(loop, &bridge->wake, bridge->eventfd) != 0)
		goto no_poll;
	(void)uv_poll_start(&bridge->wake, UV_READABLE, wake_cb);
	bridge->pace = pace;
	bridge->wake.data = bridge;
	*out = bridge;
	return ERR_OK;

no_poll:
	(void)close(bridge->eventfd);
no_eventfd:
	mem_free(bridge, sizeof(*bridge));
	return ERR_IO;
}

void bridge_post(bridge_t *bridge, bridge_node_t *node)
{
	assert(node->run != NULL);
	cds_wfcq_node_init(link_of(node));
	HB_RELEASE(node);
	(void)cds_wfcq_enqueue(&bridge->head, &bridge->tail, link_of(node));
	if (here == bridge) {
		if (bridge->has_woken)
			return;
		bridge->has_woken = true;
	}
	wake(bridge);
}

void bridge_drain(bridge_t *bridge)
{
	while (bridge != NULL && run_next(bridge)) {
	}
}

static void closed_cb(uv_handle_t *handle)
{
	bridge_t *bridge = handle->data;

	(void)close(bridge->eventfd);
	mem_free(bridge, sizeof(*bridge));
}

void bridge_close(bridge_t *bridge)
{
	if (bridge == NULL)
		return;
	assert(cds_wfcq_empty(&bridge->head, &bridge->tail));
	if (here == bridge)
		here = NULL;
	uv_close((uv_handle_t *)&bridge->wake, closed_cb);
}
