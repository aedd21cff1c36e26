/* SPDX-License-Identifier: MIT
 * handle_admin.c - what operators may do to the daemon.
 *
 * To reload and to drain is what a signal does, in the same way: the daemon (daemon.c) has told the
 * server how. To drain it sends itself the signal, so that the answer is written before the
 * connections are closed. A backup is answered when it is over (backups.h).
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

err_t handle_admin_backup(call_t *call, errinfo_t *why)
{
	backups_t *backups = &call->server->backups;
	msg_backup_t msg;
	err_t err = check(call, "server.backup", why);

	if (err == ERR_OK)
		err = dispatch_admit_later(call, why);
	if (err == ERR_OK)
		err = msg_backup_read(call->params, &msg, why);
	if (err == ERR_OK)
		err = err_rename(why, backups_begin(backups, msg.to, why), "to", "params.to");
	if (err != ERR_OK)
		return err;
	backups->conn_id = call->conn->node.id;
	backups->msgid = call->msgid;
	dispatch_later(call);
	return ERR_OK;
}

static void write_msg(wirebuf_t *out, const void *msg)
{
	msg_backed_up_write(out, msg);
}

void handle_admin_backed_up(backups_t *backups, const msg_backed_up_t *msg, const errinfo_t *why)
{
	const server_t *server = backups->context;
	conn_t *conn = conns_find(&server->conns, backups->conn_id);
	errinfo_t refused = *why;

	if (refused.code == ERR_CANCELLED)
		(void)err_fail(&refused, ERR_DRAINING,
		               "the server is shutting down; nothing is left of the backup");
	(void)err_rename(&refused, refused.code, "to", "params.to");
	if (conn != NULL)
		dispatch_answer(conn, backups->msgid, refused.code != ERR_OK ? &refused : NULL,
		                write_msg, msg);
	dispatch_answered(&server->conns, backups->conn_id);
}
