/* SPDX-License-Identifier: MIT
 * diagram_svg.h - what the pictures of all boards share. Internal to diagram*.c.
 *
 * A canvas knows where a point of the board is in the picture, so that stones,
 * numbers and marks are drawn without knowing the style.
 *
 * Units     pixels.
 */
#ifndef CLIENTS_CLI_DIAGRAM_SVG_H
#define CLIENTS_CLI_DIAGRAM_SVG_H

#include "clients/cli/diagram_figure.h"
#include "clients/cli/svg.h"

typedef struct {
	const figure_t *figure;
	FILE *out;
	point_t origin;       /* the middle of the point at the top left */
	double cell;          /* from one point to the next in its row */
	double row, slant;    /* a row is so much lower than the one above, and further right */
	double width, height; /* of the picture without the notes */
	double stone;         /* radius */
} canvas_t;

/* The colours of every board. */
#define INK_PAGE   "#f3e6c8" /* light wood */
#define INK_GRID   "#7d6a4b"
#define INK_LABEL  "#6b5a3e"
#define INK_BLACK  "#26241f"
#define INK_WHITE  "#fdfcf9"
#define INK_ACCENT "#d8412f" /* the last move */
#define INK_GOAL   "#2f8fd0"

/* diagram_svg_middle is where the point in column x, row y is; both may lie outside the
 * board by any number of cells. */
point_t diagram_svg_middle(const canvas_t *c, double x, double y);

/* diagram_svg_ink is the colour of the ground at a point of the zone; NULL outside. */
const char *diagram_svg_ink(const canvas_t *c, unsigned x, unsigned y);

/* diagram_svg_labels names columns and rows on all four sides, `away` cells from the
 * outermost points. */
void diagram_svg_labels(const canvas_t *c, double away, double size);

/* diagram_svg_stones draws stones, numbered stones and the marks on them. */
void diagram_svg_stones(const canvas_t *c);

/* diagram_svg_number writes the number of a move in the middle of a disc. */
void diagram_svg_number(const canvas_t *c, point_t middle, double radius, unsigned number,
                        const char *ink);

/* diagram_svg_canvas is the canvas of a board of stones on a grid, diagram_svg_draw draws the board
 * and what stands on it. */
canvas_t diagram_svg_canvas(const figure_t *f, FILE *out);
void diagram_svg_draw(const canvas_t *c);

#endif
