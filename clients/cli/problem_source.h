/* SPDX-License-Identifier: MIT
 * problem_source.h - the problems of a file as their setters have them: positions and solutions.
 *
 * A game record stands before its first move, or after as many as --move says; the move that
 * follows is the solution. Of an EPD "bm" is. --solution counts before
 * either.
 *
 * Ownership a problem borrows from the gathered files and the command line.
 * Threads   the main thread.
 * Errors    none.
 */
#ifndef CLIENTS_CLI_PROBLEM_SOURCE_H
#define CLIENTS_CLI_PROBLEM_SOURCE_H

#include "clients/cli/args.h"
#include "clients/collection/collection.h"

typedef struct {
	const collection_problem_t *problem; /* NULL: the command line has it */
	int64_t move;         /* TESUJI_DEFAULT, or the move of the record before which it stands */
	const char *solution; /* NULL: none is told */
	char found[TESUJI_POINT_BYTES];
} problem_source_t;

/* problem_source_find finds what a file says of a problem, NULL: there is no file. */
void problem_source_find(const args_t *args, const collection_problem_t *problem,
                         problem_source_t *out);

#endif
