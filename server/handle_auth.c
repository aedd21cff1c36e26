/* SPDX-License-Identifier: MIT
 * handle_auth.c - server.hello, auth.login and auth.check. */
#include "server/handle_auth.h"

#include <arpa/inet.h>
#include <assert.h>
#include <string.h>

#include "engine/base/strbuf.h"
#include "engine/base/version.h"
#include "protocol/limits.h"
#include "protocol/msg_auth.h"
#include "server/access.h"

err_t handle_auth_hello(call_t *call, errinfo_t *why)
{
	const account_t *account = call->conn->peer->account;
	msg_hello_t msg = {.protocol = PROTOCOL_VERSION,
	                   .auth = access_has(call->server, call->conn) ? MSG_AUTH_NONE
	                                                                : MSG_AUTH_TOKEN};

	(void)why;
	strbuf_copy(msg.name, sizeof(msg.name), "tesuji");
	strbuf_copy(msg.version, sizeof(msg.version), TESUJI_VERSION);
	if (account != NULL)
		strbuf_copy(msg.account, sizeof(msg.account), account->name);
	msg_hello_write(&call->out, &msg);
	return ERR_OK;
}

static void logged_in(const account_t *account, msg_logged_in_t *msg)
{
	*msg = (msg_logged_in_t){.class = account->class};
	strbuf_copy(msg->account, sizeof(msg->account), account->name);
}

static void write_logged_in(wirebuf_t *out, const void *msg)
{
	msg_logged_in_write(out, msg);
}

static void checked(const account_t *account, msg_checked_t *msg)
{
	strbuf_copy(msg->account, sizeof(msg->account), account->name);
}

static void write_checked(wirebuf_t *out, const void *msg)
{
	msg_checked_write(out, msg);
}

void handle_auth_verified(conn_t *conn, uint32_t msgid, const account_t *account, bool enters,
                          const errinfo_t *why)
{
	const conns_t *conns = conn->conns;
	const uint64_t number = conn->node.id;
	msg_logged_in_t entered;
	msg_checked_t known;

	if (why == NULL && enters)
		logged_in(account, &entered);
	else if (why == NULL)
		checked(account, &known);
	dispatch_answer(conn, msgid, why, enters ? write_logged_in : write_checked,
	                enters ? (const void *)&entered : &known);
	if (!enters)
		dispatch_answered(conns, number);
}

err_t handle_auth_login(call_t *call, errinfo_t *why)
{
	conn_t *conn = call->conn;
	msg_logged_in_t answer;
	msg_login_t msg;
	login_end_t end;
	err_t err = msg_login_read(call->params, &msg, why);

	if (err == ERR_OK && call->server->accounts == NULL)
		err = err_fail(why, ERR_VALUE, "this server has no accounts: no login is needed");
	if (err != ERR_OK)
		return err;
	end = logins_ask(&call->server->logins, conn, call->msgid, msg.token, &call->retry_ms, why);
	explicit_bzero(&msg, sizeof(msg));
	if (conn->failed_logins >= LOGIN_TRIES)
		call->finish = LOGIN_TRIED;
	if (end == LOGIN_REFUSED)
		return why->code;
	call->later = end == LOGIN_WAITS;
	if (end == LOGIN_DONE) {
		assert(conn->peer->account != NULL);
		logged_in(conn->peer->account, &answer);
		msg_logged_in_write(&call->out, &answer);
	}
	return ERR_OK;
}

/* origin_of takes a reference to whoever is at an address. */
static err_t origin_of(server_t *server, const char *address, peer_t **out, errinfo_t *why)
{
	struct sockaddr_in v4 = {.sin_family = AF_INET};
	struct sockaddr_in6 v6 = {.sin6_family = AF_INET6};

	if (inet_pton(AF_INET, address, &v4.sin_addr) == 1)
		*out = peers_at(&server->peers, (const struct sockaddr *)&v4);
	else if (inet_pton(AF_INET6, address, &v6.sin6_addr) == 1)
		*out = peers_at(&server->peers, (const struct sockaddr *)&v6);
	else
		return err_at(why, ERR_VALUE, "params.address", "'%s' is no IP address", address);
	return *out != NULL ? ERR_OK : err_fail(why, ERR_NOMEM, "out of memory");
}

/* check answers who may ask it. */
static err_t check(call_t *call, const msg_check_t *msg, errinfo_t *why)
{
	account_t *account;
	msg_checked_t answer;
	login_end_t end;
	peer_t *origin = NULL;
	err_t err = origin_of(call->server, msg->address, &origin, why);

	if (err != ERR_OK)
		return err;
	end = logins_check(&call->server->logins, call->conn, call->msgid, msg->token, origin,
	                   &account, &call->retry_ms, why);
	peers_drop(origin);
	if (end == LOGIN_REFUSED)
		return why->code;
	if (end == LOGIN_WAITS)
		dispatch_later(call);
	if (end == LOGIN_DONE) {
		checked(account, &answer);
		msg_checked_write(&call->out, &answer);
	}
	return ERR_OK;
}

err_t handle_auth_check(call_t *call, errinfo_t *why)
{
	const msg_checked_t nobody = {.account = ""};
	msg_check_t msg;
	err_t err = msg_check_read(call->params, &msg, why);

	if (err != ERR_OK)
		return err;
	if (call->server->accounts == NULL)
		msg_checked_write(&call->out, &nobody);
	else if (access_passes_on(call->conn))
		err = check(call, &msg, why);
	else
		err = err_fail(why, ERR_OWNER,
		               "auth.check is for gateways: give the account gateway=yes");
	explicit_bzero(&msg, sizeof(msg));
	return err;
}
