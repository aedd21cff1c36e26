/* SPDX-License-Identifier: MIT
 * conns.c - all connections, and the three moments of a loop turn that they
 * share: the flush, the hungry, the sweep.
 *
 *   idle     (before polling, while somebody is hungry) each gets one turn
 *   prepare  (before polling, always) everything queued in this turn is written
 *   timer    (every CONN_SWEEP_MS while there are connections) time limits
 *
 * Writing in `prepare` puts the answers of a whole turn, and the results that
 * arrived with it, into one writev a connection, and costs no extra wake-up:
 * the loop passes it between the callbacks and going to sleep.
 */
#include "server/conn.h"

#include <assert.h>

void conns_flush(conns_t *conns)
{
	link_t todo;

	list_take(&todo, &conns->dirty);
	while (!list_empty(&todo))
		conn_flush(LIST_ENTRY(todo.next, conn_t, dirty));
}

static void flush_cb(uv_prepare_t *prepare)
{
	conns_flush(prepare->data);
}

static void turn_cb(uv_idle_t *idle)
{
	conns_t *conns = idle->data;
	link_t todo;

	list_take(&todo, &conns->hungry);
	while (!list_empty(&todo))
		conn_turn(LIST_ENTRY(todo.next, conn_t, hungry));
	if (list_empty(&conns->hungry))
		(void)uv_idle_stop(idle);
}

void conns_wake(conns_t *conns)
{
	(void)uv_idle_start(&conns->turn, turn_cb);
}

static void sweep_cb(uv_timer_t *timer)
{
	conns_t *conns = timer->data;
	uint64_t now = uv_now(conns->loop);

	/* A connection leaves the list in its close callback, never in here. */
	for (link_t *at = conns->all.next; at != &conns->all; at = at->next)
		conn_sweep(LIST_ENTRY(at, conn_t, all), now);
	if (conns->count == 0)
		(void)uv_timer_stop(timer);
}

void conns_started(conns_t *conns)
{
	if (!uv_is_active((uv_handle_t *)&conns->sweep))
		(void)uv_timer_start(&conns->sweep, sweep_cb, CONN_SWEEP_MS, CONN_SWEEP_MS);
}

void conns_init(conns_t *conns, uv_loop_t *loop, void *context)
{
	*conns = (conns_t){.loop = loop, .context = context};
	list_init(&conns->all);
	list_init(&conns->dirty);
	list_init(&conns->hungry);
	idmap_init(&conns->map);
	(void)uv_prepare_init(loop, &conns->flush); /* these three cannot fail */
	(void)uv_idle_init(loop, &conns->turn);
	(void)uv_timer_init(loop, &conns->sweep);
	conns->flush.data = conns->turn.data = conns->sweep.data = conns;
	(void)uv_prepare_start(&conns->flush, flush_cb);
}

void conns_close(conns_t *conns)
{
	assert(conns->count == 0);
	uv_close((uv_handle_t *)&conns->flush, NULL);
	uv_close((uv_handle_t *)&conns->turn, NULL);
	uv_close((uv_handle_t *)&conns->sweep, NULL);
}

void conns_fini(conns_t *conns)
{
	idmap_fini(&conns->map);
}

conn_t *conns_find(const conns_t *conns, uint64_t id)
{
	idnode_t *node = idmap_find(&conns->map, id);
	conn_t *conn = node != NULL ? LIST_ENTRY(node, conn_t, node) : NULL;

	if (conn == NULL || (conn->state != CONN_OPEN && conn->state != CONN_ENDING))
		return NULL;
	return conn;
}

void conns_finish_all(conns_t *conns)
{
	for (link_t *at = conns->all.next; at != &conns->all; at = at->next)
		conn_finish(LIST_ENTRY(at, conn_t, all), "shutting down");
}

void conns_abort_all(conns_t *conns)
{
	for (link_t *at = conns->all.next; at != &conns->all; at = at->next)
		conn_abort(LIST_ENTRY(at, conn_t, all), "shutting down");
}
