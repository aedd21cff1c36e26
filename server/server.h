/* SPDX-License-Identifier: MIT
 * server.h - the service on one libuv loop: a solver, connections, jobs.
 *
 *     SERVING --drain--> DRAINING --no jobs--> FLUSHING --no connections--> STOPPED
 *
 *   DRAINING  no new connections and jobs; running jobs may finish until the deadline, then
 *             they are cancelled
 *   FLUSHING  every job.done is queued; connections write, then close
 *   STOPPED   the workers have ended, every handle is closed: uv_run returns
 *
 * Ownership the loop is the caller's; call server_destroy after uv_run has returned.
 * Threads   all functions: the thread that runs the loop, or that will. server_create starts the
 *           workers; call epoch_start before it.
 */
#ifndef SERVER_SERVER_H
#define SERVER_SERVER_H

#include <stdbool.h>
#include <stdint.h>

#include <uv.h>

#include "engine/base/err.h"
#include "server/conf.h"
#include "server/fleet/broker.h"

typedef struct server server_t;

/* How long connections may take to write their last messages. */
enum { SERVER_FLUSH_MS = 3000, SERVER_HURRIED_MS = 50 };

/* server_create makes a server on `loop` with a copy of *conf. `by_turns`: it has no workers,
 * and server_work does their work. On failure *out is NULL, and *why says whether memory,
 * threads or the store failed. */
err_t server_create(uv_loop_t *loop, const conf_t *conf, bool by_turns, server_t **out,
                    errinfo_t *why);

/* server_join joins the fleet that the settings name, if any, by way of such brokers; NULL: the
 * program has none, and ERR_VALUE says so. Call it once, before the loop runs. */
err_t server_join(server_t *server, const broker_ops_t *broker, errinfo_t *why);

/* server_work searches for about `ns` ns in a server by turns. It returns false when there was
 * nothing to search, and in every other server. The loop sends the results in its next turn. */
bool server_work(server_t *server, uint64_t ns);

/* server_listen listens on the `fds` sockets that systemd handed over, or where there are none
 * on the addresses of the settings; and on the control socket. On failure *why names the
 * address. */
err_t server_listen(server_t *server, int fds, errinfo_t *why);

/* server_adopt serves one connected stream socket, which it owns, also on failure. */
err_t server_adopt(server_t *server, int fd);

/* server_flush writes what the loop would write before it waits, for a caller that waits
 * elsewhere. */
void server_flush(server_t *server);

/* server_drain begins to stop; running jobs get `ms`. A second call hurries: jobs are cancelled
 * now, and connections get SERVER_HURRIED_MS. */
void server_drain(server_t *server, uint64_t ms);

/* server_on_stopped sets the function to be called, once, when the server is STOPPED. */
void server_on_stopped(server_t *server, void (*stopped_cb)(void *context), void *context);

/* server_reload applies the RELOAD settings of *conf, and reads the accounts again. It returns the
 * name of a setting that was changed and needs a restart, or NULL. On failure, which is that of the
 * accounts, nothing was changed. */
err_t server_reload(server_t *server, const conf_t *conf, const char **frozen, errinfo_t *why);

/* How the program around the server reads its settings again, and how it ends: server_reload and
 * server_drain are called in the course of that. `end` returns before it does so. */
typedef struct {
	err_t (*reload)(void *context, const char **frozen, errinfo_t *why);
	void (*end)(void *context);
	void *context;
} server_admin_t;

/* server_on_admin has operators do so by server.reload and server.drain; without it they are
 * refused. */
void server_on_admin(server_t *server, const server_admin_t *admin);

/* server_in_flight returns how many jobs, statuses, certificates and logins have not ended. */
unsigned server_in_flight(const server_t *server);

/* server_conf returns the settings in force; they belong to the server. */
const conf_t *server_conf(const server_t *server);

/* server_ticking tells whether every busy worker has passed a stopping point since the last
 * call. */
bool server_ticking(server_t *server);

/* server_destroy frees a server that is STOPPED. NULL is accepted. */
void server_destroy(server_t *server);

#endif
