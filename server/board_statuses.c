/* SPDX-License-Identifier: MIT
 * board_statuses.c - the path of verdicts from the workers to a connection.
 *
 *   worker:  on_verdict --> a node of `news` --> bridge --> loop: go.verdict
 *            on_done -----> done_node ---------> bridge --> loop: go.done
 *
 * Every verdict must arrive, so each has a node of its own in the bridge; there are as many as a
 * board can have questions. The engine calls on_done after every on_verdict has returned, and
 * thus after its node was posted. So nothing of the status is in the bridge any more when
 * done_cb runs.
 *
 * The loop thread asks the questions, some in each turn of the loop, of one status after the
 * other. The questions of a board that the server remembers are answered while they are asked;
 * asking all of them at once would keep other connections waiting for 10 ms.
 */
#include "server/board_statuses.h"

#include <assert.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/mem.h"
#include "protocol/methods.h"
#include "protocol/rpc.h"
#include "server/conns.h"
#include "server/log.h"

enum { NEWS_MAX = 2 * THEMES_MAX }; /* each theme has a question and at most one save */

typedef struct status status_t;

typedef struct {
	bridge_node_t node;
	status_t *status;
	const board_status_verdict_t *verdict; /* belongs to status->board_status */
} news_t;

struct status {
	idnode_t node;
	link_t of_all, of_conn, of_asking;
	board_statuses_t *statuses;
	board_status_t *board_status; /* the engine's side */
	uint64_t conn_id;
	peer_t *peer;    /* whose it is; a reference */
	uint64_t due_ms; /* uv_now: its deadline */
	bridge_node_t done_node;
	_Atomic unsigned told; /* verdicts so far; relaxed: it only gives out places in `news` */
	news_t news[NEWS_MAX];
};

static_assert((int)MSG_ASKED_CAPTURE == (int)ASKED_CAPTURE && (int)MSG_ASKED_SAVE == ASKED_SAVE &&
                      (int)MSG_ASKED_CUT == (int)ASKED_CUT,
              "kinds have the same numbers");
static_assert((int)STATUS_QUESTIONS_MAX == (int)THEMES_MAX, "so many questions are told");
static_assert((int)STATUS_MOST_MS <= 86400000, "a status may be asked of the engine");

/* turn_cb asks the next questions of the status that is first in `asking`, and puts it last. */
static void turn_cb(uv_idle_t *turn)
{
	board_statuses_t *statuses = turn->data;
	status_t *status = LIST_ENTRY(statuses->asking.next, status_t, of_asking);

	assert(!list_empty(&statuses->asking)); /* else the handle is stopped */
	list_drop(&status->of_asking);
	if (board_status_more(status->board_status))
		list_add(&statuses->asking, &status->of_asking);
	if (list_empty(&statuses->asking))
		(void)uv_idle_stop(turn);
}

void board_statuses_init(board_statuses_t *statuses, uv_loop_t *loop, conns_t *conns, void *context)
{
	*statuses = (board_statuses_t){.loop = loop, .conns = conns, .context = context};
	list_init(&statuses->active);
	list_init(&statuses->asking);
	idmap_init(&statuses->map);
	(void)uv_idle_init(loop, &statuses->turn); /* cannot fail */
	statuses->turn.data = statuses;
}

void board_statuses_close(board_statuses_t *statuses)
{
	assert(list_empty(&statuses->asking));
	uv_close((uv_handle_t *)&statuses->turn, NULL);
}

void board_statuses_fini(board_statuses_t *statuses)
{
	assert(statuses->active_count == 0);
	idmap_fini(&statuses->map);
}

static void copy_text(char *out, size_t bytes, const char *text)
{
	strbuf_t copy;

	strbuf_init(&copy, out, bytes);
	strbuf_add(&copy, text);
}

/* tell sends the status's connection the message in *out; without memory it closes that
 * connection. */
static void tell(const status_t *status, wirebuf_t *out)
{
	conn_t *conn = conns_find(status->statuses->conns, status->conn_id);
	outbuf_t *buf = outq_buffer_take(out);

	if (buf == NULL) {
		if (conn != NULL)
			conn_abort(conn, "no memory for a verdict");
		return;
	}
	if (conn != NULL)
		conn_send(conn, buf);
	outq_buffer_release(buf);
}

