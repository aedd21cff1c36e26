/* SPDX-License-Identifier: MIT
 * bearers.h - who asks with a token of his own (Authorization: Bearer): which account of the
 * daemon's that is, and the upstream that asks as it.
 *
 *   tried --> checked --> opening --> open
 *     |                      |          |
 *     +--> wrong             +-> gone <-+   the next request with the token begins anew
 *
 * A token that is not known is checked by the daemon (auth.check) as one that has come from the
 * address that asks, so that it costs a guesser time and nobody else. The daemon believes this of a
 * gateway's account alone. A good one has an upstream from then on, until it is idle and another
 * needs the room, nobody has used it for a minute, or its connections are lost. A wrong one is
 * remembered for a while, and answered without the daemon.
 *
 * Secrets   tokens are known by their marks, an HMAC under a key that is made at the start. The
 *           token itself is kept where it is needed to log in, and printed nowhere.
 *
 * Bounds    the accounts that have upstreams (options.accounts), the tokens that are tried, in all
 *           and of one address, and the requests that wait.
 *
 * Ownership the caller of bearers_new owns it: bearers_close.
 * Threads   the loop's.
 * Errors    a request is answered with its error: 401 a wrong token, or none where one is needed;
 *           503 there is no room, or the daemon cannot be asked.
 */
#ifndef CLIENTS_HTTP_BEARERS_H
#define CLIENTS_HTTP_BEARERS_H

#include "clients/http/request.h"
#include "clients/http/upstream.h"

enum {
	BEARERS_ACCOUNTS = 64,       /* that have upstreams, if no option says otherwise */
	BEARERS_TRIED_MOST = 256,    /* tokens that are not known yet */
	BEARERS_OF_ASKER = 16,       /* of them from one address */
	BEARERS_ASKED_MOST = 8,      /* of them that the daemon is asked about at once */
	BEARERS_OPENING_MOST = 2,    /* upstreams that are being opened at once */
	BEARERS_WAITING_MOST = 1024, /* requests that wait for any of these */
};

typedef struct bearers bearers_t;

/* bearers_new makes the list, empty; NULL: no memory, or no random bytes. bearers_close answers the
 * requests that wait, with TESUJI_E_DRAINING, and closes the upstreams; it frees the list when the
 * loop has run on. NULL is accepted. */
bearers_t *bearers_new(gateway_t *gateway);
void bearers_close(bearers_t *bearers);

/* bearers_enter finds out who asks, sets r->upstream, and calls `answer`; at once, or when it is
 * known. Who brings no token has the gateway's own upstream, unless one is needed. */
void bearers_enter(request_t *r, void (*answer)(request_t *r));

/* bearers_may_enter: may the request get in? False: it is known from its head that it will not,
 * since its token is none, or was found wrong, or it has none and needs one. */
bool bearers_may_enter(const request_t *r);

/* bearers_brings: does the request bring a token? */
bool bearers_brings(const request_t *r);

/* bearers_forget: the daemon is gone, and another may have other accounts. */
void bearers_forget(bearers_t *bearers);

/* What becomes of an upstream that is not the gateway's own (upstream_hooks_t). */
void bearers_ready(bearers_t *bearers, const upstream_t *u);
void bearers_refused(bearers_t *bearers, const upstream_t *u, const tesuji_error_t *why);
void bearers_gone(bearers_t *bearers, const upstream_t *u);

#endif
