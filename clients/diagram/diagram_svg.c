/* SPDX-License-Identifier: MIT
 * diagram_svg.c - a diagram as an image: the page, the names of rows and columns, the notes
 * below, and boards of stones on a grid.
 *
 * Design     Flat shapes in few colours. The image shows what the text shows: the stones of the
 *            start, the numbers of the line where their point is empty, the rest below. In addition
 *            the last move has a ring, and the goal's block has triangles (an empty point of the
 *            goal a square).
 */
#include "clients/diagram/diagram_svg.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "clients/diagram/diagram_chess.h"
#include "clients/diagram/diagram_hex.h"

enum {
	CELL = 40,
	MARK_SIZE = 22, /* of a letter on the board */
	NOTE_SIZE = 15, /* letters of a note; a line takes NOTE_LINE */
	NOTE_LINE = 22,
	NOTE_LETTER = 8, /* usual width of such a letter */
	NOTES_MARGIN = 24,
	NOTE_LINE_BYTES = 256,
	NOTE_LINES_MAX = TESUJI_LINE_MOVES,
};

typedef struct {
	canvas_t (*canvas)(const figure_t *f, FILE *out);
	void (*draw)(const canvas_t *c);
	unsigned crowd; /* most numbers on a point */
} shape_t;

static const shape_t shapes[] = {
        [STYLE_GO] = {diagram_svg_canvas, diagram_svg_draw, 1},
        [STYLE_RENJU] = {diagram_svg_canvas, diagram_svg_draw, 1},
        [STYLE_HEX] = {diagram_hex_canvas, diagram_hex_draw, 1},
        [STYLE_CHESS] = {diagram_chess_canvas, diagram_chess_draw, CROWD_MAX},
};

point_t diagram_svg_middle(const canvas_t *c, double x, double y)
{
	return (point_t){c->origin.x + x * c->cell + y * c->slant, c->origin.y + y * c->row};
}

const char *diagram_svg_ink(const canvas_t *c, unsigned x, unsigned y)
{
	static const char *const inks[SHADES + 1] = {NULL, "#a6c380", "#cfd9a9", "#e2e0ba"};

	return inks[diagram_figure_shade(c->figure, x, y)];
}

/* draw_shade paints the zone as cells around its points. */
static void draw_shade(const canvas_t *c)
{
	for (unsigned y = 0; y < c->figure->height; y++) {
		for (unsigned x = 0; x < c->figure->width; x++) {
			const char *ink = diagram_svg_ink(c, x, y);
			point_t middle = diagram_svg_middle(c, x, y);
			point_t corner = {middle.x - c->cell / 2, middle.y - c->row / 2};

			if (ink != NULL)
				svg_rect(c->out, corner, c->cell, c->row, 0,
				         (paint_t){ink, NULL, 0});
		}
	}
}

void diagram_svg_labels(const canvas_t *c, double away, double size)
{
	const figure_t *f = c->figure;

	for (unsigned x = 0; x < f->width; x++) {
		char letter[2] = {diagram_figure_column(f, x), '\0'};
		point_t above = diagram_svg_middle(c, x, 0),
		        below = diagram_svg_middle(c, x, f->height - 1);

		above.y -= away * c->row;
		below.y += away * c->row;
		svg_text(c->out, above, letter, size, INK_LABEL, ANCHOR_MIDDLE);
		svg_text(c->out, below, letter, size, INK_LABEL, ANCHOR_MIDDLE);
	}
	for (unsigned y = 0; y < f->height; y++) {
		char number[16];

		snprintf(number, sizeof(number), "%u", diagram_figure_row(f, y));
		svg_text(c->out, diagram_svg_middle(c, -away, y), number, size, INK_LABEL,
		         ANCHOR_MIDDLE);
		svg_text(c->out, diagram_svg_middle(c, f->width - 1 + away, y), number, size,
		         INK_LABEL, ANCHOR_MIDDLE);
	}
}

void diagram_svg_number(const canvas_t *c, point_t middle, double radius, unsigned number,
                        const char *ink)
{
	double size = radius * (number < 10 ? 1.15 : number < 100 ? 1.0 : 0.76);
	char text[16];

	snprintf(text, sizeof(text), "%u", number);
	svg_text(c->out, middle, text, size, ink, ANCHOR_MIDDLE);
}

static void draw_stone(const canvas_t *c, point_t middle, bool white)
{
	svg_circle(c->out, middle, c->stone,
	           (paint_t){white ? INK_WHITE : INK_BLACK, INK_BLACK, 1.2});
}