/* news_cb sends one verdict. */
static void news_cb(bridge_node_t *node)
{
	const news_t *news = LIST_ENTRY(node, news_t, node);
	const board_status_verdict_t *v = news->verdict;
	msg_verdict_t msg = {.status = news->status->node.id,
	                     .kind = (unsigned)v->asked,
	                     .colour = (unsigned)v->theme->colour,
	                     .size = v->theme->size,
	                     .liberties = v->theme->liberties,
	                     .value = (unsigned)v->value,
	                     .scope = (unsigned)v->scope,
	                     .ko = (unsigned)v->ko,
	                     .ko_threats = v->ko == KO_FIGHT ? v->threats : MSG_THREATS_UNTOLD,
	                     .order = v->order,
	                     .time_ms = (double)v->time_ns / NS_PER_MS,
	                     .remembered = v->remembered};
	wirebuf_t out;

	copy_text(msg.stones, sizeof(msg.stones), v->theme->target);
	copy_text(msg.best, sizeof(msg.best), v->best);
	wirebuf_init(&out, REPLY_BYTES_MAX);
	rpc_put_notification(&out, NOTIFY_VERDICT);
	msg_verdict_write(&out, &msg);
	tell(news->status, &out);
}

static void on_verdict(board_status_t *board_status, const board_status_verdict_t *verdict,
                       void *context) /* a worker */
{
	status_t *status = context;
	const unsigned at = atomic_fetch_add_explicit(&status->told, 1, memory_order_relaxed);
	news_t *news = &status->news[at];

	(void)board_status;
	assert(at < NEWS_MAX);
	*news = (news_t){.node.run = news_cb, .status = status, .verdict = verdict};
	bridge_post(status->statuses->bridge, &news->node);
}

static void on_done(board_status_t *board_status, void *context) /* a worker */
{
	status_t *status = context;

	(void)board_status;
	bridge_post(status->statuses->bridge, &status->done_node);
}

/* done_cb sends go.done and frees the status. */
static void done_cb(bridge_node_t *node)
{
	status_t *status = LIST_ENTRY(node, status_t, done_node);
	board_statuses_t *statuses = status->statuses;
	const board_status_totals_t totals = board_status_totals(status->board_status);
	const msg_ended_t msg = {.status = status->node.id,
	                         .decided = totals.decided,
	                         .undecided = totals.undecided,
	                         .time_ms = (double)totals.time_ns / NS_PER_MS};
	conn_t *conn;
	wirebuf_t out;

	assert(status->board_status != NULL && list_empty(&status->of_asking));
	assert(atomic_load_explicit(&status->told, memory_order_relaxed) ==
	       totals.decided + totals.undecided);
	assert(statuses->active_count > 0 && status->peer->statuses > 0);
	wirebuf_init(&out, REPLY_BYTES_MAX);
	rpc_put_notification(&out, NOTIFY_ENDED);
	msg_ended_write(&out, &msg);
	list_drop(&status->of_conn);
	tell(status, &out);
	conn = conns_find(statuses->conns, status->conn_id);
	if (conn != NULL)
		conn_settle(conn);
	log_line(LOG_DEBUG, LOG_JOB, "status=%llu decided=%u undecided=%u ms=%.3f",
	         (unsigned long long)status->node.id, totals.decided, totals.undecided,
	         msg.time_ms);
	list_drop(&status->of_all);
	idmap_remove(&statuses->map, &status->node);
	statuses->active_count--;
	status->peer->statuses--;
	peers_drop(status->peer);
	board_status_free(status->board_status);
	mem_free(status, sizeof(*status));
	if (statuses->active_count == 0)
		statuses->idle_cb(statuses);
}

static unsigned count_of(const conn_t *conn)
{
	unsigned count = 0;

	for (const link_t *at = conn->statuses.next; at != &conn->statuses; at = at->next)
		count++;
	return count;
}

/* time_left returns in how many ms a status will have ended, about; as a time to retry. */
static uint64_t time_left(const board_statuses_t *statuses, const status_t *status)
{
	const uint64_t now = uv_now(statuses->loop);
	const uint64_t ms = status->due_ms > now ? status->due_ms - now : 0;

	return ms < RETRY_LEAST_MS ? RETRY_LEAST_MS : ms > RETRY_MOST_MS ? RETRY_MOST_MS : ms;
}

