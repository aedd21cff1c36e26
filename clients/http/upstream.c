/* SPDX-License-Identifier: MIT
 * upstream.c - see upstream.h.
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
 *            connection that its number chooses, so that all who follow it share one watch; by its
 *            key it is not followed. One
 *            job may be told on two, to who began it and to who follows it: each answer says by
 *            which it came, and its stream hears that one alone.
 */
#include "clients/http/upstream.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clients/http/errors.h"
#include "clients/http/upstream_links.h"
#include "clients/http/wire.h"
#include "protocol/limits.h"

enum { PIECE_MS = 90000 }; /* a certificate may be made first */

typedef struct {
	upstream_t *upstream;
	upstream_waiter_t waiter; /* of a call that takes a place */
	const upstream_link_t *link;
	const char *method;
	wirebuf_t params; /* kept of one that takes a place, to be sent again */
	unsigned tries;   /* connections that had no place */
	void (*answered)(void *user, const upstream_answer_t *answer);
	void *user;
} call_t;

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
	return u->is_closing ? &errors_closing : given->error;
}

static void call_send(call_t *call, upstream_link_t *link);

/* has_no_place: was a call refused for want of a place? Then it is sent elsewhere, or waits. */
static bool has_no_place(call_t *call, const tesuji_answer_t *given)
{
	upstream_t *u = call->upstream;
	upstream_link_t *next;

	if (!call->waiter.takes ||
	    (given->code != TESUJI_E_BUSY && given->code != TESUJI_E_QUOTA) ||
	    given->error->retry_ms == 0 || given->error->retry_ms > UPSTREAM_QUEUE_MS ||
	    u->is_closing)
		return false;
	call->tries++;
	next = upstream_link_at(u, (uint64_t)(call->link - u->link) + 1);
	if (next != NULL && call->tries < upstream_links_live(u)) {
		call_send(call, next);
		return true;
	}
	if (given->code == TESUJI_E_BUSY)
		upstream_links_grow(u);
	return upstream_queue_again(&u->queue[call->waiter.place], &call->waiter, given->error);
}

/* begun lists what a call of another account's has begun at the daemon: while there is anything,
 * its upstream is not idle (upstream_is_idle). The own one lasts, idle or not. */
static void begun(const call_t *call, const json_t *result)
{
	const bool is_job = call->waiter.place == UPSTREAM_JOBS;
	const json_t *number = json_object_get(result, is_job ? "job" : "status");

	upstream_begun_add(&call->upstream->begun,
	                   (upstream_work_t){.place = call->waiter.place,
	                                     .number = (uint64_t)json_integer_value(number),
	                                     .via = call->link->via});
}

static void call_answered(tesuji_async_t *a, const tesuji_answer_t *given)
{
	call_t *call = given->user;
	upstream_t *u = call->upstream;
	upstream_answer_t answer = {.error = error_of(u, given),
	                            .bytes = given->result,
	                            .length = given->result_bytes,
	                            .via = call->link->via};
	json_t *result = NULL;

	(void)a;
	if (has_no_place(call, given))
		return;
	if (given->code == TESUJI_OK) {
		result = wire_unpack(u->codec, given->result, given->result_bytes);
		answer.result = result;
		if (result == NULL)
			answer.error = &errors_nonsense;
	}
	if (call->waiter.takes) {
		upstream_queue_placed(&u->queue[call->waiter.place], &call->waiter);
		if (result != NULL && !u->is_own)
			begun(call, result);
	}
	call->answered(call->user, &answer);
	json_decref(result);
	call_free(call);
}

/* What the daemon has against the gateway's account is for who runs it (upstream_hooks_t.refused);
 * without one it is for who asks. */
tesuji_error_t upstream_unreachable(const upstream_t *u)
{
	tesuji_error_t why = {.code = TESUJI_E_IO,
	                      .retry_ms = UPSTREAM_RETRY_MS,
	                      .text = "the daemon cannot be reached"};

	if (u->refusal == TESUJI_E_LOGIN)
		why = (tesuji_error_t){
		        .code = TESUJI_E_LOGIN,
		        .text = "say who you are: this gateway itself has no account"};
	else if (u->refusal != TESUJI_OK)
		why = (tesuji_error_t){.code = TESUJI_E_IO,
		                       .retry_ms = UPSTREAM_REFUSED_MS,
		                       .text = "the daemon does not take this gateway's account"};
	return why;
}

