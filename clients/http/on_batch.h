/* SPDX-License-Identifier: MIT
 * on_batch.h - answers the requests about batches.
 *
 * A path names a batch by its number, "/v1/batches/3", or a durable one by its key, in quotation
 * marks or not, percent-encoded: "/v1/batches/night%2F17". A key of digits alone needs the marks:
 * "/v1/batches/%2217%22".
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

/* on_batch_named returns parameters with the batch that the path names, by `batch` or `key`, which
 * are the caller's; NULL: it names none, and the request is answered. */
json_t *on_batch_named(request_t *r);

#endif
