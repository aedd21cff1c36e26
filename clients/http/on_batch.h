/* SPDX-License-Identifier: MIT
 * on_batch.h - answers the requests about batches.
 *
 * Threads   the loop's.
 * Errors    each function answers its request, with an error if need be.
 */
#ifndef CLIENTS_HTTP_ON_BATCH_H
#define CLIENTS_HTTP_ON_BATCH_H

#include "clients/http/request.h"

void on_batch_submit(request_t *r);
void on_batch_get(request_t *r);
void on_batch_cancel(request_t *r);
void on_batch_ack(request_t *r);

#endif