/* draw_triangle marks a stone of the goal's block or of a weak block. */
static void draw_triangle(const canvas_t *c, point_t middle, const char *ink)
{
	double r = c->stone * 0.58;
	point_t corners[3];

	for (int i = 0; i < 3; i++) {
		double angle = (double)i * 2.0943951;

		corners[i] = (point_t){middle.x + r * sin(angle), middle.y - r * cos(angle)};
	}
	svg_polygon(c->out, corners, 3, (paint_t){ink, INK_WHITE, 1.2});
}

static void draw_goal(const canvas_t *c)
{
	const figure_t *f = c->figure;
	bool block[SIDE_MAX][SIDE_MAX] = {{false}};
	const double side = c->stone * 1.9;

	for (unsigned y = 0; y < f->height; y++) {
		for (unsigned x = 0; x < f->width; x++) {
			const point_t middle = diagram_svg_middle(c, x, y);

			if (!f->goal[y][x])
				continue;
			if (f->stone[y][x] == '.')
				svg_rect(c->out,
				         (point_t){middle.x - side / 2, middle.y - side / 2}, side,
				         side, 2, (paint_t){NULL, INK_GOAL, 2.5});
			else if (f->diagram->style == STYLE_GO && !block[y][x])
				diagram_figure_block(f, (place_t){x, y}, block);
			else
				block[y][x] = true;
		}
	}
	for (unsigned y = 0; y < f->height; y++) {
		for (unsigned x = 0; x < f->width; x++) {
			if (block[y][x])
				draw_triangle(c, diagram_svg_middle(c, x, y), INK_GOAL);
		}
	}
}

/* draw_last draws a ring around the last move: of the line, or else of the board. */
static void draw_last(const canvas_t *c)
{
	const figure_t *f = c->figure;
	const figure_move_t *m = f->count > 0 ? &f->move[f->count - 1] : NULL;

	if (m != NULL && m->slot > 0)
		svg_circle(c->out, diagram_svg_middle(c, m->to.x, m->to.y), c->stone - 0.5,
		           (paint_t){NULL, INK_ACCENT, 2.6});
	else if (m == NULL && f->has_last)
		svg_circle(c->out, diagram_svg_middle(c, f->last.x, f->last.y), c->stone * 0.5,
		           (paint_t){NULL, INK_ACCENT, 2.6});
}

/* draw_ban draws a cross. */
static void draw_ban(const canvas_t *c, point_t middle)
{
	const double r = c->stone * 0.42;

	for (int slope = -1; slope <= 1; slope += 2)
		svg_line(c->out, (point_t){middle.x - r, middle.y - slope * r},
		         (point_t){middle.x + r, middle.y + slope * r}, INK_ACCENT, 2.6);
}

/* draw_mark draws the mark of a point: its letter if it is empty, a triangle on a weak stone. */
static void draw_mark(const canvas_t *c, unsigned x, unsigned y)
{
	const char letter[] = {c->figure->letter[y][x], '\0'};
	point_t middle = diagram_svg_middle(c, x, y);

	if (c->figure->weak[y][x])
		draw_triangle(c, middle, INK_ACCENT);
	if (letter[0] == '\0')
		return;
	svg_circle(c->out, middle, c->stone * 0.8, (paint_t){INK_PAGE, NULL, 0});
	svg_text(c->out, middle, letter, MARK_SIZE, INK_ACCENT, ANCHOR_MIDDLE);
}

void diagram_svg_stones(const canvas_t *c)
{
	const figure_t *f = c->figure;

	for (unsigned y = 0; y < f->height; y++) {
		for (unsigned x = 0; x < f->width; x++) {
			point_t middle = diagram_svg_middle(c, x, y);
			unsigned number = f->number[y][x];
			bool white = f->stone[y][x] == 'O';

			if (f->stone[y][x] != '.')
				draw_stone(c, middle, white);
			draw_mark(c, x, y);
			if (f->banned[y][x] && number == 0)
				draw_ban(c, middle);
			if (number == 0)
				continue;
			white = diagram_figure_colour(f, number - 1) == TESUJI_WHITE;
			draw_stone(c, middle, white);
			diagram_svg_number(c, middle, c->stone, number,
			                   white ? INK_BLACK : INK_WHITE);
		}
	}
	if (f->has_target)
		draw_goal(c);
	draw_last(c);
}

canvas_t diagram_svg_canvas(const figure_t *f, FILE *out)
{
	canvas_t c = {.figure = f, .out = out, .cell = CELL, .row = CELL, .stone = CELL * 0.47};

	c.origin = (point_t){CELL * 1.4, CELL * 1.4};
	c.width = (f->width - 1) * c.cell + 2 * c.origin.x;
	c.height = (f->height - 1) * c.row + 2 * c.origin.y;
	return c;
}

