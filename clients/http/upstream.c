/* SPDX-License-Identifier: MIT
 * upstream.c - see upstream.h.
 *
 * Design     Connecting may wait, for a name or for a daemon that does not answer. So it is done on
 *            libuv's pool, and the loop goes on. A lost connection is tried again after a second.
 *            All calls share one connection: the daemon answers in any order.
 */
#include "clients/http/upstream.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "clients/http/wire.h"
#include "protocol/limits.h"

enum {
	CONNECT_MS = 3000,
	RETRY_MS = 1000,
	CALL_MS = 30000,
	PIECE_MS = 90000 /* a certificate may be made first */
};

struct upstream {
	uv_loop_t *loop;
	const char *address;
	upstream_hooks_t hooks;
	tesuji_async_t *connection; /* NULL: there is none */
	uv_poll_t poll;
	uv_timer_t retry;
	uv_work_t connecting;
	tesuji_async_t *made; /* by the pool; NULL: it failed, for the reason in `why` */
	tesuji_error_t why;
	codec_t *codec;
	bool is_connecting, is_closing, polls;
	unsigned handles; /* of libuv, not closed yet */
};

typedef struct {
	upstream_t *upstream;
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

/* drop ends the connection that there is; its calls are answered. */
static void drop(upstream_t *u)
{
	tesuji_async_t *connection = u->connection;

	if (connection == NULL)
		return;
	u->connection = NULL;
	u->polls = false;
	uv_close((uv_handle_t *)&u->poll, handle_closed);
	tesuji_async_close(connection);
}

static void retry_later(upstream_t *u)
{
	if (!u->is_closing)
		uv_timer_start(&u->retry, connect_again, RETRY_MS, 0);
}

static void noticed(tesuji_async_t *a, const char *method, const void *params, size_t bytes,
                    void *user)
{
	upstream_t *u = user;
	json_t *value = bytes > 0 ? wire_unpack(u->codec, params, bytes) : NULL;
	const upstream_notice_t notice = {method, value, params, bytes};

	(void)a;
	if (value != NULL)
		u->hooks.noticed(u->hooks.user, &notice);
	json_decref(value);
}

static void readable(uv_poll_t *poll, int status, int events)
{
	upstream_t *u = poll->data;
	tesuji_error_t why = {.code = TESUJI_E_CLOSED, .text = "the connection was lost"};

	(void)status;
	(void)events;
	if (u->connection == NULL || tesuji_async_run(u->connection, 0) >= 0)
		return; /* after a loss that queries were told of the descriptor stays readable */
	drop(u);
	u->hooks.lost(u->hooks.user, &why);
	retry_later(u);
}

static void connect_work(uv_work_t *work)
{
	upstream_t *u = work->data;

	(void)tesuji_async_open(u->address, CONNECT_MS, &u->made, &u->why);
}

static void connect_done(uv_work_t *work, int status)
{
	upstream_t *u = work->data;

	(void)status;
	u->is_connecting = false;
	if (u->is_closing) {
		tesuji_async_close(u->made);
		free_when_done(u);
		return;
	}
	if (u->made == NULL || uv_poll_init(u->loop, &u->poll, tesuji_async_fd(u->made)) != 0) {
		tesuji_async_close(u->made);
		retry_later(u);
		return;
	}
	u->handles++;
	u->poll.data = u;
	u->connection = u->made;
	u->made = NULL;
	tesuji_async_on_notice(u->connection, noticed, u);
	(void)uv_poll_start(&u->poll, UV_READABLE, readable);
	u->polls = true;
}

static void connect_again(uv_timer_t *timer)
{
	upstream_t *u = timer->data;

	if (u->is_connecting || u->is_closing || u->polls || u->handles > 1) {
		if (!u->is_connecting && !u->is_closing && !u->polls)
			retry_later(u); /* the last connection's handle is not closed yet */
		return;
	}
	u->made = NULL;
	u->connecting.data = u;
	u->is_connecting = uv_queue_work(u->loop, &u->connecting, connect_work, connect_done) == 0;
	if (!u->is_connecting)
		retry_later(u);
}

upstream_t *upstream_open(uv_loop_t *loop, const char *address, const upstream_hooks_t *hooks)
{
	upstream_t *u = calloc(1, sizeof(*u));

	if (u == NULL || (u->codec = codec_create()) == NULL ||
	    uv_timer_init(loop, &u->retry) != 0) {
		if (u != NULL)
			codec_destroy(u->codec);
		free(u);
		return NULL;
	}
	u->loop = loop;
	u->address = address;
	u->hooks = *hooks;
	u->handles = 1;
	u->retry.data = u;
	connect_again(&u->retry);
	return u;
}

void upstream_close(upstream_t *u)
{
	if (u == NULL)
		return;
	u->is_closing = true;
	drop(u);
	uv_close((uv_handle_t *)&u->retry, handle_closed);
}

/* error_of returns the error that a call is answered with: that of the daemon's or the library's,
 * or that this gateway ends. */
static const tesuji_error_t *error_of(const upstream_t *u, const tesuji_answer_t *given)
{
	static const tesuji_error_t ends = {.code = TESUJI_E_DRAINING,
	                                    .text = "the gateway is shutting down"};

	return u->is_closing ? &ends : given->error;
}

static void call_answered(tesuji_async_t *a, const tesuji_answer_t *given)
{
	call_t *call = given->user;
	upstream_answer_t answer = {.error = error_of(call->upstream, given),
	                            .bytes = given->result,
	                            .length = given->result_bytes};
	const tesuji_error_t nonsense = {.code = TESUJI_E_PROTOCOL,
	                                 .text = "an answer that makes no sense"};
	json_t *result = NULL;

	(void)a;
	if (given->code == TESUJI_OK) {
		result = wire_unpack(call->upstream->codec, given->result, given->result_bytes);
		answer.result = result;
		if (result == NULL)
			answer.error = &nonsense;
	}
	call->answered(call->user, &answer);
	json_decref(result);
	free(call);
}

static void fail(const tesuji_error_t *why,
                 void (*answered)(void *user, const upstream_answer_t *answer), void *user)
{
	const upstream_answer_t answer = {.error = why};

	answered(user, &answer);
}

void upstream_call(upstream_t *u, const char *method, const json_t *params,
                   void (*answered)(void *user, const upstream_answer_t *answer), void *user)
{
	const tesuji_query_t query = {.deadline_ms = CALL_MS, .answered = call_answered};
	tesuji_error_t why = {.code = TESUJI_E_NOMEM, .text = "out of memory"};
	tesuji_query_t asked = query;
	call_t *call;
	wirebuf_t bytes;

	if (u->connection == NULL) {
		why = (tesuji_error_t){.code = TESUJI_E_IO,
		                       .retry_ms = RETRY_MS,
		                       .text = "the daemon cannot be reached"};
		fail(&why, answered, user);
		return;
	}
	wirebuf_init(&bytes, FRAME_BYTES_MAX);
	call = malloc(sizeof(*call));
	if (params != NULL && !wire_pack(params, &bytes))
		why = (tesuji_error_t){.code = TESUJI_E_LIMIT, .text = "params: nested too deeply"};
	else if (bytes.failed != ERR_OK)
		why = (tesuji_error_t){.code = TESUJI_E_LIMIT,
		                       .text = "params: the request is too long"};
	else if (call != NULL)
		why.code = TESUJI_OK;
	if (why.code == TESUJI_OK) {
		*call = (call_t){u, answered, user};
		asked.user = call;
		if (tesuji_async_call(u->connection, method, bytes.data, bytes.length, &asked,
		                      &why) == TESUJI_OK)
			call = NULL; /* it is answered by a callback */
	}
	wirebuf_fini(&bytes);
	if (call != NULL || why.code != TESUJI_OK) {
		free(call);
		fail(&why, answered, user);
	}
}

static void piece_answered(tesuji_async_t *a, const tesuji_answer_t *given)
{
	call_t *call = given->user;
	const upstream_answer_t answer = {.error = error_of(call->upstream, given),
	                                  .bytes = given->certificate,
	                                  .length = given->certificate_bytes,
	                                  .whole = given->certificate_whole};

	(void)a;
	call->answered(call->user, &answer);
	free(call);
}

void upstream_piece(upstream_t *u, uint64_t job, uint64_t offset,
                    void (*answered)(void *user, const upstream_answer_t *answer), void *user)
{
	tesuji_error_t why = {
	        .code = TESUJI_E_IO, .retry_ms = RETRY_MS, .text = "the daemon cannot be reached"};
	call_t *call = u->connection != NULL ? malloc(sizeof(*call)) : NULL;
	const tesuji_query_t query = {
	        .deadline_ms = PIECE_MS, .answered = piece_answered, .user = call};

	if (call == NULL) {
		fail(&why, answered, user);
		return;
	}
	*call = (call_t){u, answered, user};
	if (tesuji_async_piece(u->connection, job, offset, &query, &why) == TESUJI_OK)
		return;
	free(call);
	fail(&why, answered, user);
}
