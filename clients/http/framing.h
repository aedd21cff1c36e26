/* SPDX-License-Identifier: MIT
 * framing.h - is the head of a request what HTTP/1.1 lets it be (RFC 9110, 9112)?
 *
 * A proxy in front and this gateway must agree where a request ends and whom it is for. Of a head
 * that two readers may read differently nothing is done: it is refused, and its connection closed.
 *
 * Threads   any; no state.
 */
#ifndef CLIENTS_HTTP_FRAMING_H
#define CLIENTS_HTTP_FRAMING_H

#include <microhttpd.h>
#include <stdbool.h>

/* Most parameters of a query. */
enum { FRAMING_QUERY_MOST = 128 };

/* framing_target returns what is wrong with the target of a request line, query and all; NULL:
 * nothing is. */
const char *framing_target(const char *target);

/* framing_path returns where the path begins in a target: after "http://host", which a client may
 * send to a proxy. */
const char *framing_path(const char *target);

/* framing_head looks at the headers of a request of that version ("HTTP/1.1") and target,
 * whose query does not matter. Returns what is wrong, and sets *status to that of the answer; NULL:
 * nothing is. */
const char *framing_head(struct MHD_Connection *connection, const char *version, const char *target,
                         unsigned *status);

#endif