void diagram_svg_draw(const canvas_t *c)
{
	const figure_t *f = c->figure;

	draw_shade(c);
	for (unsigned x = 0; x < f->width; x++)
		svg_line(c->out, diagram_svg_middle(c, x, 0),
		         diagram_svg_middle(c, x, f->height - 1), INK_GRID,
		         x == 0 || x + 1 == f->width ? 2 : 1);
	for (unsigned y = 0; y < f->height; y++)
		svg_line(c->out, diagram_svg_middle(c, 0, y),
		         diagram_svg_middle(c, f->width - 1, y), INK_GRID,
		         y == 0 || y + 1 == f->height ? 2 : 1);
	for (unsigned y = 0; y < f->height; y++) {
		for (unsigned x = 0; x < f->width; x++) {
			if (diagram_figure_star(f, x, y))
				svg_circle(c->out, diagram_svg_middle(c, x, y), 3.5,
				           (paint_t){INK_GRID, NULL, 0});
		}
	}
	diagram_svg_labels(c, 0.95, 15);
	diagram_svg_stones(c);
}

/* notes_columns returns how many letters fit under the board, at least as many as one note has. */
static size_t notes_columns(double width)
{
	double fit = (width - 2 * NOTES_MARGIN) / NOTE_LETTER;

	return (size_t)fmax(NOTE_BYTES, fmin(NOTE_LINE_BYTES - NOTE_BYTES, fit));
}

/* notes_fold writes the notes into lines of at most `columns`. Returns how many lines. */
static unsigned notes_fold(const figure_t *f, size_t columns, char lines[][NOTE_LINE_BYTES])
{
	unsigned count = 0;
	size_t used = 0;

	for (unsigned i = 0; i < f->count; i++) {
		char note[NOTE_BYTES];

		if (!diagram_figure_note(f, i, note))
			continue;
		if (count == 0 || used + 2 + strlen(note) > columns) {
			assert(count < NOTE_LINES_MAX);
			lines[count++][0] = '\0';
			used = 0;
		}
		used += (size_t)snprintf(lines[count - 1] + used, NOTE_LINE_BYTES - used, "%s%s",
		                         used > 0 ? ",  " : "", note);
	}
	assert(used < NOTE_LINE_BYTES);
	return count;
}

/* zone_note writes what the shade means. Returns how many lines that takes. */
static unsigned zone_note(const figure_t *f, char line[NOTE_LINE_BYTES])
{
	if (f->zone_count == 0)
		return 0;
	snprintf(line, NOTE_LINE_BYTES, "shaded: the zone, %u %s%s", f->zone_count,
	         f->zone_count == 1 ? "point" : "points",
	         f->diagram->areas > 1 ? ", darker matters sooner" : "");
	return 1;
}

bool diagram_svg(FILE *out, const diagram_t *d, char *why)
{
	const shape_t *shape = &shapes[d->style];
	char lines[NOTE_LINES_MAX + 1][NOTE_LINE_BYTES], title[64];
	unsigned count, all;
	figure_t f;
	canvas_t c;
	double width, height;

	if (!diagram_figure_fill(&f, d, shape->crowd, why))
		return false;
	c = shape->canvas(&f, out);
	count = notes_fold(&f, notes_columns(c.width), lines);
	count += zone_note(&f, lines[count]);
	width = c.width;
	for (unsigned i = 0; i < d->note_count; i++)
		width = fmax(width, 2 * NOTES_MARGIN + NOTE_LETTER * (double)strlen(d->notes[i]));
	for (unsigned i = 0; i < count; i++)
		width = fmax(width, 2 * NOTES_MARGIN + NOTE_LETTER * (double)strlen(lines[i]));
	c.origin.x += (width - c.width) / 2; /* the notes may be wider */
	all = count + d->note_count;
	height = c.height + (all > 0 ? NOTE_LINE * (all + 0.4) : 0);
	snprintf(title, sizeof(title), "%ux%u board, %u %s", f.width, f.height, f.count,
	         f.count == 1 ? "move" : "moves");
	svg_begin(out, width, height, title);
	svg_rect(out, (point_t){0, 0}, width, height, 0, (paint_t){INK_PAGE, NULL, 0});
	shape->draw(&c);
	for (unsigned i = 0; i < all; i++)
		svg_text(out, (point_t){NOTES_MARGIN, c.height + NOTE_LINE * (i + 0.3)},
		         i < count ? lines[i] : d->notes[i - count], NOTE_SIZE, INK_BLACK,
		         ANCHOR_START);
	svg_end(out);
	return true;
}
