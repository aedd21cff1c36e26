/* SPDX-License-Identifier: MIT
 * decided.h - which jobs have a certificate, and what is said of those that have none.
 *
 *   404  the job is not known, or has no certificate
 *   409  it has not ended
 *   504  no certificate was made within the time, the nodes and the bytes for one
 *
 * Threads   any; no state.
 * Errors    each answers the request with the error.
 */
#ifndef CLIENTS_HTTP_DECIDED_H
#define CLIENTS_HTTP_DECIDED_H

#include "clients/http/request.h"
#include "clients/http/upstream.h"

/* decided_failed looks at the answer to job.status of the job that the path names, whose number
 * r->named.number becomes. True: the job has no certificate, and the request is answered. */
bool decided_failed(request_t *r, const upstream_answer_t *answer);

/* decided_not_made answers with why the daemon has given no certificate of such a job. */
void decided_not_made(request_t *r, const tesuji_error_t *error);

#endif
