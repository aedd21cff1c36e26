/* SPDX-License-Identifier: MIT
 * msg_metrics.h - the message of server.metrics, as msg.h has those of jobs.
 *
 * Ownership `text` is borrowed; after reading, from the bytes of the frame.
 * Threads   any; no state.
 * Errors    as in msg.h.
 */
#ifndef PROTOCOL_MSG_METRICS_H
#define PROTOCOL_MSG_METRICS_H

#include "protocol/msg.h"

/* The result of server.metrics. */
typedef struct {
	const char *text; /* Prometheus's text format, version 0.0.4; not ended by a NUL */
	size_t length;
} msg_metrics_t;

void msg_metrics_write(wirebuf_t *out, const msg_metrics_t *msg);
err_t msg_metrics_read(const node_t *map, msg_metrics_t *msg, errinfo_t *why);

#endif
