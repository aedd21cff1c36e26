/* SPDX-License-Identifier: MIT
 * logins.c - see logins.h. */
#include "server/logins.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/mem.h"
#include "engine/base/rng.h"
#include "engine/base/strbuf.h"
#include "protocol/limits.h"
#include "server/log.h"
#include "server/threads.h"

/* A connection that brings a token, to log in with it or, as a gateway, to have it checked. */
typedef struct {
	conn_t *conn;
	peer_t *origin; /* where the token comes from */
	uint32_t msgid;
	const char *token;
	bool enters; /* the connection logs in with it */
} bringing_t;

/* A token that is being verified, or will be. */
typedef struct {
	link_t link;
	uint64_t conn;  /* id of the connection: it may be gone when the answer is there */
	peer_t *origin; /* a reference */
	bool enters;
	uint32_t msgid;
	account_t *account; /* a reference; NULL: there is none of that name */
	uint64_t session;   /* of the account, when the hash was taken */
	char token[MSG_TOKEN_BYTES], hash[TOKEN_HASH_BYTES];
	bool good; /* of the pool's thread */
} login_t;

static strike_t *ways_of(const logins_t *logins, const peer_t *peer)
{
	const uint64_t hash = rng_mix(peer->key ^ logins->seed ^ rng_mix((uint64_t)peer->kind));

	return &logins->strikes[hash % (LOGIN_STRIKES / LOGIN_WAYS) * LOGIN_WAYS];
}

/* strike_of returns the place of an address, or one to put it: a free one, or that of who failed
 * longest ago. */
static strike_t *strike_of(const logins_t *logins, const peer_t *peer)
{
	const uint64_t now = uv_now(logins->loop);
	strike_t *ways = ways_of(logins, peer), *choice = &ways[0];

	for (unsigned i = 0; i < LOGIN_WAYS; i++) {
		strike_t *way = &ways[i];

		if (way->failures > 0 && now - way->last_ms > LOGIN_FORGET_MS)
			way->failures = 0;
		if (way->failures > 0 && way->kind == peer->kind && way->key == peer->key)
			return way;
		if (choice->failures > 0 && (way->failures == 0 || way->last_ms < choice->last_ms))
			choice = way;
	}
	return choice;
}

static bool is_of(const strike_t *strike, const peer_t *peer)
{
	return strike->failures > 0 && strike->kind == peer->kind && strike->key == peer->key;
}

/* delay_left returns for how many ms the address has still to wait. */
static uint64_t delay_left(const logins_t *logins, const peer_t *peer)
{
	const strike_t *strike = strike_of(logins, peer);
	uint64_t delay = LOGIN_DELAY_MS, passed;

	if (!is_of(strike, peer))
		return 0;
	for (unsigned i = 1; i < strike->failures && delay < LOGIN_DELAY_MOST_MS; i++)
		delay *= 2;
	delay = delay < LOGIN_DELAY_MOST_MS ? delay : LOGIN_DELAY_MOST_MS;
	passed = uv_now(logins->loop) - strike->last_ms;
	return passed < delay ? delay - passed : 0;
}

static void count_failure(const logins_t *logins, const peer_t *peer)
{
	strike_t *strike = strike_of(logins, peer);

	if (!is_of(strike, peer))
		*strike = (strike_t){.kind = peer->kind, .key = peer->key};
	strike->failures++;
	strike->last_ms = uv_now(logins->loop);
}

static void forgive(const logins_t *logins, const peer_t *peer)
{
	strike_t *strike = strike_of(logins, peer);

	if (is_of(strike, peer))
		strike->failures = 0;
}

err_t logins_init(logins_t *logins, uv_loop_t *loop, conns_t *conns, accounts_t *accounts,
                  errinfo_t *why)
{
	char token[MSG_TOKEN_BYTES];
	err_t err;

	*logins = (logins_t){
	        .loop = loop, .conns = conns, .accounts = accounts, .seed = clock_now_ns()};
	list_init(&logins->waiting);
	if (accounts == NULL)
		return ERR_OK;
	err = tokens_make("nobody", token, logins->dummy, why);
	if (err != ERR_OK)
		return err;
	explicit_bzero(token, sizeof(token));
	logins->strikes = mem_alloc_array(LOGIN_STRIKES, sizeof(*logins->strikes));
	return logins->strikes != NULL ? ERR_OK : err_fail(why, ERR_NOMEM, "out of memory");
}

void logins_fini(logins_t *logins)
{
	if (logins->loop == NULL)
		return; /* never begun */
	assert(list_empty(&logins->waiting));
	mem_free(logins->strikes, LOGIN_STRIKES * sizeof(*logins->strikes));
	logins->strikes = NULL;
}

/* admit tells whether a connection may become one of the peer, which is an account's: those that it
 * has are bounded by the account, and by its share of all, this one not counted. */
