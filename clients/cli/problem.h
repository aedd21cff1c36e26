/* SPDX-License-Identifier: MIT
 * problem.h - `tesuji problem`. Main thread.
 */
#ifndef CLIENTS_CLI_PROBLEM_H
#define CLIENTS_CLI_PROBLEM_H

#include "clients/cli/args.h"
#include "clients/cli/exits.h"

/* problem_command writes its answer to stdout and errors to stderr, and returns the exit code. */
exit_t problem_command(const args_t *args);

#endif
