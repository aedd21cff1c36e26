/* SPDX-License-Identifier: MIT
 * dispatch.h - from a frame to its handler, and from what that says to an
 * answer.
 *
 * Ownership a call_t lives during one request; its nodes point into the frame.
 * Threads   the loop thread.
 */
#ifndef SERVER_DISPATCH_H
#define SERVER_DISPATCH_H

#include "server/inside.h"

typedef struct {
	server_t *server;
	conn_t *conn;
	const node_t *params; /* their map; may be absent where it is optional */
	/* The answer: write one value to `out`, or give it encoded as `body`.
	 * `after` is a message that follows it at once. References are taken over. */
	wirebuf_t out;
	outbuf_t *body, *after;
	uint64_t retry_ms; /* of an error; 0 = none */
} call_t;

/* dispatch_frame handles one whole message of `conn`. */
void dispatch_frame(conn_t *conn, const uint8_t *frame, size_t length);

/* dispatch_refuse queues the last word to a connection that broke the rules. */
void dispatch_refuse(conn_t *conn, const errinfo_t *why);

#endif
