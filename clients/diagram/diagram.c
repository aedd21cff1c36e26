/* SPDX-License-Identifier: MIT
 * diagram.c - see diagram.h: the diagram as text.
 *
 * Layout     A point takes `cell` characters, enough for the longest number. What stands on it is
 *            written at the right end, so that columns stay aligned. The characters beside the
 *            goal's point become brackets; on boards of pieces, where parentheses mark the squares
 *            that moves start from, a cell has room for its own. A hexagonal board shifts each row
 *            by half a cell, so its cells have an even width. A zone is shown by letters on its
 *            points and not by colours: it looks the same in a file.
 */
#include "clients/diagram/diagram.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "clients/diagram/diagram_figure.h"
#include "clients/diagram/diagram_renju.h"

enum {
	NOTES_COLUMNS = 72,
	CELL_MAX = 6,
};

static const char shade_marks[SHADES + 1] = {'.', '*', ':', '-'};

typedef struct {
	const figure_t *figure;
	int cell;  /* characters of a point */
	int after; /* of these, to the right of the sign */
	int shift; /* by which a row is shifted against the row above */
} layout_t;

/* first_colour returns the colour that plays first. */
static tesuji_colour_t first_colour(const tesuji_report_t *r)
{
	if (r->first == TESUJI_ATTACKER || r->attacker == TESUJI_NO_COLOUR)
		return r->attacker;
	return r->attacker == TESUJI_BLACK ? TESUJI_WHITE : TESUJI_BLACK;
}

void diagram_of_report(diagram_t *out, const tesuji_report_t *report)
{
	*out = (diagram_t){
	        .rows = report->rows,
	        .moves = report->coords_length > 0 ? report->coords : report->line,
	        .count = report->coords_length > 0 ? report->coords_length : report->line_length,
	        .first = first_colour(report),
	        .target = report->target,
	        .bans = diagram_renju_asked(report->options),
	        .last = "",
	        .areas = report->areas,
	        .zone_length = report->zone_length,
	        .zone = report->zone,
	        .indices = report->indices,
	};
	if (!diagram_style_parse(report->style, &out->style))
		out->rows = ""; /* a style of a newer daemon: not drawn */
}

static layout_t layout_of(const figure_t *f)
{
	int digits = f->count < 10 ? 1 : f->count < 100 ? 2 : 3;
	layout_t l = {.figure = f, .cell = digits + 1};

	if (f->diagram->style == STYLE_CHESS) {
		l.cell++;
		l.after = 1;
	} else if (f->diagram->style == STYLE_HEX) {
		l.cell += l.cell % 2;
		l.shift = l.cell / 2;
	}
	return l;
}

/* has_small tells whether stones outside the zone are small letters: only in games where they
 * matter no more than empty points do, and where the case of a letter means nothing else. */
static bool has_small(const figure_t *f)
{
	return f->diagram->areas == 1 && f->diagram->style != STYLE_CHESS;
}

/* point_text writes the sign of a point: a number, a stone, or a dot. */
static void point_text(const figure_t *f, unsigned x, unsigned y, char *text, size_t room)
{
	char mark = f->stone[y][x];

	if (f->banned[y][x])
		mark = '#';
	else if (mark == '.' && f->index[y][x] > 0)
		mark = shade_marks[diagram_figure_shade(f, x, y)];
	else if (mark == '.' && diagram_figure_star(f, x, y))
		mark = '+';
	else if (f->index[y][x] == 0 && has_small(f))
		mark = (char)tolower((unsigned char)mark);
	if (f->weak[y][x])
		mark = (char)tolower((unsigned char)mark);
	if (f->letter[y][x] != '\0')
		mark = f->letter[y][x];
	if (f->number[y][x] != 0)
		snprintf(text, room, "%u", f->number[y][x]);
	else
		snprintf(text, room, "%c", mark);
}

/* print_letters writes the names of the columns, above or below row `row`. */
static void print_letters(FILE *out, const layout_t *l, int row)
{
	fprintf(out, "%*s   ", l->shift * row, "");
	for (unsigned x = 0; x < l->figure->width; x++)
		fprintf(out, " %*c%s", l->cell - 1 - l->after, diagram_figure_column(l->figure, x),
		        l->after > 0 && x + 1 < l->figure->width ? " " : "");
	fputc('\n', out);
}

