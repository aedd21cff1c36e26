/* SPDX-License-Identifier: MIT
 * handle_auth.h - the handlers of server.hello, auth.login and auth.check, called by dispatch.c.
 *
 * Threads   the loop thread.
 */
#ifndef SERVER_HANDLE_AUTH_H
#define SERVER_HANDLE_AUTH_H

#include "server/dispatch.h"

err_t handle_auth_hello(call_t *call, errinfo_t *why);
err_t handle_auth_login(call_t *call, errinfo_t *why);
err_t handle_auth_check(call_t *call, errinfo_t *why);

/* handle_auth_verified answers an auth.login, by which the connection `enters`, or an auth.check,
 * whose token had to be verified: `why` NULL: it is that of `account`. */
void handle_auth_verified(conn_t *conn, uint32_t msgid, const account_t *account, bool enters,
                          const errinfo_t *why);

#endif
