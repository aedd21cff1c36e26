/* SPDX-License-Identifier: MIT
 * gather.h - reads a collection from disk: a file, the standard input, or a folder with all that is
 * in it.
 *
 * In a folder and the folders below it, files with the suffix of a format are read, sorted by name;
 * others, hidden ones, and what the command itself writes, are passed over.
 *
 * Ownership gather_free frees what gather_read made.
 * Threads   the main thread.
 * Errors    are written to stderr; the exit code is returned. A file of a folder that cannot be
 *           read is a fault of the collection, with line 0.
 */
#ifndef CLIENTS_CLI_GATHER_H
#define CLIENTS_CLI_GATHER_H

#include "clients/cli/args.h"
#include "clients/cli/exits.h"
#include "clients/collection/formats.h"

typedef struct {
	collection_t all;
	bool is_folder;
	unsigned passed_over; /* files of a folder without the suffix of a format */
	/* Of a file: its format, NULL for none, and its text, with a NUL behind it. */
	const format_t *format;
	char *text;
	size_t length;
} gather_t;

/* gather_read reads args->operand. Returns EXIT_PROVEN (0), or the exit code after a complaint;
 * then there is nothing to free. */
exit_t gather_read(const args_t *args, gather_t *out);

/* gather_passed_over tells how many files of a folder were not read, unless it is to be quiet. */
void gather_passed_over(const gather_t *gathered, const args_t *args);

void gather_free(gather_t *gathered);

#endif
