/* SPDX-License-Identifier: MIT
 * on_info.h - answers the requests about the daemon.
 *
 * Threads   the loop's.
 * Errors    each function answers its request, with an error if need be.
 */
#ifndef CLIENTS_HTTP_ON_INFO_H
#define CLIENTS_HTTP_ON_INFO_H

#include "clients/http/request.h"

void on_info_get(request_t *r);
void on_info_account(request_t *r);
void on_info_games(request_t *r);
void on_info_openapi(request_t *r);

#endif
