/* SPDX-License-Identifier: MIT
 * diagram.h - a board in text or as SVG, with the moves of a line numbered on it.
 *
 *        A  B  C  D  E
 *     3  .  .  2  .  .  3
 *     2  .  1 [O] X  .  2      1 2 ... the moves; [ ] the goal's point
 *     1  .  O  X  .  .  1
 *        A  B  C  D  E
 *
 * As in printed diagrams the stones are those of the start; a move on a point
 * that shows a stone or a number already is told below ("3 at B2", "7 at 4"),
 * and so are passes. The empty points of a zone have a mark for their index, and in Go
 * the stones outside are small letters; an image shades the zone under all that stands
 * on it. A diagram knows no game, only how its board looks: the four
 * styles, whose names are those of the wire.
 *
 * Ownership strings and moves of diagram_t are borrowed.
 * Threads   any.
 * Errors    a board that cannot be read is not drawn, and the reason is told. A
 *           move or a point that is none of the board's does no harm: moves are
 *           told below, points left out.
 */
#ifndef CLIENTS_CLI_DIAGRAM_H
#define CLIENTS_CLI_DIAGRAM_H

#include <stdbool.h>
#include <stdio.h>

#include "clients/c/tesuji.h"

enum { DIAGRAM_WHY_BYTES = 128, DIAGRAM_NOTE_BYTES = 160 };

/* A letter on an empty point, or, '\0', a mark on the block of a stone: it is weak. */
typedef struct {
	char point[TESUJI_POINT_BYTES];
	char letter;
} diagram_mark_t;

typedef enum {
	STYLE_GO,    /* stones on points; columns A to T without I, row 1 at the bottom */
	STYLE_RENJU, /* the same with the I */
	STYLE_HEX,   /* cells, each row half a cell further right; a1 at the top left */
	STYLE_CHESS, /* pieces on squares; a1 at the bottom left */
} style_t;

typedef struct {
	style_t style;
	const char *rows; /* "..X/O..", top row first; chess: FEN, of which the board counts */
	const char (*moves)[TESUJI_POINT_BYTES]; /* "D4", "pass"; chess: "e7e8q" */
	unsigned count;
	tesuji_colour_t first; /* plays move 1; TESUJI_NO_COLOUR: not known, drawn as black */
	const char *target;    /* the goal's point, or several with blanks between; "" = none */
	const char *last;      /* point of the last move that is on the board already; "" = none */
	unsigned areas;        /* of the zone, as in a report; 0: none is known */
	unsigned zone_length;
	const char (*zone)[TESUJI_POINT_BYTES];
	const unsigned char *indices; /* of its points, below `areas`; 1 where there is one */
	unsigned mark_count;
	const diagram_mark_t
	        *marks; /* in Go; text has small letters for the stones of weak blocks */
	unsigned note_count;
	const char (*notes)[DIAGRAM_NOTE_BYTES]; /* lines below an image */
} diagram_t;

/* diagram_style_parse reads "go", "renju", "hex" or "chess"; "" is "go". */
bool diagram_style_parse(const char *name, style_t *out);

/* diagram_of_report makes the diagram of a job: its board and its line. It
 * borrows from the report. */
void diagram_of_report(diagram_t *out, const tesuji_report_t *report);

/* diagram_text, diagram_svg write the diagram. False: nothing was written, and
 * `why` (DIAGRAM_WHY_BYTES, or NULL) says what is wrong with the rows. */
bool diagram_text(FILE *out, const diagram_t *d, char *why);
bool diagram_svg(FILE *out, const diagram_t *d, char *why);

/* diagram_guess finds out who plays move 1 when d->first does not say: the enemy of
 * the stone on the target, else whose turn the FEN or the number of stones say. */
void diagram_guess(diagram_t *d);

/* diagram_legend writes a line that says what the signs of diagram_text mean, and one for
 * those of a zone. */
void diagram_legend(FILE *out, const diagram_t *d);

/* diagram_check finds what drawing would pass over: text of `last`, `target` or a
 * move that is no point of the board ("pass" is fine). False: `why` tells it. */
bool diagram_check(const diagram_t *d, char *why);

#endif
