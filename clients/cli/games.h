/* SPDX-License-Identifier: MIT
 * games.h - the games that a daemon knows, for programs.
 */
#ifndef CLIENTS_CLI_GAMES_H
#define CLIENTS_CLI_GAMES_H

#include "clients/c/tesuji.h"
#include "clients/cli/json.h"

/* games_json writes the member "games" of an object: an array of maps. */
void games_json(json_t *j, const tesuji_info_t *info);

#endif
