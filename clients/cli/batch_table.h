/* SPDX-License-Identifier: MIT
 * batch_table.h - a table on disk: one line for each problem of a collection that was answered.
 *
 * A line is written whole, as soon as its answer is there, so that a run that is killed leaves a
 * table that can be resumed. When all is answered, the table is written again in the order of the
 * collection. What an answer is, a kind says: batch_row.h for `tesuji solve`, problem_row.h for
 * `tesuji problem`.
 *
 * Ownership batch_table_close closes what batch_table_open opened. Rows and problems are borrowed.
 * Threads   the main thread.
 * Errors    are written to stderr; the exit code is returned.
 */
#ifndef CLIENTS_CLI_BATCH_TABLE_H
#define CLIENTS_CLI_BATCH_TABLE_H

#include <stdint.h>
#include <stdio.h>

#include "clients/cli/args.h"
#include "clients/cli/exits.h"
#include "clients/collection/collection.h"

enum { BATCH_TABLE_FIELDS_MAX = 24 };

/* What the lines of a table have. */
typedef struct {
	const char *command; /* whose tables they are, "solve" */
	/* The names of the columns with tabs between: file, line, id and game are the first, the
	 * key is the last. */
	const char *head;
	size_t row_bytes;
	/* key returns the key of a row's question, which the row has before the table is opened. */
	const char *(*key)(const void *row);
	/* put writes the fields between game and key, a tab behind each. */
	void (*put)(FILE *out, const collection_problem_t *problem, const void *row);
	/* read fills a row from all fields of its line. False: they cannot be read, and the row is
	 * as it was. */
	bool (*read)(char *const *fields, void *row);
	/* stands tells whether a row has a line in the table. */
	bool (*stands)(const void *row);
} batch_table_kind_t;

typedef struct {
	const batch_table_kind_t *kind;
	const char *path; /* NULL: there is no table */
	int fd;
} batch_table_t;

/* batch_table_open opens the table that the command line names, and begins it unless --resume does;
 * then it fills the rows, one for each problem, of those that stand in it: same file, line and key.
 * A last line that is not whole is cut off. */
exit_t batch_table_open(batch_table_t *table, const batch_table_kind_t *kind, const args_t *args,
                        const collection_t *problems, void *rows);

/* batch_table_add appends the line of an answer. */
exit_t batch_table_add(batch_table_t *table, const collection_problem_t *problem, const void *row);

/* batch_table_order writes the whole table in the order of the problems; what is in it of other
 * collections goes. */
exit_t batch_table_order(batch_table_t *table, const collection_t *problems, const void *rows);

void batch_table_close(batch_table_t *table);

/* batch_table_text writes a field and the tab behind it. What would end the field becomes a blank;
 * NULL is an empty field. */
void batch_table_text(FILE *out, const char *text);

/* batch_table_number reads a field that is a whole number, of at most `most`. */
bool batch_table_number(const char *text, uint64_t most, uint64_t *out);

#endif
