/* SPDX-License-Identifier: MIT
 * session.h - the connection on which a command works: to the daemon that was named, to the one
 * at the default place, or to an engine in this process.
 *
 * Ownership session_close frees what session_open made.
 * Threads   the main thread.
 * Errors    are written to stderr; the exit code is returned.
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

/* session_open connects. Only with may_be_local an engine is started in this process if no
 * daemon runs. Returns EXIT_PROVEN (0), or the exit code after a complaint; then there is
 * nothing to close. */
exit_t session_open(session_t *session, const args_t *args, bool may_be_local);

/* session_close ends the connection, and the engine of this process if there is one. */
void session_close(session_t *session);

/* session_failed complains of the last error of the handle, and returns its exit code. */
exit_t session_failed(const session_t *session);

#endif
