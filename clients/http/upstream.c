/* SPDX-License-Identifier: MIT
 * upstream.c - see upstream.h.
 *
 * Connecting may wait, for a name or for a daemon that does not answer. So it is done on libuv's
 * pool, one connection after the other, and the loop goes on. A lost one is tried again after a
 * second; where the daemon refuses the account, less often, since a wrong token costs its address
 * time. An account that may have fewer connections gets as many as it may.
 *
 * Places     A daemon takes so many jobs and statuses of a connection (64 and 4), and more of all
 *            of a peer's. Clients of the gateway shared one connection, so that the fifth who asked
 *            for first moves was refused, and after one who had made 64 jobs everybody. Now what
 *            takes a place goes round a pool of connections: to the next, and where that has no
 *            place, to the one after it. When none has one, the peer's share is used up. Then the
 *            call waits in a queue, jobs and statuses apart, in the order of asking, until one ends
 *            or WAIT_MS are over: a burst makes others wait, and only work that goes on for long
 *            has them refused. The queue is tried by its first call alone, so that nobody who comes
 *            later takes the place it waits for.
 *
 * Belonging  What a connection begins ends with it, and is told on it. Jobs and statuses can be
 *            asked about and cancelled from any, by their numbers. Calls about a job take the
 *            connection that its number chooses, so that all who follow it share one watch. One
 *            job may be told on two, to who began it and to who follows it: each answer says by
 *            which it came, and its stream hears that one alone.
 *
 * Silence    A daemon closes a connection on which nothing is asked for minutes. So now and then
 *            something is.
 */
#include "clients/http/upstream.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "clients/http/upstream_queue.h"
#include "clients/http/wire.h"
#include "protocol/limits.h"

enum { CONNECT_MS = 3000, RETRY_MS = 1000, CALL_MS = 30000, ALIVE_MS = 60000 };
enum { REFUSED_MS = 30000 }; /* until one that was refused is tried again */
enum { PIECE_MS = 90000 };   /* a certificate may be made first */

typedef struct {
	upstream_t *upstream;
	tesuji_async_t *connection; /* NULL: there is none */
	uint64_t via;               /* its name; each has another */
	uv_poll_t poll;
	bool polls; /* the handle is not closed yet */
} link_t;

struct upstream {
	uv_loop_t *loop;
	const char *address, *token;
	const tesuji_tls_t *tls;
	upstream_hooks_t hooks;
	link_t link[UPSTREAM_LINKS];
	uint64_t named; /* connections so far */
	unsigned turn;  /* of the link that a call without a job takes next */
	upstream_queue_t queue[UPSTREAM_PLACES];
	uv_timer_t retry, alive;
	uv_work_t connecting;
	tesuji_async_t *made; /* by the pool; NULL: it failed, for the reason in `why` */
	tesuji_error_t why;
	tesuji_code_t refusal; /* that was told last; TESUJI_OK: none since a connection was made */
	codec_t *codec;
	bool is_connecting, is_closing;
	unsigned handles; /* of libuv, not closed yet */
};

typedef struct {
	upstream_t *upstream;
	upstream_waiter_t waiter; /* of a call that takes a place */
	const link_t *link;
	const char *method;
	wirebuf_t params; /* kept of one that takes a place, to be sent again */
	unsigned tries;   /* connections that had no place */
	void (*answered)(void *user, const upstream_answer_t *answer);
	void *user;
} call_t;

static void connect_again(uv_timer_t *timer);

static void free_when_done(upstream_t *u)
{
	if (u->handles > 0 || u->is_connecting)
		return;
	codec_destroy(u->codec);
	free(u);
}

static void handle_closed(uv_handle_t *handle)
{
	upstream_t *u = handle->data;

	u->handles--;
	if (u->is_closing)
		free_when_done(u);
}

static void poll_closed(uv_handle_t *handle)
{
	link_t *link = handle->data;

	link->polls = false;
	handle->data = link->upstream;
	handle_closed(handle);
}

/* drop ends the connection that a link has; its calls are answered. */
static void drop(link_t *link)
{
	tesuji_async_t *connection = link->connection;

	if (connection == NULL)
		return;
	link->connection = NULL;
	uv_close((uv_handle_t *)&link->poll, poll_closed);
	tesuji_async_close(connection);
}

static unsigned live_links(const upstream_t *u)
{
	unsigned count = 0;

	for (unsigned i = 0; i < UPSTREAM_LINKS; i++)
		count += u->link[i].connection != NULL;
	return count;
}

/* link_at returns the first link from number `from` on, round the pool, that has a connection. */
static link_t *link_at(upstream_t *u, uint64_t from)
{
	for (unsigned i = 0; i < UPSTREAM_LINKS; i++) {
		link_t *link = &u->link[(from + i) % UPSTREAM_LINKS];

		if (link->connection != NULL)
			return link;
	}
	return NULL;
}

