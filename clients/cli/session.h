/* SPDX-License-Identifier: MIT
 * session.h - the connection a command works on: to the daemon that was named,
 * to the one that listens at the default place, or to an engine in this process.
 */
#ifndef CLIENTS_CLI_SESSION_H
#define CLIENTS_CLI_SESSION_H

#include <stdbool.h>

#include "clients/c/tesuji.h"
#include "clients/cli/args.h"
#include "clients/cli/exits.h"

#define DEFAULT_UNIX_ADDRESS "unix:/run/tesujid/tesujid.sock"
#define DEFAULT_TCP_ADDRESS  "tcp:127.0.0.1:7411"

typedef struct {
	tesuji_t *handle;
	const char *where; /* the daemon's address; NULL = this process */
} session_t;

/* session_open connects. Only with may_be_local an engine in this process is
 * taken when no daemon is there. On failure it has complained and returns the
 * exit code; EXIT_PROVEN (0) otherwise. */
exit_t session_open(session_t *session, const args_t *args, bool may_be_local);

/* session_close ends the connection and the engine of this process. */
void session_close(session_t *session);

/* session_failed complains about the last error of the handle and returns the
 * exit code for it. */
exit_t session_failed(const session_t *session);

#endif
