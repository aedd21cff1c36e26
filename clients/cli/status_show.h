/* SPDX-License-Identifier: MIT
 * status_show.h - the status of a board for people and for programs.
 *
 * Ownership board_t holds all its verdicts; what is made of it borrows from it.
 */
#ifndef CLIENTS_CLI_STATUS_SHOW_H
#define CLIENTS_CLI_STATUS_SHOW_H

#include <stdio.h>

#include "clients/c/tesuji.h"
#include "clients/cli/diagram.h"

enum {
	STATUS_VERDICTS_MAX = 1024, /* two to each of 512 questions */
	STATUS_LETTERS = 24,        /* A to Z, but for X and O */
};

/* What a status has told. */
typedef struct {
	char rows[TESUJI_ROWS_BYTES];
	unsigned count;
	tesuji_verdict_t verdict[STATUS_VERDICTS_MAX];
	unsigned decided, undecided;
} board_t;

/* A block that can be captured, with what saves it; a pair that can be cut; or what is open. */
typedef struct {
	const tesuji_verdict_t *verdict, *save; /* save: NULL = none was told */
} status_row_t;

/* The rows worth telling, the most urgent first, and how the board is marked. */
typedef struct {
	const board_t *board;
	unsigned count, mark_count, letter_count;
	unsigned captured, saved, cut, blocks, pairs; /* numbers of them */
	status_row_t row[STATUS_VERDICTS_MAX];
	diagram_mark_t mark[STATUS_VERDICTS_MAX];
	char note[STATUS_VERDICTS_MAX][DIAGRAM_NOTE_BYTES]; /* what can be done in a row */
	char line[STATUS_VERDICTS_MAX][DIAGRAM_NOTE_BYTES]; /* the same with the stones */
	diagram_t diagram;
} status_t;

/* status_show_make puts the verdicts in order and letters the moves. */
void status_show_make(status_t *out, const board_t *board);

/* status_show_print writes the list and the board. status_show_json writes one JSON object with
 * every verdict; `where` as in verdict.h. */
void status_show_print(FILE *out, const status_t *status);
void status_show_json(FILE *out, const board_t *board, const char *where);

#endif
