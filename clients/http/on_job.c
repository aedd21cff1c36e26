/* SPDX-License-Identifier: MIT
 * on_job.c - the requests about jobs.
 *
 * Progress   A job that was submitted alone reports no progress until somebody follows it
 *            (job.watch). One that /v1/solve submits ends with its client, unless it is durable:
 *            that is another one's as well, by its key.
 *
 * Keys       A client that lost the answer to a POST sends it again. For this HTTP has the header
 *            Idempotency-Key (draft-ietf-httpapi-idempotency-key-header), a string in quotation
 *            marks, which many leave out; the daemon has keys of durable jobs. One is the other,
 * and the answer to a key that is known is the same.
 */
#include "clients/http/on_job.h"

#include <string.h>

#include "clients/http/forms.h"
#include "clients/http/named.h"
#include "clients/http/relay.h"
#include "clients/http/words.h"

enum { PROGRESS_MS = 250, PROGRESS_LINES_MS = 1000 };

static void submitted(void *user, const upstream_answer_t *answer)
{
	request_t *r = user;
	char location[NAMED_LOCATION_BYTES];

	if (relay_failed(r, answer))
		return;
	named_location(NAMED_JOB, answer->result, location);
	request_json_at(r, MHD_HTTP_CREATED, answer->result, location);
}

/* with_progress sets how often a job reports, where the request does not say so. */
static void with_progress(json_t *params, int progress_ms)
{
	if (json_object_get(params, "progress_ms") == NULL)
		(void)json_object_set_new(params, "progress_ms", json_integer(progress_ms));
}

/* key_of returns the key that the header names; NULL: it is no text in that form. */
static json_t *key_of(const char *header)
{
	const size_t length = strlen(header);
	const bool is_quoted = length >= 2 && header[0] == '"' && header[length - 1] == '"';
	const char *text = header + is_quoted;
	const size_t count = is_quoted ? length - 2 : length;

	if (count == 0 || strcspn(text, "\"\\") < count)
		return NULL;
	return json_stringn(text, count); /* NULL: no UTF-8 */
}

json_t *on_job_params(request_t *r, ask_t what)
{
	const char *header = request_header(r, ON_JOB_KEY_HEADER);
	json_t *params = request_params(r, what), *key, *other;

	if (params == NULL || header == NULL)
		return params;
	key = key_of(header);
	other = json_object_get(params, "key");
	if (key != NULL && (other == NULL || json_equal(key, other))) {
		(void)json_object_set_new(params, "durable", json_true());
		(void)json_object_set_new(params, "key", key);
		return params;
	}
	request_fail(r, MHD_HTTP_BAD_REQUEST, "bad_value", "%s: %s", ON_JOB_KEY_HEADER,
	             key == NULL ? "it is no text in quotation marks" : "the body has another key");
	json_decref(key);
	json_decref(params);
	return NULL;
}

void on_job_submit(request_t *r)
{
	json_t *params = on_job_params(r, ASK_PROBLEM);

	if (params == NULL)
		return;
	with_progress(params, 0);
	relay_call(r, "job.submit", params, submitted);
}

/* progress_of returns how often a stream tells progress, if the request does not say so. */
static int progress_of(const request_t *r)
{
	return r->format == FORMAT_TEXT ? PROGRESS_LINES_MS : PROGRESS_MS;
}

/* follow answers with the stream of a job, whose first event is the answer of the daemon's. */
static void follow(request_t *r, const upstream_answer_t *answer, uint64_t number,
                   void (*left)(upstream_t *upstream, uint64_t number))
{
	const stream_event_t event = {
	        .name = "job", .value = answer->result, .keep = STREAM_KEPT, .words = words_job};
	const stream_of_t of = {STREAM_JOB, number, answer->via};

	relay_stream(r, &of, &event, left);
}

static void client_left(upstream_t *upstream, uint64_t number)
{
	relay_quietly(upstream, "job.cancel", json_pack("{s:I}", "job", (json_int_t)number));
}

static void solving(void *user, const upstream_answer_t *answer)
{
	if (relay_failed(user, answer))
		return;
	follow(user, answer, named_number(answer->result),
	       json_object_get(answer->result, "key") == NULL ? client_left : NULL);
}

void on_job_solve(request_t *r)
{
	json_t *params = NULL;

	if (streams_choose(r, FORMAT_TEXT, true))
		params = on_job_params(r, ASK_PROBLEM);
	if (params == NULL)
		return;
	with_progress(params, progress_of(r));
	relay_call(r, "job.submit", params, solving);
}

void on_job_list(request_t *r)
{
	relay_call(r, "job.list", NULL, relay_result);
}

void on_job_get(request_t *r)
{
	named_call(r, NAMED_JOB, "job.status", relay_result);
}

void on_job_cancel(request_t *r)
{
	named_call(r, NAMED_JOB, "job.cancel", relay_result);
}

void on_job_ack(request_t *r)
{
	named_call(r, NAMED_JOB, "job.ack", relay_taken);
}

static void watched(void *user, const upstream_answer_t *answer)
{
	request_t *r = user;

	if (!relay_failed(r, answer))
		follow(r, answer, named_number(answer->result), NULL);
}

/* found goes on with a job that was named by its key. All who follow a job have to ask for it by
 * its number, by which its connection is chosen (upstream.c, "Belonging"). */
static void found(void *user, const upstream_answer_t *answer)
{
	request_t *r = user;
	json_t *params;

	if (relay_failed(r, answer))
		return;
	params = json_pack("{s:I, s:I}", "job", (json_int_t)named_number(answer->result),
	                   "progress_ms", (json_int_t)r->progress_ms);
	upstream_call(r->upstream, "job.watch", params, watched, r);
	json_decref(params);
}

void on_job_events(request_t *r)
{
	json_t *params;

	if (streams_has_all(r) || !streams_choose(r, FORMAT_SSE, true))
		return;
	r->progress_ms = (uint64_t)progress_of(r);
	if (!request_number(r, "progress_ms", FORMS_PROGRESS_MOST_MS, &r->progress_ms))
		return;
	params = named_params(r, NAMED_JOB);
	if (params == NULL)
		return;
	if (json_object_get(params, "key") != NULL) {
		relay_call(r, "job.status", params, found);
		return;
	}
	(void)json_object_set_new(params, "progress_ms", json_integer((json_int_t)r->progress_ms));
	relay_call(r, "job.watch", params, watched);
}

void on_job_notice(gateway_t *g, const upstream_notice_t *notice)
{
	const stream_of_t of = {STREAM_JOB, named_number(notice->params), notice->via};
	stream_event_t event = {
	        .value = notice->params, .bytes = notice->bytes, .length = notice->length};

	if (strcmp(notice->method, "job.progress") == 0) {
		event.name = "progress";
		event.id =
		        (uint64_t)json_integer_value(json_object_get(notice->params, "sequence"));
		event.keep = STREAM_LATEST;
		event.words = words_progress;
	} else if (strcmp(notice->method, "job.done") == 0) {
		event.name = "done";
		event.id = streams_done_id;
		event.keep = STREAM_LAST;
		event.words = words_done;
	} else {
		return;
	}
	streams_tell(g->streams, &of, &event);
}
