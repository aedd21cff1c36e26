/* SPDX-License-Identifier: MIT
 * batch_show.h - shows how a collection gets on, and what came out: a bar while it runs, on a
 * terminal only; JSON lines; the table and the sums at the end.
 *
 * Ownership everything is borrowed.
 * Threads   the main thread.
 * Errors    those of the streams: the caller of main asks ferror().
 */
#ifndef CLIENTS_CLI_BATCH_SHOW_H
#define CLIENTS_CLI_BATCH_SHOW_H

#include "clients/cli/batch_row.h"
#include "clients/cli/json.h"
#include "clients/cli/live.h"

enum { BATCH_SHOW_PLACE_BYTES = 512 };

/* How many rows have which verdict. */
typedef struct {
	unsigned verdicts[BATCH_VERDICTS];
	unsigned resumed;
	unsigned best,
	        best_told; /* of those with moves in the file, proven: how many moves agree */
	uint64_t nodes;
} batch_sums_t;

void batch_show_sums(const collection_t *problems, const batch_row_t *rows, batch_sums_t *out);

/* batch_show_bar rewrites the bar: `done` of `count` answered, `asked` of them in this run, which
 * has taken `ms` so far. */
void batch_show_bar(live_t *live, const batch_sums_t *sums, unsigned count, int64_t ms);

/* batch_show_at writes "file:line" for people and returns it; a file as a whole (line 0) has no
 * line. */
const char *batch_show_at(const char *file, unsigned line, char out[BATCH_SHOW_PLACE_BYTES]);

/* batch_show_place opens a JSON object on one line of stdout, and says which problem it is
 * about. */
void batch_show_place(json_t *j, const char *file, unsigned line);

/* batch_show_faults writes a line to stderr for each fault of the files, or JSON lines to
 * stdout. */
void batch_show_faults(const collection_t *problems, bool json);

/* batch_show_refused tells on stderr why a problem was refused. */
void batch_show_refused(const collection_problem_t *problem, const char *why);

/* batch_show_json writes the answer to a problem as one line. `report` is NULL where the row was in
 * the table already, or was refused. */
void batch_show_json(const collection_problem_t *problem, const batch_row_t *row,
                     const tesuji_report_t *report, const char *where);

/* What a line of sums is made of, of answers or of judgements. */
typedef struct {
	const unsigned *verdicts; /* how many rows have which verdict; 0 is none yet */
	unsigned count;           /* of the verdicts */
	unsigned always;          /* those up to this one are told although no row has them */
	const char *(*name)(unsigned verdict);
	const char *undone; /* "not asked": the word for rows without a verdict */
	const char *agree;  /* "solution right": what has happened `agreed` of `told` times */
	unsigned agreed, told;
	unsigned resumed; /* rows of the table */
	uint64_t nodes;
} batch_show_line_t;

/* batch_show_line writes it. */
void batch_show_line(FILE *out, const batch_show_line_t *line, const collection_t *problems,
                     int64_t ms);

/* batch_show_table writes the table for people, batch_show_total the line below it. */
void batch_show_table(const collection_t *problems, const batch_row_t *rows);
void batch_show_total(FILE *out, const batch_sums_t *sums, const collection_t *problems,
                      int64_t ms);

#endif
