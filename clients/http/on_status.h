/* SPDX-License-Identifier: MIT
 * on_status.h - answers the requests that are answered by many verdicts.
 *
 * Threads   the loop's.
 * Errors    each function answers its request, with an error if need be.
 */
#ifndef CLIENTS_HTTP_ON_STATUS_H
#define CLIENTS_HTTP_ON_STATUS_H

#include "clients/http/request.h"
#include "clients/http/upstream.h"

void on_status_board(request_t *r);
void on_status_life(request_t *r);
void on_status_moves(request_t *r);

/* on_status_notice passes on a notification of the daemon to the stream that it is for. */
void on_status_notice(gateway_t *gateway, const upstream_notice_t *notice);

#endif