static void retry_after(upstream_t *u, uint64_t ms)
{
	if (!u->is_closing)
		uv_timer_start(&u->retry, connect_again, ms, 0);
}

static void retry_later(upstream_t *u)
{
	retry_after(u, RETRY_MS);
}

/* is_refusal: does the daemon not want this account, rather than being away? */
static bool is_refusal(tesuji_code_t code)
{
	return code == TESUJI_E_LOGIN || code == TESUJI_E_TOKEN || code == TESUJI_E_QUOTA ||
	       code == TESUJI_E_METHOD || code == TESUJI_E_VALUE;
}

/* not_made tries again later to make a connection that the daemon, or the system, has refused, and
 * tells why if nothing can be asked at all. */
static void not_made(upstream_t *u)
{
	const bool refused = is_refusal(u->why.code);

	if (refused && u->why.code != u->refusal && live_links(u) == 0) {
		u->refusal = u->why.code;
		u->hooks.refused(u->hooks.user, &u->why);
	} else if (!refused && u->why.code != TESUJI_E_BUSY) {
		u->refusal = TESUJI_OK; /* it is away */
	}
	retry_after(u, refused                      ? REFUSED_MS
	               : u->why.retry_ms > RETRY_MS ? u->why.retry_ms
	                                            : RETRY_MS);
}

static void noticed(tesuji_async_t *a, const char *method, const void *params, size_t bytes,
                    void *user)
{
	const link_t *link = user;
	upstream_t *u = link->upstream;
	json_t *value = bytes > 0 ? wire_unpack(u->codec, params, bytes) : NULL;
	const upstream_notice_t notice = {method, value, params, bytes, link->via};

	(void)a;
	if (value != NULL)
		u->hooks.noticed(u->hooks.user, &notice);
	json_decref(value);
	upstream_queue_ended(u->queue, method);
}

static void readable(uv_poll_t *poll, int status, int events)
{
	link_t *link = poll->data;
	upstream_t *u = link->upstream;
	tesuji_error_t why = {.code = TESUJI_E_CLOSED, .text = "the connection was lost"};

	(void)status;
	(void)events;
	if (link->connection == NULL || tesuji_async_run(link->connection, 0) >= 0)
		return; /* after a loss that queries were told of the descriptor stays readable */
	drop(link);
	u->hooks.lost(u->hooks.user, link->via, live_links(u) == 0, &why);
	retry_later(u);
}

static void connect_work(uv_work_t *work)
{
	upstream_t *u = work->data;

	u->why = (tesuji_error_t){.code = TESUJI_OK};
	(void)tesuji_async_open_tls(u->address, u->tls, u->token, CONNECT_MS, &u->made, &u->why);
}

/* free_link returns a link without a connection, whose last one's handle is closed; NULL: none. */
static link_t *free_link(upstream_t *u)
{
	for (unsigned i = 0; i < UPSTREAM_LINKS; i++)
		if (u->link[i].connection == NULL && !u->link[i].polls)
			return &u->link[i];
	return NULL;
}

static void connect_done(uv_work_t *work, int status)
{
	upstream_t *u = work->data;
	link_t *link = free_link(u);

	(void)status;
	u->is_connecting = false;
	if (u->is_closing) {
		tesuji_async_close(u->made);
		free_when_done(u);
		return;
	}
	assert(link != NULL);
	if (u->made == NULL || uv_poll_init(u->loop, &link->poll, tesuji_async_fd(u->made)) != 0) {
		tesuji_async_close(u->made);
		not_made(u);
		return;
	}
	u->refusal = TESUJI_OK;
	u->handles++;
	link->poll.data = link;
	link->polls = true;
	link->via = ++u->named;
	link->connection = u->made;
	u->made = NULL;
	tesuji_async_on_notice(link->connection, noticed, link);
	(void)uv_poll_start(&link->poll, UV_READABLE, readable);
	connect_again(&u->retry);
}

/* connect_again begins to make a connection, if one is missing. */
static void connect_again(uv_timer_t *timer)
{
	upstream_t *u = timer->data;

	if (u->is_connecting || u->is_closing || live_links(u) == UPSTREAM_LINKS)
		return;
	if (free_link(u) == NULL) {
		retry_later(u); /* a lost connection's handle is not closed yet */
		return;
	}
	u->made = NULL;
	u->connecting.data = u;
	u->is_connecting = uv_queue_work(u->loop, &u->connecting, connect_work, connect_done) == 0;
	if (!u->is_connecting)
		retry_later(u);
}

/* --- calls --- */

