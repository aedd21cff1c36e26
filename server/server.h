/* SPDX-License-Identifier: MIT
 * server.h - the service on one libuv loop: a solver, connections, jobs.
 *
 *     SERVING --drain--> DRAINING --no jobs--> FLUSHING --no connections--> STOPPED
 *
 *   DRAINING  accepts nothing; jobs may finish until the deadline, then they are
 *             cancelled
 *   FLUSHING  every job.done is queued; connections write, then close
 *   STOPPED   the workers have ended, every handle is closed: uv_run returns
 *
 * Ownership the loop is the caller's; server_destroy after uv_run has returned.
 * Threads   all functions: the thread that runs the loop (or will).
 *           server_create starts the workers; call epoch_start before it.
 */
#ifndef SERVER_SERVER_H
#define SERVER_SERVER_H

#include <stdbool.h>
#include <stdint.h>

#include <uv.h>

#include "engine/base/err.h"
#include "server/conf.h"

typedef struct server server_t;

/* For the connections to take their last messages. */
enum { SERVER_FLUSH_MS = 3000, SERVER_HURRIED_MS = 50 };

/* server_create makes a server; by turns, without workers: see server_work. */
err_t server_create(uv_loop_t *loop, const conf_t *conf, bool by_turns, server_t **out,
                    errinfo_t *why);

/* server_work is the worker of a server by turns, for about so long; false: there was nothing to
 * do. What has come of it the loop tells in its next turn. */
bool server_work(server_t *server, uint64_t ns);

/* server_listen listens on the `fds` sockets that systemd handed over, or where
 * the configuration says if there are none; and on the control socket. */
err_t server_listen(server_t *server, int fds, errinfo_t *why);

/* server_adopt serves one connected stream socket and owns it. */
err_t server_adopt(server_t *server, int fd);

/* server_flush writes what the loop would write before it waits: for who waits elsewhere. */
void server_flush(server_t *server);

/* server_drain begins to stop; running jobs get `ms`. The second call is in a
 * hurry: jobs are cancelled now and connections get SERVER_HURRIED_MS. */
void server_drain(server_t *server, uint64_t ms);

/* server_on_stopped registers a callback for the moment of STOPPED. */
void server_on_stopped(server_t *server, void (*stopped_cb)(void *context), void *context);

/* server_reload takes up the RELOAD settings of `conf`. */
void server_reload(server_t *server, const conf_t *conf);

const conf_t *server_conf(const server_t *server);

/* server_ticking: do the workers still pass their stopping points? */
bool server_ticking(server_t *server);

/* server_destroy frees a server that is STOPPED. NULL is accepted. */
void server_destroy(server_t *server);

#endif
