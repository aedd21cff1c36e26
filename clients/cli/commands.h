/* SPDX-License-Identifier: MIT
 * commands.h - what `tesuji NAME` does, one function a command. Each writes its
 * answer to stdout, complains on stderr, and returns the exit code.
 */
#ifndef CLIENTS_CLI_COMMANDS_H
#define CLIENTS_CLI_COMMANDS_H

#include "clients/cli/args.h"
#include "clients/cli/exits.h"

exit_t command_solve(const args_t *args);
exit_t command_status(const args_t *args);
exit_t command_games(const args_t *args);
exit_t command_info(const args_t *args);
exit_t command_jobs(const args_t *args);
exit_t command_cancel(const args_t *args);
exit_t command_watch(const args_t *args);
exit_t command_diagram(const args_t *args);
exit_t command_check(const args_t *args);
exit_t command_show(const args_t *args);
exit_t command_store(const args_t *args);

#endif
