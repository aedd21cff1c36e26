/* SPDX-License-Identifier: MIT
 * problem_row.h - the judgement on one problem of a collection, as it stands in the table.
 *
 * Ownership a row owns its texts; problem_row_free frees them.
 * Threads   the main thread.
 * Errors    false: no memory.
 */
#ifndef CLIENTS_CLI_PROBLEM_ROW_H
#define CLIENTS_CLI_PROBLEM_ROW_H

#include <stdbool.h>
#include <stdint.h>

#include "clients/cli/batch_key.h"
#include "clients/cli/batch_table.h"
#include "clients/cli/exits.h"
#include "clients/problem/analysis.h"

/* Those from PROBLEM_UNIQUE to PROBLEM_REFUSED stand in tables. */
typedef enum {
	PROBLEM_UNJUDGED, /* not asked about yet, or stopped before it was judged */
	PROBLEM_UNIQUE,
	PROBLEM_COOKED,
	PROBLEM_UNSOUND,
	PROBLEM_OPEN,    /* the limits did not suffice */
	PROBLEM_REFUSED, /* it is no problem of its game: `answer` says why */
	PROBLEM_FAILED,  /* a search failed: judged again when the run is resumed */
	PROBLEM_VERDICTS,
} problem_verdict_t;

typedef struct {
	problem_verdict_t verdict;
	bool is_resumed;              /* it stood in the table already */
	char hash[BATCH_KEY_BYTES];   /* of the question */
	char key[TESUJI_POINT_BYTES]; /* the first move of the main line; "" = none */
	solution_t solution;          /* what becomes of the one that was told */
	unsigned length, duals;       /* of the main line: moves of the solver; places with duals */
	bool is_complete;             /* the line reaches its end */
	unsigned works, fails, open;  /* first moves */
	uint64_t nodes;
	char *line;   /* moves, separated by blanks; NULL = none */
	char *answer; /* the verdict in a sentence; NULL = none */
} problem_row_t;

/* problem_row_name returns the word of a verdict, "unique"; problem_row_solution that of a
 * solution, "right", NULL if none was told. */
const char *problem_row_name(problem_verdict_t verdict);
const char *problem_row_solution(solution_t solution);

/* problem_row_take fills a row with an analysis that took so many nodes. */
bool problem_row_take(problem_row_t *row, const analysis_t *analysis, uint64_t nodes);

/* problem_row_refuse fills a row with the reason of a refusal. */
bool problem_row_refuse(problem_row_t *row, const char *why);

/* problem_row_says_more: does a judgement say more than another one on the same question? What is
 * decided comes before what is open, and that before what was refused or failed; then what is known
 * of the solution, of first moves, and the whole of the line. */
bool problem_row_says_more(const problem_row_t *row, const problem_row_t *than);

/* problem_row_forget makes a row unjudged again; its hash stays. */
void problem_row_forget(problem_row_t *row);

void problem_row_free(problem_row_t *row);

/* problem_row_exit returns the exit code of a judgement. */
exit_t problem_row_exit(const problem_row_t *row);

/* problem_row_kind is the kind of a table of such rows. */
extern const batch_table_kind_t problem_row_kind;

#endif
