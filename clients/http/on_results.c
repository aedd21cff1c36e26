/* SPDX-License-Identifier: MIT
 * on_results.c - see on_results.h.
 *
 * Design     A batch may have 10,000 results, and the daemon tells those that were asked for, from
 *            any place on (batch.watch). So they are fetched in parts: the next is asked for when
 *            the client has taken all of the last, and what a client does not read costs the memory
 *            of one part. One that has all that there is waits at the daemon for the next, for
 *            WAIT_MS at a time: its connection may have gone meanwhile, which nobody sees before
 *            something is written to it.
 *
 * Places     Each answer that waits is one that the daemon counts among the jobs of a connection,
 *            so that there is a bound for the streams of an account; they go round its connections.
 *
 * Ends       A daemon that ends answers at once, with nothing new: who asked again and again would
 *            be answered as fast. So such an answer, long before its time, ends the stream.
 */
#include "clients/http/on_results.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "clients/http/errors.h"
#include "clients/http/named.h"
#include "clients/http/relay.h"
#include "protocol/limits.h"

enum { WAIT_MS = 5000, PART_RESULTS = 16, RETRY_MS = 1000 };

typedef struct following {
	struct following *next, **link; /* in the list of the gateway */
	gateway_t *gateway;
	upstream_t *upstream; /* of the request; held */
	request_t *request;   /* NULL: its answer has begun */
	stream_t *stream;     /* NULL: not yet, or its client has gone */
	json_t *params;       /* which batch */
	json_t *status;       /* that was told last; NULL: none was */
	uint64_t from;        /* results that the client has */
	uint64_t asked_at;    /* by uv_now */
	bool asks;            /* for the next part */
} following_t;

static void end(following_t *f)
{
	assert(!f->asks && f->stream == NULL);
	*f->link = f->next;
	if (f->next != NULL)
		f->next->link = f->link;
	upstream_release(f->upstream);
	json_decref(f->params);
	json_decref(f->status);
	free(f);
}

static void tell(const following_t *f, const char *name, const json_t *value, uint64_t id,
                 stream_keep_t keep)
{
	const stream_event_t event = {.name = name, .value = value, .id = id, .keep = keep};

	streams_tell_one(f->stream, &event);
}

static void tell_lost(const following_t *f, const tesuji_error_t *why)
{
	unsigned status;
	json_t *problem = request_problem(why, &status);

	tell(f, "lost", problem, 0, STREAM_LAST);
	json_decref(problem);
}

static uint64_t count_in(const json_t *status, const char *name)
{
	return (uint64_t)json_integer_value(json_object_get(status, name));
}

/* is_over: are all results that there will be among the first `from`? */
static bool is_over(const json_t *status, uint64_t from)
{
	const char *state = json_string_value(json_object_get(status, "state"));

	return state != NULL && count_in(status, "ended") == from &&
	       (strcmp(state, "done") == 0 ||
	        (strcmp(state, "cancelled") == 0 && count_in(status, "running") == 0));
}

/* tell_part tells what an answer has: results, how far the batch is, its end. Returns whether that
 * is anything. */
static bool tell_part(following_t *f, const json_t *result)
{
	json_t *status = json_object_get(result, "status");
	const json_t *results = json_object_get(result, "results");
	const size_t count = json_array_size(results);
	const bool is_new = !json_equal(status, f->status);

	if (f->status == NULL)
		tell(f, "batch", status, 0, STREAM_KEPT);
	for (size_t i = 0; i < count; i++)
		tell(f, "result", json_array_get(results, i), ++f->from, STREAM_KEPT);
	if (is_over(status, f->from))
		tell(f, "done", status, streams_done_id, STREAM_LAST);
	else if (is_new && f->status != NULL)
		tell(f, "progress", status, 0, STREAM_KEPT);
	json_decref(f->status);
	f->status = json_incref(status);
	return is_new || count > 0;
}

/* is_sound: is that the next part? */
static bool is_sound(const following_t *f, const json_t *result)
{
	const json_t *results = json_object_get(result, "results");

	return json_is_array(results) && json_is_object(json_object_get(result, "status")) &&
	       count_in(result, "next") == f->from + json_array_size(results);
}

/* ask asks for the next part. */
static void ask(following_t *f, uint64_t wait_ms,
                void (*answered)(void *user, const upstream_answer_t *answer))
{
	json_t *params = json_copy(f->params);

	(void)json_object_set_new(params, "from", json_integer((json_int_t)f->from));
	(void)json_object_set_new(params, "most", json_integer(PART_RESULTS));
	(void)json_object_set_new(params, "wait_ms", json_integer((json_int_t)wait_ms));
	f->asks = true;
	f->asked_at = uv_now(f->gateway->loop);
	upstream_call(f->upstream, "batch.watch", params, answered, f);
	json_decref(params);
}

