/* SPDX-License-Identifier: MIT
 * moves.h - `tesuji solve --all-moves`: which first moves work?
 *
 * Ownership everything is borrowed.
 * Threads   the main thread.
 * Errors    are written to stderr; the exit code is returned.
 */
#ifndef CLIENTS_CLI_MOVES_H
#define CLIENTS_CLI_MOVES_H

#include "clients/c/tesuji_moves.h"
#include "clients/cli/args.h"
#include "clients/cli/exits.h"
#include "clients/cli/session.h"

/* moves_follow writes the verdicts on the first moves of what `begun` has begun, as they come or
 * as a table, and returns the exit code: that of the problem's value, as `tesuji solve` has it. */
exit_t moves_follow(const session_t *session, const args_t *args, const tesuji_moves_t *begun);

#endif
