/* SPDX-License-Identifier: MIT
 * handle_info.h - the handler of server.info, called by dispatch.c.
 *
 * Threads   the loop thread.
 */
#ifndef SERVER_HANDLE_INFO_H
#define SERVER_HANDLE_INFO_H

#include "server/dispatch.h"

/* handle_info answers server.info. It does not fail; an answer that is too long fails in
 * call->out. */
err_t handle_info(call_t *call, errinfo_t *why);

#endif
