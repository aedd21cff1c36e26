/* SPDX-License-Identifier: MIT
 * on_diagram.h - answers the requests for the picture of a job.
 *
 * Threads   the loop's.
 * Errors    each function answers its request, with an error if need be.
 */
#ifndef CLIENTS_HTTP_ON_DIAGRAM_H
#define CLIENTS_HTTP_ON_DIAGRAM_H

#include "clients/http/request.h"

void on_diagram_get(request_t *r);

#endif
