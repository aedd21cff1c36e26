/* SPDX-License-Identifier: MIT
 * bearers_list.h - the bearers that are known, and the requests that wait for them. For the sources
 * of bearers.h only:
 *
 *   bearers.c        requests; what becomes of upstreams
 *   bearers_turns.c  which token the daemon is asked about, and which upstream is opened, next
 *   bearers_list.c   the list
 *
 * Ownership the list owns its bearers.
 * Threads   the loop's.
 */
#ifndef CLIENTS_HTTP_BEARERS_LIST_H
#define CLIENTS_HTTP_BEARERS_LIST_H

#include "clients/c/tesuji_login.h"
#include "clients/http/asker.h"
#include "clients/http/bearers.h"
#include "clients/http/gateway.h"
#include "clients/http/wrongs.h"
#include "engine/base/hmac.h"

typedef enum { BEARER_TRIED, BEARER_CHECKED, BEARER_OPENING, BEARER_OPEN } bearer_state_t;

/* A request that waits. */
typedef struct bearer_waiter {
	request_t *request;
	void (*answer)(request_t *r);
	struct bearer_waiter *next;
} bearer_waiter_t;

typedef struct bearer {
	bearers_t *bearers;
	uint8_t mark[HMAC_BYTES];
	char token[TESUJI_TOKEN_BYTES]; /* until an upstream has it; then "" */
	bearer_state_t state;
	asker_t from;        /* who has brought it first */
	bool is_asked;       /* the daemon is, about it */
	unsigned tries;      /* that were answered "busy" */
	uint64_t not_before; /* by uv_now: when it may be tried again */
	uint64_t used;       /* number of the last request that brought it */
	upstream_t *upstream;
	bearer_waiter_t *first, **last;
	struct bearer *next; /* in the order of coming */
} bearer_t;

struct bearers {
	gateway_t *gateway;
	hmac_key_t key;
	wrongs_t *wrongs;
	bearer_t *first, **last;
	unsigned waiting;   /* requests */
	uint64_t used;      /* requests so far */
	uv_timer_t timer;   /* for those that are tried again */
	bool is_going;      /* on, in go_on */
	bool is_distrusted; /* and standard error has said so */
};

/* Why a request is refused. */
extern const tesuji_error_t bearers_wrong, bearers_none, bearers_busy, bearers_distrusted;

/* bearers_find finds the bearer of a mark, bearers_find_by that of an upstream; NULL: there is
 * none. bearers_count counts those in a state. */
bearer_t *bearers_find(const bearers_t *b, const uint8_t mark[HMAC_BYTES]);
bearer_t *bearers_find_by(const bearers_t *b, const upstream_t *u);
unsigned bearers_count(const bearers_t *b, bearer_state_t state);

/* bearers_add makes a bearer that is to be tried, for the token of a request; NULL: there is no
 * room. bearers_wait lets a request wait for one; false: there is no room. */
bearer_t *bearers_add(bearers_t *b, const request_t *r, const uint8_t mark[HMAC_BYTES],
                      const char *token);
bool bearers_wait(bearer_t *x, request_t *r, void (*answer)(request_t *r));

/* bearers_drop takes a bearer out that no request waits for, and frees it; its upstream is closed.
 * bearers_fail answers all who wait with an error first; bearers_let_in lets them ask by an
 * upstream. bearers_found_wrong remembers that the token is none, and fails the bearer. */
void bearers_drop(bearer_t *x);
void bearers_fail(bearer_t *x, const tesuji_error_t *why);
void bearers_let_in(bearer_t *x, upstream_t *u);
void bearers_found_wrong(bearer_t *x);

#endif