static err_t admit(const conn_t *conn, const peer_t *peer, errinfo_t *why)
{
	const conns_t *conns = conn->conns;
	const unsigned own = conn->place == PLACE_SHARED;
	const bound_t bound = {.what = "connections",
	                       .doing = "open",
	                       .settings = "max_connections, peer_share",
	                       .of_peer = peer->connections,
	                       .used = conns->places[PLACE_SHARED] - own,
	                       .most = own ? conns->most : UINT_MAX,
	                       .most_of_account = peer->account->most.connections,
	                       .remedy = "close some"};
	bound_hit_t hit;

	return peers_admit(peer, &bound, &hit, why);
}

err_t logins_enter(conn_t *conn, account_t *account, errinfo_t *why)
{
	err_t err = ERR_OK;
	peer_t *peer;

	if (conn->peer->account == account)
		return ERR_OK;
	if (!conn_is_idle(conn))
		return err_fail(why, ERR_VALUE,
		                "this connection has jobs or boards of %s: log in on another one",
		                conn->peer->text);
	peer = peers_of_account(conn->conns->peers, account);
	if (peer == NULL)
		return err_fail(why, ERR_NOMEM, "out of memory");
	err = admit(conn, peer, why);
	if (err == ERR_OK) {
		conn_become(conn, peer);
		conn->session = account->session;
		conn->login_ms = 0;
		account->counts.logins++;
		log_line(LOG_INFO, LOG_AUDIT, "event=login id=%llu login=%s class=%s peer=%s",
		         (unsigned long long)conn->node.id, account->name,
		         msg_class_names[account->class], conn->address);
	}
	peers_drop(peer);
	return err;
}

err_t logins_enter_unix(const accounts_t *accounts, conn_t *conn, int fd, errinfo_t *why)
{
	uint32_t groups[ACCOUNT_GROUPS_MAX];
	const unsigned count = peers_groups(fd, groups, ACCOUNT_GROUPS_MAX);
	account_t *account;

	assert(conn->origin->kind == PEER_UID);
	account = accounts_of_peer(accounts, (uint32_t)conn->origin->key, groups, count);
	return account != NULL ? logins_enter(conn, account, why) : ERR_OK;
}

err_t logins_enter_tls(const accounts_t *accounts, conn_t *conn, errinfo_t *why)
{
	char name[MSG_ACCOUNT_BYTES];
	account_t *account;

	if (!tls_common_name(conn->out.tls, name, sizeof(name)))
		return err_fail(why, ERR_LOGIN,
		                "this certificate has no common name that an account can have");
	account = accounts_of_cert(accounts, name);
	if (account == NULL)
		return err_fail(why, ERR_LOGIN,
		                "no account is for certificates of '%s'; ask whoever runs this "
		                "server",
		                name);
	return logins_enter(conn, account, why);
}

void logins_sweep(const conns_t *conns)
{
	errinfo_t why;

	for (link_t *at = conns->all.next, *next; at != &conns->all; at = next) {
		conn_t *conn = LIST_ENTRY(at, conn_t, all);
		const account_t *account = conn->peer->account;

		next = at->next; /* closing takes it off the list in a later turn */
		if (account == NULL || account->session == conn->session)
			continue;
		(void)err_fail(&why, ERR_LOGIN,
		               "the account %s was changed or taken away: log in again",
		               account->name);
		conn_refuse(conn, &why);
	}
}

/* fail counts a failure of where a token came from. */
static err_t fail(logins_t *logins, conn_t *conn, const peer_t *origin, bool enters, errinfo_t *why)
{
	logins->refused++;
	conn->failed_logins += enters;
	count_failure(logins, origin);
	log_line(LOG_NOTICE, LOG_AUDIT, "id=%llu event=wrong-token peer=%s%s%s",
	         (unsigned long long)conn->node.id, conn->address,
	         enters ? "" : " for=", enters ? "" : origin->text);
	return err_at(why, ERR_TOKEN, "params.token",
	              "no account has this token; ask whoever runs this server for one");
}

static void start(logins_t *logins);

/* verified tells who waited what the token has come to. */
static err_t verified(logins_t *logins, const login_t *login, conn_t *conn, errinfo_t *why)
{
	account_t *account = login->account;

	if (account == NULL || !login->good)
		return fail(logins, conn, login->origin, login->enters, why);
	if (account->session != login->session)
		return err_fail(why, ERR_LOGIN,
		                "the account %s was changed meanwhile: log in again",
		                account->name);
	tokens_mark(login->token, &account->mark);
	account->is_marked = true;
	forgive(logins, login->origin);
	return login->enters ? logins_enter(conn, account, why) : ERR_OK;
}

static void verify_work(uv_work_t *work) /* a thread of libuv's pool */
{
	const logins_t *logins = work->data;
	login_t *login = LIST_ENTRY(logins->waiting.next, login_t, link);

	login->good = tokens_match(login->token, login->hash);
}

static void login_free(login_t *login)
{
	peers_drop(login->origin);
	accounts_drop(login->account);
	explicit_bzero(login->token, sizeof(login->token));
	mem_free(login, sizeof(*login));
}

