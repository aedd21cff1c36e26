/* SPDX-License-Identifier: MIT
 * conns.c - all connections, and the three moments of a turn of the loop that they share.
 *
 *   idle     before polling, while there is a backlog: its connections have their turns, in order;
 *            those that are not done go to the end
 *   prepare  before polling, always: what is queued is written
 *   timer    every CONN_SWEEP_MS while there are connections: a sweep checks the time limits
 *
 * Each goes on as long as the turn has time (pace.h) and otherwise continues in the next turn,
 * for which the idle handle keeps the loop awake. The sweep moves each connection that it has
 * checked to the end of the list of all. So it needs no cursor, which a connection that closes
 * could invalidate.
 *
 * Writing in `prepare` puts the answers of a whole turn, and the results that arrived with it,
 * into one writev a connection. It costs no wake-up, because the loop runs prepare callbacks
 * between the other callbacks and its sleep.
 *
 * libuv looks at timers before sockets. After a stop (SIGSTOP, a debugger, a suspended machine,
 * a machine without time for this process) every time limit would be exceeded while the bytes
 * that kept it wait to be read. So a sweep that comes more than AWAY_MS late closes nobody, and
 * does not count the time since the last sweep, in which nobody could have been heard.
 */
#include "server/conns.h"

#include <assert.h>

#include "server/budget.h"
#include "server/conn_in.h"
#include "server/evict.h"

enum { AWAY_MS = 4 * CONN_SWEEP_MS };

void conns_flush(conns_t *conns)
{
	link_t todo;

	list_take(&todo, &conns->dirty);
	while (!list_empty(&todo))
		conn_flush(LIST_ENTRY(todo.next, conn_t, dirty));
}

/* flush_some writes as long as the turn has time: the output of ten thousand connections takes
 * 50 ms. */
static void flush_some(conns_t *conns)
{
	while (!list_empty(&conns->dirty) && !pace_over(&conns->pace, PACE_WRITING))
		conn_flush(LIST_ENTRY(conns->dirty.next, conn_t, dirty));
}

/* wake keeps the loop from sleeping, for what this turn has no time for. */
static void wake(conns_t *conns)
{
	(void)uv_idle_start(&conns->turn, conns->turn_cb);
}

static void flush_cb(uv_prepare_t *prepare)
{
	conns_t *conns = prepare->data;

	flush_some(conns);
	if (budget_is_over(conns)) {
		evict_relieve(conns);
		flush_some(conns); /* the errors that they are sent */
	}
	if (!list_empty(&conns->dirty))
		wake(conns);
}

/* sweep_some checks the time limits of connections that this sweep has not come to. */
static void sweep_some(conns_t *conns)
{
	const uint64_t now = uv_now(conns->loop);

	while (conns->unswept > 0 && !list_empty(&conns->all) &&
	       !pace_over(&conns->pace, PACE_SWEEP)) {
		conn_t *conn = LIST_ENTRY(conns->all.next, conn_t, all);

		conns->unswept--;
		list_drop(&conn->all);
		list_add(&conns->all, &conn->all);
		conn_sweep(conn, now); /* it leaves the list in its close callback, never in here */
	}
	if (list_empty(&conns->all))
		conns->unswept = 0;
}

static void turn_cb(uv_idle_t *idle)
{
	conns_t *conns = idle->data;

	while (!list_empty(&conns->backlog) && !pace_over(&conns->pace, PACE_REQUESTS))
		conn_in_turn(LIST_ENTRY(conns->backlog.next, conn_t, backlog));
	sweep_some(conns);
	if (list_empty(&conns->backlog) && list_empty(&conns->dirty) && conns->unswept == 0)
		(void)uv_idle_stop(idle);
}

static void sweep_cb(uv_timer_t *timer)
{
	conns_t *conns = timer->data;
	uint64_t now = uv_now(conns->loop), since = now - conns->swept_ms;

	conns->swept_ms = now;
	if (since > AWAY_MS) {
		for (link_t *at = conns->all.next; at != &conns->all; at = at->next)
			conn_away(LIST_ENTRY(at, conn_t, all), since, now);
		conns->unswept = 0;
	} else {
		conns->unswept = conns->count;
		sweep_some(conns);
	}
	if (conns->unswept > 0)
		wake(conns);
	if (conns->count == 0)
		(void)uv_timer_stop(timer);
}

/* sweep_start starts the timer of the sweep if it does not run. */
static void sweep_start(conns_t *conns)
{
	if (uv_is_active((uv_handle_t *)&conns->sweep))
		return;
	conns->swept_ms = uv_now(conns->loop);
	(void)uv_timer_start(&conns->sweep, sweep_cb, CONN_SWEEP_MS, CONN_SWEEP_MS);
}

err_t conns_open(conns_t *conns, int fd, peer_t *peer, conn_place_t place, conn_t **out)
{
	const err_t err = conn_open(conns, fd, peer, place, out);

	assert((err == ERR_OK) == (*out != NULL));
	if (err == ERR_OK)
		sweep_start(conns);
	return err;
}

void conns_init(conns_t *conns, uv_loop_t *loop, void *context)
{
	*conns = (conns_t){.loop = loop,
	                   .context = context,
	                   .alloc_cb = conn_in_alloc,
	                   .read_cb = conn_in_read,
	                   .turn_cb = turn_cb};
	list_init(&conns->all);
	list_init(&conns->dirty);
	list_init(&conns->backlog);
	idmap_init(&conns->map);
	pace_init(&conns->pace, loop);
	(void)uv_prepare_init(loop, &conns->flush); /* these three cannot fail */
	(void)uv_idle_init(loop, &conns->turn);
	(void)uv_timer_init(loop, &conns->sweep);
	conns->flush.data = conns->turn.data = conns->sweep.data = conns;
	(void)uv_prepare_start(&conns->flush, flush_cb);
}

void conns_close(conns_t *conns)
{
	assert(conns->count == 0 && list_empty(&conns->all) && conns->bytes == 0);
	assert(list_empty(&conns->dirty) && list_empty(&conns->backlog));
	pace_close(&conns->pace);
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
