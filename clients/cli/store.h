/* SPDX-License-Identifier: MIT
 * store.h - `tesuji store`. Main thread.
 */
#ifndef CLIENTS_CLI_STORE_H
#define CLIENTS_CLI_STORE_H

#include "clients/cli/args.h"
#include "clients/cli/exits.h"

/* store_command writes its answer to stdout and errors to stderr, and returns the exit code. */
exit_t store_command(const args_t *args);

#endif
