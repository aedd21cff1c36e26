/* SPDX-License-Identifier: MIT
 * batch.h - `tesuji solve` of a collection: asks all of its problems, several at once.
 *
 * Threads   the main thread.
 * Errors    are written to stderr; the exit code is returned.
 */
#ifndef CLIENTS_CLI_BATCH_H
#define CLIENTS_CLI_BATCH_H

#include "clients/cli/args.h"
#include "clients/cli/exits.h"
#include "clients/collection/collection.h"

/* batch_command asks the problems, writes their answers where the command line says, and returns
 * the exit code: 0 if all are proven, else the code of the worst that is among them (exits.h). */
exit_t batch_command(const args_t *args, const collection_t *problems);

#endif
