/* SPDX-License-Identifier: MIT
 * request.h - an HTTP request on its way: what came, and the answer when it is known.
 *
 * Steps     A request that has come whole is answered by a handler at once, or the handler asks the
 *           daemon and the request waits until it is answered. The connection stands still
 *           meanwhile, so that the client cannot go away unseen: what a handler holds of a waiting
 *           request stays valid.
 *
 * Ownership the server (listener.h) owns requests; texts live as long as their request, bodies
 * until it is answered.
 *
 * Threads   the loop's.
 */
#ifndef CLIENTS_HTTP_REQUEST_H
#define CLIENTS_HTTP_REQUEST_H

#include <jansson.h>
#include <microhttpd.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "clients/c/tesuji.h"
#include "clients/http/ask.h"
#include "clients/http/upstream.h"

typedef struct gateway gateway_t;

/* The format of an answer that goes on (streams.h). */
typedef enum { FORMAT_SSE, FORMAT_NDJSON, FORMAT_TEXT } stream_format_t;

/* What a path names, a job or a batch (named.h). */
typedef struct {
	const char *name; /* as it was sent, "night%2F17", of `length` bytes; NULL: none */
	size_t length;
	uint64_t number; /* of the job, when the daemon has told it; else 0 */
} request_named_t;

/* What becomes of a body (bodies.h). */
typedef enum { BODY_KEPT, BODY_UNWANTED, BODY_TOO_LONG, BODY_CROWDED } body_t;

typedef struct request {
	gateway_t *gateway;
	struct MHD_Connection *connection;
	upstream_t *upstream; /* that asks the daemon as who asks; held; NULL: not known yet */
	const char *method, *path;
	char *target;      /* the path as it was sent, percent-encoded, without the query */
	const char *wrong; /* what is, with the request line; NULL: nothing */
	request_named_t named;
	stream_format_t format;
	uint64_t progress_ms; /* of a job whose events are asked for */
	char *body;           /* ends with a NUL */
	size_t length, room;
	body_t body_is;
	bool is_begun;
	bool waits;      /* for its answer */
	bool is_stopped; /* its connection stands still meanwhile */
	unsigned status; /* of the answer; 0: not known yet */
	struct MHD_Response *response;
} request_t;

/* request_query returns a parameter of the URL, request_header a header; NULL: there is none. */
const char *request_query(const request_t *r, const char *name);
const char *request_header(const request_t *r, const char *name);

/* request_repeats tells whether the query gives a parameter twice, other than `option`, which may
 * be there as often as needed; then the request is answered: a proxy and a handler could take
 * different ones of the two. */
bool request_repeats(request_t *r);

/* request_params returns the parameters that the body and the query ask for (ask.h), which are the
 * caller's; request_number reads a number of the query into *out, which stays as it is without it.
 * NULL, and false: something is wrong with it, and the request is answered. */
json_t *request_params(request_t *r, ask_t what);
bool request_number(request_t *r, const char *name, uint64_t most, uint64_t *out);

/* request_go_on has a request that waits answered by a function, which may let it wait again. */
void request_go_on(request_t *r, void (*answer)(request_t *r));

/* request_wait lets the request wait for its answer. Each of the others is that answer: a JSON
 * value, and where it will be found; a text or bytes, which are copied; an error, as RFC 9457 has
 * them; one of the daemon's or the library's; and a response of MHD's, which it takes over. */
void request_wait(request_t *r);
void request_json(request_t *r, unsigned status, const json_t *value);
void request_json_at(request_t *r, unsigned status, const json_t *value, const char *location);
void request_text(request_t *r, unsigned status, const char *type, const void *bytes,
                  size_t length);
void request_fail(request_t *r, unsigned status, const char *code, const char *format, ...)
        __attribute__((format(printf, 4, 5)));
void request_fail_as(request_t *r, const tesuji_error_t *error);
void request_respond(request_t *r, unsigned status, struct MHD_Response *response);

/* request_fail_at answers with an error about one part of the request, which a JSON pointer names:
 * "#/moves/1". */
void request_fail_at(request_t *r, unsigned status, const char *code, const char *pointer,
                     const char *format, ...) __attribute__((format(printf, 5, 6)));

/* request_refuse answers that the path has other methods, which `allowed` lists. */
void request_refuse(request_t *r, const char *allowed);

/* request_problem makes the body of an error: {"type", "title", "status", "detail", "code"}, and of
 * an error of the daemon's about a field "errors": [{"pointer", "detail"}]. NULL: no memory. */
json_t *request_problem(const tesuji_error_t *given, unsigned *status);

#endif
