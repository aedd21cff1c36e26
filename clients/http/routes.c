/* SPDX-License-Identifier: MIT
 * routes.c - see routes.h.
 */
#include "clients/http/routes.h"

#include <assert.h>
#include <string.h>

#include "clients/http/assets.h"
#include "clients/http/bearers.h"
#include "clients/http/gateway.h"
#include "clients/http/on_batch.h"
#include "clients/http/on_certificate.h"
#include "clients/http/on_diagram.h"
#include "clients/http/on_info.h"
#include "clients/http/on_job.h"
#include "clients/http/on_proof.h"
#include "clients/http/on_results.h"
#include "clients/http/on_status.h"
#include "clients/http/percent.h"

static const route_event_t solve_events[] = {{"job", msg_submitted_fields},
                                             {"progress", msg_progress_fields},
                                             {"done", msg_done_fields},
                                             {"lost", forms_error},
                                             {NULL, NULL}};
static const route_event_t job_events[] = {{"job", msg_job_fields},
                                           {"progress", msg_progress_fields},
                                           {"done", msg_done_fields},
                                           {"lost", forms_error},
                                           {NULL, NULL}};
static const route_event_t moves_events[] = {{"begun", msg_moves_fields},
                                             {"move", msg_tried_fields},
                                             {"done", msg_moved_fields},
                                             {"lost", forms_error},
                                             {NULL, NULL}};
static const route_event_t board_events[] = {{"begun", msg_begun_fields},
                                             {"verdict", msg_verdict_fields},
                                             {"done", msg_ended_fields},
                                             {"lost", forms_error},
                                             {NULL, NULL}};
static const route_event_t life_events[] = {{"begun", msg_dragon_fields},
                                            {"verdict", msg_verdict_fields},
                                            {"done", msg_ended_fields},
                                            {"lost", forms_error},
                                            {NULL, NULL}};
static const route_event_t batch_events[] = {{"batch", msg_batch_status_fields},
                                             {"result", msg_done_fields},
                                             {"progress", msg_batch_status_fields},
                                             {"done", msg_batch_status_fields},
                                             {"lost", forms_error},
                                             {NULL, NULL}};

const route_t routes[] = {
        {"GET", "/openapi.json", on_info_openapi, "this interface, as OpenAPI has it",
         .status = MHD_HTTP_OK, .media = "application/json", .is_open = true},
        {"GET", "/v1/info", on_info_get, "what the daemon is, can do and is doing",
         .status = MHD_HTTP_OK, .gives = msg_info_fields},
        {"GET", "/v1/account", on_info_account,
         "whose questions these are: which account, where the daemon has any",
         .status = MHD_HTTP_OK, .gives = msg_hello_fields},
        {"GET", "/v1/games", on_info_games, "the games, their goals and options",
         .status = MHD_HTTP_OK, .gives = forms_games},
        {"POST", "/v1/jobs", on_job_submit, "take up a problem", .takes = msg_submit_fields,
         .what = ASK_PROBLEM, .may_last = true, .status = MHD_HTTP_CREATED,
         .gives = msg_submitted_fields},
        {"GET", "/v1/jobs", on_job_list, "all jobs that the daemon knows, of the account",
         .status = MHD_HTTP_OK, .gives = forms_jobs},
        {"GET", "/v1/jobs/{id}", on_job_get, "where a job stands", .status = MHD_HTTP_OK,
         .gives = msg_job_fields},
        {"DELETE", "/v1/jobs/{id}", on_job_cancel, "stop a job", .status = MHD_HTTP_OK,
         .gives = msg_cancelled_fields},
        {"POST", "/v1/jobs/{id}/ack", on_job_ack, "the result of a durable job has been taken",
         .status = MHD_HTTP_OK, .gives = msg_kept_fields},
        {"GET", "/v1/jobs/{id}/events", on_job_events, "the progress of a job, and its end",
         .query = forms_events_query, .status = MHD_HTTP_OK, .events = job_events,
         .has_words = true, .may_end = true},
        {"GET", "/v1/jobs/{id}/certificate", on_certificate_get, "the proof or denial of a job",
         .status = MHD_HTTP_OK, .media = "application/vnd.tesuji.certificate"},
        {"GET", "/v1/jobs/{id}/proof", on_proof_get,
         "what the proof or denial of a job answers to moves", .query = forms_proof_query,
         .status = MHD_HTTP_OK, .gives = forms_proof},
        {"GET", "/v1/jobs/{id}/diagram.svg", on_diagram_get, "the board of a job as an image",
         .status = MHD_HTTP_OK, .media = "image/svg+xml"},
        {"POST", "/v1/batches", on_batch_submit, "take up many problems", .takes = forms_batch,
         .what = ASK_BATCH, .may_last = true, .status = MHD_HTTP_CREATED,
         .gives = msg_batched_fields},
        {"GET", "/v1/batches/{batch}", on_batch_get, "where a batch stands", .status = MHD_HTTP_OK,
         .gives = msg_batch_status_fields},
        {"DELETE", "/v1/batches/{batch}", on_batch_cancel, "begin no more of a batch",
         .status = MHD_HTTP_OK, .gives = msg_batch_status_fields},
        {"POST", "/v1/batches/{batch}/ack", on_batch_ack, "the results of a batch have been taken",
         .status = MHD_HTTP_OK, .gives = msg_batch_status_fields},
        {"GET", "/v1/batches/{batch}/events", on_results_get,
         "the results of a batch, as they come, and its end", .query = forms_results_query,
         .status = MHD_HTTP_OK, .events = batch_events, .may_end = true},
        {"POST", "/v1/solve", on_job_solve, "take up a problem and tell its progress and end",
         .takes = msg_submit_fields, .what = ASK_PROBLEM, .may_last = true, .status = MHD_HTTP_OK,
         .events = solve_events, .has_words = true},
        {"POST", "/v1/moves", on_status_moves, "which first moves work?",
         .takes = msg_submit_fields, .what = ASK_PROBLEM, .status = MHD_HTTP_OK,
         .events = moves_events},
        {"POST", "/v1/go/status", on_status_board, "the status of all blocks of a Go board",
         .takes = msg_status_fields, .what = ASK_BOARD, .status = MHD_HTTP_OK,
         .events = board_events},
        {"POST", "/v1/go/life", on_status_life, "does a dragon live?", .takes = msg_life_fields,
         .what = ASK_BOARD, .status = MHD_HTTP_OK, .events = life_events},
        {.path = NULL},
};

