/* SPDX-License-Identifier: MIT
 * on_proof.h - answers the requests that go through the certificate of a job.
 *
 * Threads   the loop's.
 * Errors    each function answers its request, with an error if need be.
 */
#ifndef CLIENTS_HTTP_ON_PROOF_H
#define CLIENTS_HTTP_ON_PROOF_H

#include "clients/http/request.h"

void on_proof_get(request_t *r);

#endif
