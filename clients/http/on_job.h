/* SPDX-License-Identifier: MIT
 * on_job.h - answers the requests about jobs.
 *
 * Threads   the loop's.
 * Errors    each function answers its request, with an error if need be.
 */
#ifndef CLIENTS_HTTP_ON_JOB_H
#define CLIENTS_HTTP_ON_JOB_H

#include "clients/http/request.h"
#include "clients/http/upstream.h"

/* Its value is the key of a durable job, as the body's `key` with `durable` is. */
#define ON_JOB_KEY_HEADER "Idempotency-Key"

/* on_job_params returns the parameters of what may be durable, with the key that the header has, as
 * request_params does. */
json_t *on_job_params(request_t *r, ask_t what);

void on_job_submit(request_t *r);
void on_job_solve(request_t *r);
void on_job_list(request_t *r);
void on_job_get(request_t *r);
void on_job_cancel(request_t *r);
void on_job_ack(request_t *r);
void on_job_events(request_t *r);

/* on_job_notice passes on a notification of the daemon to the streams that follow its job. */
void on_job_notice(gateway_t *gateway, const upstream_notice_t *notice);

#endif
