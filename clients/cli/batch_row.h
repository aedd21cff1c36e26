/* SPDX-License-Identifier: MIT
 * batch_row.h - the answer to one problem of a collection, as it stands in the table of answers.
 *
 * Ownership a row owns its texts; batch_row_free frees them.
 * Threads   the main thread.
 * Errors    false: no memory.
 */
#ifndef CLIENTS_CLI_BATCH_ROW_H
#define CLIENTS_CLI_BATCH_ROW_H

#include <stdbool.h>
#include <stdint.h>

#include "clients/c/tesuji.h"
#include "clients/cli/batch_key.h"
#include "clients/cli/batch_table.h"
#include "clients/cli/exits.h"
#include "clients/collection/collection.h"

/* Those from BATCH_PROVEN to BATCH_REFUSED stand in tables. */
typedef enum {
	BATCH_OPEN, /* not asked yet, or stopped before it was answered */
	BATCH_PROVEN,
	BATCH_DISPROVEN,
	BATCH_UNDECIDED,
	BATCH_REFUSED, /* it is no problem of its game: `answer` says why */
	BATCH_FAILED,  /* the search failed: asked again when the run is resumed */
	BATCH_VERDICTS,
} batch_verdict_t;

typedef struct {
	batch_verdict_t verdict;
	bool is_resumed;               /* it stood in the table already */
	char key[BATCH_KEY_BYTES];     /* of the question */
	tesuji_colour_t turn;          /* who moves first; NO_COLOUR = not known */
	char move[TESUJI_POINT_BYTES]; /* "" = none */
	unsigned order, depth;
	uint64_t nodes;
	double time_ms;
	char *line;   /* moves, separated by blanks; NULL = none */
	char *answer; /* the verdict in a sentence; NULL = none */
} batch_row_t;

/* batch_row_name returns the word of a verdict, "proven". */
const char *batch_row_name(batch_verdict_t verdict);

/* batch_row_take fills a row with a final report. A report without an answer (cancelled, failed)
 * leaves the row open, or makes it BATCH_FAILED. */
bool batch_row_take(batch_row_t *row, const tesuji_report_t *report);

/* batch_row_refuse fills a row with the reason of a refusal. */
bool batch_row_refuse(batch_row_t *row, const char *why);

void batch_row_free(batch_row_t *row);

/* batch_row_exit returns the exit code of a verdict. */
exit_t batch_row_exit(batch_verdict_t verdict);

/* batch_row_kind is the kind of a table of such rows. */
extern const batch_table_kind_t batch_row_kind;

#endif
