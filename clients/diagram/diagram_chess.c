/* SPDX-License-Identifier: MIT
 * diagram_chess.c - a board of squares with pieces on it.
 *
 * Design     A move is told where it ends, by a badge in a corner of the square in
 *            the colour of who plays it, and where it starts, by an arrow from
 *            there. Four badges fit on a square.
 */
#include "clients/diagram/diagram_chess.h"

#include <assert.h>
#include <math.h>

#include "clients/diagram/svg_pieces.h"

enum { CELL = 60, BADGE = 11 };

canvas_t diagram_chess_canvas(const figure_t *f, FILE *out)
{
	canvas_t c = {.figure = f, .out = out, .cell = CELL, .row = CELL, .stone = CELL * 0.45};

	c.origin = (point_t){CELL * 1.1, CELL * 1.1};
	c.width = (f->width - 1) * c.cell + 2 * c.origin.x;
	c.height = (f->height - 1) * c.row + 2 * c.origin.y;
	return c;
}

static point_t corner_of(const canvas_t *c, unsigned x, unsigned y)
{
	point_t p = diagram_svg_middle(c, x, y);

	return (point_t){p.x - c->cell / 2, p.y - c->row / 2};
}

static void draw_squares(const canvas_t *c)
{
	const figure_t *f = c->figure;
	point_t start = corner_of(c, 0, 0);

	for (unsigned y = 0; y < f->height; y++) {
		for (unsigned x = 0; x < f->width; x++)
			svg_rect(c->out, corner_of(c, x, y), c->cell, c->row, 0,
			         (paint_t){(x + y) % 2 == 0 ? "#f7efdc" : "#c9ad7f", NULL, 0});
	}
	for (unsigned y = 0; y < f->height; y++) {
		for (unsigned x = 0; x < f->width; x++) {
			const char *ink = f->source[y][x] ? "#efd35f" : diagram_svg_ink(c, x, y);

			if (ink != NULL)
				svg_rect(c->out, corner_of(c, x, y), c->cell, c->row, 0,
				         (paint_t){ink, NULL, 0});
		}
	}
	svg_rect(c->out, start, f->width * c->cell, f->height * c->row, 0,
	         (paint_t){NULL, INK_GRID, 1.5});
}

/* draw_frame outlines a square from inside. */
static void draw_frame(const canvas_t *c, place_t place, const char *ink)
{
	point_t p = corner_of(c, place.x, place.y);

	svg_rect(c->out, (point_t){p.x + 2, p.y + 2}, c->cell - 4, c->row - 4, 4,
	         (paint_t){NULL, ink, 3});
}

static void draw_arrow(const canvas_t *c, const figure_move_t *m, const char *ink)
{
	point_t from = diagram_svg_middle(c, m->from.x, m->from.y);
	point_t to = diagram_svg_middle(c, m->to.x, m->to.y);
	double length = hypot(to.x - from.x, to.y - from.y);
	point_t ahead, tip, head, corners[7];

	if (length < 1)
		return;
	ahead = (point_t){(to.x - from.x) / length, (to.y - from.y) / length};
	from = (point_t){from.x + ahead.x * 12, from.y + ahead.y * 12};
	tip = (point_t){to.x - ahead.x * 4, to.y - ahead.y * 4};
	head = (point_t){tip.x - ahead.x * 17, tip.y - ahead.y * 17};
	for (int side = 0; side < 2; side++) {
		double wide = side == 0 ? 1 : -1;
		point_t across = {-ahead.y * wide, ahead.x * wide};

		corners[side == 0 ? 0 : 6] =
		        (point_t){from.x + across.x * 2.5, from.y + across.y * 2.5};
		corners[side == 0 ? 1 : 5] =
		        (point_t){head.x + across.x * 2.5, head.y + across.y * 2.5};
		corners[side == 0 ? 2 : 4] =
		        (point_t){head.x + across.x * 9, head.y + across.y * 9};
	}
	corners[3] = tip;
	svg_polygon(c->out, corners, 7, (paint_t){ink, NULL, 0});
}

static void draw_badge(const canvas_t *c, unsigned i)
{
	static const double right[CROWD_MAX] = {1, -1, 1, -1}, down[CROWD_MAX] = {-1, -1, 1, 1};
	const figure_move_t *m = &c->figure->move[i];
	bool white = diagram_figure_colour(c->figure, i) == TESUJI_WHITE;
	point_t p = diagram_svg_middle(c, m->to.x, m->to.y);
	double away = c->cell / 2 - BADGE - 2;

	assert(m->slot >= 1 && m->slot <= CROWD_MAX);
	p.x += right[m->slot - 1] * away;
	p.y += down[m->slot - 1] * away;
	svg_circle(c->out, p, BADGE,
	           (paint_t){white ? INK_WHITE : INK_BLACK, white ? INK_BLACK : INK_WHITE, 1.2});
	diagram_svg_number(c, p, BADGE * 1.15, i + 1, white ? INK_BLACK : INK_WHITE);
}

void diagram_chess_draw(const canvas_t *c)
{
	const figure_t *f = c->figure;
	const figure_move_t *last = f->count > 0 ? &f->move[f->count - 1] : NULL;

	draw_squares(c);
	diagram_svg_labels(c, 0.8, 16);
	for (unsigned y = 0; y < f->height; y++) {
		for (unsigned x = 0; x < f->width; x++)
			svg_piece(c->out, f->stone[y][x], corner_of(c, x, y), c->cell);
	}
	svg_group(c->out, 0.6);
	for (unsigned i = 0; i < f->count; i++) {
		if (f->move[i].moves)
			draw_arrow(c, &f->move[i],
			           diagram_figure_colour(f, i) == TESUJI_WHITE ? "#3f7d4e"
			                                                       : "#8a3b3b");
	}
	svg_group_end(c->out);
	if (f->has_target)
		draw_frame(c, f->target, INK_GOAL);
	if (last != NULL && last->on_board)
		draw_frame(c, last->to, INK_ACCENT);
	else if (last == NULL && f->has_last)
		draw_frame(c, f->last, INK_ACCENT);
	for (unsigned i = 0; i < f->count; i++) {
		if (f->move[i].slot > 0)
			draw_badge(c, i);
	}
}
