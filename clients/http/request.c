/* SPDX-License-Identifier: MIT
 * request.c - see request.h.
 */
#include "clients/http/request.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clients/http/bearers.h"
#include "clients/http/framing.h"
#include "clients/http/listener.h"
#include "clients/http/wire.h"

enum { DETAIL_BYTES = 512, PATH_BYTES = 256, RETRY_BYTES = 24 };

static const char media_json[] = "application/json", media_problem[] = "application/problem+json";

const char *request_query(const request_t *r, const char *name)
{
	return MHD_lookup_connection_value(r->connection, MHD_GET_ARGUMENT_KIND, name);
}

const char *request_header(const request_t *r, const char *name)
{
	return MHD_lookup_connection_value(r->connection, MHD_HEADER_KIND, name);
}

/* The parameters of the query, of which there are at most FRAMING_QUERY_MOST. */
typedef struct {
	const char *name[FRAMING_QUERY_MOST];
	size_t count;
	const char *twice; /* NULL: each is there once */
} names_t;

static enum MHD_Result note(void *context, enum MHD_ValueKind kind, const char *name,
                            const char *value)
{
	names_t *names = context;

	(void)kind;
	(void)value;
	if (strcmp(name, "option") == 0)
		return MHD_YES;
	for (size_t i = 0; i < names->count && names->twice == NULL; i++)
		if (strcmp(names->name[i], name) == 0)
			names->twice = name;
	if (names->twice != NULL || names->count == FRAMING_QUERY_MOST)
		return MHD_NO;
	names->name[names->count++] = name;
	return MHD_YES;
}

bool request_repeats(request_t *r)
{
	names_t names = {.count = 0};

	(void)MHD_get_connection_values(r->connection, MHD_GET_ARGUMENT_KIND, note, &names);
	if (names.twice != NULL)
		request_fail(r, MHD_HTTP_BAD_REQUEST, "bad_value",
		             "the query gives \"%.32s\" twice", names.twice);
	return names.twice != NULL;
}

void request_wait(request_t *r)
{
	assert(!r->waits && r->response == NULL);
	r->waits =
	        true; /* the listener stops its connection, if the answer does not come at once */
}

void request_go_on(request_t *r, void (*answer)(request_t *r))
{
	assert(r->waits);
	r->waits = false;
	answer(r);
}

void request_respond(request_t *r, unsigned status, struct MHD_Response *response)
{
	assert(r->response == NULL);
	r->status = status;
	r->response = response;
	if (response != NULL)
		listener_dress(r, response);
	r->waits = false;
	if (r->is_stopped)
		listener_go_on(r);
}

void request_text(request_t *r, unsigned status, const char *type, const void *bytes, size_t length)
{
	struct MHD_Response *response = MHD_create_response_from_buffer(
	        length, (void *)(uintptr_t)bytes, MHD_RESPMEM_MUST_COPY);

	if (response != NULL)
		(void)MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, type);
	request_respond(r, status, response);
}

/* challenge says in an answer 401 what is wanted (RFC 6750). */
static void challenge(const request_t *r, struct MHD_Response *response)
{
	(void)MHD_add_response_header(response, MHD_HTTP_HEADER_WWW_AUTHENTICATE,
	                              bearers_brings(r)
	                                      ? "Bearer realm=\"tesuji\", error=\"invalid_token\""
	                                      : "Bearer realm=\"tesuji\"");
}

/* answer_with answers with a JSON value, and with one header more if `header` is not NULL. */
static void answer_with(request_t *r, unsigned status, const char *type, const json_t *value,
                        const char *header, const char *content)
{
	char *text = value != NULL ? wire_text(value) : NULL;
	struct MHD_Response *response = NULL;

	if (text != NULL)
		response =
		        MHD_create_response_from_buffer(strlen(text), text, MHD_RESPMEM_MUST_FREE);
	if (response == NULL) {
		free(text);
		request_respond(r, MHD_HTTP_SERVICE_UNAVAILABLE, NULL);
		return;
	}
	(void)MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, type);
	if (header != NULL)
		(void)MHD_add_response_header(response, header, content);
	if (status == MHD_HTTP_UNAUTHORIZED)
		challenge(r, response);
	request_respond(r, status, response);
}

