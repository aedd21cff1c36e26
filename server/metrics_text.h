/* SPDX-License-Identifier: MIT
 * metrics_text.h - what the daemon has counted, in the text format of Prometheus.
 *
 * The series are listed in docs/metrics.md. Of accounts the first METRICS_ACCOUNTS of the file have
 * series of their own and all others share one, under the name "(others)", which no account can
 * have: so the text has a bound, and a series is always of the same accounts until the file
 * changes.
 *
 * Threads   the loop thread, which has joined epochs.
 * Errors    writing fails in the buffer (wirebuf.h).
 */
#ifndef SERVER_METRICS_TEXT_H
#define SERVER_METRICS_TEXT_H

#include "server/inside.h"

enum {
	METRICS_ACCOUNTS = 256, /* limit: accounts with series of their own */
	METRICS_TEXT_BYTES_MAX =
	        512 * 1024, /* limit: of a text; with so many accounts it has half */
};

/* metrics_text_all writes everything. metrics_text_of writes what somebody who is no operator may
 * know: what server.info tells everybody, and what is of the account. */
void metrics_text_all(server_t *server, wirebuf_t *out);
void metrics_text_of(server_t *server, const account_t *account, wirebuf_t *out);

#endif
