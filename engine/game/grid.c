/* SPDX-License-Identifier: MIT
 * grid.c - rows, points and symmetries of boards of points. */
#include "engine/game/grid.h"

#include <string.h>

#include "engine/base/check.h"

static const char stones[] = ".XO"; /* by colour_t */
static const char pass_text[] = "pass";

/* Column letters by style, in both cases. */
static const char *const columns[][2] = {
        [BOARD_GO] = {"ABCDEFGHJKLMNOPQRST", "abcdefghjklmnopqrst"},
        [BOARD_RENJU] = {"ABCDEFGHIJKLMNOPQRST", "abcdefghijklmnopqrst"},
        [BOARD_HEX] = {"ABCDEFGHIJKLMNOPQRS", "abcdefghijklmnopqrs"},
        [BOARD_CHESS] = {"ABCDEFGH", "abcdefgh"},
};

/* column_letter: which case is written. */
static char column_letter(board_style_t style, unsigned x)
{
	bool small = style == BOARD_HEX || style == BOARD_CHESS;

	assert(x < strlen(columns[style][small]));
	return columns[style][small][x];
}

static unsigned row_number(board_style_t style, unsigned y, unsigned height)
{
	return style == BOARD_HEX ? y + 1 : height - y;
}

static err_t read_size(const char *rows, grid_sides_t sides, grid_t *grid, errinfo_t *why)
{
	const size_t width = strcspn(rows, "/");
	size_t height = 1;

	for (const char *c = rows; *c != '\0'; c++)
		height += *c == '/';
	if (width < sides.least || width > sides.most)
		return err_at(why, ERR_RANGE, "position.rows",
		              "row 1 has %zu points, a board has %u to %u", width, sides.least,
		              sides.most);
	if (height < sides.least || height > sides.most)
		return err_at(why, ERR_RANGE, "position.rows", "%zu rows, a board has %u to %u",
		              height, sides.least, sides.most);
	grid->width = (unsigned)width;
	grid->height = (unsigned)height;
	return ERR_OK;
}

static err_t bad_character(char c, size_t point, unsigned row, errinfo_t *why)
{
	char shown[8];
	strbuf_t out;

	strbuf_init(&out, shown, sizeof(shown));
	if (c > ' ' && c <= '~')
		strbuf_printf(&out, "'%c'", c);
	else
		strbuf_printf(&out, "0x%02x", (unsigned)(unsigned char)c);
	return err_at(why, ERR_SYNTAX, "position.rows",
	              "row %u, point %zu: %s is none of '.', 'X', 'O'", row, point, shown);
}

static err_t read_row(const char *row, unsigned y, grid_t *grid, errinfo_t *why)
{
	const size_t length = strcspn(row, "/");

	for (size_t x = 0; x < length; x++) {
		uint8_t stone = 0;

		while (stone < sizeof(stones) - 1 && stones[stone] != row[x])
			stone++;
		if (stone == sizeof(stones) - 1)
			return bad_character(row[x], x + 1, y + 1, why);
		if (x < grid->width)
			grid->at[(size_t)y * grid->width + x] = stone;
	}
	if (length != grid->width)
		return err_at(why, ERR_SYNTAX, "position.rows",
		              "row %u has %zu points, expected %u", y + 1, length, grid->width);
	return ERR_OK;
}

err_t grid_read(const char *rows, grid_sides_t sides, grid_t *out, errinfo_t *why)
{
	err_t err;

	assert(sides.least >= 1 && sides.most <= BOARD_MAX);
	*out = (grid_t){.width = 0};
	if (rows == NULL)
		return err_at(why, ERR_MISSING, "position.rows", "no board is given");
	err = read_size(rows, sides, out, why);
	for (unsigned y = 0; y < out->height && err == ERR_OK; y++) {
		err = read_row(rows, y, out, why);
		rows += strcspn(rows, "/") + 1; /* past the end after the last row only */
	}
	return err;
}

err_t grid_setup(const problem_t *problem, int size, grid_sides_t sides, grid_t *out,
                 errinfo_t *why)
{
	unsigned width = (unsigned)size / 256, height = (unsigned)size % 256;
	err_t err;

	if (problem->rows == NULL && size == 0)
		return err_at(why, ERR_MISSING, "position.rows", "no board is given, nor its size");
	if (problem->rows == NULL) {
		*out = (grid_t){.width = width, .height = height};
		return ERR_OK;
	}
	err = grid_read(problem->rows, sides, out, why);
	if (err == ERR_OK && size != 0 && (width != out->width || height != out->height))
		return err_at(why, ERR_VALUE, "options.size", "%ux%u, but the rows are %ux%u",
		              width, height, out->width, out->height);
	return err;
}