static void verified_cb(uv_work_t *work, int status)
{
	logins_t *logins = work->data;
	login_t *login = LIST_ENTRY(logins->waiting.next, login_t, link);
	conn_t *conn = conns_find(logins->conns, login->conn);
	errinfo_t why;
	err_t err;

	(void)status;
	list_drop(&login->link);
	logins->waiting_count--;
	if (conn != NULL) {
		err = verified(logins, login, conn, &why);
		logins->answer_cb(conn, login->msgid, login->account, login->enters,
		                  err == ERR_OK ? NULL : &why);
		if (login->enters && conn->failed_logins >= LOGIN_TRIES)
			conn_finish(conn, LOGIN_TRIED);
		else if (login->enters)
			conn_go_on(conn);
	}
	login_free(login);
	start(logins);
	if (logins->waiting_count == 0)
		logins->idle_cb(logins);
}

/* start has the first of those who wait verified. */
static void start(logins_t *logins)
{
	if (list_empty(&logins->waiting))
		return;
	logins->work.data = logins;
	if (uv_queue_work(logins->loop, &logins->work, verify_work, verified_cb) != 0)
		abort(); /* it fails for want of a callback alone */
}

static login_t *login_new(account_t *account, const char *hash, const bringing_t *b)
{
	login_t *login = mem_alloc(sizeof(*login));

	if (login == NULL)
		return NULL;
	list_init(&login->link);
	login->conn = b->conn->node.id;
	login->origin = peers_hold(b->origin);
	login->enters = b->enters;
	login->msgid = b->msgid;
	login->account = accounts_hold(account);
	login->session = account != NULL ? account->session : 0;
	strbuf_copy(login->token, sizeof(login->token), b->token);
	strbuf_copy(login->hash, sizeof(login->hash), hash);
	return login;
}

/* waits_from: is a token of who comes from there being verified, or about to? */
static bool waits_from(const logins_t *logins, const peer_t *origin)
{
	for (const link_t *at = logins->waiting.next; at != &logins->waiting; at = at->next)
		if (LIST_ENTRY(at, const login_t, link)->origin == origin)
			return true;
	return false;
}

/* wait has the token verified later. Of one address one at a time waits, so that what it costs the
 * address is known before the next is looked at, and nobody can take all places. */
static err_t wait(logins_t *logins, const bringing_t *b, account_t *account, uint64_t *retry_ms,
                  errinfo_t *why)
{
	const bool has_hash = account != NULL && account->hash[0] != '\0';
	login_t *login;

	if (waits_from(logins, b->origin)) {
		*retry_ms = LOGIN_NEXT_MS;
		return err_fail(why, ERR_BUSY, "a token from %s is being verified",
		                b->origin->text);
	}
	if (logins->waiting_count >= LOGIN_WAITING_MAX) {
		*retry_ms = RETRY_MOST_MS / 10;
		return err_fail(why, ERR_BUSY, "%u logins wait already", logins->waiting_count);
	}
	assert(threads_have_pool());
	login = login_new(has_hash ? account : NULL, has_hash ? account->hash : logins->dummy, b);
	if (login == NULL)
		return err_fail(why, ERR_NOMEM, "out of memory");
	list_add(&logins->waiting, &login->link);
	if (b->enters)
		conn_pause(b->conn);
	if (logins->waiting_count++ == 0)
		start(logins);
	return ERR_OK;
}

/* bring is what logins_ask and logins_check have in common; *out is the account of the token. */
static login_end_t bring(logins_t *logins, const bringing_t *b, account_t **out, uint64_t *retry_ms,
                         errinfo_t *why)
{
	char name[MSG_ACCOUNT_BYTES];
	account_t *account =
	        tokens_account(b->token, name) ? accounts_find(logins->accounts, name) : NULL;
	token_mark_t mark;
	err_t err;

	*out = account;
	tokens_mark(b->token, &mark);
	if (account != NULL && account->is_marked && tokens_same(&mark, &account->mark)) {
		err = b->enters ? logins_enter(b->conn, account, why) : ERR_OK;
		return err == ERR_OK ? LOGIN_DONE : LOGIN_REFUSED;
	}
	*retry_ms = delay_left(logins, b->origin);
	b->conn->failed_logins += b->enters && *retry_ms > 0;
	if (*retry_ms > 0)
		err = err_fail(why, ERR_BUSY,
		               "%s has tried wrong tokens, and may try again in %llu ms",
		               b->origin->text, (unsigned long long)*retry_ms);
	else
		err = wait(logins, b, account, retry_ms, why);
	return err == ERR_OK ? LOGIN_WAITS : LOGIN_REFUSED;
}

login_end_t logins_ask(logins_t *logins, conn_t *conn, uint32_t msgid, const char *token,
                       uint64_t *retry_ms, errinfo_t *why)
{
	const bringing_t bringing = {conn, conn->origin, msgid, token, true};
	account_t *account;

	return bring(logins, &bringing, &account, retry_ms, why);
}

login_end_t logins_check(logins_t *logins, conn_t *conn, uint32_t msgid, const char *token,
                         peer_t *origin, account_t **account, uint64_t *retry_ms, errinfo_t *why)
{
	const bringing_t bringing = {conn, origin, msgid, token, false};

	return bring(logins, &bringing, account, retry_ms, why);
}
