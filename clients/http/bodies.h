/* SPDX-License-Identifier: MIT
 * bodies.h - the bodies of requests as they come: which are kept, and how much they hold in all.
 *
 * Bounds    one body is BODIES_ONE_MOST at most, and all that are kept hold BODIES_ALL_MOST of
 *           memory. What is not kept is read and forgotten, so that its client can read why.
 *
 * Threads   the loop's.
 */
#ifndef CLIENTS_HTTP_BODIES_H
#define CLIENTS_HTTP_BODIES_H

#include "clients/http/gateway.h"

enum { BODIES_ONE_MOST = 1 << 20, BODIES_ALL_MOST = 64 << 20 };

/* bodies_add takes the next bytes of a body over, unless r->body_is says that none are kept or they
 * go beyond a bound, which it says from then on. bodies_drop frees what is kept. */
void bodies_add(request_t *r, const char *bytes, size_t length);
void bodies_drop(request_t *r);

/* bodies_failed answers a request that has come whole and whose body went beyond a bound; false: it
 * did not. */
bool bodies_failed(request_t *r);

#endif
