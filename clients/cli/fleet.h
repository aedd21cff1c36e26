/* SPDX-License-Identifier: MIT
 * fleet.h - `tesuji fleet`. Main thread.
 */
#ifndef CLIENTS_CLI_FLEET_H
#define CLIENTS_CLI_FLEET_H

#include "clients/cli/args.h"
#include "clients/cli/exits.h"

/* fleet_command writes its answer to stdout and errors to stderr, and returns the exit code;
 * EXIT_NO_SERVER also for a daemon that is in no fleet. */
exit_t fleet_command(const args_t *args);

#endif
