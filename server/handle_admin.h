/* SPDX-License-Identifier: MIT
 * handle_admin.h - the handlers of server.reload and server.drain, called by dispatch.c.
 *
 * Threads   the loop thread.
 */
#ifndef SERVER_HANDLE_ADMIN_H
#define SERVER_HANDLE_ADMIN_H

#include "server/dispatch.h"

err_t handle_admin_reload(call_t *call, errinfo_t *why);
err_t handle_admin_drain(call_t *call, errinfo_t *why);

#endif