err_t grid_attacker(const problem_t *problem, const grid_t *grid, colour_t *out, errinfo_t *why)
{
	int more = 0; /* black stones than white ones */

	*out = problem->attacker;
	if (*out != COLOUR_NONE)
		return ERR_OK;
	for (unsigned p = 0; p < grid->width * grid->height; p++)
		more += (grid->at[p] == COLOUR_BLACK) - (grid->at[p] == COLOUR_WHITE);
	if (more != 0 && more != 1)
		return err_at(why, ERR_MISSING, "goal.attacker",
		              "none is given, and the stones do not tell whose "
		              "turn it is");
	*out = (more == 0) == (problem->first == SIDE_ATTACKER) ? COLOUR_BLACK : COLOUR_WHITE;
	return ERR_OK;
}

void grid_add_rows(const uint8_t *at, unsigned width, unsigned height, strbuf_t *out)
{
	char text[BOARD_MAX * (BOARD_MAX + 1)];
	size_t length = 0;

	for (unsigned y = 0; y < height; y++) {
		for (unsigned x = 0; x < width; x++)
			text[length++] = stones[*at++];
		text[length++] = y + 1 < height ? '/' : '\0';
	}
	strbuf_add(out, text);
}

void grid_add_point(board_style_t style, unsigned point, unsigned width, unsigned height,
                    strbuf_t *out)
{
	char text[4] = ""; /* "T19"; results have lists of hundreds of points */
	size_t length = 0;
	unsigned row;

	assert(point < width * height && width <= BOARD_MAX && height <= BOARD_MAX);
	row = row_number(style, point / width, height);
	text[length++] = column_letter(style, point % width);
	if (row >= 10)
		text[length++] = (char)('0' + row / 10);
	text[length] = (char)('0' + row % 10);
	strbuf_add(out, text);
}

/* column_of returns the column that a letter names, or BOARD_MAX. */
static unsigned column_of(board_style_t style, char letter)
{
	for (unsigned i = 0; i < 2; i++) {
		const char *at = letter != '\0' ? strchr(columns[style][i], letter) : NULL;

		if (at != NULL)
			return (unsigned)(at - columns[style][i]);
	}
	return BOARD_MAX;
}

unsigned grid_parse_point(board_style_t style, const char *text, unsigned width, unsigned height)
{
	unsigned x, row = 0;

	if (text == NULL)
		return GRID_NO_POINT;
	x = column_of(style, text[0]);
	if (x >= width || text[1] == '0')
		return GRID_NO_POINT;
	for (text++; *text >= '0' && *text <= '9' && row <= BOARD_MAX; text++)
		row = 10 * row + (unsigned)(*text - '0');
	if (*text != '\0' || row < 1 || row > height)
		return GRID_NO_POINT;
	return (style == BOARD_HEX ? row - 1 : height - row) * width + x;
}

void grid_add_move(board_style_t style, move_t move, unsigned width, unsigned height, strbuf_t *out)
{
	if (move == MOVE_PASS)
		strbuf_add(out, pass_text);
	else
		grid_add_point(style, move, width, height, out);
}

move_t grid_parse_move(board_style_t style, const char *text, unsigned width, unsigned height)
{
	unsigned point;

	if (text != NULL && strcmp(text, pass_text) == 0)
		return MOVE_PASS;
	point = grid_parse_point(style, text, width, height);
	return point == GRID_NO_POINT ? MOVE_NONE : (move_t)point;
}

unsigned grid_mirror(unsigned point, unsigned width, unsigned height, unsigned s)
{
	unsigned x = point % width, y = point / width;

	assert(point < width * height && s < GRID_SYMMETRIES);
	if (s & 1)
		x = width - 1 - x;
	if (s & 2)
		y = height - 1 - y;
	return s & 4 ? x * height + y : y * width + x;
}

move_t grid_mirror_move(move_t move, unsigned width, unsigned height, unsigned s)
{
	return move == MOVE_PASS ? MOVE_PASS : (move_t)grid_mirror(move, width, height, s);
}
