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
 * The undecided verdicts of a dragon's first questions wait for a judgement, if one is wanted:
 *
 *   loop: done_cb --> pool of libuv: judging_run --> loop: go.verdict, go.done
 *
 * libuv's pool is good for this, as it takes some 50 ms and never more. A daemon inside another
 * program has no pool, and nobody else to serve meanwhile: there the loop judges by itself.
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
#include "server/judging.h"
#include "server/log.h"
#include "server/move_report.h"
#include "server/quota.h"
#include "server/threads.h"

enum {
	NEWS_MAX = 2 * THEMES_MAX, /* each theme has a question and at most one save */
	NEWS_LIFE = 3 + 2 * DRAGON_MOVES_MAX,
};

typedef struct status status_t;

typedef struct {
	bridge_node_t node;
	status_t *status;
	const board_status_verdict_t *verdict; /* belongs to the engine's side, as does */
	const first_move_t *move;              /* this, of job.moves */
} news_t;

struct status {
	idnode_t node;
	link_t of_all, of_conn, of_asking;
	board_statuses_t *statuses;
	board_status_t *board_status; /* the engine's side: one of the three, */
	dragon_status_t *dragon;      /* the others are NULL */
	first_moves_t *moves;
	msg_goal_t goal; /* of moves */
	uint64_t conn_id;
	peer_t *peer;    /* whose it is; a reference */
	uint64_t due_ms; /* uv_now: its deadline */
	bridge_node_t done_node;

	/* Of a dragon. */
	bool judges, is_cancelled;
	const board_status_verdict_t *open[2]; /* verdicts that wait to be judged: kill, live */
	judging_t judging;
	uv_work_t work;

	_Atomic unsigned told; /* verdicts so far; relaxed: it only gives out places in `news` */
	unsigned news_count;
	news_t news[];
};

static_assert((int)MSG_ASKED_CAPTURE == (int)ASKED_CAPTURE && (int)MSG_ASKED_SAVE == ASKED_SAVE &&
                      (int)MSG_ASKED_CUT == (int)ASKED_CUT,
              "kinds have the same numbers");
static_assert((int)MSG_ASKED_KILL == (int)ASKED_KILL && (int)MSG_ASKED_LIVE == (int)ASKED_LIVE &&
                      (int)MSG_ASKED_EYES == (int)ASKED_EYES,
              "kinds have the same numbers");
static_assert((int)LIFE_QUESTIONS_MAX == (int)NEWS_LIFE, "so many questions are told");
static_assert((int)MSG_REGION_BYTES == (int)DRAGON_REGION_BYTES, "regions are as long");
static_assert((int)MSG_LIFE_SEKI == (int)DRAGON_SEKI + 1, "lives have the same order");
static_assert((int)STATUS_QUESTIONS_MAX == (int)THEMES_MAX, "so many questions are told");
static_assert((int)STATUS_MOST_MS <= 86400000, "a status may be asked of the engine");

/* What is asked of the engine's side, whichever it is. */
static bool ask_more(status_t *status)
{
	if (status->moves != NULL)
		return first_moves_more(status->moves);
	return status->dragon != NULL ? dragon_status_more(status->dragon)
	                              : board_status_more(status->board_status);
}

static void cancel(status_t *status)
{
	status->is_cancelled = true;
	if (status->moves != NULL)
		first_moves_cancel(status->moves);
	else if (status->dragon != NULL)
		dragon_status_cancel(status->dragon);
	else
		board_status_cancel(status->board_status);
}

static board_status_totals_t totals_of(const status_t *status)
{
	if (status->moves != NULL) {
		const first_moves_totals_t t = first_moves_totals(status->moves);

		return (board_status_totals_t){.decided = t.works + t.fails,
		                               .undecided = t.open,
		                               .time_ns = t.time_ns,
		                               .cost = t.cost};
	}
	return status->dragon != NULL ? dragon_status_totals(status->dragon)
	                              : board_status_totals(status->board_status);
}

static size_t bytes_of(unsigned news_count)
{
	return sizeof(status_t) + news_count * sizeof(news_t);
}

static void free_status(status_t *status)
{
	first_moves_free(status->moves);
	dragon_status_free(status->dragon);
	board_status_free(status->board_status);
	mem_free(status, bytes_of(status->news_count));
}