/* call_send sends a call by a link; where that cannot be, it is answered at once. */
static void call_send(call_t *call, upstream_link_t *link)
{
	const tesuji_query_t query = {
	        .deadline_ms = UPSTREAM_CALL_MS, .answered = call_answered, .user = call};
	tesuji_error_t why = upstream_unreachable(call->upstream);

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
	call_send(call, upstream_link_at(call->upstream, call->upstream->turn++));
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
	tesuji_error_t why = errors_no_memory;
	call_t *call = malloc(sizeof(*call));

	u->is_used = true;
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
	call_send(call, upstream_link_at(u, job > 0 ? (uint64_t)job : u->turn++));
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
	tesuji_error_t why = upstream_unreachable(u);
	const upstream_link_t *link = upstream_link_at(u, job);
	call_t *call = link != NULL ? malloc(sizeof(*call)) : NULL;
	const tesuji_query_t query = {
	        .deadline_ms = PIECE_MS, .answered = piece_answered, .user = call};

	u->is_used = true;
	if (call == NULL) {
		fail(&why, answered, user);
		return;
	}
	*call = (call_t){.upstream = u, .answered = answered, .user = user};
	wirebuf_init(&call->params, 0);
	if (tesuji_async_piece(link->connection, job, offset, &query, &why) != TESUJI_OK)
		call_fail(call, &why);
}

/* --- who holds it --- */

void upstream_free_if_done(upstream_t *u)
{
	if (!u->is_closing || u->handles > 0 || u->is_connecting || u->holders > 0)
		return;
	codec_destroy(u->codec);
	upstream_begun_free(&u->begun);
	explicit_bzero(u->token, sizeof(u->token));
	free(u);
}

void upstream_handle_closed(uv_handle_t *handle)
{
	upstream_t *u = handle->data;

	u->handles--;
	upstream_free_if_done(u);
}

upstream_t *upstream_hold(upstream_t *u)
{
	u->holders++;
	u->is_used = true;
	return u;
}

void upstream_release(upstream_t *u)
{
	assert(u->holders > 0);
	u->holders--;
	upstream_free_if_done(u);
}

uint64_t upstream_number(const upstream_t *u)
{
	return u->number;
}

bool upstream_is_idle(const upstream_t *u)
{
	bool waits = u->is_connecting;

	for (unsigned i = 0; i < UPSTREAM_PLACES; i++)
		waits = waits || u->queue[i].first != NULL || u->queue[i].tried != NULL;
	return !waits && u->holders == 0 && u->begun.count == 0 && u->batches.count == 0;
}

upstream_t *upstream_open(upstream_common_t *common, const char *token, bool is_own)
{
	upstream_t *u = calloc(1, sizeof(*u));

	if (u == NULL || (u->codec = codec_create()) == NULL) {
		free(u);
		return NULL;
	}
	u->common = common;
	u->number = ++common->named;
	u->is_own = is_own;
	snprintf(u->token, sizeof(u->token), "%s", token);
	u->handles = UPSTREAM_PLACES;
	for (unsigned i = 0; i < UPSTREAM_PLACES; i++)
		upstream_queue_open(&u->queue[i], common->loop,
		                    is_own ? UPSTREAM_WAITING_MOST : UPSTREAM_WAITING_OTHER,
		                    is_own ? UPSTREAM_BYTES_MOST : UPSTREAM_BYTES_OTHER,
		                    waiter_goes, waiter_fails);
	upstream_batch_open(u);
	upstream_links_open(u);
	return u;
}

void upstream_close(upstream_t *u)
{
	if (u == NULL)
		return;
	u->is_closing = true;
	upstream_links_close(u);
	for (unsigned i = 0; i < UPSTREAM_PLACES; i++)
		upstream_queue_close(&u->queue[i], u, upstream_handle_closed);
	upstream_batch_close(u);
}
