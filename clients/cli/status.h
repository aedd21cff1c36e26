/* SPDX-License-Identifier: MIT
 * status.h - `tesuji status`. Main thread.
 */
#ifndef CLIENTS_CLI_STATUS_H
#define CLIENTS_CLI_STATUS_H

#include "clients/cli/args.h"
#include "clients/cli/exits.h"

/* status_command writes its answer to stdout and errors to stderr, and returns the exit code. */
exit_t status_command(const args_t *args);

#endif
