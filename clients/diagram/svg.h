/* SPDX-License-Identifier: MIT
 * svg.h - writes an SVG image, shape by shape.
 *
 * It uses presentation attributes only, no style sheet and no reference to anything outside:
 * every renderer shows the same image.
 *
 * Units     pixels of the image; two decimals are written.
 * Ownership the stream is borrowed.
 * Threads   any, one for each stream.
 * Errors    those of the stream: the caller asks ferror() in the end.
 */
#ifndef CLIENTS_DIAGRAM_SVG_H
#define CLIENTS_DIAGRAM_SVG_H

#include <stdio.h>

typedef struct {
	double x, y;
} point_t;

/* How a shape is painted. NULL: not filled, or not outlined. */
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

/* svg_path draws path data written for a box of `box` by `box`, moved to `corner` and scaled to
 * `size`. The width of the outline is not scaled. */
void svg_path(FILE *out, const char *data, point_t corner, double size, double box, paint_t paint);

/* svg_text writes a line of text, centred vertically on `at`. The text may contain any bytes:
 * what is special in XML is escaped, what is not printable ASCII becomes '?'. */
void svg_text(FILE *out, point_t at, const char *text, double size, const char *fill,
              anchor_t anchor);

/* svg_group opens a group drawn with this opacity, from 0 to 1; svg_group_end closes it. */
void svg_group(FILE *out, double opacity);
void svg_group_end(FILE *out);

#endif
