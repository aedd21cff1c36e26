/* SPDX-License-Identifier: MIT
 * handle_admin.c - what operators may do to the daemon.
 *
 * Both do what a signal does, in the same way: the daemon (daemon.c) has told the server how. To
 * drain it sends itself the signal, so that the answer is written before the connections are
 * closed.
 */
#include "server/handle_admin.h"

#include "engine/base/strbuf.h"
#include "protocol/msg_auth.h"
#include "server/access.h"
#include "server/log.h"

/* check refuses who is no operator, and a server that is no daemon's. */
static err_t check(const call_t *call, const char *method, errinfo_t *why)
{
	if (!access_administers(call->server, call->conn))
		return err_fail(why, ERR_OWNER,
		                "%s is for operators: use the control socket, or an account of the "
		                "class operator",
		                method);
	if (call->server->admin.reload == NULL)
		return err_fail(why, ERR_VALUE, "this server is part of another program");
	log_line(LOG_NOTICE, LOG_SERVER, "event=%s peer=\"%s\"", method, call->conn->peer->text);
	return ERR_OK;
}

err_t handle_admin_reload(call_t *call, errinfo_t *why)
{
	const server_admin_t *admin = &call->server->admin;
	msg_reloaded_t msg = {.frozen = ""};
	const char *frozen = NULL;
	err_t err = check(call, "server.reload", why);

	if (err == ERR_OK)
		err = admin->reload(admin->context, &frozen, why);
	if (err != ERR_OK)
		return err;
	if (frozen != NULL)
		strbuf_copy(msg.frozen, sizeof(msg.frozen), frozen);
	msg_reloaded_write(&call->out, &msg);
	return ERR_OK;
}

err_t handle_admin_drain(call_t *call, errinfo_t *why)
{
	const server_admin_t *admin = &call->server->admin;
	msg_draining_t msg = {.jobs = server_in_flight(call->server)};
	const err_t err = check(call, "server.drain", why);

	if (err != ERR_OK)
		return err;
	admin->end(admin->context);
	msg_draining_write(&call->out, &msg);
	return ERR_OK;
}
