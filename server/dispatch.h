/* SPDX-License-Identifier: MIT
 * dispatch.h - from a frame to its handler, and from the handler's result to an answer.
 *
 * Ownership a call_t lives during one request; its nodes point into the frame.
 * Threads   the loop thread.
 */
#ifndef SERVER_DISPATCH_H
#define SERVER_DISPATCH_H

#include "server/inside.h"

enum { DISPATCH_AWAITED_MOST = 256 }; /* limit: answers of one connection that are put off */

typedef struct {
	server_t *server;
	conn_t *conn;
	const node_t *params; /* their map; may be absent where it is optional */
	/* The answer: a handler writes one value to `out`, or leaves the encoded value in
	 * `body`. `after` is a message to be sent right behind the answer. The dispatcher takes
	 * over both references. */
	wirebuf_t out;
	outbuf_t *body, *after;
	uint64_t retry_ms; /* of the answer to an error; 0 = left out, but for ERR_BUSY */
	uint32_t msgid;    /* of the request */
	bool later;        /* the handler has taken over the answer: dispatch_answer will give it */
	const char *finish; /* why the connection is to be finished after it; NULL: it is not */
} call_t;

/* dispatch_frame handles one whole message of `conn` and answers it, if it is a request. */
void dispatch_frame(conn_t *conn, const uint8_t *frame, size_t length);

/* dispatch_answer answers a request whose handler has put that off: with the error *why, or, where
 * it is NULL, with the value that `write` writes of `msg`. */
void dispatch_answer(conn_t *conn, uint32_t msgid, const errinfo_t *why,
                     void (*write)(wirebuf_t *out, const void *msg), const void *msg);

/* An answer that is put off may be counted in conn_t.awaited, so that the connection stays until it
 * is given. dispatch_admit_later tells whether one more may be (ERR_BUSY), dispatch_later puts the
 * answer of this request off, and dispatch_answered says that one has been given; the connection
 * may be gone. */
err_t dispatch_admit_later(const call_t *call, errinfo_t *why);
void dispatch_later(call_t *call);
void dispatch_answered(const conns_t *conns, uint64_t conn_id);

/* dispatch_refuse queues the notification server.error for a connection that broke the protocol. */
void dispatch_refuse(conn_t *conn, const errinfo_t *why);

#endif
