/* SPDX-License-Identifier: MIT
 * bearers_list.c - see bearers_list.h. */
#include "clients/http/bearers_list.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { RETRY_MS = 1000 };

const tesuji_error_t bearers_wrong = {.code = TESUJI_E_TOKEN,
                                      .text = "no account has this token; ask whoever runs this "
                                              "server for one"};
const tesuji_error_t bearers_none = {.code = TESUJI_E_LOGIN,
                                     .text = "say who you are: Authorization: Bearer TOKEN"};
const tesuji_error_t bearers_busy = {.code = TESUJI_E_BUSY,
                                     .retry_ms = RETRY_MS,
                                     .text = "too many accounts, or tokens, are in use at once"};
const tesuji_error_t bearers_distrusted = {
        .code = TESUJI_E_IO,
        .retry_ms = UPSTREAM_REFUSED_MS,
        .text = "the daemon does not let this gateway pass tokens on"};

bearer_t *bearers_find(const bearers_t *b, const uint8_t mark[HMAC_BYTES])
{
	for (bearer_t *x = b->first; x != NULL; x = x->next)
		if (hmac_same(x->mark, mark, HMAC_BYTES))
			return x;
	return NULL;
}

bearer_t *bearers_find_by(const bearers_t *b, const upstream_t *u)
{
	for (bearer_t *x = b->first; x != NULL; x = x->next)
		if (x->upstream == u)
			return x;
	return NULL;
}

void bearers_drop(bearer_t *x)
{
	bearers_t *b = x->bearers;
	bearer_t **at = &b->first;

	assert(x->first == NULL && !x->is_asked);
	while (*at != x)
		at = &(*at)->next;
	*at = x->next;
	if (x->next == NULL)
		b->last = at;
	if (x->upstream != NULL)
		browsers_forget(b->gateway->browsers, upstream_number(x->upstream));
	upstream_close(x->upstream);
	explicit_bzero(x->token, sizeof(x->token));
	free(x);
}

static request_t *take_waiter(bearer_t *x, void (**answer)(request_t *r))
{
	bearer_waiter_t *waiter = x->first;
	request_t *r;

	if (waiter == NULL)
		return NULL;
	x->first = waiter->next;
	if (x->first == NULL)
		x->last = &x->first;
	assert(x->bearers->waiting > 0);
	x->bearers->waiting--;
	r = waiter->request;
	*answer = waiter->answer;
	free(waiter);
	return r;
}

void bearers_fail(bearer_t *x, const tesuji_error_t *why)
{
	void (*answer)(request_t * r);
	request_t *r;

	while ((r = take_waiter(x, &answer)) != NULL)
		request_fail_as(r, why);
	bearers_drop(x);
}

void bearers_let_in(bearer_t *x, upstream_t *u)
{
	void (*answer)(request_t * r);
	request_t *r;

	while ((r = take_waiter(x, &answer)) != NULL) {
		r->upstream = upstream_hold(u);
		request_go_on(r, answer);
	}
}

void bearers_found_wrong(bearer_t *x)
{
	bearers_t *b = x->bearers;

	wrongs_add(b->wrongs, x->mark, uv_now(b->gateway->loop));
	bearers_fail(x, &bearers_wrong);
}

unsigned bearers_count(const bearers_t *b, bearer_state_t state)
{
	unsigned count = 0;

	for (const bearer_t *x = b->first; x != NULL; x = x->next)
		count += x->state == state;
	return count;
}

/* is_full: is there no room for another token from there, or in all? */
static bool is_full(const bearers_t *b, const asker_t *from)
{
	unsigned count = 0, own = 0;

	for (const bearer_t *x = b->first; x != NULL; x = x->next) {
		count += x->state < BEARER_OPENING;
		own += x->state < BEARER_OPENING && asker_same(&x->from, from);
	}
	return count >= BEARERS_TRIED_MOST || own >= BEARERS_OF_ASKER;
}

bearer_t *bearers_add(bearers_t *b, const request_t *r, const uint8_t mark[HMAC_BYTES],
                      const char *token)
{
	asker_t from;
	bearer_t *x;

	asker_of(r, &from);
	if (is_full(b, &from) || (x = calloc(1, sizeof(*x))) == NULL)
		return NULL;
	x->bearers = b;
	x->from = from;
	memcpy(x->mark, mark, sizeof(x->mark));
	strcpy(x->token, token);
	x->last = &x->first;
	*b->last = x;
	b->last = &x->next;
	return x;
}

bool bearers_wait(bearer_t *x, request_t *r, void (*answer)(request_t *r))
{
	bearer_waiter_t *waiter =
	        x->bearers->waiting < BEARERS_WAITING_MOST ? malloc(sizeof(*waiter)) : NULL;

	if (waiter == NULL)
		return false;
	x->bearers->waiting++;
	*waiter = (bearer_waiter_t){.request = r, .answer = answer};
	*x->last = waiter;
	x->last = &waiter->next;
	request_wait(r);
	return true;
}
