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

#include <stdbool.h>
#include <stdio.h>

#include "clients/cli/args.h"
#include "clients/cli/exits.h"
#include "clients/cli/live.h"
#include "clients/cli/session.h"
#include "clients/collection/collection.h"
#include "clients/problem/analysis.h"

typedef enum { PROBLEM_TREE_SGF, PROBLEM_TREE_PGN } problem_tree_format_t;

/* A problem whose tree is written. The caller sets all but the last two. */
typedef struct {
	session_t *session;
	const args_t *args;
	live_t *live;                        /* is erased before a complaint */
	const collection_problem_t *problem; /* NULL: that of the command line */
	const tesuji_request_t *request;
	const analysis_t *analysis;
	unsigned without; /* proven moves whose strategy could not be had */
	exit_t code;      /* of what ended the asking for strategies */
} problem_tree_t;

/* problem_tree_has tells whether a format has a word for a game. */
bool problem_tree_has(problem_tree_format_t format, const char *game);

/* problem_tree_put writes the tree to a stream. If it returns another code than EXIT_PROVEN, what
 * was written is not the whole of it. */
exit_t problem_tree_put(problem_tree_t *tree, problem_tree_format_t format, FILE *out);

/* problem_tree_without tells how many strategies are not in a file. */
void problem_tree_without(const char *path, unsigned count);

/* problem_tree_save writes the file that the command line names by --sgf or --pgn. */
exit_t problem_tree_save(problem_tree_t *tree);

#endif
