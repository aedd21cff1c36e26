/* SPDX-License-Identifier: MIT
 * svg.h - write an SVG image, shape by shape.
 *
 * Presentation attributes only, no style sheet and no reference to anything
 * outside: every renderer shows the same picture.
 *
 * Units     pixels of the image, two decimals are written.
 * Ownership the stream is borrowed.
 * Errors    those of the stream; ask ferror() in the end.
 */
#ifndef CLIENTS_CLI_SVG_H
#define CLIENTS_CLI_SVG_H

#include <stdio.h>

typedef struct {
	double x, y;
} point_t;

/* How a shape is painted. NULL: not filled, not outlined. */
typedef struct {
	const char *fill, *stroke;
	double width; /* of the outline */
} paint_t;

typedef enum { ANCHOR_MIDDLE, ANCHOR_START, ANCHOR_END } anchor_t;

void svg_begin(FILE *out, double width, double height, const char *title);
void svg_end(FILE *out);

void svg_rect(FILE *out, point_t corner, double width, double height, double radius, paint_t paint);
void svg_circle(FILE *out, point_t centre, double radius, paint_t paint);
void svg_line(FILE *out, point_t from, point_t to, const char *stroke, double width);

/* svg_polygon closes the figure, svg_polyline leaves it open. */
void svg_polygon(FILE *out, const point_t *list, unsigned count, paint_t paint);
void svg_polyline(FILE *out, const point_t *list, unsigned count, paint_t paint);

/* svg_path draws path data written for a box of `box` by `box`, moved to `corner`
 * and scaled to `size`. The outline's width is in pixels all the same. */
void svg_path(FILE *out, const char *data, point_t corner, double size, double box, paint_t paint);

/* svg_text centres a line of text vertically on `at`. Any bytes may come: what is
 * special in XML is escaped, what is not printable ASCII becomes '?'. */
void svg_text(FILE *out, point_t at, const char *text, double size, const char *fill,
              anchor_t anchor);

/* svg_group opens a group that is drawn with this opacity, 0..1; svg_group_end. */
void svg_group(FILE *out, double opacity);
void svg_group_end(FILE *out);

#endif
