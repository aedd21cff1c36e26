/* SPDX-License-Identifier: MIT
 * batch_table.h - the table of answers on disk: one line for each problem that was answered.
 *
 * A line is written whole, as soon as its answer is there, so that a run that is killed leaves a
 * table that can be resumed. When all is answered, the table is written again in the order of the
 * collection.
 *
 * Ownership batch_table_close closes what batch_table_open opened. Rows and problems are borrowed.
 * Threads   the main thread.
 * Errors    are written to stderr; the exit code is returned.
 */
#ifndef CLIENTS_CLI_BATCH_TABLE_H
#define CLIENTS_CLI_BATCH_TABLE_H

#include "clients/cli/batch_row.h"

typedef struct {
	const char *path; /* NULL: there is no table */
	int fd;
} batch_table_t;

/* batch_table_open opens the table, and begins it unless `resumes`; then it fills the rows of
 * problems that stand in it: same file, line and key. A last line that is not whole is cut off. */
exit_t batch_table_open(batch_table_t *table, const char *path, bool resumes,
                        const collection_t *problems, batch_row_t *rows);

/* batch_table_add appends the line of an answer. */
exit_t batch_table_add(batch_table_t *table, const collection_problem_t *problem,
                       const batch_row_t *row);

/* batch_table_order writes the whole table in the order of the problems; what is in it of other
 * collections goes. */
exit_t batch_table_order(batch_table_t *table, const collection_t *problems,
                         const batch_row_t *rows);

void batch_table_close(batch_table_t *table);

#endif
