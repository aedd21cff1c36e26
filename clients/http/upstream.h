/* SPDX-License-Identifier: MIT
 * upstream.h - the connections to the daemon, on a libuv loop: calls with JSON, notifications, and
 * another connection when one is lost.
 *
 * Ownership the caller of upstream_open owns the upstream: upstream_close. JSON that a callback
 *           gets is valid until it returns.
 *
 * Threads   the loop's.
 *
 * Errors    a call is answered once, by its result or by an error; when its connection is lost, by
 *           the reason.
 */
#ifndef CLIENTS_HTTP_UPSTREAM_H
#define CLIENTS_HTTP_UPSTREAM_H

#include <jansson.h>
#include <stdbool.h>
#include <uv.h>

#include "clients/c/tesuji_call.h"
#include "clients/c/tesuji_tls.h"

typedef struct upstream upstream_t;

enum {
	UPSTREAM_LINKS = 8,           /* connections */
	UPSTREAM_WAITING_MOST = 256,  /* calls that wait for a place */
	UPSTREAM_BYTES_MOST = 4 << 20 /* of their parameters */
};

/* The answer to a call: `result` is NULL where error->code is not TESUJI_OK. `bytes` is what the
 * daemon has sent, for results that JSON cannot hold. `via` is the connection that it came by, and
 * on which notifications about it will come. */
typedef struct {
	const tesuji_error_t *error;
	const json_t *result;
	const void *bytes;
	size_t length;
	uint64_t whole; /* of a piece of a certificate: bytes of all */
	uint64_t via;
} upstream_answer_t;

/* A notification: its parameters as JSON, and as the daemon has sent them. */
typedef struct {
	const char *method;
	const json_t *params;
	const void *bytes;
	size_t length;
	uint64_t via;
} upstream_notice_t;

/* lost: the connection `via` is lost, and with it what it has begun; `all`: it was the last.
 * refused: the daemon is there, and takes no connection, for a reason that is new: it wants a
 * token, or does not know the one there is. */
typedef struct {
	void (*noticed)(void *user, const upstream_notice_t *notice);
	void (*lost)(void *user, uint64_t via, bool all, const tesuji_error_t *why);
	void (*refused)(void *user, const tesuji_error_t *why);
	void *user;
} upstream_hooks_t;

/* upstream_open begins to connect, inside TLS by `tls` where the address says so, and logs in with
 * `token` ("": there is none); calls fail with TESUJI_E_IO until it has. `address`, `tls` with its
 * texts and `token` must live as long. NULL: no memory. upstream_close answers all calls at once,
 * and frees it when the loop has run on.
 */
upstream_t *upstream_open(uv_loop_t *loop, const char *address, const tesuji_tls_t *tls,
                          const char *token, const upstream_hooks_t *hooks);
void upstream_close(upstream_t *u);

/* upstream_call calls a method, whose name is a constant; `params` is an object, or NULL, and is
 * borrowed. If the call cannot be made, it is answered at once. One that the daemon has no place
 * for waits for one for a while, behind those that came before. */
void upstream_call(upstream_t *u, const char *method, const json_t *params,
                   void (*answered)(void *user, const upstream_answer_t *answer), void *user);

/* upstream_piece fetches the piece of the certificate of a job that begins at `offset`, and has it
 * made if need be: answer.bytes and answer.whole, without a result. */
void upstream_piece(upstream_t *u, uint64_t job, uint64_t offset,
                    void (*answered)(void *user, const upstream_answer_t *answer), void *user);

#endif
