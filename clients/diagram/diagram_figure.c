/* SPDX-License-Identifier: MIT
 * diagram_figure.c - see diagram_figure.h.
 *
 * Design     No rules are needed for a figure that shows the stones of the start and not those of
 *            the end: a number goes where its point is empty, and the other moves become notes. So
 *            the client need not know what a game captures.
 */
#include "clients/diagram/diagram_figure.h"

#include <assert.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "clients/diagram/diagram_renju.h"

typedef struct {
	const char *name, *columns;
	bool upside_down; /* row 1 is on top */
} style_row_t;

static const style_row_t styles[] = {
        [STYLE_GO] = {"go", "ABCDEFGHJKLMNOPQRST", false},
        [STYLE_RENJU] = {"renju", "ABCDEFGHIJKLMNOPQRST", false},
        [STYLE_HEX] = {"hex", "abcdefghijklmnopqrs", true},
        [STYLE_CHESS] = {"chess", "abcdefgh", false},
};

enum { STYLES = sizeof(styles) / sizeof(styles[0]), CHESS_SIDE = 8 };

bool diagram_style_parse(const char *name, style_t *out)
{
	for (unsigned i = 0; i < STYLES; i++) {
		if (strcmp(name, styles[i].name) == 0 || (name[0] == '\0' && i == STYLE_GO)) {
			*out = (style_t)i;
			return true;
		}
	}
	return false;
}

