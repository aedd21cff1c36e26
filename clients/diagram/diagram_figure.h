/* SPDX-License-Identifier: MIT
 * diagram_figure.h - what stands where in a diagram, before it is drawn. Internal to diagram*.c.
 *
 * Units     x from the left and y from the top, both from 0, in every style.
 * Ownership figure_t is the caller's and borrows the diagram.
 * Threads   any.
 * Errors    as each function says.
 */
#ifndef CLIENTS_DIAGRAM_DIAGRAM_FIGURE_H
#define CLIENTS_DIAGRAM_DIAGRAM_FIGURE_H

#include "clients/diagram/diagram.h"

enum {
	SIDE_MAX = 20,
	CROWD_MAX = 4, /* most numbers on a square */
	NOTE_BYTES = 48,
	SHADES = 3, /* shades of a zone; the last is for all higher indices */
};

typedef struct {
	unsigned x, y;
} place_t;

/* How a move is shown. */
typedef struct {
	bool on_board; /* `to` is valid */
	bool moves;    /* `from` is valid too: a piece moves */
	bool promotes;
	place_t from, to;
	unsigned slot; /* its place among the numbers of its point, from 1; 0: told below */
} figure_move_t;

typedef struct {
	const diagram_t *diagram;
	unsigned width, height;
	char stone[SIDE_MAX][SIDE_MAX];      /* [y][x]: '.', 'X', 'O', or a letter of FEN */
	unsigned number[SIDE_MAX][SIDE_MAX]; /* the number of the first move shown there; 0: none */
	unsigned shown[SIDE_MAX][SIDE_MAX];  /* how many numbers are shown there, <= CROWD_MAX */
	bool reached[SIDE_MAX][SIDE_MAX];    /* a move goes there, shown or not */
	bool source[SIDE_MAX]
	           [SIDE_MAX]; /* a move of the line starts there, with the piece of the start */
	unsigned count;        /* moves, at most TESUJI_LINE_MOVES */
	figure_move_t move[TESUJI_LINE_MOVES];
	unsigned char index[SIDE_MAX][SIDE_MAX]; /* index in the zone; 0: outside */
	unsigned zone_count;                     /* points of the zone */
	char letter[SIDE_MAX][SIDE_MAX];         /* a mark's letter; '\0': none */
	bool weak[SIDE_MAX][SIDE_MAX];           /* a stone of a weak block */
	bool banned[SIDE_MAX][SIDE_MAX];         /* black may not play there (Renju) */
	bool has_target, has_last;
	place_t target, last;          /* target: the first of them */
	bool goal[SIDE_MAX][SIDE_MAX]; /* the goal's points */
} figure_t;

/* diagram_figure_fill reads the board and places the moves, up to `crowd` on a point (1: only on
 * empty points). Returns false if the rows are wrong; `why` (or NULL) says how. */
bool diagram_figure_fill(figure_t *f, const diagram_t *d, unsigned crowd, char *why);

/* diagram_figure_place reads a point, "D4", by the names of the style. *rest is the text after
 * it; with `rest` NULL there must be none. Returns false if it is no point of this board. */
bool diagram_figure_place(const figure_t *f, const char *text, place_t *out, const char **rest);

/* diagram_style_point writes the name of a point on a board of `height` rows. */
void diagram_style_point(style_t style, place_t place, unsigned height,
                         char out[TESUJI_POINT_BYTES]);

/* diagram_figure_column returns the letter of a column, diagram_figure_row the number of a row. */
char diagram_figure_column(const figure_t *f, unsigned x);
unsigned diagram_figure_row(const figure_t *f, unsigned y);

/* diagram_figure_note writes as printable ASCII what has to be told below about move i (from 0).
 * Returns false if the board shows it all. */
bool diagram_figure_note(const figure_t *f, unsigned i, char note[NOTE_BYTES]);

/* diagram_figure_block sets block[y][x] for the stones connected with the one at `start`. */
void diagram_figure_block(const figure_t *f, place_t start, bool block[SIDE_MAX][SIDE_MAX]);

/* diagram_figure_shade returns the shade of a point, from 1, the darkest, to SHADES; 0: outside
 * the zone. */
unsigned diagram_figure_shade(const figure_t *f, unsigned x, unsigned y);

/* diagram_figure_star tells whether boards mark this point with a dot. */
bool diagram_figure_star(const figure_t *f, unsigned x, unsigned y);

/* diagram_figure_colour returns who plays move i (from 0). */
tesuji_colour_t diagram_figure_colour(const figure_t *f, unsigned i);

#endif
