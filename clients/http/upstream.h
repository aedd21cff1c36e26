/* SPDX-License-Identifier: MIT
 * upstream.h - the connections to the daemon as one account, on a libuv loop: calls with JSON,
 * notifications, and another connection when one is lost.
 *
 * There is the gateway's own upstream, of UPSTREAM_LINKS connections, which lasts: what is lost is
 * connected again. And there are those of other accounts, whose tokens requests bring (bearers.h):
 * each begins with one connection, makes up to UPSTREAM_LINKS_OTHER as its work wants them, and
 * ends when the last is lost.
 *
 * Ownership the caller of upstream_open owns the upstream: upstream_close. Who goes on using one
 *           that its owner may close holds it meanwhile. JSON that a callback gets is valid until
 *           it returns.
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
	UPSTREAM_LINKS = 8,            /* connections */
	UPSTREAM_LINKS_OTHER = 2,      /* of another account's */
	UPSTREAM_WAITING_MOST = 256,   /* calls that wait for a place, of all without a token */
	UPSTREAM_WAITING_OTHER = 64,   /* of another account, which has a quarter of the places */
	UPSTREAM_BYTES_MOST = 4 << 20, /* of their parameters: 16 KiB each */
	UPSTREAM_BYTES_OTHER = 1 << 20,
	UPSTREAM_REFUSED_MS = 30000, /* until an account that was refused is tried again */
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
 * refused: the daemon is there, and takes no connection. Of the gateway's own upstream that is told
 * for a reason that is new: it wants a token, or does not know the one there is. Of another's it is
 * told, too, when the daemon cannot be reached; and that is the end of it.
 * ready, unused: another's has its first connection; nobody has used it for a while. */
typedef struct {
	void (*noticed)(void *user, const upstream_notice_t *notice);
	void (*lost)(void *user, upstream_t *u, uint64_t via, bool all, const tesuji_error_t *why);
	void (*refused)(void *user, upstream_t *u, const tesuji_error_t *why);
	void (*ready)(void *user, upstream_t *u);
	void (*unused)(void *user, upstream_t *u);
	void *user;
} upstream_hooks_t;

/* What the upstreams of a gateway have in common: all but `named` is the caller's to fill in, and
 * lives as long as they do. */
typedef struct {
	uv_loop_t *loop;
	const char *address;     /* of the daemon */
	const tesuji_tls_t *tls; /* by which to connect where the address says so */
	upstream_hooks_t hooks;
	uint64_t named; /* upstreams and connections so far, none of which has another's number */
} upstream_common_t;

/* upstream_open begins to connect, and logs in with `token`, which is copied ("": there is none);
 * calls fail with TESUJI_E_IO until it has; with TESUJI_E_LOGIN while the daemon wants a token and
 * there is none. NULL: no memory.
 * upstream_close answers all calls at once, and frees it when the loop has run on and nobody holds
 * it any more; NULL is
 * accepted. */
upstream_t *upstream_open(upstream_common_t *common, const char *token, bool is_own);
void upstream_close(upstream_t *u);

/* upstream_hold takes a reference, upstream_release gives one back. */
upstream_t *upstream_hold(upstream_t *u);
void upstream_release(upstream_t *u);

/* upstream_number returns its number, which no other one has had or will have. */
uint64_t upstream_number(const upstream_t *u);

/* upstream_is_idle: does nobody hold it, nothing wait, and nothing go on at the daemon that it has
 * begun? Then nobody misses it. */
bool upstream_is_idle(const upstream_t *u);

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
