/* SPDX-License-Identifier: MIT
 * diagram.c - a board in text, with the moves of a line numbered on it.
 *
 * Design     The figure is filled first (stones, then the numbers of the moves
 *            that find their point empty, then a note for each other move) and
 *            printed after. No rules are needed for that, which is why a figure
 *            shows the stones of the start and not those of the end: the client
 *            need not know what a game captures.
 * Layout     A point is one separator and `digits` characters, so that columns
 *            stay aligned with the longest number. The separators beside the
 *            goal's point become brackets.
 */
#include "clients/cli/diagram.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char columns[] = "ABCDEFGHJKLMNOPQRST";

enum { NOTES_COLUMNS = 72 };

typedef struct {
	unsigned width, height;
	char stone[BOARD_SIDE_MAX][BOARD_SIDE_MAX];      /* [row][column], row 0 at the bottom */
	unsigned number[BOARD_SIDE_MAX][BOARD_SIDE_MAX]; /* of the move, 0 = none */
	int digits;                                      /* of the highest number */
	unsigned target_row, target_column;
	bool has_target;
} figure_t;

bool point_parse(const char *text, unsigned *column, unsigned *row)
{
	const char *letter = NULL;
	char *end = NULL;
	unsigned long number;

	if (text[0] != '\0')
		letter = strchr(columns, toupper((unsigned char)text[0]));
	if (letter == NULL || text[1] < '1' || text[1] > '9')
		return false;
	number = strtoul(text + 1, &end, 10);
	if (*end != '\0' || number > BOARD_SIDE_MAX)
		return false;
	*column = (unsigned)(letter - columns);
	*row = (unsigned)number - 1;
	return true;
}

/* rows_measure finds the size of a board in rows; false if it is none. */
static bool rows_measure(const char *rows, unsigned *width, unsigned *height)
{
	*width = (unsigned)strcspn(rows, "/");
	*height = 0;
	if (*width == 0 || *width > BOARD_SIDE_MAX)
		return false;
	for (const char *row = rows;; row++) {
		if (strcspn(row, "/") != *width || strspn(row, ".XO") != *width ||
		    ++*height > BOARD_SIDE_MAX)
			return false;
		row += *width;
		if (*row == '\0')
			return true;
	}
}

/* is_star tells the handicap points of the usual boards. */
static bool is_star(const figure_t *f, unsigned column, unsigned row)
{
	unsigned edge = f->width == 9 ? 2 : 3, middle = f->width / 2, far = f->width - 1 - edge;
	bool in_row = row == edge || row == far, in_column = column == edge || column == far;

	if (f->width != f->height || (f->width != 9 && f->width != 13 && f->width != 19))
		return false;
	if (f->width == 19 && (row == middle || column == middle))
		return (in_row || row == middle) && (in_column || column == middle);
	return (in_row && in_column) || (row == middle && column == middle);
}

static bool figure_fill(figure_t *f, const tesuji_report_t *report)
{
	memset(f, 0, sizeof(*f));
	if (!rows_measure(report->rows, &f->width, &f->height))
		return false;
	for (unsigned row = 0; row < f->height; row++)
		memcpy(f->stone[f->height - 1 - row], report->rows + (size_t)row * (f->width + 1),
		       f->width);
	f->digits = report->line_length < 10 ? 1 : report->line_length < 100 ? 2 : 3;
	f->has_target = point_parse(report->target, &f->target_column, &f->target_row);
	for (unsigned i = 0; i < report->line_length; i++) {
		unsigned column, row;

		if (point_parse(report->line[i], &column, &row) && column < f->width &&
		    row < f->height && f->stone[row][column] == '.' && f->number[row][column] == 0)
			f->number[row][column] = i + 1;
	}
	return true;
}

/* point_text writes what stands on a point: a number, a stone, or nothing. */
static void point_text(const figure_t *f, unsigned column, unsigned row, char *text, size_t room)
{
	char mark = f->stone[row][column];

	if (mark == '.' && is_star(f, column, row))
		mark = '+';
	if (f->number[row][column] != 0)
		snprintf(text, room, "%u", f->number[row][column]);
	else
		snprintf(text, room, "%c", mark);
}

static void print_letters(FILE *out, const figure_t *f)
{
	fputs("   ", out);
	for (unsigned column = 0; column < f->width; column++)
		fprintf(out, " %*c", f->digits, columns[column]);
	fputc('\n', out);
}

static void print_row(FILE *out, const figure_t *f, unsigned row)
{
	char line[BOARD_SIDE_MAX * 4 + 2]; /* points of a separator and 3 digits; bracket, NUL */
	size_t cell = (size_t)f->digits + 1, length = f->width * cell + 1;

	memset(line, ' ', length);
	line[length] = '\0';
	for (unsigned column = 0; column < f->width; column++) {
		size_t end = (column + 1) * cell; /* the separator that follows */
		char text[16];
		size_t bytes;

		point_text(f, column, row, text, sizeof(text));
		bytes = strlen(text);
		memcpy(line + end - bytes, text, bytes);
		if (f->has_target && row == f->target_row && column == f->target_column) {
			line[end - bytes - 1] = '[';
			line[end] = ']';
		}
	}
	fprintf(out, "%3u%s%2u\n", row + 1, line, row + 1);
}

/* print_notes tells the moves that the board cannot show. */
static void print_notes(FILE *out, const figure_t *f, const tesuji_report_t *report)
{
	int used = 0;

	for (unsigned i = 0; i < report->line_length; i++) {
		const char *move = report->line[i];
		unsigned column = 0, row = 0;
		bool is_point =
		        point_parse(move, &column, &row) && column < f->width && row < f->height;
		char note[48];

		if (is_point && f->number[row][column] == i + 1)
			continue;
		if (is_point && f->number[row][column] != 0)
			snprintf(note, sizeof(note), "%u at %u", i + 1, f->number[row][column]);
		else if (is_point)
			snprintf(note, sizeof(note), "%u at %s", i + 1, move);
		else
			snprintf(note, sizeof(note), "%u %s", i + 1, move);
		if (used > 0 && used + (int)strlen(note) + 2 > NOTES_COLUMNS) {
			fputs(",\n", out);
			used = 0;
		}
		used += fprintf(out, "%s%s", used > 0 ? ", " : "    ", note);
	}
	if (used > 0)
		fputc('\n', out);
}

bool diagram_print(FILE *out, const tesuji_report_t *report)
{
	figure_t f;

	if (!figure_fill(&f, report))
		return false;
	print_letters(out, &f);
	for (unsigned row = f.height; row-- > 0;)
		print_row(out, &f, row);
	print_letters(out, &f);
	print_notes(out, &f, report);
	return true;
}
