/* SPDX-License-Identifier: MIT
 * bridge.c - liburcu's wfcqueue and a uv_async_t.
 *
 *     worker                              loop
 *       node->run = ...                     async callback:
 *       HB_RELEASE(node)                      dequeue until empty (or a batch)
 *       enqueue (one exchange)                HB_ACQUIRE(node)
 *       uv_async_send  ---- wakes ------->    node->run(node)
 *
 * wfcqueue rather than a mutex: a worker at nice 19 that is put to sleep while
 * it holds a lock would hold up the loop, which is what nice 19 is to prevent.
 * uv_async_send coalesces, so the queue carries the data and never the signal:
 * a wake-up may find nothing (its node went with an earlier one) or a hundred.
 * A batch is bounded, and what time the turn has left (pace.h), so that results cannot keep the
 * loop from reading.
 *
 * The dequeue does not wait either: where an enqueuer was put to sleep between
 * its exchange and its link, the loop turns to other things, and that enqueuer's
 * own uv_async_send brings it back. A dequeued node may be reused at once; no
 * grace period is involved. The queue has one consumer, so it needs no lock.
 */
#include "server/bridge.h"

#include <assert.h>

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
	uv_async_t wake;
	pace_t *pace;
};

_Static_assert(sizeof(struct cds_wfcq_node) == sizeof(((bridge_node_t *)0)->room),
               "bridge_node_t has no room for liburcu's node");
_Static_assert(offsetof(bridge_node_t, room) == 0, "a node and its link have one address");

static struct cds_wfcq_node *link_of(bridge_node_t *node)
{
	return (struct cds_wfcq_node *)(void *)node->room;
}

static void wake_cb(uv_async_t *wake)
{
	bridge_t *bridge = wake->data;

	for (int i = 0; i < BATCH_NODES && !pace_over(bridge->pace, PACE_RESULTS); i++) {
		struct cds_wfcq_node *link =
		        __cds_wfcq_dequeue_nonblocking(&bridge->head, &bridge->tail);
		bridge_node_t *node = (bridge_node_t *)(void *)link;

		if (link == NULL || link == CDS_WFCQ_WOULDBLOCK)
			return;
		HB_ACQUIRE(node);
		assert(node->run != NULL);
		node->run(node);
	}
	(void)uv_async_send(wake); /* the rest in the next turn */
}

err_t bridge_create(uv_loop_t *loop, pace_t *pace, bridge_t **out)
{
	bridge_t *bridge = mem_alloc(sizeof(*bridge));

	*out = NULL;
	if (bridge == NULL)
		return ERR_NOMEM;
	__cds_wfcq_init(&bridge->head, &bridge->tail);
	if (uv_async_init(loop, &bridge->wake, wake_cb) != 0) {
		mem_free(bridge, sizeof(*bridge));
		return ERR_IO;
	}
	bridge->pace = pace;
	bridge->wake.data = bridge;
	*out = bridge;
	return ERR_OK;
}

void bridge_post(bridge_t *bridge, bridge_node_t *node)
{
	assert(node->run != NULL);
	cds_wfcq_node_init(link_of(node));
	HB_RELEASE(node);
	(void)cds_wfcq_enqueue(&bridge->head, &bridge->tail, link_of(node));
	(void)uv_async_send(&bridge->wake);
}

static void closed_cb(uv_handle_t *handle)
{
	bridge_t *bridge = handle->data;

	mem_free(bridge, sizeof(*bridge));
}

void bridge_close(bridge_t *bridge)
{
	if (bridge == NULL)
		return;
	assert(cds_wfcq_empty(&bridge->head, &bridge->tail));
	uv_close((uv_handle_t *)&bridge->wake, closed_cb);
}
