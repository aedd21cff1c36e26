/* SPDX-License-Identifier: MIT
 * batch_answers.h - the answers to a collection that is being asked: its rows, their sums, the
 * table on disk, the bar; and what has ended the run.
 *
 * Ownership the caller's, who fills in the first members; the rest begins as zero.
 * Threads   the main thread.
 * Errors    are written to stderr, and end the run (batch_answers_stop).
 */
#ifndef CLIENTS_CLI_BATCH_ANSWERS_H
#define CLIENTS_CLI_BATCH_ANSWERS_H

#include "clients/cli/batch_row.h"
#include "clients/cli/batch_show.h"
#include "clients/cli/batch_table.h"
#include "clients/cli/live.h"
#include "clients/cli/session.h"

typedef struct {
	const args_t *args;
	const collection_t *problems;
	batch_row_t *rows;
	batch_sums_t sums; /* of the rows, kept up to date */
	batch_table_t table;
	session_t session;
	live_t live;
	int64_t start_ms, shown_ms; /* the run was begun; the bar was shown */
	bool stopping;              /* nothing more is submitted */
	exit_t code;                /* what ended the run early; EXIT_PROVEN: nothing */
} batch_answers_t;

/* batch_answers_stop ends the run with a code; the first one counts. */
void batch_answers_stop(batch_answers_t *b, exit_t code);

/* batch_answers_take takes the final report of a problem: row, sums, table, JSON. One without an
 * answer, which was cancelled, leaves the row open: it is asked again when the run is resumed. */
void batch_answers_take(batch_answers_t *b, unsigned problem, const tesuji_report_t *report);

/* batch_answers_refuse takes the reason why a problem was refused. */
void batch_answers_refuse(batch_answers_t *b, unsigned problem, const char *why);

/* batch_answers_bar shows the bar, now and then. */
void batch_answers_bar(batch_answers_t *b);

#endif