/* turn_cb asks the next questions of the status that is first in `asking`, and puts it last. */
static void turn_cb(uv_idle_t *turn)
{
	board_statuses_t *statuses = turn->data;
	status_t *status = LIST_ENTRY(statuses->asking.next, status_t, of_asking);

	assert(!list_empty(&statuses->asking)); /* else the handle is stopped */
	list_drop(&status->of_asking);
	if (ask_more(status))
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

/* send_verdict sends one verdict, with its judgement unless that is NULL. */
static void send_verdict(const status_t *status, const board_status_verdict_t *v,
                         const judged_t *judged)
{
	msg_verdict_t msg = {.status = status->node.id,
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
	                     .remembered = v->remembered,
	                     .chance = MSG_CHANCE_NONE};
	wirebuf_t out;

	strbuf_copy(msg.stones, sizeof(msg.stones), v->theme->target);
	strbuf_copy(msg.best, sizeof(msg.best), v->best);
	strbuf_copy(msg.tried, sizeof(msg.tried), v->tried);
	if (judged != NULL && judged->chance != MSG_CHANCE_NONE) {
		msg.chance = judged->chance;
		msg.ko = judged->ko;
		msg.ko_threats = judged->ko == MSG_KO_FIGHT ? judged->threats : MSG_THREATS_UNTOLD;
		strbuf_copy(msg.best, sizeof(msg.best), judged->move);
	}
	wirebuf_init(&out, REPLY_BYTES_MAX);
	rpc_put_notification(&out, NOTIFY_VERDICT);
	msg_verdict_write(&out, &msg);
	tell(status, &out);
}

/* waits puts a verdict aside that is to be judged first. */
static bool waits(status_t *status, const board_status_verdict_t *v)
{
	if (!status->judges || v->value != VALUE_UNDECIDED || v->tried[0] != '\0' ||
	    (v->asked != ASKED_KILL && v->asked != ASKED_LIVE))
		return false;
	status->open[v->asked == ASKED_LIVE] = v;
	return true;
}

static void news_cb(bridge_node_t *node)
{
	const news_t *news = LIST_ENTRY(node, news_t, node);

	if (!waits(news->status, news->verdict))
		send_verdict(news->status, news->verdict, NULL);
}

/* post tells the loop of a verdict. */
static void post(status_t *status, news_t verdict)
{
	const unsigned at = atomic_fetch_add_explicit(&status->told, 1, memory_order_relaxed);
	news_t *news = &status->news[at];

	assert(at < status->news_count);
	*news = verdict;
	news->status = status;
	bridge_post(status->statuses->bridge, &news->node);
}

static void on_verdict(const board_status_verdict_t *verdict, void *context) /* a worker */
{
	post(context, (news_t){.node.run = news_cb, .verdict = verdict});
}

static void move_cb(bridge_node_t *node)
{
	const news_t *news = LIST_ENTRY(node, news_t, node);
	const status_t *status = news->status;
	wirebuf_t out;

	wirebuf_init(&out, REPLY_BYTES_MAX);
	move_report(status->node.id, status->moves, news->move, &status->goal, &out);
	first_moves_drop(news->move);
	tell(status, &out);
}

static void on_move(const first_move_t *verdict, void *context) /* a worker */
{
	post(context, (news_t){.node.run = move_cb, .move = verdict});
}

static void on_done(void *context) /* a worker */
{
	status_t *status = context;

	bridge_post(status->statuses->bridge, &status->done_node);
}

/* write_end writes go.done, or job.moved. */
static void write_end(const status_t *status, wirebuf_t *out)
{
	const board_status_totals_t totals = totals_of(status);
	const msg_ended_t msg = {.status = status->node.id,
	                         .decided = totals.decided,
	                         .undecided = totals.undecided,
	                         .time_ms = (double)totals.time_ns / NS_PER_MS,
	                         .life = status->dragon != NULL
	                                         ? 1 + (unsigned)dragon_status_life(status->dragon)
	                                         : MSG_LIFE_UNTOLD};

	if (status->moves != NULL) {
		const first_moves_totals_t moves = first_moves_totals(status->moves);

		move_report_end(status->node.id, &moves, out);
		return;
	}
	rpc_put_notification(out, NOTIFY_ENDED);
	msg_ended_write(out, &msg);
}

/* end sends the last message and frees the status. */
static void end(status_t *status)
{
	board_statuses_t *statuses = status->statuses;
	const board_status_totals_t totals = totals_of(status);
	conn_t *conn;
	wirebuf_t out;

	assert(list_empty(&status->of_asking));
	assert(atomic_load_explicit(&status->told, memory_order_relaxed) ==
	       totals.decided + totals.undecided);
	assert(statuses->active_count > 0 && status->peer->statuses > 0);
	wirebuf_init(&out, REPLY_BYTES_MAX);
	write_end(status, &out);
	list_drop(&status->of_conn);
	tell(status, &out);
	conn = conns_find(statuses->conns, status->conn_id);
	if (conn != NULL)
		conn_settle(conn);
	log_line(LOG_DEBUG, LOG_JOB, "status=%llu decided=%u undecided=%u ms=%.3f",
	         (unsigned long long)status->node.id, totals.decided, totals.undecided,
	         (double)totals.time_ns / NS_PER_MS);
	list_drop(&status->of_all);
	idmap_remove(&statuses->map, &status->node);
	statuses->active_count--;
	status->peer->statuses--;
	quota_spend(status->peer->account, quota_now(), totals.cost.nodes, totals.cost.worked_ns);
	peers_drop(status->peer);
	free_status(status);
	if (statuses->active_count == 0)
		statuses->idle_cb(statuses);
}

static void judge(uv_work_t *work) /* a thread of libuv's pool */
{
	status_t *status = work->data;

	judging_run(&status->judging);
}

/* judged_cb tells the verdicts that waited for the judgement, and ends the status. */
static void judged_cb(uv_work_t *work, int code)
{
	status_t *status = work->data;
	const judged_t *const judged[] = {&status->judging.kill, &status->judging.live};

	for (unsigned i = 0; i < 2; i++)
		if (status->open[i] != NULL)
			send_verdict(status, status->open[i], code == 0 ? judged[i] : NULL);
	end(status);
}

static void done_cb(bridge_node_t *node)
{
	status_t *status = LIST_ENTRY(node, status_t, done_node);
	const bool is_wanted =
	        !status->is_cancelled && (status->open[0] != NULL || status->open[1] != NULL);

	status->work.data = status;
	status->judging.kill = (judged_t){.wanted = status->open[0], .chance = MSG_CHANCE_NONE};
	status->judging.live = (judged_t){.wanted = status->open[1], .chance = MSG_CHANCE_NONE};
	if (is_wanted && !threads_have_pool())
		judge(&status->work);
	else if (is_wanted &&
	         uv_queue_work(status->statuses->loop, &status->work, judge, judged_cb) == 0)
		return;
	judged_cb(&status->work, 0);
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

	return peers_retry(status->due_ms > now ? (double)(status->due_ms - now) : 0);
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
	        .most_of_account = peer->account != NULL ? peer->account->most.statuses : 0,
	};
	const status_t *first;
	bound_hit_t hit;
	const err_t err = peers_admit(peer, &bound, &hit, why);

	if (err == ERR_OK)
		return quota_admit(peer->account, quota_now(), retry_ms, why);
	if (hit == BOUND_OF_CONN)
		first = LIST_ENTRY(conn->statuses.next, status_t, of_conn); /* the oldest */
	else if (hit == BOUND_OF_SERVER)
		first = LIST_ENTRY(statuses->active.next, status_t, of_all);
	else
		first = oldest_of(statuses, peer);
	*retry_ms = time_left(statuses, first);
	return err;
}