/* wrong writes to `why` what is wrong, and returns false. */
static bool wrong(char *why, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool wrong(char *why, const char *format, ...)
{
	va_list arguments;

	if (why == NULL)
		return false;
	va_start(arguments, format);
	vsnprintf(why, DIAGRAM_WHY_BYTES, format, arguments);
	va_end(arguments);
	return false;
}

static bool read_rows(figure_t *f, const char *rows, char *why)
{
	f->width = (unsigned)strcspn(rows, "/");
	if (f->width == 0 || f->width > SIDE_MAX)
		return wrong(why, "row 1 has %u points, a board has 1 to %d", f->width, SIDE_MAX);
	for (f->height = 0;; rows++) {
		size_t length = strcspn(rows, "/"), good = strspn(rows, ".XO");

		if (f->height == SIDE_MAX)
			return wrong(why, "more than %d rows", SIDE_MAX);
		if (good < length)
			return wrong(why, "row %u, point %zu is none of '.', 'X', 'O'",
			             f->height + 1, good + 1);
		if (length != f->width)
			return wrong(why, "row %u has %zu points, expected %u", f->height + 1,
			             length, f->width);
		memcpy(f->stone[f->height++], rows, length);
		rows += length;
		if (*rows == '\0')
			return true;
	}
}

/* read_fen reads the first field of a FEN. */
static bool read_fen(figure_t *f, const char *fen, char *why)
{
	unsigned x = 0, y = 0;

	f->width = f->height = CHESS_SIDE;
	memset(f->stone, '.', sizeof(f->stone));
	for (; *fen != '\0' && *fen != ' '; fen++) {
		if (*fen == '/' && x == CHESS_SIDE && y + 1 < CHESS_SIDE) {
			x = 0;
			y++;
		} else if (*fen == '/') {
			break;
		} else if (*fen >= '1' && *fen <= '8') {
			x += (unsigned)(*fen - '0');
		} else if (strchr("PNBRQKpnbrqk.", *fen) == NULL) {
			return wrong(why,
			             "rank %u: '%c' is neither a piece nor a number of squares",
			             CHESS_SIDE - y, isprint((unsigned char)*fen) ? *fen : '?');
		} else if (x < CHESS_SIDE) {
			f->stone[y][x++] = *fen;
		} else {
			x++;
		}
		if (x > CHESS_SIDE)
			break;
	}
	if (x != CHESS_SIDE)
		return wrong(why, "rank %u does not have 8 squares", CHESS_SIDE - y);
	if (y + 1 != CHESS_SIDE || *fen == '/')
		return wrong(why, "a board has 8 ranks");
	return true;
}

void diagram_style_point(style_t style, place_t place, unsigned height,
                         char out[TESUJI_POINT_BYTES])
{
	const style_row_t *s = &styles[style];

	snprintf(out, TESUJI_POINT_BYTES, "%c%u", s->columns[place.x],
	         s->upside_down ? place.y + 1 : height - place.y);
}

char diagram_figure_column(const figure_t *f, unsigned x)
{
	return styles[f->diagram->style].columns[x];
}

unsigned diagram_figure_row(const figure_t *f, unsigned y)
{
	return styles[f->diagram->style].upside_down ? y + 1 : f->height - y;
}

bool diagram_figure_place(const figure_t *f, const char *text, place_t *out, const char **rest)
{
	const style_row_t *style = &styles[f->diagram->style];
	bool small = islower((unsigned char)style->columns[0]);
	int wanted = small ? tolower((unsigned char)text[0]) : toupper((unsigned char)text[0]);
	const char *letter = wanted != '\0' ? strchr(style->columns, wanted) : NULL;
	unsigned row = 0;

	if (letter == NULL || text[1] < '1' || text[1] > '9')
		return false;
	for (text++; isdigit((unsigned char)*text) && row <= SIDE_MAX; text++)
		row = 10 * row + (unsigned)(*text - '0');
	if (rest != NULL)
		*rest = text;
	else if (*text != '\0')
		return false;
	out->x = (unsigned)(letter - style->columns);
	if (out->x >= f->width || row > f->height)
		return false;
	out->y = style->upside_down ? row - 1 : f->height - row;
	return true;
}

/* move_read finds the points of a move. Returns false if they are not on this board. */
static bool move_read(const figure_t *f, const char *text, figure_move_t *m)
{
	const char *rest = text;

	if (f->diagram->style != STYLE_CHESS)
		return diagram_figure_place(f, text, &m->to, NULL);
	if (!diagram_figure_place(f, text, &m->from, &rest) ||
	    !diagram_figure_place(f, rest, &m->to, &rest))
		return false;
	if (rest[0] != '\0' && (strchr("qrbnQRBN", rest[0]) == NULL || rest[1] != '\0'))
		return false;
	m->moves = true;
	m->promotes = rest[0] != '\0';
	return true;
}

/* move_place shows the number of move i on its point, if there is room. */
static void move_place(figure_t *f, unsigned i, unsigned crowd)
{
	figure_move_t *m = &f->move[i];
	unsigned x = m->to.x, y = m->to.y;

	if (m->moves && f->stone[m->from.y][m->from.x] != '.' && !f->reached[m->from.y][m->from.x])
		f->source[m->from.y][m->from.x] = true;
	f->reached[y][x] = true;
	if (crowd == 1 && f->stone[y][x] != '.')
		return;
	assert(crowd <= CROWD_MAX);
	if (f->number[y][x] == 0)
		f->number[y][x] = i + 1;
	if (f->shown[y][x] < crowd)
		m->slot = ++f->shown[y][x];
}

static void zone_place(figure_t *f, const diagram_t *d)
{
	for (unsigned i = 0; d->areas > 0 && i < d->zone_length; i++) {
		place_t place;

		if (!diagram_figure_place(f, d->zone[i], &place, NULL))
			continue;
		f->zone_count += f->index[place.y][place.x] == 0;
		f->index[place.y][place.x] = d->indices[i];
	}
}

void diagram_figure_block(const figure_t *f, place_t start, bool block[SIDE_MAX][SIDE_MAX])
{
	place_t stack[SIDE_MAX * SIDE_MAX];
	unsigned count = 0;
	char stone = f->stone[start.y][start.x];

	block[start.y][start.x] = true;
	stack[count++] = start;
	while (count > 0) {
		place_t at = stack[--count];
		const place_t beside[4] = {
		        {at.x - 1, at.y}, {at.x + 1, at.y}, {at.x, at.y - 1}, {at.x, at.y + 1}};

		for (unsigned i = 0; i < 4; i++) { /* 0 - 1 is off the board */
			unsigned x = beside[i].x, y = beside[i].y;

			if (x >= f->width || y >= f->height || block[y][x] ||
			    f->stone[y][x] != stone)
				continue;
			block[y][x] = true;
			assert(count < SIDE_MAX * SIDE_MAX); /* none is pushed twice */
			stack[count++] = beside[i];
		}
	}
}

static void marks_place(figure_t *f, const diagram_t *d)
{
	for (unsigned i = 0; i < d->mark_count; i++) {
		const diagram_mark_t *mark = &d->marks[i];
		place_t at;

		if (!diagram_figure_place(f, mark->point, &at, NULL))
			continue;
		if (f->stone[at.y][at.x] == '.')
			f->letter[at.y][at.x] = mark->letter;
		else if (mark->letter == '\0')
			diagram_figure_block(f, at, f->weak);
	}
}

/* target_place reads the points of the goal. Returns false, and sets none, if one is not on the
 * board. */
static bool target_place(figure_t *f, const char *text)
{
	bool first = true;

	text += strspn(text, " ");
	for (place_t at; *text != '\0'; first = false) {
		if (!diagram_figure_place(f, text, &at, &text) || (*text != '\0' && *text != ' ')) {
			memset(f->goal, 0, sizeof(f->goal));
			return false;
		}
		f->goal[at.y][at.x] = true;
		if (first)
			f->target = at;
		text += strspn(text, " ");
	}
	return !first;
}

unsigned diagram_figure_shade(const figure_t *f, unsigned x, unsigned y)
{
	return f->index[y][x] < SHADES ? f->index[y][x] : SHADES;
}

bool diagram_figure_fill(figure_t *f, const diagram_t *d, unsigned crowd, char *why)
{
	memset(f, 0, sizeof(*f));
	f->diagram = d;
	if (!(d->style == STYLE_CHESS ? read_fen : read_rows)(f, d->rows, why))
		return false;
	f->count = d->count < TESUJI_LINE_MOVES ? d->count : TESUJI_LINE_MOVES;
	f->has_target = target_place(f, d->target);
	f->has_last = diagram_figure_place(f, d->last, &f->last, NULL);
	zone_place(f, d);
	marks_place(f, d);
	if (d->bans && d->style == STYLE_RENJU && d->first == TESUJI_BLACK)
		diagram_renju_bans(f->width, f->height, SIDE_MAX, f->stone[0], f->banned[0]);
	for (unsigned i = 0; i < f->count; i++) {
		f->move[i].on_board = move_read(f, d->moves[i], &f->move[i]);
		if (f->move[i].on_board)
			move_place(f, i, crowd);
	}
	return true;
}

/* clean copies a text from outside as printable ASCII. */
static void clean(char *out, const char *text, size_t room)
{
	size_t i;

	for (i = 0; i + 1 < room && text[i] != '\0'; i++)
		out[i] = text[i] >= ' ' && text[i] <= '~' ? text[i] : '?';
	out[i] = '\0';
}

bool diagram_figure_note(const figure_t *f, unsigned i, char note[NOTE_BYTES])
{
	const figure_move_t *m = &f->move[i];
	unsigned there = m->on_board ? f->number[m->to.y][m->to.x] : 0;
	char text[TESUJI_POINT_BYTES];

	if (m->slot > 0 && !m->promotes)
		return false;
	clean(text, f->diagram->moves[i], sizeof(text));
	if (m->on_board && !m->moves && there != 0)
		snprintf(note, NOTE_BYTES, "%u at %u", i + 1, there);
	else if (m->on_board && !m->moves)
		snprintf(note, NOTE_BYTES, "%u at %s", i + 1, text);
	else
		snprintf(note, NOTE_BYTES, "%u %s", i + 1, text);
	return true;
}

bool diagram_figure_star(const figure_t *f, unsigned x, unsigned y)
{
	unsigned edge = f->width == 9 ? 2 : 3, middle = f->width / 2, far = f->width - 1 - edge;
	bool in_row = y == edge || y == far, in_column = x == edge || x == far;

	if (f->diagram->style != STYLE_GO && f->diagram->style != STYLE_RENJU)
		return false;
	if (f->width != f->height ||
	    (f->width != 9 && f->width != 13 && f->width != 15 && f->width != 19))
		return false;
	if (f->width == 19 && (y == middle || x == middle))
		return (in_row || y == middle) && (in_column || x == middle);
	return (in_row && in_column) || (y == middle && x == middle);
}

tesuji_colour_t diagram_figure_colour(const figure_t *f, unsigned i)
{
	bool white_first = f->diagram->first == TESUJI_WHITE;

	return (i % 2 == 1) != white_first ? TESUJI_WHITE : TESUJI_BLACK;
}

/* fen_turn reads the second field of a FEN. */
static tesuji_colour_t fen_turn(const char *fen)
{
	fen += strcspn(fen, " ");
	fen += strspn(fen, " ");
	return fen[0] == 'b' ? TESUJI_BLACK : TESUJI_WHITE;
}

void diagram_guess(diagram_t *d)
{
	figure_t f;
	int more = 0; /* black stones minus white stones */
	char target;

	if (d->first != TESUJI_NO_COLOUR || !diagram_figure_fill(&f, d, 1, NULL))
		return;
	target = f.has_target ? f.stone[f.target.y][f.target.x] : '.';
	for (unsigned i = 0; i < f.width * f.height; i++) {
		char stone = f.stone[i / f.width][i % f.width];

		more += (stone == 'X') - (stone == 'O');
	}
	if (d->style == STYLE_CHESS)
		d->first = fen_turn(d->rows);
	else if (target != '.')
		d->first = target == 'X' ? TESUJI_WHITE : TESUJI_BLACK;
	else
		d->first = more > 0 ? TESUJI_WHITE : TESUJI_BLACK;
}

bool diagram_check(const diagram_t *d, char *why)
{
	figure_t f;
	const char *const points[] = {d->target, d->last};

	if (!diagram_figure_fill(&f, d, 1, why))
		return false;
	for (unsigned i = 0; i < 2; i++) {
		char text[TESUJI_POINT_BYTES];

		clean(text, points[i], sizeof(text));
		if (points[i][0] != '\0' && !(i == 0 ? f.has_target : f.has_last))
			return wrong(why, "'%s' is no point of this %ux%u board", text, f.width,
			             f.height);
	}
	for (unsigned i = 0; i < f.count; i++) {
		char text[TESUJI_POINT_BYTES];

		clean(text, d->moves[i], sizeof(text));
		if (!f.move[i].on_board && strcmp(text, "pass") != 0)
			return wrong(why, "move %u: '%s' is no move on this %ux%u board", i + 1,
			             text, f.width, f.height);
	}
	return true;
}
