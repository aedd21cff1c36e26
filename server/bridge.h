/* SPDX-License-Identifier: MIT
 * bridge.h - the way from the worker threads to the loop thread: a wait-free
 * queue of nodes that their owners embed, and one wake-up for many of them.
 *
 * Ownership a node belongs to whoever embeds it; from bridge_post until its run
 *           function is called it must neither move nor be posted again.
 * Threads   bridge_post: any thread, never blocks, never allocates. The rest:
 *           the loop thread. A node's run function: the loop thread.
 * Invariant nodes of one thread run in the order in which it posted them.
 */
#ifndef SERVER_BRIDGE_H
#define SERVER_BRIDGE_H

#include <uv.h>

#include "engine/base/err.h"
#include "server/pace.h"

typedef struct bridge bridge_t;
typedef struct bridge_node bridge_node_t;

struct bridge_node {
	void *room[1]; /* liburcu's link */
	void (*run)(bridge_node_t *node);
};

/* bridge_create makes a bridge whose nodes run on `loop` as `pace` allows. *pace must be set up
 * before the loop runs, and must outlive the bridge. ERR_NOMEM, ERR_IO: *out is NULL. */
err_t bridge_create(uv_loop_t *loop, pace_t *pace, bridge_t **out);

/* bridge_post queues the node, whose `run` is set, and wakes the loop. */
void bridge_post(bridge_t *bridge, bridge_node_t *node);

/* bridge_drain runs what is queued, when no thread may post any more. NULL is accepted. */
void bridge_drain(bridge_t *bridge);

/* bridge_close closes the bridge; the loop frees its memory in a later turn. The queue must be
 * empty, and no thread may post any more: the threads that could have must have ended. NULL is
 * accepted. */
void bridge_close(bridge_t *bridge);

#endif
