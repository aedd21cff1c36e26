/* SPDX-License-Identifier: MIT
 * metrics_http.h - the daemon's figures over HTTP, on its loop, for Prometheus and for who restarts
 * services.
 *
 *   /metrics   everything that server.metrics tells an operator
 *   /healthz   200 while the loop runs
 *   /readyz    200; 503 while the server shuts down
 *
 * Nobody logs in here, so the address has to be of this machine unless `metrics_reach` says
 * otherwise (conf_check_reach). There are few connections, of few bytes each; a request has no
 * body.
 *
 * Ownership the caller closes what was opened, before the server is destroyed, and runs the loop
 *           once more.
 * Threads   the loop thread.
 * Errors    *why names the setting and the address.
 */
#ifndef SERVER_METRICS_HTTP_H
#define SERVER_METRICS_HTTP_H

#include "server/server.h"

typedef struct metrics_http metrics_http_t;

/* metrics_http_open listens on the address of the setting metrics_listen; *out is NULL where that
 * names none. It does not keep the loop from ending. ERR_VALUE: this build has no HTTP. */
err_t metrics_http_open(uv_loop_t *loop, server_t *server, metrics_http_t **out, errinfo_t *why);

/* metrics_http_close closes it; NULL is accepted. metrics_http_free frees it after the loop has run
 * the closing callbacks. */
void metrics_http_close(metrics_http_t *http);
void metrics_http_free(metrics_http_t *http);

#endif