static void print_row(FILE *out, const layout_t *l, unsigned y)
{
	const figure_t *f = l->figure;
	char line[SIDE_MAX * CELL_MAX + 2]; /* bracket, NUL */
	size_t cell = (size_t)l->cell, length = f->width * cell + 1;

	assert(l->cell <= CELL_MAX && l->after < l->cell);
	memset(line, ' ', length);
	line[length] = '\0';
	for (unsigned x = 0; x < f->width; x++) {
		size_t end = (x + 1) * cell - (size_t)l->after, bytes;
		bool goal = f->goal[y][x];
		bool last = f->has_last && x == f->last.x && y == f->last.y;
		char text[16];

		point_text(f, x, y, text, sizeof(text));
		bytes = strlen(text);
		assert(bytes < cell); /* with room for a bracket */
		memcpy(line + end - bytes, text, bytes);
		if (goal || last || f->source[y][x]) {
			if (line[end - bytes - 1] != ']')
				line[end - bytes - 1] = goal ? '[' : '(';
			line[end] = goal ? ']' : ')';
		}
	}
	if (l->after > 0)
		line[length - 1] = '\0';
	fprintf(out, "%*s%3u%s%2u\n", l->shift * (int)y, "", diagram_figure_row(f, y), line,
	        diagram_figure_row(f, y));
}

/* print_notes writes the moves that the board cannot show. */
static void print_notes(FILE *out, const figure_t *f)
{
	int used = 0;

	for (unsigned i = 0; i < f->count; i++) {
		char note[NOTE_BYTES];

		if (!diagram_figure_note(f, i, note))
			continue;
		if (used > 0 && used + (int)strlen(note) + 2 > NOTES_COLUMNS) {
			fputs(",\n", out);
			used = 0;
		}
		used += fprintf(out, "%s%s", used > 0 ? ", " : "    ", note);
	}
	if (used > 0)
		fputc('\n', out);
}

bool diagram_text(FILE *out, const diagram_t *d, char *why)
{
	figure_t f;
	layout_t layout;

	if (!diagram_figure_fill(&f, d, 1, why))
		return false;
	layout = layout_of(&f);
	print_letters(out, &layout, 0);
	for (unsigned y = 0; y < f.height; y++)
		print_row(out, &layout, y);
	print_letters(out, &layout, (int)f.height - 1);
	print_notes(out, &f);
	return true;
}

/* zone_legend writes what the marks of a zone mean. */
static void zone_legend(FILE *out, const diagram_t *d)
{
	char size[40];
	figure_t f;

	if (d->areas == 0 || !diagram_figure_fill(&f, d, 1, NULL))
		return;
	snprintf(size, sizeof(size), "the zone (%u %s)", f.zone_count,
	         f.zone_count == 1 ? "point" : "points");
	if (d->areas == 1)
		fprintf(out, "    %c%s: %s; what lies outside does not matter\n", shade_marks[1],
		        has_small(&f) ? " and capitals" : "", size);
	else
		fprintf(out, "    %s: %c can matter at once, %c from two stones on, %c from more\n",
		        size, shade_marks[1], shade_marks[2], shade_marks[3]);
}

/* has_bans: does the diagram show a point that is forbidden? */
static bool has_bans(const diagram_t *d)
{
	figure_t f;
	bool any = false;

	if (!d->bans || !diagram_figure_fill(&f, d, 1, NULL))
		return false;
	for (unsigned y = 0; y < f.height; y++)
		for (unsigned x = 0; x < f.width; x++)
			any |= f.banned[y][x] && f.number[y][x] == 0;
	return any;
}

void diagram_legend(FILE *out, const diagram_t *d)
{
	static const char *const signs[] = {
	        [STYLE_GO] = "X black, O white",
	        [STYLE_RENJU] = "X black, O white",
	        [STYLE_HEX] = "X black top-bottom, O white left-right",
	        [STYLE_CHESS] = "capitals are white",
	};

	fprintf(out, "    %s", signs[d->style]);
	if (d->target[0] != '\0')
		fputs(", [ ] the goal", out);
	if (has_bans(d))
		fputs(", # forbidden to black", out);
	if (d->last[0] != '\0')
		fputs(", ( ) the last move", out);
	else if (d->count > 0 && d->style == STYLE_CHESS)
		fputs(", ( ) starts of moves", out);
	if (d->count > 0 && d->first != TESUJI_NO_COLOUR)
		fprintf(out, "; odd numbers are %s's moves", tesuji_colour_name(d->first));
	fputc('\n', out);
	zone_legend(out, d);
}
