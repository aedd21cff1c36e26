/* SPDX-License-Identifier: MIT
 * logins.h - connections that log in, and how fast tokens may be tried.
 *
 * auth.login comes to one of four ends:
 *
 *   the token was verified before   the mark of it is known (tokens.h): logged in at once
 *   its address has to wait         "busy" with retry_ms
 *   it has to be verified           the connection is paused, a thread of libuv's pool makes the
 *                                   hash, one at a time for the whole server; then the answer
 *   another of its address waits    "busy"; so it is where LOGIN_WAITING_MAX wait already
 *
 * auth.check does the same for a gateway, short of logging in: the token is verified as one that
 * has come from the address that the gateway names, which waits, and is delayed, by itself. The
 * gateway's connection is not paused, and loses none of its tries.
 *
 * A wrong token costs its address a delay, 100 ms that double with each one up to a minute; ten
 * minutes without one forget it. The third, wrong or
 * before its time, closes the connection. A token for an account
 * that does not exist takes as long as a wrong one, so that names cannot be told apart by time;
 * where accounts have hashes of different costs, their times differ.
 *
 * Delays are kept in a table of fixed size: with more addresses than it has room for, the oldest
 * are forgotten.
 *
 * Threads   the loop thread.
 */
#ifndef SERVER_LOGINS_H
#define SERVER_LOGINS_H

#include <uv.h>

#include "server/accounts.h"
#include "server/conns.h"
#include "server/peers.h"

enum {
	LOGIN_TRIES = 3,         /* failures after which a connection is closed */
	LOGIN_WAITING_MAX = 128, /* connections that wait for their token to be verified */
	LOGIN_NEXT_MS = 20,      /* retry_ms where another of the same address is verified */
	LOGIN_DELAY_MS = 100,    /* after the first failure */
	LOGIN_DELAY_MOST_MS = 60000,
	LOGIN_FORGET_MS = 600000, /* without failures, until an address is forgotten */
	LOGIN_STRIKES = 4096,     /* addresses whose failures are known; a multiple of LOGIN_WAYS */
	LOGIN_WAYS = 4,           /* places in which an address may be */
};

#define LOGIN_TRIED "failed logins" /* why a connection was closed, for the log */

/* The failures of one address; the time is uv_now. */
typedef struct {
	peer_kind_t kind;
	unsigned failures; /* 0: the place is free */
	uint64_t key, last_ms;
} strike_t;

typedef struct logins logins_t;

struct logins {
	uv_loop_t *loop;
	conns_t *conns;
	accounts_t *accounts;
	link_t waiting; /* login_t, the first one is being verified */
	unsigned waiting_count;
	uv_work_t work;
	char dummy[TOKEN_HASH_BYTES]; /* hash of a token that no account has */
	strike_t *strikes;
	uint64_t seed;
	uint64_t refused; /* wrong tokens since the start */
	void *context;
	void (*idle_cb)(logins_t *logins); /* none waits any more */
	void (*answer_cb)(conn_t *conn, uint32_t msgid, const account_t *account, bool enters,
	                  const errinfo_t *why);
};

/* logins_init prepares *logins; the caller fills in the callbacks. answer_cb answers a request that
 * had to wait: `why` NULL: the token is that of `account`, as which the connection has logged in if
 * it `enters`. */
err_t logins_init(logins_t *logins, uv_loop_t *loop, conns_t *conns, accounts_t *accounts,
                  errinfo_t *why);
void logins_fini(logins_t *logins); /* accepts one that is all zero */

typedef enum { LOGIN_REFUSED, LOGIN_DONE, LOGIN_WAITS } login_end_t;

/* logins_ask logs the connection in with `token`. DONE: it is. WAITS: the connection is paused
 * until answer_cb is called. REFUSED: *why says why, with *retry_ms where "busy"; a connection that
 * has LOGIN_TRIES failed_logins is to be finished when it has its answer. */
login_end_t logins_ask(logins_t *logins, conn_t *conn, uint32_t msgid, const char *token,
                       uint64_t *retry_ms, errinfo_t *why);

/* logins_check tells whether an account has `token`, which has come from the address `origin` to
 * the client of the connection. DONE: *account has. Else as logins_ask. */
login_end_t logins_check(logins_t *logins, conn_t *conn, uint32_t msgid, const char *token,
                         peer_t *origin, account_t **account, uint64_t *retry_ms, errinfo_t *why);

/* logins_enter makes the connection one of the account. ERR_QUOTA: the account has as many as it
 * may have; ERR_VALUE: the connection has work in flight under another name. */
err_t logins_enter(conn_t *conn, account_t *account, errinfo_t *why);

/* logins_enter_unix does so for who has come by a Unix socket, `fd`, if an account is for that user
 * or group. */
err_t logins_enter_unix(const accounts_t *accounts, conn_t *conn, int fd, errinfo_t *why);

/* logins_enter_tls does so for who has come with a certificate. ERR_LOGIN: no account is for it. */
err_t logins_enter_tls(const accounts_t *accounts, conn_t *conn, errinfo_t *why);

/* logins_sweep refuses the connections whose account was changed since they logged in
 * (accounts.h). */
void logins_sweep(const conns_t *conns);

#endif
