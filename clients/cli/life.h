/* SPDX-License-Identifier: MIT
 * life.h - `tesuji life`. Main thread.
 */
#ifndef CLIENTS_CLI_LIFE_H
#define CLIENTS_CLI_LIFE_H

#include "clients/cli/args.h"
#include "clients/cli/exits.h"

/* life_command writes its answer to stdout and errors to stderr, and returns the exit code. */
exit_t life_command(const args_t *args);

#endif
