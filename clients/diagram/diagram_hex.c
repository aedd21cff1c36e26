/* SPDX-License-Identifier: MIT
 * diagram_hex.c - draws a board of hexagons: a rhombus with two black and two white sides.
 *
 * Layout     Hexagons stand on a corner. Corner 0 is at the top, the others follow clockwise. A
 *            side of the board consists of the outer edges of its cells: two of each cell, less one
 *            where an obtuse corner of the board gives the other to the neighbouring side.
 */
#include "clients/diagram/diagram_hex.h"

#include <math.h>

enum { CELL = 44 };

static const double root3 = 1.7320508;

canvas_t diagram_hex_canvas(const figure_t *f, FILE *out)
{
	canvas_t c = {.figure = f, .out = out, .cell = CELL};

	c.row = CELL * root3 / 2;
	c.slant = CELL / 2.0;
	c.stone = CELL * 0.4;
	c.origin = (point_t){CELL * 1.6, CELL * 1.45};
	c.width = (f->width - 1) * c.cell + (f->height - 1) * c.slant + 2 * c.origin.x;
	c.height = (f->height - 1) * c.row + 2 * c.origin.y;
	return c;
}

/* corner returns where corner i of a cell is. */
static point_t corner(const canvas_t *c, unsigned x, unsigned y, unsigned i)
{
	static const double right[6] = {0, 0.5, 0.5, 0, -0.5, -0.5};
	static const double down[6] = {-1, -0.5, 0.5, 1, 0.5, -0.5};
	point_t p = diagram_svg_middle(c, x, y);

	return (point_t){p.x + right[i] * c->cell, p.y + down[i] * c->cell / root3};
}

/* draw_side draws the edges of `cells` cells from (x, y) on, one step (dx, dy) after
 * the other, from corner `from` over `middle` to `to` of each. */
static void draw_side(const canvas_t *c, place_t start, place_t step, unsigned cells,
                      const unsigned corners[3], const char *ink)
{
	point_t points[3 * SIDE_MAX];
	unsigned count = 0;

	for (unsigned i = 0; i < cells; i++) {
		for (unsigned k = 0; k < 3; k++)
			points[count++] =
			        corner(c, start.x + i * step.x, start.y + i * step.y, corners[k]);
	}
	svg_polyline(c->out, points, count, (paint_t){NULL, INK_BLACK, 9});
	svg_polyline(c->out, points, count, (paint_t){NULL, ink, 7});
}

static void draw_sides(const canvas_t *c)
{
	static const unsigned top[3] = {5, 0, 1}, bottom[3] = {4, 3, 2};
	static const unsigned left[3] = {5, 4, 3}, right[3] = {0, 1, 2};
	unsigned width = c->figure->width, height = c->figure->height;

	draw_side(c, (place_t){0, 0}, (place_t){0, 1}, height, left, INK_WHITE);
	draw_side(c, (place_t){width - 1, 0}, (place_t){0, 1}, height, right, INK_WHITE);
	draw_side(c, (place_t){0, 0}, (place_t){1, 0}, width, top, INK_BLACK);
	draw_side(c, (place_t){0, height - 1}, (place_t){1, 0}, width, bottom, INK_BLACK);
}

void diagram_hex_draw(const canvas_t *c)
{
	const figure_t *f = c->figure;

	draw_sides(c);
	for (unsigned y = 0; y < f->height; y++) {
		for (unsigned x = 0; x < f->width; x++) {
			const char *shade = diagram_svg_ink(c, x, y);
			point_t corners[6];

			for (unsigned i = 0; i < 6; i++)
				corners[i] = corner(c, x, y, i);
			svg_polygon(c->out, corners, 6,
			            (paint_t){shade != NULL ? shade : "#faf3e0", INK_GRID, 1});
		}
	}
	diagram_svg_labels(c, 1.05, 15);
	diagram_svg_stones(c);
}
