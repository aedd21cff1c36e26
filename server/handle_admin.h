/* SPDX-License-Identifier: MIT
 * handle_admin.h - the handlers of server.reload, server.drain and server.backup, called by
 * dispatch.c.
 *
 * Threads   the loop thread.
 */
#ifndef SERVER_HANDLE_ADMIN_H
#define SERVER_HANDLE_ADMIN_H

#include "server/dispatch.h"

err_t handle_admin_reload(call_t *call, errinfo_t *why);
err_t handle_admin_drain(call_t *call, errinfo_t *why);
err_t handle_admin_backup(call_t *call, errinfo_t *why);

/* handle_admin_backed_up is the ended_cb of backups_t. */
void handle_admin_backed_up(backups_t *backups, const msg_backed_up_t *msg, const errinfo_t *why);

#endif
