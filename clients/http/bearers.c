/* SPDX-License-Identifier: MIT
 * bearers.c - see bearers.h.
 *
 * Guessers   The daemon delays an address that has tried wrong tokens, and it sees the gateway's
 *            alone: by logging in with whatever it is given, the gateway would let one guesser keep
 *            all others out for a minute at a time. No bound of its own could help, since a token
 *            that nobody has used yet looks like a guess. So the daemon is asked by auth.check,
 *            which counts for the address that the gateway names. Then the token is known there,
 *            and the login with it is delayed by nobody.
 */
#include "clients/http/bearers.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "clients/http/bearers_turns.h"
#include "clients/http/errors.h"

void bearers_ready(bearers_t *b, const upstream_t *u)
{
	bearer_t *x = bearers_find_by(b, u);

	assert(x != NULL && x->state == BEARER_OPENING);
	x->state = BEARER_OPEN;
	bearers_let_in(x, x->upstream);
	bearers_go_on(b);
}

/* plain takes out of an error how the daemon is called here. */
static tesuji_error_t plain(const bearers_t *b, const tesuji_error_t *why)
{
	const char *daemon = b->gateway->options.daemon, *at = strstr(why->text, daemon);
	tesuji_error_t out = {.code = why->code, .retry_ms = why->retry_ms};

	if (why->code == TESUJI_E_IO)
		snprintf(out.text, sizeof(out.text), "the daemon cannot be reached");
	else if (at != NULL && strncmp(at + strlen(daemon), ": ", 2) == 0)
		snprintf(out.text, sizeof(out.text), "%s", at + strlen(daemon) + 2);
	else
		snprintf(out.text, sizeof(out.text), "%s", why->text);
	return out;
}

void bearers_refused(bearers_t *b, const upstream_t *u, const tesuji_error_t *why)
{
	bearer_t *x = bearers_find_by(b, u);
	const tesuji_error_t told = plain(b, why);

	assert(x != NULL);
	if (why->code == TESUJI_E_TOKEN)
		bearers_found_wrong(x);
	else
		bearers_fail(x, &told);
	bearers_go_on(b);
}

void bearers_gone(bearers_t *b, const upstream_t *u)
{
	bearer_t *x = bearers_find_by(b, u);

	if (x != NULL)
		bearers_drop(x); /* which was open: nobody waits for it */
	bearers_go_on(b);
}

/* --- requests --- */

/* token_of returns what follows "Bearer" in the request; NULL: nothing does. Other schemes are
 * those of a proxy, and none of the gateway's. */
static const char *token_of(const request_t *r)
{
	static const char scheme[] = "Bearer";
	const char *header = request_header(r, MHD_HTTP_HEADER_AUTHORIZATION);
	const size_t length = strlen(scheme);

	if (header == NULL || strncasecmp(header, scheme, length) != 0 ||
	    (header[length] != ' ' && header[length] != '\0'))
		return NULL;
	return header + length + strspn(header + length, " ");
}

bool bearers_brings(const request_t *r)
{
	return token_of(r) != NULL;
}

/* is_token: can that be a token? */
static bool is_token(const char *text)
{
	const size_t length = strlen(text);

	for (const char *c = text; *c != '\0'; c++)
		if (*c <= ' ' || *c > '~')
			return false;
	return length > 0 && length < TESUJI_TOKEN_BYTES;
}

bool bearers_may_enter(const request_t *r)
{
	const gateway_t *g = r->gateway;
	const char *token = token_of(r);
	uint8_t mark[HMAC_BYTES];

	if (token == NULL)
		return !g->options.needs_token;
	if (!is_token(token))
		return false;
	hmac_make(&g->bearers->key, token, strlen(token), mark);
	return !wrongs_has(g->bearers->wrongs, mark, uv_now(g->loop));
}

/* enter lets in who brings a token that is good, or will be known to be. */
static void enter(bearers_t *b, request_t *r, const char *token, void (*answer)(request_t *r))
{
	uint8_t mark[HMAC_BYTES];
	bool is_known;
	bearer_t *x;

	hmac_make(&b->key, token, strlen(token), mark);
	if (wrongs_has(b->wrongs, mark, uv_now(b->gateway->loop))) {
		request_fail_as(r, &bearers_wrong);
		return;
	}
	x = bearers_find(b, mark);
	is_known = x != NULL;
	if (is_known && x->state == BEARER_OPEN) {
		x->used = ++b->used;
		r->upstream = upstream_hold(x->upstream);
		answer(r);
		return;
	}
	if (!is_known && b->waiting < BEARERS_WAITING_MOST)
		x = bearers_add(b, r, mark, token);
	if (x == NULL || !bearers_wait(x, r, answer))
		request_fail_as(r, &bearers_busy);
	else
		x->used = ++b->used;
	if (!is_known && x != NULL)
		bearers_go_on(b);
}

void bearers_enter(request_t *r, void (*answer)(request_t *r))
{
	gateway_t *g = r->gateway;
	const char *token = token_of(r);

	if (token != NULL && is_token(token)) {
		enter(g->bearers, r, token, answer);
	} else if (token != NULL) {
		request_fail_as(r, &bearers_wrong);
	} else if (g->options.needs_token) {
		request_fail_as(r, &bearers_none);
	} else {
		r->upstream = upstream_hold(g->upstream);
		answer(r);
	}
}

void bearers_forget(bearers_t *b)
{
	wrongs_forget(b->wrongs);
}

bearers_t *bearers_new(gateway_t *gateway)
{
	bearers_t *b = calloc(1, sizeof(*b));

	if (b == NULL || (b->wrongs = wrongs_new()) == NULL ||
	    !hmac_random(b->key.byte, sizeof(b->key.byte)) ||
	    uv_timer_init(gateway->loop, &b->timer) != 0) {
		if (b != NULL)
			wrongs_free(b->wrongs);
		free(b);
		return NULL;
	}
	b->gateway = gateway;
	b->last = &b->first;
	b->timer.data = b;
	return b;
}

static void timer_closed(uv_handle_t *handle)
{
	bearers_t *b = handle->data;

	wrongs_free(b->wrongs);
	explicit_bzero(&b->key, sizeof(b->key));
	free(b);
}

void bearers_close(bearers_t *b)
{
	if (b == NULL)
		return;
	uv_close((uv_handle_t *)&b->timer, timer_closed);
	for (bearer_t *x = b->first, *next; x != NULL; x = next) {
		next = x->next;
		bearers_fail(x, &errors_closing);
	}
}
