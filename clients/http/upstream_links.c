/* SPDX-License-Identifier: MIT
 * upstream_links.c - see upstream_links.h.
 *
 * Connecting may wait, for a name or for a daemon that does not answer. So it is done on libuv's
 * pool, one connection after the other, and the loop goes on. A lost one of the gateway's own is
 * tried again after a second; where the daemon refuses the account, less often, since a wrong token
 * costs its address time. An account that may have fewer connections gets as many as it may.
 *
 * Others     An upstream of another account has one connection, and more when calls find no place
 *            on it. It connects to nothing again by itself: with the last one it ends, and the
 *            next request that brings the token begins anew, so that it is looked at anew.
 *
 * Silence    A daemon closes a connection on which nothing is asked for minutes. So now and then
 *            something is; and of an upstream of another account that nobody uses the owner is
 *            told.
 */
#include "clients/http/upstream_links.h"

#include <assert.h>

#include "clients/http/wire.h"

enum { CONNECT_MS = 3000, ALIVE_MS = 60000 };

static void connect_again(uv_timer_t *timer);

static void poll_closed(uv_handle_t *handle)
{
	upstream_link_t *link = handle->data;

	link->polls = false;
	handle->data = link->upstream;
	upstream_handle_closed(handle);
}

/* drop ends the connection that a link has; its calls are answered. */
static void drop(upstream_link_t *link)
{
	tesuji_async_t *connection = link->connection;

	if (connection == NULL)
		return;
	link->connection = NULL;
	uv_close((uv_handle_t *)&link->poll, poll_closed);
	tesuji_async_close(connection);
}

unsigned upstream_links_live(const upstream_t *u)
{
	unsigned count = 0;

	for (unsigned i = 0; i < UPSTREAM_LINKS; i++)
		count += u->link[i].connection != NULL;
	return count;
}

