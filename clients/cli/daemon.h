/* SPDX-License-Identifier: MIT
 * daemon.h - the commands about a daemon and its jobs. Main thread.
 */
#ifndef CLIENTS_CLI_DAEMON_H
#define CLIENTS_CLI_DAEMON_H

#include "clients/cli/args.h"
#include "clients/cli/exits.h"

/* Each is the command of its name. It writes its answer to stdout and errors to stderr, and
 * returns the exit code. */
exit_t daemon_info(const args_t *args);
exit_t daemon_server(const args_t *args);
exit_t daemon_jobs(const args_t *args);
exit_t daemon_cancel(const args_t *args);
exit_t daemon_ack(const args_t *args);
exit_t daemon_watch(const args_t *args);

#endif