/* bounded lowers the time of a status to what the account of its connection has left, and returns
 * it. */
static uint64_t bounded(const board_statuses_t *statuses, const conn_t *conn, uint64_t *time_ms)
{
	const unsigned workers = solver_workers(statuses->solver);

	*time_ms = quota_time_ms(conn->peer->account, workers > 0 ? workers : 1, *time_ms);
	return *time_ms;
}

/* create makes a status for `conn` that will have so many verdicts at most; NULL: no memory. */
static status_t *create(board_statuses_t *statuses, const conn_t *conn, uint64_t time_ms,
                        unsigned news_count)
{
	status_t *status = mem_alloc(bytes_of(news_count));

	if (status == NULL)
		return NULL;
	status->statuses = statuses;
	status->conn_id = conn->node.id;
	status->due_ms = uv_now(statuses->loop) + time_ms;
	status->done_node.run = done_cb;
	status->news_count = news_count;
	return status;
}

/* begin adds a status whose engine's side has begun. It returns the number. */
static uint64_t begin(status_t *status, conn_t *conn)
{
	board_statuses_t *statuses = status->statuses;

	idmap_add(&statuses->map, &status->node);
	list_init(&status->of_all);
	list_init(&status->of_conn);
	list_add(&statuses->active, &status->of_all);
	list_add(&conn->statuses, &status->of_conn);
	statuses->active_count++;
	status->peer = peers_hold(conn->peer);
	status->peer->statuses++;
	quota_take(status->peer->account);
	list_init(&status->of_asking);
	list_add(&statuses->asking, &status->of_asking);
	(void)uv_idle_start(&statuses->turn, turn_cb);
	return status->node.id;
}

