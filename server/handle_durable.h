/* SPDX-License-Identifier: MIT
 * handle_durable.h - the handlers of what the journal has to know: job.submit, job.cancel and
 * job.ack.
 *
 * Threads   the loop thread.
 * Errors    as in handle_job.h.
 */
#ifndef SERVER_HANDLE_DURABLE_H
#define SERVER_HANDLE_DURABLE_H

#include "server/dispatch.h"

/* Each answers the method of its name, of durable jobs when the journal has written what they
 * say. */
err_t handle_durable_submit(call_t *call, errinfo_t *why);
err_t handle_durable_cancel(call_t *call, errinfo_t *why);
err_t handle_durable_ack(call_t *call, errinfo_t *why);

#endif
