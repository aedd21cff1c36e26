/* SPDX-License-Identifier: MIT
 * on_results.h - answers the requests for the results of a batch, with a stream of events.
 *
 * The `id` of a result counts those that were told: a client that comes back with it, as
 * Last-Event-ID or as `from` in the query, hears those behind it.
 *
 * Threads   the loop's.
 * Errors    the function answers its request, with an error if need be; a stream that cannot go on
 *           ends with the event "lost".
 */
#ifndef CLIENTS_HTTP_ON_RESULTS_H
#define CLIENTS_HTTP_ON_RESULTS_H

#include "clients/http/request.h"

/* Streams of results at once: of all without a token, of another account, of all. */
enum { ON_RESULTS_OWN = 64, ON_RESULTS_OTHER = 16, ON_RESULTS_ALL = 256 };

void on_results_get(request_t *r);

#endif
