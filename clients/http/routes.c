/* SPDX-License-Identifier: MIT
 * routes.c - see routes.h.
 */
#include "clients/http/routes.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clients/http/on_diagram.h"
#include "clients/http/on_info.h"
#include "clients/http/on_job.h"
#include "clients/http/on_proof.h"
#include "clients/http/on_status.h"
#include "clients/http/listener.h"

const route_t routes[] = {
        {"GET", "/v1/info", on_info_get, "what the daemon is, can do and is doing"},
        {"GET", "/v1/games", on_info_games, "the games, their goals and options"},
        {"POST", "/v1/jobs", on_job_submit, "take up a problem"},
        {"GET", "/v1/jobs", on_job_list, "all jobs that the daemon knows"},
        {"GET", "/v1/jobs/{id}", on_job_get, "where a job stands"},
        {"DELETE", "/v1/jobs/{id}", on_job_cancel, "stop a job"},
        {"GET", "/v1/jobs/{id}/events", on_job_events, "the progress of a job, and its end"},
        {"GET", "/v1/jobs/{id}/certificate", on_job_certificate, "the proof or denial of a job"},
        {"GET", "/v1/jobs/{id}/proof", on_proof_get, "what the proof of a job answers to moves"},
        {"GET", "/v1/jobs/{id}/diagram.svg", on_diagram_get, "the board of a job as an image"},
        {"POST", "/v1/solve", on_job_solve, "take up a problem and tell its progress and end"},
        {"POST", "/v1/moves", on_status_moves, "which first moves work?"},
        {"POST", "/v1/go/status", on_status_board, "the status of all blocks of a Go board"},
        {"POST", "/v1/go/life", on_status_life, "does a dragon live?"},
        {NULL, NULL, NULL, NULL},
};

enum { ALLOW_BYTES = 64, NUMBER_DIGITS = 16 };

/* fits: is `path` that of the route? *number is the {id} in it. */
static bool fits(const char *pattern, const char *path, uint64_t *number)
{
	static const char id[] = "{id}";
	const char *at = strstr(pattern, id);
	const size_t before = at != NULL ? (size_t)(at - pattern) : 0;
	size_t digits;

	if (at == NULL)
		return strcmp(pattern, path) == 0;
	if (strncmp(pattern, path, before) != 0)
		return false;
	path += before;
	digits = strspn(path, "0123456789");
	if (digits == 0 || digits > NUMBER_DIGITS || path[0] == '0' ||
	    strcmp(at + strlen(id), path + digits) != 0)
		return false;
	*number = strtoull(path, NULL, 10);
	return true;
}

/* preflight answers a browser that asks whether an origin may ask; listener.c has looked at it. */
static void preflight(request_t *r, const char *allowed)
{
	struct MHD_Response *response =
	        MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT);

	if (response != NULL) {
		(void)MHD_add_response_header(response, MHD_HTTP_HEADER_ALLOW, allowed);
		(void)MHD_add_response_header(response, "Access-Control-Allow-Methods", allowed);
		(void)MHD_add_response_header(response, "Access-Control-Allow-Headers",
		                              "Content-Type, Last-Event-ID, Authorization");
	}
	request_respond(r, MHD_HTTP_NO_CONTENT, response);
}

void routes_answer(request_t *r)
{
	char allowed[ALLOW_BYTES] = "OPTIONS";
	const bool is_head = strcmp(r->method, MHD_HTTP_METHOD_HEAD) == 0;
	const char *method = is_head ? MHD_HTTP_METHOD_GET : r->method;
	bool is_known = false;

	for (const route_t *route = routes; route->path != NULL; route++) {
		if (!fits(route->path, r->path, &r->number))
			continue;
		is_known = true;
		if (strcmp(route->method, method) == 0) {
			route->answer(r);
			return;
		}
		strcat(strcat(allowed, ", "), route->method);
	}
	if (!is_known) {
		request_fail(r, MHD_HTTP_NOT_FOUND, "no_such_path", "there is no %.64s", r->path);
		return;
	}
	if (strcmp(r->method, MHD_HTTP_METHOD_OPTIONS) == 0) {
		preflight(r, allowed);
		return;
	}
	request_refuse(r, allowed);
}