/* oldest_of returns the oldest status of a peer that has at least one. */
static const status_t *oldest_of(const board_statuses_t *statuses, const peer_t *peer)
{
	const link_t *at = statuses->active.next;

	assert(peer->statuses > 0);
	while (LIST_ENTRY(at, const status_t, of_all)->peer != peer)
		at = at->next;
	return LIST_ENTRY(at, const status_t, of_all);
}

err_t board_statuses_admit(const board_statuses_t *statuses, const conn_t *conn, uint64_t *retry_ms,
                           errinfo_t *why)
{
	const peer_t *peer = conn->peer;
	const bound_t bound = {
	        .what = "statuses",
	        .doing = "in flight",
	        .settings = "peer_share",
	        .of_conn = count_of(conn),
	        .most_of_conn = CONNECTION_STATUSES_MAX,
	        .of_peer = peer->statuses,
	        .used = statuses->active_count,
	        .most = SERVER_STATUSES_MAX +
	                (conn->place == PLACE_CONTROL ? CONNECTION_STATUSES_MAX : 0),
	};
	const status_t *first;
	bound_hit_t hit;

	if (peers_admit(peer, &bound, &hit, why) == ERR_OK)
		return ERR_OK;
	if (hit == BOUND_OF_CONN)
		first = LIST_ENTRY(conn->statuses.next, status_t, of_conn); /* the oldest */
	else if (hit == BOUND_OF_SERVER)
		first = LIST_ENTRY(statuses->active.next, status_t, of_all);
	else
		first = oldest_of(statuses, peer);
	*retry_ms = time_left(statuses, first);
	return ERR_BUSY;
}

err_t board_statuses_begin(board_statuses_t *statuses, conn_t *conn,
                           board_status_request_t *request, msg_begun_t *out, errinfo_t *why)
{
	status_t *status = mem_alloc(sizeof(*status));
	err_t err;

	if (status == NULL)
		return err_fail(why, ERR_NOMEM, "out of memory");
	status->statuses = statuses;
	status->conn_id = conn->node.id;
	status->due_ms = uv_now(statuses->loop) + request->time_ms;
	status->done_node.run = done_cb;
	request->client = conn->node.id;
	request->on_verdict = on_verdict;
	request->on_done = on_done;
	request->context = status;
	err = board_status_begin(statuses->solver, request, &status->board_status, why);
	if (err != ERR_OK) {
		mem_free(status, sizeof(*status));
		return err;
	}
	idmap_add(&statuses->map, &status->node);
	list_init(&status->of_all);
	list_init(&status->of_conn);
	list_add(&statuses->active, &status->of_all);
	list_add(&conn->statuses, &status->of_conn);
	statuses->active_count++;
	status->peer = peers_hold(conn->peer);
	status->peer->statuses++;
	out->status = status->node.id;
	out->questions = board_status_questions(status->board_status);
	list_init(&status->of_asking);
	list_add(&statuses->asking, &status->of_asking);
	(void)uv_idle_start(&statuses->turn, turn_cb);
	return ERR_OK;
}

err_t board_statuses_cancel(board_statuses_t *statuses, uint64_t id, errinfo_t *why)
{
	idnode_t *node = idmap_find(&statuses->map, id);

	if (node == NULL)
		return err_at(why, ERR_JOB, "params.status", "there is no status %llu (any more)",
		              (unsigned long long)id);
	board_status_cancel(LIST_ENTRY(node, status_t, node)->board_status);
	return ERR_OK;
}

void board_statuses_cancel_all(board_statuses_t *statuses)
{
	for (link_t *at = statuses->active.next; at != &statuses->active; at = at->next)
		board_status_cancel(LIST_ENTRY(at, status_t, of_all)->board_status);
}

void board_statuses_conn_ended(conn_t *conn)
{
	for (link_t *at = conn->statuses.next; at != &conn->statuses; at = at->next)
		board_status_cancel(LIST_ENTRY(at, status_t, of_conn)->board_status);
}

void board_statuses_conn_gone(conn_t *conn)
{
	board_statuses_conn_ended(conn);
	while (!list_empty(&conn->statuses))
		list_drop(conn->statuses.next);
}
