/* SPDX-License-Identifier: MIT
 * access.c - see access.h. */
#include "server/access.h"

static bool is_inside(const conn_t *conn)
{
	return conn->place == PLACE_CONTROL || conn->place == PLACE_ADOPTED;
}

bool access_has(const server_t *server, const conn_t *conn)
{
	return server->accounts == NULL || is_inside(conn) || conn->peer->account != NULL;
}

bool access_is_operator(const server_t *server, const conn_t *conn)
{
	const account_t *account = conn->peer->account;

	return server->accounts != NULL &&
	       (is_inside(conn) || (account != NULL && account->class == MSG_CLASS_OPERATOR));
}

bool access_administers(const server_t *server, const conn_t *conn)
{
	return is_inside(conn) || access_is_operator(server, conn);
}

bool access_passes_on(const conn_t *conn)
{
	return conn->peer->account != NULL && conn->peer->account->is_gateway;
}

err_t access_request(const server_t *server, const conn_t *conn, method_t method, errinfo_t *why)
{
	if (METHOD_OPEN(method) || access_has(server, conn))
		return ERR_OK;
	return err_fail(why, ERR_LOGIN,
	                "%s: log in first, with auth.login and the token of an account",
	                methods_row(method)->name);
}

bool access_sees(const server_t *server, const conn_t *conn, const account_t *owner)
{
	return server->accounts == NULL || access_is_operator(server, conn) ||
	       owner == conn->peer->account;
}

err_t access_job(const server_t *server, const conn_t *conn, const record_t *record, errinfo_t *why)
{
	if (access_sees(server, conn, record->owner))
		return ERR_OK;
	return err_at(why, ERR_OWNER, "params.job",
	              "the job %llu is not of %s: ask about jobs that you have submitted",
	              (unsigned long long)record->node.id, conn->peer->text);
}