static void fail(const tesuji_error_t *why,
                 void (*answered)(void *user, const upstream_answer_t *answer), void *user)
{
	const upstream_answer_t answer = {.error = why};

	answered(user, &answer);
}

static void call_free(call_t *call)
{
	wirebuf_fini(&call->params);
	free(call);
}

/* call_fail answers a call with an error, and frees it. */
static void call_fail(call_t *call, const tesuji_error_t *why)
{
	fail(why, call->answered, call->user);
	call_free(call);
}

/* error_of returns the error that a call is answered with: that of the daemon's or the library's,
 * or that this gateway ends. */
static const tesuji_error_t *error_of(const upstream_t *u, const tesuji_answer_t *given)
{
	static const tesuji_error_t ends = {.code = TESUJI_E_DRAINING,
	                                    .text = "the gateway is shutting down"};

	return u->is_closing ? &ends : given->error;
}

static void call_send(call_t *call, link_t *link);

/* has_no_place: was a call refused for want of a place? Then it is sent elsewhere, or waits. */
static bool has_no_place(call_t *call, const tesuji_answer_t *given)
{
	upstream_t *u = call->upstream;
	link_t *next;

	if (!call->waiter.takes ||
	    (given->code != TESUJI_E_BUSY && given->code != TESUJI_E_QUOTA) ||
	    given->error->retry_ms == 0 || given->error->retry_ms > UPSTREAM_QUEUE_MS ||
	    u->is_closing)
		return false;
	call->tries++;
	next = link_at(u, (uint64_t)(call->link - u->link) + 1);
	if (next != NULL && call->tries < live_links(u))
		call_send(call, next);
	else if (!upstream_queue_again(&u->queue[call->waiter.place], &call->waiter, given->error))
		return false;
	return true;
}

static void call_answered(tesuji_async_t *a, const tesuji_answer_t *given)
{
	call_t *call = given->user;
	upstream_t *u = call->upstream;
	upstream_answer_t answer = {.error = error_of(u, given),
	                            .bytes = given->result,
	                            .length = given->result_bytes,
	                            .via = call->link->via};
	const tesuji_error_t nonsense = {.code = TESUJI_E_PROTOCOL,
	                                 .text = "an answer that makes no sense"};
	json_t *result = NULL;

	(void)a;
	if (has_no_place(call, given))
		return;
	if (given->code == TESUJI_OK) {
		result = wire_unpack(u->codec, given->result, given->result_bytes);
		answer.result = result;
		if (result == NULL)
			answer.error = &nonsense;
	}
	if (call->waiter.takes)
		upstream_queue_placed(&u->queue[call->waiter.place], &call->waiter);
	call->answered(call->user, &answer);
	json_decref(result);
	call_free(call);
}

/* unreachable returns why nothing can be asked. What the daemon has against the gateway's account
 * is for who runs it (upstream_hooks_t.refused). */
static tesuji_error_t unreachable(const upstream_t *u)
{
	tesuji_error_t why = {
	        .code = TESUJI_E_IO, .retry_ms = RETRY_MS, .text = "the daemon cannot be reached"};

	if (u->refusal != TESUJI_OK)
		why = (tesuji_error_t){.code = TESUJI_E_IO,
		                       .retry_ms = REFUSED_MS,
		                       .text = "the daemon does not take this gateway's account"};
	return why;
}

/* call_send sends a call by a link; where that cannot be, it is answered at once. */
static void call_send(call_t *call, link_t *link)
{
	const tesuji_query_t query = {
	        .deadline_ms = CALL_MS, .answered = call_answered, .user = call};
	tesuji_error_t why = unreachable(call->upstream);

	call->link = link;
	if (link != NULL && tesuji_async_call(link->connection, call->method, call->params.data,
	                                      call->params.length, &query, &why) == TESUJI_OK)
		return;
	if (call->waiter.takes)
		upstream_queue_placed(&call->upstream->queue[call->waiter.place], &call->waiter);
	call_fail(call, &why);
}

/* waiter_goes sends a call that has waited; waiter_fails answers it. */
static void waiter_goes(upstream_waiter_t *waiter)
{
	call_t *call = waiter->user;

	call->tries = 0;
	call_send(call, link_at(call->upstream, call->upstream->turn++));
}

static void waiter_fails(upstream_waiter_t *waiter, const tesuji_error_t *why)
{
	call_fail(waiter->user, why);
}

/* call_pack fills in the parameters; false, with *why: they are too long or too deep. */
static bool call_pack(call_t *call, const json_t *params, tesuji_error_t *why)
{
	wirebuf_init(&call->params, FRAME_BYTES_MAX);
	if (params != NULL && !wire_pack(params, &call->params))
		*why = (tesuji_error_t){.code = TESUJI_E_LIMIT,
		                        .text = "params: nested too deeply"};
	else if (call->params.failed != ERR_OK)
		*why = (tesuji_error_t){.code = TESUJI_E_LIMIT,
		                        .text = "params: the request is too long"};
	else
		return true;
	return false;
}

