/* SPDX-License-Identifier: MIT
 * handle_auth.c - server.hello and auth.login. */
#include "server/handle_auth.h"

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

static void fill(const conn_t *conn, msg_logged_in_t *msg)
{
	const account_t *account = conn->peer->account;

	assert(account != NULL);
	*msg = (msg_logged_in_t){.class = account->class};
	strbuf_copy(msg->account, sizeof(msg->account), account->name);
}

static void write_logged_in(wirebuf_t *out, const void *msg)
{
	msg_logged_in_write(out, msg);
}

void handle_auth_logged_in(conn_t *conn, uint32_t msgid, const errinfo_t *why)
{
	msg_logged_in_t msg;

	if (why == NULL)
		fill(conn, &msg);
	dispatch_answer(conn, msgid, why, write_logged_in, &msg);
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
		fill(conn, &answer);
		msg_logged_in_write(&call->out, &answer);
	}
	return ERR_OK;
}
