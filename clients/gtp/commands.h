/* SPDX-License-Identifier: MIT
 * commands.h - the table of the commands of the Go engine.
 *
 * Ownership the table is constant.
 * Threads   any.
 */
#ifndef CLIENTS_GTP_COMMANDS_H
#define CLIENTS_GTP_COMMANDS_H

#include "clients/gtp/gtp.h"

/* commands_table returns all commands but those of gtp.h; the last row has no name. */
const gtp_command_t *commands_table(void);

#endif
