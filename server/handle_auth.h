/* SPDX-License-Identifier: MIT
 * handle_auth.h - the handlers of server.hello and auth.login, called by dispatch.c.
 *
 * Threads   the loop thread.
 */
#ifndef SERVER_HANDLE_AUTH_H
#define SERVER_HANDLE_AUTH_H

#include "server/dispatch.h"

err_t handle_auth_hello(call_t *call, errinfo_t *why);
err_t handle_auth_login(call_t *call, errinfo_t *why);

/* handle_auth_logged_in answers an auth.login whose token had to be verified: `why` NULL: the
 * connection is logged in. */
void handle_auth_logged_in(conn_t *conn, uint32_t msgid, const errinfo_t *why);

#endif
