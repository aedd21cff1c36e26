/* SPDX-License-Identifier: MIT
 * games.h - lists the games that a daemon knows. Main thread.
 */
#ifndef CLIENTS_CLI_GAMES_H
#define CLIENTS_CLI_GAMES_H

#include "clients/cli/args.h"
#include "clients/cli/exits.h"

#include "clients/c/tesuji.h"
#include "clients/cli/json.h"

/* games_json writes the member "games" of an object: an array of objects. */
void games_json(json_t *j, const tesuji_info_t *info);

/* games_command is `tesuji games`. It writes its answer to stdout and errors to stderr, and
 * returns the exit code. */
exit_t games_command(const args_t *args);

#endif
