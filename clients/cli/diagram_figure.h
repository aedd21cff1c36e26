/* SPDX-License-Identifier: MIT
 * diagram_figure.h - what stands where in a diagram, before it is drawn. Internal
 * to diagram*.c.
 *
 * Units     x from the left, y from the top, from 0, in every style.
 * Ownership figure_t is the caller's and borrows the diagram.
 */
#ifndef CLIENTS_CLI_DIAGRAM_FIGURE_H
#define CLIENTS_CLI_DIAGRAM_FIGURE_H

#include "clients/cli/diagram.h"

enum {
	SIDE_MAX = 19,
	CROWD_MAX = 4, /* numbers that share a square */
	NOTE_BYTES = 48,
	SHADES = 3, /* of a zone; the last is that of all higher indices */
};

typedef struct {
	unsigned x, y;
} place_t;

/* How a move appears. */
typedef struct {
	bool on_board; /* `to` is valid */
	bool moves;    /* `from` is valid too: a piece moves */
	bool promotes;
	place_t from, to;
	unsigned slot; /* which of the numbers of its point it is, from 1; 0 = told below */
} figure_move_t;

typedef struct {
	const diagram_t *diagram;
	unsigned width, height;
	char stone[SIDE_MAX][SIDE_MAX];      /* [y][x]: '.', 'X', 'O', or a letter of FEN */
	unsigned number[SIDE_MAX][SIDE_MAX]; /* of the first move shown there, 0 = none */
	unsigned shown[SIDE_MAX][SIDE_MAX];  /* how many are */
	bool reached[SIDE_MAX][SIDE_MAX];    /* by a move, shown or not */
	bool source[SIDE_MAX][SIDE_MAX];     /* a piece that a move of the line starts with */
	unsigned count;                      /* of moves, at most TESUJI_LINE_MOVES */
	figure_move_t move[TESUJI_LINE_MOVES];
	unsigned char index[SIDE_MAX][SIDE_MAX]; /* in the zone, 0 = outside */
	unsigned zone_count;                     /* of its points on this board */
	char letter[SIDE_MAX][SIDE_MAX];         /* of a mark, '\0' = none */
	bool weak[SIDE_MAX][SIDE_MAX];           /* a stone of a weak block */
	bool has_target, has_last;
	place_t target, last;          /* target: the first of them */
	bool goal[SIDE_MAX][SIDE_MAX]; /* the goal's points */
} figure_t;

/* diagram_figure_fill reads the board and places the moves: `crowd` of them on a point
 * (1: only where nothing stands). False: `why` (or NULL) says what is wrong. */
bool diagram_figure_fill(figure_t *f, const diagram_t *d, unsigned crowd, char *why);

/* diagram_figure_place reads "D4" in the names of the style; the rest of the text is
 * left to *rest, which NULL forbids. False: no point of this board. */
bool diagram_figure_place(const figure_t *f, const char *text, place_t *out, const char **rest);

/* diagram_style_point writes the name of a point on a board of `height` rows. */
void diagram_style_point(style_t style, place_t place, unsigned height,
                         char out[TESUJI_POINT_BYTES]);

/* diagram_figure_column is the letter of a column, diagram_figure_row the number of a row. */
char diagram_figure_column(const figure_t *f, unsigned x);
unsigned diagram_figure_row(const figure_t *f, unsigned y);

/* diagram_figure_note writes what is to be told below of move i (from 0), as plain ASCII;
 * false when the board tells it all. */
bool diagram_figure_note(const figure_t *f, unsigned i, char note[NOTE_BYTES]);

/* diagram_figure_block adds the stones joined with the one at `start`. */
void diagram_figure_block(const figure_t *f, place_t start, bool block[SIDE_MAX][SIDE_MAX]);

/* diagram_figure_shade is how dark a point is, from 1, the darkest, to SHADES; 0 = not. */
unsigned diagram_figure_shade(const figure_t *f, unsigned x, unsigned y);

/* diagram_figure_star tells the points that boards mark. */
bool diagram_figure_star(const figure_t *f, unsigned x, unsigned y);

/* diagram_figure_colour is who plays move i (from 0). */
tesuji_colour_t diagram_figure_colour(const figure_t *f, unsigned i);

#endif