static void came(void *user, const upstream_answer_t *answer)
{
	static const tesuji_error_t left = {.code = TESUJI_E_DRAINING,
	                                    .text = "the daemon ends; a durable batch goes on when "
	                                            "it is started again"};
	following_t *f = user;

	f->asks = false;
	if (f->stream == NULL)
		end(f);
	else if (answer->result == NULL)
		tell_lost(f, answer->error);
	else if (!is_sound(f, answer->result))
		tell_lost(f, &errors_nonsense);
	else if (tell_part(f, answer->result))
		return; /* the next part when the client has taken this one */
	else if (uv_now(f->gateway->loop) - f->asked_at < WAIT_MS / 2)
		tell_lost(f, &left);
	else
		ask(f, WAIT_MS, came);
}

/* wanted: the client has taken all that was told. */
static void wanted(void *user)
{
	following_t *f = user;

	if (!f->asks)
		ask(f, WAIT_MS, came);
}

/* gone: what was asked for is waited for, since the daemon counts it. */
static void gone(void *user)
{
	following_t *f = user;

	f->stream = NULL;
	if (!f->asks)
		end(f);
}

/* begin answers with a stream, and tells the first part. */
static void begin(following_t *f, const json_t *result)
{
	const stream_of_t of = {.kind = STREAM_BATCH,
	                        .number = count_in(json_object_get(result, "status"), "batch")};
	const stream_source_t source = {wanted, gone, f};
	request_t *r = f->request;

	f->request = NULL;
	f->stream = streams_open(f->gateway->streams, r, &of, NULL);
	if (f->stream == NULL) {
		end(f);
		return;
	}
	streams_feed(f->stream, &source);
	(void)tell_part(f, result);
}

static void first_came(void *user, const upstream_answer_t *answer)
{
	following_t *f = user;
	request_t *r = f->request;

	f->asks = false;
	if (answer->result != NULL && is_sound(f, answer->result)) {
		begin(f, answer->result);
		return;
	}
	end(f);
	request_fail_as(r, answer->result == NULL ? answer->error : &errors_nonsense);
}

/* is_full: are as many streams open as there may be, of that account or of all? */
static bool is_full(const gateway_t *g, const upstream_t *u)
{
	unsigned all = 0, own = 0;

	for (const following_t *f = g->results; f != NULL; f = f->next) {
		all++;
		own += f->upstream == u;
	}
	return all >= ON_RESULTS_ALL ||
	       own >= (u == g->upstream ? ON_RESULTS_OWN : ON_RESULTS_OTHER);
}

/* from_of reads behind which result a request wants to hear; false: it is answered. */
static bool from_of(request_t *r, uint64_t *from)
{
	const char *last = request_header(r, "Last-Event-ID");

	*from = 0;
	if (last == NULL)
		return request_number(r, "from", BATCH_JOBS_MAX, from);
	if (ask_number(last, BATCH_JOBS_MAX, from))
		return true;
	request_fail(r, MHD_HTTP_BAD_REQUEST, "bad_value",
	             "Last-Event-ID: \"%.32s\" is no id of a result", last);
	return false;
}

/* list puts a stream into the list of the gateway. */
static void list(following_t *f)
{
	f->next = f->gateway->results;
	f->link = &f->gateway->results;
	if (f->next != NULL)
		f->next->link = &f->next;
	f->gateway->results = f;
}

void on_results_get(request_t *r)
{
	const tesuji_error_t busy = {
	        .code = TESUJI_E_BUSY, .retry_ms = RETRY_MS, .text = "too many follow batches"};
	gateway_t *g = r->gateway;
	following_t *f;
	json_t *params;
	uint64_t from;

	if (streams_has_all(r) || !streams_choose(r, FORMAT_SSE, false) || !from_of(r, &from) ||
	    (params = named_params(r, NAMED_BATCH)) == NULL)
		return;
	f = is_full(g, r->upstream) ? NULL : calloc(1, sizeof(*f));
	if (f == NULL) {
		json_decref(params);
		request_fail_as(r, is_full(g, r->upstream) ? &busy : &errors_no_memory);
		return;
	}
	f->gateway = g;
	f->upstream = upstream_hold(r->upstream);
	f->request = r;
	f->params = params;
	f->from = from;
	list(f);
	request_wait(r);
	ask(f, 0, first_came);
}
