/* SPDX-License-Identifier: MIT
 * check.h - `tesuji check`. Main thread.
 */
#ifndef CLIENTS_CLI_CHECK_H
#define CLIENTS_CLI_CHECK_H

#include "clients/cli/args.h"
#include "clients/cli/exits.h"

/* check_command writes its answer to stdout, complains on stderr, and returns the exit code. */
exit_t check_command(const args_t *args);

#endif
