/* SPDX-License-Identifier: MIT
 * bearers_turns.c - see bearers_turns.h.
 *
 * Turns      Of each address one token is asked about at a time, as the daemon would have it, and
 *            of all a few: in the order of coming, but for those whose address has its turn. Where
 *            the daemon is busy for a moment, it is asked again after that.
 */
#include "clients/http/bearers_turns.h"

#include <stdio.h>
#include <string.h>

#include "clients/http/errors.h"

/* A "busy" is waited for while the request waits. The daemon says 20 ms where another login from
 * there comes first, and longer where tokens are tried too fast: a delay that doubles with each
 * wrong one and is for whoever guesses, so that more than 2 s of it are told and not waited for.
 * Five such waits are ten seconds, as long as people wait for a page. */
enum { PATIENCE_MS = 2000, TRIES_MOST = 5 };

static unsigned count_asked(const bearers_t *b)
{
	unsigned count = 0;

	for (const bearer_t *x = b->first; x != NULL; x = x->next)
		count += x->is_asked;
	return count;
}

/* is_asked_from: is the daemon asked about a token from there? */
static bool is_asked_from(const bearers_t *b, const asker_t *from)
{
	for (const bearer_t *x = b->first; x != NULL; x = x->next)
		if (x->is_asked && asker_same(&x->from, from))
			return true;
	return false;
}

/* next_tried returns the bearer that is to be asked about next; NULL: none is. */
static bearer_t *next_tried(const bearers_t *b)
{
	const uint64_t now = uv_now(b->gateway->loop);

	if (count_asked(b) >= BEARERS_ASKED_MOST)
		return NULL;
	for (bearer_t *x = b->first; x != NULL; x = x->next)
		if (x->state == BEARER_TRIED && !x->is_asked && x->not_before <= now &&
		    !is_asked_from(b, &x->from))
			return x;
	return NULL;
}

/* distrust fails a bearer whose token the daemon does not check for this gateway. */
static void distrust(bearer_t *x)
{
	bearers_t *b = x->bearers;

	if (!b->is_distrusted)
		fprintf(stderr,
		        "tesuji-http: the daemon at %s does not check tokens for this gateway: "
		        "give its account there gateway=yes (tesujid.accounts(5))\n",
		        b->gateway->options.daemon);
	b->is_distrusted = true;
	bearers_fail(x, &bearers_distrusted);
}

/* is_patient: will the bearer be tried again after a "busy"? */
static bool is_patient(bearer_t *x, const tesuji_error_t *why)
{
	if (why->code != TESUJI_E_BUSY || why->retry_ms == 0 || why->retry_ms > PATIENCE_MS ||
	    ++x->tries > TRIES_MOST)
		return false;
	x->not_before = uv_now(x->bearers->gateway->loop) + why->retry_ms;
	return true;
}

static void check_failed(bearer_t *x, const tesuji_error_t *why)
{
	switch (why->code) {
	case TESUJI_E_TOKEN:
		bearers_found_wrong(x);
		break;
	case TESUJI_E_OWNER:
	case TESUJI_E_METHOD: /* a daemon that is too old */
	case TESUJI_E_LOGIN:
		distrust(x);
		break;
	default:
		if (!is_patient(x, why))
			bearers_fail(x, why);
	}
}

/* checked hears of the daemon whose token it is. A daemon without accounts has none of that name:
 * then this one is as good as none. */
static void checked(void *user, const upstream_answer_t *answer)
{
	bearer_t *x = user;
	bearers_t *b = x->bearers;

	x->is_asked = false;
	if (answer->result == NULL) {
		check_failed(x, answer->error);
	} else if (json_object_get(answer->result, "account") != NULL) {
		b->is_distrusted = false;
		x->state = BEARER_CHECKED;
	} else {
		bearers_let_in(x, b->gateway->upstream);
		bearers_drop(x);
	}
	bearers_go_on(b);
}

/* ask asks the daemon about a token, and is answered at once if it cannot be asked. */
static void ask(bearer_t *x)
{
	char from[INET6_ADDRSTRLEN];
	json_t *params;

	asker_write(&x->from, from);
	params = json_pack("{s:s, s:s}", "token", x->token, "address", from);
	x->is_asked = true;
	upstream_call(x->bearers->gateway->upstream, "auth.check", params, checked, x);
	json_decref(params);
}

/* has_room makes room for one more upstream, if that needs no more than to close an idle one. */
static bool has_room(bearers_t *b)
{
	bearer_t *oldest = NULL;

	if (bearers_count(b, BEARER_OPENING) + bearers_count(b, BEARER_OPEN) <
	    b->gateway->options.accounts)
		return true;
	for (bearer_t *x = b->first; x != NULL; x = x->next)
		if (x->state == BEARER_OPEN && upstream_is_idle(x->upstream) &&
		    (oldest == NULL || x->used < oldest->used))
			oldest = x;
	if (oldest != NULL)
		bearers_drop(oldest);
	return oldest != NULL;
}

/* open_upstream opens the upstream of a bearer whose token is good. */
static void open_upstream(bearer_t *x)
{
	bearers_t *b = x->bearers;

	if (!has_room(b)) {
		bearers_fail(x, &bearers_busy);
		return;
	}
	x->state = BEARER_OPENING;
	x->upstream = upstream_open(&b->gateway->common, x->token, false);
	explicit_bzero(x->token, sizeof(x->token));
	if (x->upstream == NULL)
		bearers_fail(x, &errors_no_memory);
}

static bearer_t *next_checked(const bearers_t *b)
{
	if (bearers_count(b, BEARER_OPENING) >= BEARERS_OPENING_MOST)
		return NULL;
	for (bearer_t *x = b->first; x != NULL; x = x->next)
		if (x->state == BEARER_CHECKED)
			return x;
	return NULL;
}

static void timed(uv_timer_t *timer)
{
	bearers_go_on(timer->data);
}

void bearers_go_on(bearers_t *b)
{
	const uint64_t now = uv_now(b->gateway->loop);
	uint64_t soonest = UINT64_MAX;
	bearer_t *x;

	if (b->is_going || uv_is_closing((uv_handle_t *)&b->timer))
		return;
	b->is_going = true;
	while ((x = next_tried(b)) != NULL)
		ask(x);
	while ((x = next_checked(b)) != NULL)
		open_upstream(x);
	b->is_going = false;
	for (x = b->first; x != NULL; x = x->next)
		if (x->state == BEARER_TRIED && x->not_before > now && x->not_before < soonest)
			soonest = x->not_before;
	if (soonest < UINT64_MAX)
		(void)uv_timer_start(&b->timer, timed, soonest - now, 0);
}
