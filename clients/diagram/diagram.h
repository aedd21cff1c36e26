/* SPDX-License-Identifier: MIT
 * diagram.h - a board as text or as SVG, with the moves of a line numbered on it.
 *
 *        A  B  C  D  E
 *     3  .  .  2  .  .  3
 *     2  .  1 [O] X  .  2      1 2 ... the moves; [ ] the goal's point
 *     1  .  O  X  .  .  1
 *        A  B  C  D  E
 *
 * As in printed diagrams the stones are those of the start. A pass, and a move on a point that
 * already shows a stone or a number, is told below ("3 at B2", "7 at 4"). The empty points of a
 * zone show a mark for their index; in Go the stones outside the zone are small letters. An
 * image shades the zone. A diagram knows no rules, only how boards look: there are four styles,
 * with the names that the protocol gives them. But where the rule is said to be Renju and black
 * plays first, the points that he may not play on show a '#', in an image a cross.
 *
 * Ownership strings and moves of diagram_t are borrowed.
 * Threads   any.
 * Errors    a board that cannot be read is not drawn, and the reason returned. A move or a point
 *           that is not on the board does no harm: the move is told below, the point left out.
 */
#ifndef CLIENTS_DIAGRAM_DIAGRAM_H
#define CLIENTS_DIAGRAM_DIAGRAM_H

#include <stdbool.h>
#include <stdio.h>

#include "clients/c/tesuji.h"

enum { DIAGRAM_WHY_BYTES = 128, DIAGRAM_NOTE_BYTES = 160 };

/* A mark: a letter on an empty point, or with '\0' a sign on the block of a weak stone. */
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
	tesuji_colour_t first; /* who plays move 1; TESUJI_NO_COLOUR: unknown, drawn as black */
	const char *target;    /* the goal's point, or several with blanks between; "" = none */
	bool bans;             /* by the rules of Renju: where black, if first, may not play */
	const char *last;      /* point of the last move that is on the board already; "" = none */
	unsigned areas;        /* of the zone, as in a report; 0: none is known */
	unsigned zone_length;
	const char (*zone)[TESUJI_POINT_BYTES];
	const unsigned char *indices; /* the index of each of its points, below `areas` */
	unsigned mark_count;
	const diagram_mark_t
	        *marks; /* in Go; as text, the stones of weak blocks are small letters */
	unsigned note_count;
	const char (*notes)[DIAGRAM_NOTE_BYTES]; /* lines below an image */
} diagram_t;

/* diagram_style_parse reads "go", "renju", "hex" or "chess"; "" is "go". */
bool diagram_style_parse(const char *name, style_t *out);

/* diagram_of_report makes the diagram of a job: its board and its line. It borrows from the
 * report. */
void diagram_of_report(diagram_t *out, const tesuji_report_t *report);

/* diagram_text and diagram_svg write the diagram. They return false if the rows are wrong: then
 * nothing was written, and `why` (DIAGRAM_WHY_BYTES, or NULL) says what is wrong. */
bool diagram_text(FILE *out, const diagram_t *d, char *why);
bool diagram_svg(FILE *out, const diagram_t *d, char *why);

/* diagram_guess sets d->first if it is not set: the enemy of the stone on the target, else the
 * side to move by the FEN or by the number of stones. */
void diagram_guess(diagram_t *d);

/* diagram_legend writes a line that explains the signs of diagram_text, and one for a zone. */
void diagram_legend(FILE *out, const diagram_t *d);

/* diagram_check finds what drawing would ignore: a text of `last`, `target` or a move that is no
 * point of the board ("pass" is none and allowed). Returns false if there is one, and `why`
 * names it. */
bool diagram_check(const diagram_t *d, char *why);

#endif