enum { WORD_BYTES = 64 };

/* part_fits: is a part of a path, of `length` bytes, that of the route's? A name, {id} or {batch},
 * may be anything; it is read by who answers. */
static bool part_fits(const char *pattern, size_t pattern_length, const char *part, size_t length,
                      request_named_t *named)
{
	char word[WORD_BYTES];

	if (pattern[0] == '{') {
		named->name = part;
		named->length = length;
		return length > 0;
	}
	return percent_read(part, length, word, sizeof(word)) == PERCENT_OK &&
	       strlen(word) == pattern_length && memcmp(word, pattern, pattern_length) == 0;
}

/* fits: is `path` that of the route? Its parts are compared as they were sent, so that a '/' in one
 * of them, "%2F", is none between them. */
static bool fits(const char *pattern, const char *path, request_named_t *named)
{
	*named = (request_named_t){.name = NULL};
	while (*pattern == '/' && *path == '/') {
		const size_t pattern_length = strcspn(++pattern, "/");
		const size_t length = strcspn(++path, "/");

		if (!part_fits(pattern, pattern_length, path, length, named))
			return false;
		pattern += pattern_length;
		path += length;
	}
	return *pattern == '\0' && *path == '\0';
}

/* preflight answers a browser that asks whether an origin may ask; listener.c has looked at it. */
static void preflight(request_t *r, const char *allowed)
{
	struct MHD_Response *response =
	        MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT);

	if (response != NULL) {
		(void)MHD_add_response_header(response, MHD_HTTP_HEADER_ALLOW, allowed);
		(void)MHD_add_response_header(response, "Access-Control-Allow-Methods", allowed);
		(void)MHD_add_response_header(
		        response, "Access-Control-Allow-Headers",
		        "Content-Type, Last-Event-ID, Authorization, " ON_JOB_KEY_HEADER);
	}
	request_respond(r, MHD_HTTP_NO_CONTENT, response);
}

const route_t *routes_find(const char *method, const char *path, request_named_t *named,
                           char allowed[ROUTES_ALLOWED_BYTES])
{
	const bool is_head = strcmp(method, MHD_HTTP_METHOD_HEAD) == 0;
	bool is_known = false;

	if (is_head)
		method = MHD_HTTP_METHOD_GET;
	strcpy(allowed, "OPTIONS");
	for (const route_t *route = routes; route->path != NULL; route++) {
		if (!fits(route->path, path, named))
			continue;
		is_known = true;
		if (strcmp(route->method, method) == 0)
			return route;
		assert(strlen(allowed) + strlen(route->method) + 3 <= ROUTES_ALLOWED_BYTES);
		strcat(strcat(allowed, ", "), route->method);
	}
	if (!is_known)
		allowed[0] = '\0';
	return NULL;
}

/* answer_file answers with a file of the page, if the path is that of one. */
static void answer_file(request_t *r)
{
	if (!assets_answer(r->gateway->assets, r))
		request_fail(r, MHD_HTTP_NOT_FOUND, "no_such_path", "there is no %.64s", r->path);
}

bool routes_takes(const request_t *r)
{
	char allowed[ROUTES_ALLOWED_BYTES];
	request_named_t named;
	const route_t *route = routes_find(r->method, r->target, &named, allowed);

	return route != NULL && route->takes != NULL;
}

void routes_answer(request_t *r)
{
	char allowed[ROUTES_ALLOWED_BYTES];
	const route_t *route = routes_find(r->method, r->target, &r->named, allowed);

	if (route != NULL && route->is_open)
		route->answer(r);
	else if (route != NULL)
		bearers_enter(r, route->answer);
	else if (allowed[0] == '\0')
		answer_file(r);
	else if (strcmp(r->method, MHD_HTTP_METHOD_OPTIONS) == 0)
		preflight(r, allowed);
	else
		request_refuse(r, allowed);
}