upstream_link_t *upstream_link_at(upstream_t *u, uint64_t from)
{
	for (unsigned i = 0; i < UPSTREAM_LINKS; i++) {
		upstream_link_t *link = &u->link[(from + i) % UPSTREAM_LINKS];

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

/* give_up stops an upstream of another account from wanting more than it has. */
static void give_up(upstream_t *u)
{
	u->wanted = upstream_links_live(u);
	u->grow_after = uv_now(u->common->loop) + UPSTREAM_REFUSED_MS;
}

/* is_refusal: does the daemon not want this account, rather than being away? */
static bool is_refusal(tesuji_code_t code)
{
	return code == TESUJI_E_LOGIN || code == TESUJI_E_TOKEN || code == TESUJI_E_QUOTA ||
	       code == TESUJI_E_METHOD || code == TESUJI_E_VALUE;
}

static void refused(upstream_t *u)
{
	u->common->hooks.refused(u->common->hooks.user, u, &u->why);
}

/* not_made tries again later to make a connection of the gateway's own that the daemon, or the
 * system, has refused, and tells why if nothing can be asked at all. */
static void not_made(upstream_t *u)
{
	const bool is_refused = is_refusal(u->why.code), has_none = upstream_links_live(u) == 0;

	if (!u->is_own) {
		give_up(u);
		if (has_none)
			refused(u);
		return;
	}
	if (is_refused && u->why.code != u->refusal && has_none) {
		u->refusal = u->why.code;
		refused(u);
	} else if (!is_refused && u->why.code != TESUJI_E_BUSY) {
		u->refusal = TESUJI_OK; /* it is away */
	}
	retry_after(u, is_refused                            ? UPSTREAM_REFUSED_MS
	               : u->why.retry_ms > UPSTREAM_RETRY_MS ? u->why.retry_ms
	                                                     : UPSTREAM_RETRY_MS);
}

/* ended looks whether a notification says that something has ended. */
static void ended(upstream_t *u, const char *method, const json_t *params)
{
	unsigned place;
	const json_t *number;

	if (!upstream_queue_ender(method, &place))
		return;
	number = json_object_get(params, place == UPSTREAM_JOBS ? "job" : "status");
	upstream_begun_end(&u->begun, place, (uint64_t)json_integer_value(number));
	upstream_queue_may(&u->queue[place]);
}

static void noticed(tesuji_async_t *a, const char *method, const void *params, size_t bytes,
                    void *user)
{
	const upstream_link_t *link = user;
	upstream_t *u = link->upstream;
	json_t *value = bytes > 0 ? wire_unpack(u->codec, params, bytes) : NULL;
	const upstream_notice_t notice = {method, value, params, bytes, link->via};

	(void)a;
	if (value != NULL)
		u->common->hooks.noticed(u->common->hooks.user, &notice);
	ended(u, method, value);
	json_decref(value);
}

static void readable(uv_poll_t *poll, int status, int events)
{
	upstream_link_t *link = poll->data;
	upstream_t *u = link->upstream;
	const tesuji_error_t why = {.code = TESUJI_E_CLOSED, .text = "the connection was lost"};

	(void)status;
	(void)events;
	if (link->connection == NULL || tesuji_async_run(link->connection, 0) >= 0)
		return; /* after a loss that queries were told of the descriptor stays readable */
	drop(link);
	upstream_begun_lose(&u->begun, link->via);
	if (u->is_own)
		retry_after(u, UPSTREAM_RETRY_MS);
	else
		give_up(u);
	u->common->hooks.lost(u->common->hooks.user, u, link->via, upstream_links_live(u) == 0,
	                      &why);
}

static void connect_work(uv_work_t *work)
{
	upstream_t *u = work->data;

	u->why = (tesuji_error_t){.code = TESUJI_OK};
	(void)tesuji_async_open_tls(u->common->address, u->common->tls, u->token, CONNECT_MS,
	                            &u->made, &u->why);
}

/* free_link returns a link without a connection, whose last one's handle is closed; NULL: none. */
static upstream_link_t *free_link(upstream_t *u)
{
	for (unsigned i = 0; i < UPSTREAM_LINKS; i++)
		if (u->link[i].connection == NULL && !u->link[i].polls)
			return &u->link[i];
	return NULL;
}

/* connected takes a connection in, whose handle is initialized. */
static void connected(upstream_t *u, upstream_link_t *link)
{
	const bool is_first = upstream_links_live(u) == 0;

	u->refusal = TESUJI_OK;
	u->handles++;
	link->poll.data = link;
	link->polls = true;
	link->via = ++u->common->named;
	link->connection = u->made;
	u->made = NULL;
	tesuji_async_on_notice(link->connection, noticed, link);
	(void)uv_poll_start(&link->poll, UV_READABLE, readable);
	if (!u->is_own && is_first)
		u->common->hooks.ready(u->common->hooks.user, u);
	for (unsigned i = 0; i < UPSTREAM_PLACES && !u->is_closing; i++)
		upstream_queue_may(&u->queue[i]);
	connect_again(&u->retry);
}

static void connect_done(uv_work_t *work, int status)
{
	upstream_t *u = work->data;
	upstream_link_t *link = free_link(u);

	(void)status;
	u->is_connecting = false;
	if (u->is_closing) {
		tesuji_async_close(u->made);
		upstream_free_if_done(u);
		return;
	}
	assert(link != NULL);
	if (u->made != NULL &&
	    uv_poll_init(u->common->loop, &link->poll, tesuji_async_fd(u->made)) == 0) {
		connected(u, link);
		return;
	}
	if (u->made != NULL)
		u->why = (tesuji_error_t){.code = TESUJI_E_IO,
		                          .retry_ms = UPSTREAM_RETRY_MS,
		                          .text = "the connection cannot be watched"};
	tesuji_async_close(u->made);
	not_made(u);
}

/* connect_again begins to make a connection, if one is missing. */
static void connect_again(uv_timer_t *timer)
{
	upstream_t *u = timer->data;

	if (u->is_connecting || u->is_closing || upstream_links_live(u) >= u->wanted)
		return;
	if (free_link(u) == NULL) {
		retry_after(u, UPSTREAM_RETRY_MS); /* a lost one's handle is not closed yet */
		return;
	}
	u->made = NULL;
	u->connecting.data = u;
	u->is_connecting =
	        uv_queue_work(u->common->loop, &u->connecting, connect_work, connect_done) == 0;
	if (!u->is_connecting)
		retry_after(u, UPSTREAM_RETRY_MS);
}

void upstream_links_grow(upstream_t *u)
{
	if (u->is_own || u->wanted >= UPSTREAM_LINKS_OTHER ||
	    uv_now(u->common->loop) < u->grow_after)
		return;
	u->wanted++;
	connect_again(&u->retry);
}

static void heard(tesuji_async_t *a, const tesuji_answer_t *given)
{
	(void)a;
	(void)given;
}

/* stay asks something on each connection, for nobody. */
static void stay(uv_timer_t *timer)
{
	const tesuji_query_t query = {.deadline_ms = UPSTREAM_CALL_MS, .answered = heard};
	upstream_t *u = timer->data;
	const bool is_used = u->is_own || u->is_used || !upstream_is_idle(u);

	u->is_used = false;
	if (!is_used) {
		u->common->hooks.unused(u->common->hooks.user, u);
		return;
	}
	for (unsigned i = 0; i < UPSTREAM_LINKS; i++)
		if (u->link[i].connection != NULL)
			(void)tesuji_async_call(u->link[i].connection, "server.hello", NULL, 0,
			                        &query, NULL);
}

void upstream_links_open(upstream_t *u)
{
	uv_loop_t *loop = u->common->loop;

	(void)uv_timer_init(loop, &u->retry); /* which cannot fail */
	(void)uv_timer_init(loop, &u->alive);
	u->retry.data = u->alive.data = u;
	u->handles += 2;
	u->wanted = u->is_own ? UPSTREAM_LINKS : 1;
	for (unsigned i = 0; i < UPSTREAM_LINKS; i++)
		u->link[i].upstream = u;
	(void)uv_timer_start(&u->alive, stay, ALIVE_MS, ALIVE_MS);
	connect_again(&u->retry);
}

void upstream_links_close(upstream_t *u)
{
	for (unsigned i = 0; i < UPSTREAM_LINKS; i++)
		drop(&u->link[i]);
	uv_close((uv_handle_t *)&u->retry, upstream_handle_closed);
	uv_close((uv_handle_t *)&u->alive, upstream_handle_closed);
}
