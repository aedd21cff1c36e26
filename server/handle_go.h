/* SPDX-License-Identifier: MIT
 * handle_go.h - the handlers of go.status, go.life, go.cancel and go.position, called by
 * dispatch.c.
 *
 * Threads   the loop thread.
 * Errors    a handler that fails fills *why and writes no answer: the client gets the error alone.
 */
#ifndef SERVER_HANDLE_GO_H
#define SERVER_HANDLE_GO_H

#include "server/dispatch.h"

/* Each answers the method of its name: go.status, go.life, ... */
err_t handle_go_status(call_t *call, errinfo_t *why);
err_t handle_go_life(call_t *call, errinfo_t *why);
err_t handle_go_cancel(call_t *call, errinfo_t *why);
err_t handle_go_position(call_t *call, errinfo_t *why);

#endif
