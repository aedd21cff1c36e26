/* SPDX-License-Identifier: MIT
 * problem_trees.h - the solution trees of a collection in one file: of Go, Gomoku and Hex as SGF,
 * of chess as PGN, one game after the other.
 *
 *   problem_trees_open -> problem_trees_add ... -> problem_trees_close
 *
 * Ownership problem_trees_close or problem_trees_drop frees what problem_trees_open made.
 * Threads   the main thread.
 * Errors    are written to stderr; the exit code is returned.
 */
#ifndef CLIENTS_CLI_PROBLEM_TREES_H
#define CLIENTS_CLI_PROBLEM_TREES_H

#include "clients/cli/problem_row.h"
#include "clients/cli/problem_tree.h"

enum { PROBLEM_TREES_FORMATS = 2 }; /* by problem_tree_format_t */

typedef struct {
	const char *path[PROBLEM_TREES_FORMATS]; /* NULL: there is no such file */
	FILE *kept[PROBLEM_TREES_FORMATS];       /* what has been written so far */
	unsigned count[PROBLEM_TREES_FORMATS];   /* how many trees that is */
	unsigned without[PROBLEM_TREES_FORMATS]; /* strategies that they lack */
} problem_trees_t;

/* problem_trees_open checks that the files of the command line can be written. If it returns
 * another code than EXIT_PROVEN, there is nothing to close. */
exit_t problem_trees_open(problem_trees_t *trees, const args_t *args);

/* problem_trees_has tells whether a problem of a game gets a tree. */
bool problem_trees_has(const problem_trees_t *trees, const char *game);

/* problem_trees_add appends the tree of a problem, whole or not at all. */
exit_t problem_trees_add(problem_trees_t *trees, problem_tree_t *tree);

/* problem_trees_close writes the files, and tells on stderr how many problems are not in them and
 * why. A file of which a tree could not be kept stays as it was. */
exit_t problem_trees_close(problem_trees_t *trees, const collection_t *problems,
                           const problem_row_t *rows);

/* problem_trees_drop frees what problem_trees_open made, and writes nothing. */
void problem_trees_drop(problem_trees_t *trees);

#endif
