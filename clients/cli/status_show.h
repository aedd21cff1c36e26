/* SPDX-License-Identifier: MIT
 * status_show.h - shows the status of a board, to people and to programs.
 *
 * Ownership board_t holds all its verdicts; what is made from it borrows from it.
 * Threads   one.
 * Errors    those of the stream.
 */
#ifndef CLIENTS_CLI_STATUS_SHOW_H
#define CLIENTS_CLI_STATUS_SHOW_H

#include <stdio.h>

#include "clients/c/tesuji.h"
#include "clients/diagram/diagram.h"
#include "clients/cli/json.h"

enum {
	STATUS_VERDICTS_MAX = 1024, /* two for each of 512 questions */
	STATUS_LETTERS = 24,        /* A to Z without X and O */
};

/* What the daemon told of a status. */
typedef struct {
	char rows[TESUJI_ROWS_BYTES];
	unsigned count;
	tesuji_verdict_t verdict[STATUS_VERDICTS_MAX];
	unsigned decided, undecided;
} board_t;

/* A row: a block that can be captured, with what saves it; a pair that can be cut; or something
 * undecided. */
typedef struct {
	const tesuji_verdict_t *verdict, *save; /* save: NULL = none was told */
} status_row_t;

/* The rows, the most urgent first, and the marks of the board. */
typedef struct {
	const board_t *board;
	unsigned count, mark_count, letter_count;
	unsigned captured, saved, cut, blocks, pairs; /* numbers of them */
	status_row_t row[STATUS_VERDICTS_MAX];
	diagram_mark_t mark[STATUS_VERDICTS_MAX];
	char note[STATUS_VERDICTS_MAX][DIAGRAM_NOTE_BYTES]; /* what can be done about each row */
	char line[STATUS_VERDICTS_MAX][DIAGRAM_NOTE_BYTES]; /* note[], with the stones before it */
	diagram_t diagram;
} status_t;

/* status_show_make orders the verdicts and gives letters to the moves. */
void status_show_make(status_t *out, const board_t *board);

/* status_show_print writes the list and the board. status_show_json writes one JSON object with
 * every verdict; `where` as in verdict.h. */
void status_show_print(FILE *out, const status_t *status);
void status_show_json(FILE *out, const board_t *board, const char *where);

/* status_show_verdict writes a verdict as an object of an array. */
void status_show_verdict(json_t *j, const tesuji_verdict_t *v);

#endif
