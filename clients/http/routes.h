/* SPDX-License-Identifier: MIT
 * routes.h - which function answers which request.
 *
 * Threads   the loop's.
 */
#ifndef CLIENTS_HTTP_ROUTES_H
#define CLIENTS_HTTP_ROUTES_H

#include "clients/http/request.h"

/* A row of the table: {id} in the path is a number, which r->number has. */
typedef struct {
	const char *method, *path;
	void (*answer)(request_t *r);
	const char *help;
} route_t;

/* The table; the last row has no path. */
extern const route_t routes[];

/* routes_answer answers a request that has come whole, or lets it wait. */
void routes_answer(request_t *r);

#endif
