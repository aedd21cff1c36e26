/* SPDX-License-Identifier: MIT
 * handle_metrics.h - the handler of server.metrics.
 *
 * Threads   the loop thread.
 */
#ifndef SERVER_HANDLE_METRICS_H
#define SERVER_HANDLE_METRICS_H

#include "server/dispatch.h"

err_t handle_metrics(call_t *call, errinfo_t *why);

#endif