err_t board_statuses_begin(board_statuses_t *statuses, conn_t *conn,
                           board_status_request_t *request, msg_begun_t *out, errinfo_t *why)
{
	status_t *status =
	        create(statuses, conn, bounded(statuses, conn, &request->time_ms), NEWS_MAX);
	err_t err;

	if (status == NULL)
		return err_fail(why, ERR_NOMEM, "out of memory");
	request->client = peers_client(conn->peer, conn->node.id, &request->weight);
	request->on_verdict = on_verdict;
	request->on_done = on_done;
	request->context = status;
	err = board_status_begin(statuses->solver, request, &status->board_status, why);
	if (err != ERR_OK) {
		free_status(status);
		return err;
	}
	out->status = begin(status, conn);
	out->questions = board_status_questions(status->board_status);
	return ERR_OK;
}

err_t board_statuses_begin_life(board_statuses_t *statuses, conn_t *conn,
                                dragon_status_request_t *request, bool judge, msg_dragon_t *out,
                                errinfo_t *why)
{
	status_t *status =
	        create(statuses, conn, bounded(statuses, conn, &request->time_ms), NEWS_LIFE);
	const dragon_t *dragon;
	err_t err;

	if (status == NULL)
		return err_fail(why, ERR_NOMEM, "out of memory");
	request->client = peers_client(conn->peer, conn->node.id, &request->weight);
	request->on_verdict = on_verdict;
	request->on_done = on_done;
	request->context = status;
	err = dragon_status_begin(statuses->solver, request, &status->dragon, why);
	if (err != ERR_OK) {
		free_status(status);
		return err;
	}
	dragon = dragon_status_dragon(status->dragon);
	status->judges = judge;
	if (judge)
		judging_set(&status->judging, request->board.rows,
		            request->board.ko != NULL ? request->board.ko : "", dragon);
	out->status = begin(status, conn);
	out->colour = (unsigned)dragon->colour;
	out->size = dragon->size;
	out->liberties = dragon->liberties;
	out->closed = dragon->closed;
	strbuf_copy(out->stones, sizeof(out->stones), dragon->stones);
	strbuf_copy(out->around, sizeof(out->around), dragon->around);
	strbuf_copy(out->region, sizeof(out->region), dragon->region);
	return ERR_OK;
}

err_t board_statuses_begin_moves(board_statuses_t *statuses, conn_t *conn,
                                 first_moves_request_t *request, const msg_goal_t *goal,
                                 msg_moves_t *out, errinfo_t *why)
{
	status_t *status = create(statuses, conn, bounded(statuses, conn, &request->limits.time_ms),
	                          MOVES_QUESTIONS_MAX);
	err_t err;

	if (status == NULL)
		return err_fail(why, ERR_NOMEM, "out of memory");
	request->client = peers_client(conn->peer, conn->node.id, &request->weight);
	request->on_verdict = on_move;
	request->on_done = on_done;
	request->context = status;
	err = first_moves_begin(statuses->solver, request, &status->moves, why);
	if (err != ERR_OK) {
		free_status(status);
		return err;
	}
	status->goal = *goal;
	out->status = begin(status, conn);
	move_report_begun(status->moves, goal, out);
	return ERR_OK;
}

err_t board_statuses_cancel(board_statuses_t *statuses, uint64_t id, errinfo_t *why)
{
	idnode_t *node = idmap_find(&statuses->map, id);

	if (node == NULL)
		return err_at(why, ERR_JOB, "params.status", "there is no status %llu (any more)",
		              (unsigned long long)id);
	cancel(LIST_ENTRY(node, status_t, node));
	return ERR_OK;
}

const peer_t *board_statuses_peer(const board_statuses_t *statuses, uint64_t id)
{
	const idnode_t *node = idmap_find(&statuses->map, id);

	return node != NULL ? LIST_ENTRY(node, const status_t, node)->peer : NULL;
}

void board_statuses_cancel_all(board_statuses_t *statuses)
{
	for (link_t *at = statuses->active.next; at != &statuses->active; at = at->next)
		cancel(LIST_ENTRY(at, status_t, of_all));
}

void board_statuses_conn_ended(conn_t *conn)
{
	for (link_t *at = conn->statuses.next; at != &conn->statuses; at = at->next)
		cancel(LIST_ENTRY(at, status_t, of_conn));
}

void board_statuses_conn_gone(conn_t *conn)
{
	board_statuses_conn_ended(conn);
	while (!list_empty(&conn->statuses))
		list_drop(conn->statuses.next);
}
