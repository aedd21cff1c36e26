/* SPDX-License-Identifier: MIT
 * diagram_svg.h - what the images of all boards share. Internal to diagram*.c.
 *
 * A canvas knows where a point of the board is in the image, so that stones, numbers and marks
 * are drawn in the same way for all styles.
 *
 * Units     pixels.
 * Ownership the figure and the stream are borrowed.
 * Threads   any.
 * Errors    those of the stream.
 */
#ifndef CLIENTS_DIAGRAM_DIAGRAM_SVG_H
#define CLIENTS_DIAGRAM_DIAGRAM_SVG_H

#include "clients/diagram/diagram_figure.h"
#include "clients/diagram/svg.h"

typedef struct {
	const figure_t *figure;
	FILE *out;
	point_t origin; /* the middle of the point at the top left */
	double cell;    /* from one point to the next in its row */
	double row,
	        slant; /* by which a row is lower than the one above, and shifted to the right */
	double width, height; /* of the image without the notes */
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

/* diagram_svg_middle returns the middle of the point in column x and row y, which may lie
 * outside the board. */
point_t diagram_svg_middle(const canvas_t *c, double x, double y);

/* diagram_svg_ink returns the colour under a point of the zone, NULL outside the zone. */
const char *diagram_svg_ink(const canvas_t *c, unsigned x, unsigned y);

/* diagram_svg_labels writes the names of columns and rows on all four sides, `away` cells from
 * the outermost points. */
void diagram_svg_labels(const canvas_t *c, double away, double size);

/* diagram_svg_stones draws stones, numbers and marks. */
void diagram_svg_stones(const canvas_t *c);

/* diagram_svg_number writes the number of a move in a disc. */
void diagram_svg_number(const canvas_t *c, point_t middle, double radius, unsigned number,
                        const char *ink);

/* diagram_svg_canvas returns the canvas of a board of stones on a grid; diagram_svg_draw draws
 * the board and everything on it. */
canvas_t diagram_svg_canvas(const figure_t *f, FILE *out);
void diagram_svg_draw(const canvas_t *c);

#endif
