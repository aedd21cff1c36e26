/* SPDX-License-Identifier: MIT
 * routes.h - which function answers which request.
 *
 * Threads   the loop's.
 */
#ifndef CLIENTS_HTTP_ROUTES_H
#define CLIENTS_HTTP_ROUTES_H

#include "clients/http/forms.h"
#include "clients/http/request.h"

enum { ROUTES_ALLOWED_BYTES = 64 };

/* An event of an answer that goes on, and what its value is. */
typedef struct {
	const char *name; /* NULL ends the list */
	const field_t *value;
} route_event_t;

/* A row of the table: {id} in the path names a job, {batch} a batch (named.h). What a
 * request takes and gives is told in /openapi.json. */
typedef struct {
	const char *method, *path;
	void (*answer)(request_t *r);
	const char *help;
	const field_t *takes; /* the parameters that body and query have (ask.h); NULL: none */
	ask_t what;           /* of `takes` */
	bool may_last; /* the job may be durable, under the key of the header Idempotency-Key */
	const field_t *query; /* other parameters of the query; NULL: none */
	unsigned status;      /* of an answer that is no error */
	const field_t *gives; /* a JSON value; or NULL and */
	const char *media;    /* what else; or NULL and */
	const route_event_t *events;
	bool has_words; /* the events as text, too */
	bool may_end;   /* 204 for a client that has heard all events */
	bool is_open;   /* to who does not say who he is: the daemon is not asked */
} route_t;

/* The table; the last row has no path. */
extern const route_t routes[];

/* routes_find finds the route of a request, whose path is as it was sent; HEAD is answered like
 * GET. *named becomes what the path names. NULL: the path has none of that method, and `allowed`
 * lists those it has, or is "" if there is no such path. */
const route_t *routes_find(const char *method, const char *path, request_named_t *named,
                           char allowed[ROUTES_ALLOWED_BYTES]);

/* routes_takes: has the request, whose head has come, a body that will be looked at? */
bool routes_takes(const request_t *r);

/* routes_answer answers a request that has come whole, or lets it wait. */
void routes_answer(request_t *r);

#endif
