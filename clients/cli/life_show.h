/* SPDX-License-Identifier: MIT
 * life_show.h - shows the answer about a dragon, to people and to programs.
 *
 * Ownership life_answer_t holds all of it; what is made from it borrows from it.
 * Threads   one.
 * Errors    those of the stream.
 */
#ifndef CLIENTS_CLI_LIFE_SHOW_H
#define CLIENTS_CLI_LIFE_SHOW_H

#include <stdio.h>

#include "clients/c/tesuji_life.h"
#include "clients/diagram/diagram.h"

enum { LIFE_VERDICTS_MAX = 131, LIFE_MARKS_MAX = 64 + 16, LIFE_NOTES = 6 };

/* What the daemon told. */
typedef struct {
	tesuji_dragon_t dragon;
	tesuji_life_t life;
	unsigned count;
	tesuji_verdict_t verdict[LIFE_VERDICTS_MAX];
} life_answer_t;

/* The lines of the answer, and the board with its marks. */
typedef struct {
	unsigned mark_count;
	diagram_mark_t mark[LIFE_MARKS_MAX];
	char line[LIFE_NOTES][DIAGRAM_NOTE_BYTES];
	unsigned line_count;
	diagram_t diagram;
} life_picture_t;

void life_show_make(life_picture_t *out, const life_answer_t *life);

/* life_show_print writes the lines and the board. life_show_json writes one JSON object with every
 * verdict; `where` as in verdict.h. */
void life_show_print(FILE *out, const life_answer_t *life, const life_picture_t *picture);
void life_show_json(FILE *out, const life_answer_t *life, const char *where);

#endif
