/* SPDX-License-Identifier: MIT
 * show.h - `tesuji show`. Main thread.
 */
#ifndef CLIENTS_CLI_SHOW_H
#define CLIENTS_CLI_SHOW_H

#include "clients/cli/args.h"
#include "clients/cli/exits.h"

/* show_command writes its answer to stdout and errors to stderr, and returns the exit code. */
exit_t show_command(const args_t *args);

#endif