void upstream_call(upstream_t *u, const char *method, const json_t *params,
                   void (*answered)(void *user, const upstream_answer_t *answer), void *user)
{
	const json_int_t job = json_integer_value(json_object_get(params, "job"));
	tesuji_error_t why = {.code = TESUJI_E_NOMEM, .text = "out of memory"};
	call_t *call = malloc(sizeof(*call));

	if (call == NULL) {
		fail(&why, answered, user);
		return;
	}
	*call = (call_t){.upstream = u, .method = method, .answered = answered, .user = user};
	upstream_queue_waiter(&call->waiter, method, call);
	if (!call_pack(call, params, &why)) {
		call_fail(call, &why);
		return;
	}
	call->waiter.bytes = call->params.length;
	if (call->waiter.takes && upstream_queue_join(&u->queue[call->waiter.place], &call->waiter))
		return;
	call_send(call, link_at(u, job > 0 ? (uint64_t)job : u->turn++));
}

/* --- certificates --- */

static void piece_answered(tesuji_async_t *a, const tesuji_answer_t *given)
{
	call_t *call = given->user;
	const upstream_answer_t answer = {.error = error_of(call->upstream, given),
	                                  .bytes = given->certificate,
	                                  .length = given->certificate_bytes,
	                                  .whole = given->certificate_whole};

	(void)a;
	call->answered(call->user, &answer);
	call_free(call);
}

void upstream_piece(upstream_t *u, uint64_t job, uint64_t offset,
                    void (*answered)(void *user, const upstream_answer_t *answer), void *user)
{
	tesuji_error_t why = unreachable(u);
	const link_t *link = link_at(u, job);
	call_t *call = link != NULL ? malloc(sizeof(*call)) : NULL;
	const tesuji_query_t query = {
	        .deadline_ms = PIECE_MS, .answered = piece_answered, .user = call};

	if (call == NULL) {
		fail(&why, answered, user);
		return;
	}
	*call = (call_t){.upstream = u, .answered = answered, .user = user};
	wirebuf_init(&call->params, 0);
	if (tesuji_async_piece(link->connection, job, offset, &query, &why) != TESUJI_OK)
		call_fail(call, &why);
}

/* --- the pool --- */

static void heard(tesuji_async_t *a, const tesuji_answer_t *given)
{
	(void)a;
	(void)given;
}

/* stay asks something on each connection, for nobody. */
static void stay(uv_timer_t *timer)
{
	const tesuji_query_t query = {.deadline_ms = CALL_MS, .answered = heard};
	upstream_t *u = timer->data;

	for (unsigned i = 0; i < UPSTREAM_LINKS; i++)
		if (u->link[i].connection != NULL)
			(void)tesuji_async_call(u->link[i].connection, "job.list", NULL, 0, &query,
			                        NULL);
}

upstream_t *upstream_open(uv_loop_t *loop, const char *address, const tesuji_tls_t *tls,
                          const char *token, const upstream_hooks_t *hooks)
{
	upstream_t *u = calloc(1, sizeof(*u));

	if (u == NULL || (u->codec = codec_create()) == NULL) {
		free(u);
		return NULL;
	}
	(void)uv_timer_init(loop, &u->retry); /* which cannot fail */
	(void)uv_timer_init(loop, &u->alive);
	u->loop = loop;
	u->address = address;
	u->token = token;
	u->tls = tls;
	u->hooks = *hooks;
	u->handles = 2 + UPSTREAM_PLACES;
	u->retry.data = u->alive.data = u;
	for (unsigned i = 0; i < UPSTREAM_LINKS; i++)
		u->link[i].upstream = u;
	for (unsigned i = 0; i < UPSTREAM_PLACES; i++)
		upstream_queue_open(&u->queue[i], loop, waiter_goes, waiter_fails);
	(void)uv_timer_start(&u->alive, stay, ALIVE_MS, ALIVE_MS);
	connect_again(&u->retry);
	return u;
}

void upstream_close(upstream_t *u)
{
	if (u == NULL)
		return;
	u->is_closing = true;
	for (unsigned i = 0; i < UPSTREAM_LINKS; i++)
		drop(&u->link[i]);
	for (unsigned i = 0; i < UPSTREAM_PLACES; i++)
		upstream_queue_close(&u->queue[i], u, handle_closed);
	uv_close((uv_handle_t *)&u->retry, handle_closed);
	uv_close((uv_handle_t *)&u->alive, handle_closed);
}
