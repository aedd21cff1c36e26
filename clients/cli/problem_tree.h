/* SPDX-License-Identifier: MIT
 * problem_tree.h - writes the whole solution of a problem as a record with variations: SGF, or PGN
 * of chess. Each first move is one; below those that work is the strategy of their proof, below
 * those that fail the reply that refutes them.
 *
 * Ownership everything is borrowed.
 * Threads   the main thread.
 * Errors    are written to stderr; the exit code is returned.
 */
#ifndef CLIENTS_CLI_PROBLEM_TREE_H
#define CLIENTS_CLI_PROBLEM_TREE_H

#include "clients/cli/args.h"
#include "clients/cli/exits.h"
#include "clients/cli/session.h"
#include "clients/problem/analysis.h"

/* problem_tree writes the file that the command line names by --sgf or --pgn. `request` is the
 * problem's. */
exit_t problem_tree(session_t *session, const args_t *args, const tesuji_request_t *request,
                    const analysis_t *analysis);

#endif
