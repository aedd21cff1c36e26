/* SPDX-License-Identifier: MIT
 * relay.c - see relay.h.
 */
#include "clients/http/relay.h"

#include <string.h>

enum { PATH_BYTES = 64 };

void relay_call(request_t *r, const char *method, json_t *params,
                void (*answered)(void *user, const upstream_answer_t *answer))
{
	request_wait(r);
	upstream_call(r->upstream, method, params, answered, r);
	json_decref(params);
}

bool relay_failed(request_t *r, const upstream_answer_t *answer)
{
	if (answer->result != NULL)
		return false;
	request_fail_as(r, answer->error);
	return true;
}

void relay_result(void *user, const upstream_answer_t *answer)
{
	if (!relay_failed(user, answer))
		request_json(user, MHD_HTTP_OK, answer->result);
}

void relay_taken(void *user, const upstream_answer_t *answer)
{
	const tesuji_error_t *why = answer->error;
	char path[PATH_BYTES];

	if (answer->result == NULL && why->code == TESUJI_E_VALUE &&
	    (tesuji_error_path(why, path, sizeof(path)) == 0 || strcmp(path, "params.key") != 0))
		request_fail(user, MHD_HTTP_CONFLICT, tesuji_code_name(why->code), "%s", why->text);
	else
		relay_result(user, answer);
}

void relay_stream(request_t *r, const stream_of_t *of, const stream_event_t *event,
                  void (*left)(upstream_t *upstream, uint64_t number))
{
	stream_t *stream = streams_open(r->gateway->streams, r, of, left);

	if (stream != NULL)
		streams_tell_one(stream, event);
}

/* heard: nobody waits for the answer. */
static void heard(void *user, const upstream_answer_t *answer)
{
	(void)user;
	(void)answer;
}

void relay_quietly(upstream_t *upstream, const char *method, json_t *params)
{
	upstream_call(upstream, method, params, heard, NULL);
	json_decref(params);
}
