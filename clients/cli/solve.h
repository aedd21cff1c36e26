/* SPDX-License-Identifier: MIT
 * solve.h - `tesuji solve`. Main thread.
 */
#ifndef CLIENTS_CLI_SOLVE_H
#define CLIENTS_CLI_SOLVE_H

#include "clients/cli/args.h"
#include "clients/cli/exits.h"

/* solve_command writes its answer to stdout and errors to stderr, and returns the exit code. */
exit_t solve_command(const args_t *args);

#endif