void request_json(request_t *r, unsigned status, const json_t *value)
{
	answer_with(r, status, media_json, value, NULL, NULL);
}

void request_json_at(request_t *r, unsigned status, const json_t *value, const char *location)
{
	answer_with(r, status, media_json, value, MHD_HTTP_HEADER_LOCATION, location);
}

static json_t *problem(unsigned status, const char *code, const char *title, const char *detail)
{
	return json_pack("{s:s+, s:s, s:i, s:s, s:s}", "type", "urn:tesuji:error:", code, "title",
	                 title, "status", (int)status, "detail", detail, "code", code);
}

/* clean makes '?' of all that is no printable ASCII. */
static void clean(char *text)
{
	for (; *text != '\0'; text++)
		if (*text < ' ' || *text > '~')
			*text = '?';
}

/* detail_write writes the text of an error. What the client has sent may be in it, as any bytes:
 * those that are no ASCII become '?'. */
static void detail_write(char out[DETAIL_BYTES], const char *format, va_list args)
{
	vsnprintf(out, DETAIL_BYTES, format, args);
	clean(out);
}

/* with_pointer adds what part of the request is wrong to a problem, which it takes over. NULL: no
 * memory. */
static json_t *with_pointer(json_t *body, const char *pointer, const char *detail)
{
	if (body == NULL || json_object_set_new(body, "errors",
	                                        json_pack("[{s:s, s:s}]", "pointer", pointer,
	                                                  "detail", detail)) == 0)
		return body;
	json_decref(body);
	return NULL;
}

void request_fail(request_t *r, unsigned status, const char *code, const char *format, ...)
{
	char detail[DETAIL_BYTES];
	json_t *body;
	va_list args;

	va_start(args, format);
	detail_write(detail, format, args);
	va_end(args);
	body = problem(status, code, MHD_get_reason_phrase_for(status), detail);
	answer_with(r, status, media_problem, body, NULL, NULL);
	json_decref(body);
}

void request_fail_at(request_t *r, unsigned status, const char *code, const char *pointer,
                     const char *format, ...)
{
	char detail[DETAIL_BYTES];
	json_t *body;
	va_list args;

	va_start(args, format);
	detail_write(detail, format, args);
	va_end(args);
	body = with_pointer(problem(status, code, MHD_get_reason_phrase_for(status), detail),
	                    pointer, detail);
	answer_with(r, status, media_problem, body, NULL, NULL);
	json_decref(body);
}

void request_refuse(request_t *r, const char *allowed)
{
	const unsigned status = MHD_HTTP_METHOD_NOT_ALLOWED;
	json_t *body = problem(status, "bad_method", MHD_get_reason_phrase_for(status), allowed);

	answer_with(r, status, media_problem, body, MHD_HTTP_HEADER_ALLOW, allowed);
	json_decref(body);
}

/* status_of returns the status for an error of the daemon's or the library's. */
static unsigned status_of(tesuji_code_t code)
{
	switch (code) {
	case TESUJI_E_JOB:
		return MHD_HTTP_NOT_FOUND;
	case TESUJI_E_LIMIT:
		return MHD_HTTP_CONTENT_TOO_LARGE;
	case TESUJI_E_LOGIN:
	case TESUJI_E_TOKEN:
		return MHD_HTTP_UNAUTHORIZED;
	case TESUJI_E_OWNER:
		return MHD_HTTP_FORBIDDEN;
	case TESUJI_E_KEY:
		return MHD_HTTP_CONFLICT;
	case TESUJI_E_QUOTA:
		return MHD_HTTP_TOO_MANY_REQUESTS;
	case TESUJI_E_TIMEOUT:
		return MHD_HTTP_GATEWAY_TIMEOUT;
	case TESUJI_E_BUSY:
	case TESUJI_E_IO:
	case TESUJI_E_CLOSED:
	case TESUJI_E_NOMEM:
	case TESUJI_E_DRAINING:
	case TESUJI_E_JOURNAL:
		return MHD_HTTP_SERVICE_UNAVAILABLE;
	case TESUJI_E_PROTOCOL:
		return MHD_HTTP_BAD_GATEWAY;
	case TESUJI_E_INTERNAL:
		return MHD_HTTP_INTERNAL_SERVER_ERROR;
	default:
		return MHD_HTTP_BAD_REQUEST;
	}
}

