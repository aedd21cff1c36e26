/* SPDX-License-Identifier: MIT
 * places.h - the connections that are open: how many one address has, and how long each may take to
 * bring a request.
 *
 * Bounds    an address has options.of_address connections at most; those of the proxies that are
 *           named are not counted. The head of a request must have come options.request_s after its
 *           connection was opened or the answer before it was given, and its body so long after
 *           that: else the connection is closed. So single bytes keep no place.
 *
 * Threads   the loop's.
 */
#ifndef CLIENTS_HTTP_PLACES_H
#define CLIENTS_HTTP_PLACES_H

#include "clients/http/gateway.h"

/* places_accept and places_notice are MHD's callbacks for a connection that comes (context: the
 * gateway), and for one that is there or ends. */
enum MHD_Result places_accept(void *context, const struct sockaddr *address, socklen_t length);
void places_notice(void *context, struct MHD_Connection *connection, void **place,
                   enum MHD_ConnectionNotificationCode code);

/* places_reads begins to count the time that the next part of a request may take; places_rests ends
 * that, when the request has come whole. */
void places_reads(gateway_t *gateway, struct MHD_Connection *connection);
void places_rests(struct MHD_Connection *connection);

/* places_sweep closes the connections that have taken too long, and returns how many ms later it is
 * to be called again; 0: there is no connection. */
uint64_t places_sweep(gateway_t *gateway);

#endif
