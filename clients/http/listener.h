/* SPDX-License-Identifier: MIT
 * listener.h - the HTTP side of the gateway, on its loop.
 *
 * Threads   the loop's.
 * Errors    listener_open says in one line on standard error what is wrong.
 */
#ifndef CLIENTS_HTTP_LISTENER_H
#define CLIENTS_HTTP_LISTENER_H

#include "clients/http/gateway.h"

/* listener_open listens; false: it cannot. listener_close ends all streams and connections; no
 * request may wait any more. */
bool listener_open(gateway_t *gateway);
void listener_close(gateway_t *gateway);

/* listener_go_on lets the connection of a request go on that waited and is answered now.
 * listener_dress adds the headers that all answers have. */
void listener_go_on(request_t *r);
void listener_dress(const request_t *r, struct MHD_Response *response);

/* listener_turn lets HTTP go on where streams have new events; when the loop comes to it. */
void listener_turn(gateway_t *gateway);

#endif
