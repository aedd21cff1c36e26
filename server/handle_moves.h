/* SPDX-License-Identifier: MIT
 * handle_moves.h - the handler of job.moves, called by dispatch.c.
 *
 * Threads   the loop thread.
 * Errors    as in handle_job.h.
 */
#ifndef SERVER_HANDLE_MOVES_H
#define SERVER_HANDLE_MOVES_H

#include "server/dispatch.h"

err_t handle_moves(call_t *call, errinfo_t *why);

#endif
