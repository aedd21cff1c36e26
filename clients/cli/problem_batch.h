/* SPDX-License-Identifier: MIT
 * problem_batch.h - `tesuji problem` of a collection: judges all of its problems, one after the
 * other.
 *
 * Threads   the main thread.
 * Errors    are written to stderr; the exit code is returned.
 */
#ifndef CLIENTS_CLI_PROBLEM_BATCH_H
#define CLIENTS_CLI_PROBLEM_BATCH_H

#include "clients/cli/args.h"
#include "clients/cli/exits.h"
#include "clients/collection/collection.h"

/* problem_batch_command judges the problems, writes what it finds where the command line says, and
 * returns the exit code: 0 if all are sound and unique, and the solutions that are told work; else
 * the code of the worst that is among them (exits.h). */
exit_t problem_batch_command(const args_t *args, const collection_t *problems);

#endif
