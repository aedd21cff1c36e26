/* SPDX-License-Identifier: MIT
 * origin.h - who may ask: programs, this gateway's own pages, and the origins that were named.
 *
 * Threads   any; no state.
 */
#ifndef CLIENTS_HTTP_ORIGIN_H
#define CLIENTS_HTTP_ORIGIN_H

#include <stdbool.h>

#include "clients/http/gateway.h"

enum { ORIGIN_HOST_BYTES = 256 };

/* origin_host copies the name out of "name:port" or "[::1]:port"; false: there is none, or it is
 * too long. */
bool origin_host(const char *text, char out[ORIGIN_HOST_BYTES]);

/* origin_is_named: was that origin named by --origin? */
bool origin_is_named(const gateway_options_t *options, const char *origin);

/* origin_may_ask tells whether a request with these headers may be answered; NULL: it has none. */
bool origin_may_ask(const gateway_options_t *options, const char *host, const char *origin);

#endif
