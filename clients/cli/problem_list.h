/* SPDX-License-Identifier: MIT
 * problem_list.h - shows the judgements on a collection: a bar while it runs, on a terminal only; a
 * row or a JSON line for each problem as it is judged; the sums at the end.
 *
 * Ownership everything is borrowed.
 * Threads   the main thread.
 * Errors    those of the streams: the caller of main asks ferror().
 */
#ifndef CLIENTS_CLI_PROBLEM_LIST_H
#define CLIENTS_CLI_PROBLEM_LIST_H

#include "clients/cli/live.h"
#include "clients/cli/problem_row.h"

/* How many rows have which verdict. */
typedef struct {
	unsigned verdicts[PROBLEM_VERDICTS];
	unsigned resumed;
	unsigned right, told; /* solutions */
	uint64_t nodes;
} problem_sums_t;

/* problem_list_add adds a row to the sums. */
void problem_list_add(problem_sums_t *sums, const problem_row_t *row);

/* problem_list_bar rewrites the bar of a run that has taken `ms` for what it has judged itself. */
void problem_list_bar(live_t *live, const problem_sums_t *sums, unsigned count, int64_t ms);

/* problem_list_head writes the names of the columns to stdout, problem_list_row a row below
 * them. */
void problem_list_head(void);
void problem_list_row(const collection_problem_t *problem, const problem_row_t *row);

/* problem_list_json writes a judgement to stdout as one line: what is in the row, and of the
 * analysis (NULL: of a row that was in the table already, or was refused) the rest. `solution` is
 * the one that is told, or NULL. */
void problem_list_json(const collection_problem_t *problem, const problem_row_t *row,
                       const analysis_t *analysis, const char *solution);

/* problem_list_total writes the line of sums. */
void problem_list_total(FILE *out, const problem_sums_t *sums, const collection_t *problems,
                        int64_t ms);

#endif