/* pointer_of makes a JSON pointer of a path of the protocol: "params.play[3]" is "#/play/3". */
static void pointer_of(const char *path, char out[2 * PATH_BYTES])
{
	static const char start[] = "params";
	size_t used = 0;

	out[used++] = '#';
	if (strncmp(path, start, strlen(start)) == 0)
		path += strlen(start);
	else if (*path != '\0')
		out[used++] = '/';
	for (; *path != '\0'; path++) {
		if (*path == '.' || *path == '[')
			out[used++] = '/';
		else if (*path != ']')
			out[used++] = *path;
	}
	out[used] = '\0';
}

/* is_utf8: JSON can hold no other text. */
static bool is_utf8(const char *text)
{
	json_t *value = json_string(text);

	json_decref(value);
	return value != NULL;
}

json_t *request_problem(const tesuji_error_t *given, unsigned *status)
{
	tesuji_error_t error = *given;
	char path[PATH_BYTES], pointer[2 * PATH_BYTES];
	const char *detail;
	size_t length;
	json_t *body;

	if (!is_utf8(error.text)) /* a quotation may have been cut anywhere */
		clean(error.text);
	length = tesuji_error_path(&error, path, sizeof(path));
	detail = error.text + (length < strlen(error.text) ? length : 0);
	*status = status_of(error.code);
	body = problem(*status, tesuji_code_name(error.code), tesuji_code_text(error.code),
	               error.text);
	if (length == 0)
		return body;
	pointer_of(path, pointer);
	return with_pointer(body, pointer, detail + strspn(detail, ": "));
}

void request_fail_as(request_t *r, const tesuji_error_t *error)
{
	unsigned status;
	json_t *body = request_problem(error, &status);
	char retry[RETRY_BYTES];

	snprintf(retry, sizeof(retry), "%llu", (unsigned long long)(error->retry_ms + 999) / 1000);
	answer_with(r, status, media_problem, body,
	            error->retry_ms > 0 ? MHD_HTTP_HEADER_RETRY_AFTER : NULL, retry);
	json_decref(body);
}

typedef struct {
	json_t *params;
	ask_t what;
	ask_error_t why;
	bool is_wrong;
} query_t;

/* take adds a parameter of the query. */
static enum MHD_Result take(void *context, enum MHD_ValueKind kind, const char *name,
                            const char *value)
{
	query_t *q = context;

	(void)kind;
	if (strcmp(name, "format") == 0)
		return MHD_YES; /* of the answer */
	q->is_wrong = !ask_add(q->params, q->what, name, value != NULL ? value : "", &q->why);
	return q->is_wrong ? MHD_NO : MHD_YES;
}

json_t *request_params(request_t *r, ask_t what)
{
	query_t q = {.what = what};

	q.params = r->body != NULL ? ask_body(r->body, r->length, what, &q.why) : json_object();
	q.is_wrong = q.params == NULL;
	if (!q.is_wrong)
		(void)MHD_get_connection_values(r->connection, MHD_GET_ARGUMENT_KIND, take, &q);
	if (!q.is_wrong)
		return q.params;
	json_decref(q.params);
	request_fail(r, MHD_HTTP_BAD_REQUEST, q.why.code, "%s", q.why.text);
	return NULL;
}

bool request_number(request_t *r, const char *name, uint64_t most, uint64_t *out)
{
	const char *text = request_query(r, name);

	if (text == NULL || ask_number(text, most, out))
		return true;
	request_fail(r, MHD_HTTP_BAD_REQUEST, "bad_value",
	             "%s: \"%.32s\" is no whole number from 0 to %llu", name, text,
	             (unsigned long long)most);
	return false;
}
