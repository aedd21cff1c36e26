/* SPDX-License-Identifier: MIT
 * diagram.h - `tesuji diagram`. Main thread.
 */
#ifndef CLIENTS_CLI_DIAGRAM_H
#define CLIENTS_CLI_DIAGRAM_H

#include "clients/cli/args.h"
#include "clients/cli/exits.h"

/* diagram_command writes its answer to stdout and errors to stderr, and returns the exit code. */
exit_t diagram_command(const args_t *args);

#endif
