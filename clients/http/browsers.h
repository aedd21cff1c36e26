/* SPDX-License-Identifier: MIT
 * browsers.h - certificates opened for going through them, by the account that asks and the number
 * of their job.
 *
 * A certificate is fetched from the daemon, which makes it if need be, and read on libuv's pool, so
 * that the loop goes on. What was read is kept for the next request, the latest of them; so is what
 * was found out about one that cannot be gone through.
 *
 * Memory    BROWSERS_BYTES_MOST of those that are kept, and what one takes while it is read:
 *           BROWSERS_NODES_MOST and half as much again while that grows, its file, and what the
 *           replay of a denial takes (BROWSE_MET_MEMORY).
 *
 * Ownership the caller of browsers_new owns it: browsers_close. A browser is lent until `told`
 *           returns.
 *
 * Threads   the loop's. While a certificate is read, a thread of the pool alone has it.
 *
 * Errors    a request is told of a browser, or answered with the error.
 */
#ifndef CLIENTS_HTTP_BROWSERS_H
#define CLIENTS_HTTP_BROWSERS_H

#include <stdint.h>
#include <uv.h>

#include "clients/http/request.h"
#include "clients/http/upstream.h"
#include "engine/proof/check/browse.h"

enum {
	BROWSERS_FILE_MOST = 8 << 20,   /* bytes of a certificate */
	BROWSERS_NODES_MOST = 48 << 20, /* of memory of its nodes */
	BROWSERS_BYTES_MOST = 64 << 20, /* of those that are kept */
	BROWSERS_MOST = 64,             /* that are kept */
	BROWSERS_OPENING_MOST = 4,      /* that an account asks for at once, */
	BROWSERS_OPENING_ALL = 16,      /* and all do; one of them is read */
	BROWSERS_WAITING_MOST = 128,    /* requests of an account that wait, */
	BROWSERS_WAITING_ALL = 512,     /* and of all */
	BROWSERS_TOLD_A_TURN = 2,       /* requests that are told in one turn of the loop */
};

typedef struct browsers browsers_t;

/* browsers_new makes the list, empty; NULL: no memory. browsers_close answers the requests that
 * wait, with TESUJI_E_DRAINING; it frees the list when the loop has run on. */
browsers_t *browsers_new(uv_loop_t *loop);
void browsers_close(browsers_t *browsers);

/* browsers_forget forgets all that is kept of an upstream, which has lost a connection: another
 * daemon gives the same numbers to other jobs. */
void browsers_forget(browsers_t *browsers, uint64_t upstream_number);

/* browsers_ask takes a request that waits, and calls `told` when the certificate of job r->number
 * is open, as r->upstream has it; or it is answered with an error.
 * What one upstream has asked for is given to none but that. */
void browsers_ask(browsers_t *browsers, request_t *r, void (*told)(request_t *r, browse_t *browse));

#endif
