/* SPDX-License-Identifier: MIT
 * sgf_property.c - what the properties of a record do.
 *
 * Design     Each property has one row. Moves are not judged, since a record is history, but a move
 *            on a stone is taken for a broken file. The game matters for captures and the names of
 *            points only. GM's numbers are those of the format.
 */
#include "protocol/sgf_property.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
	SHOWN_BYTES = 12,  /* of a value, in an error */
	WHAT_BYTES = 64,   /* of what is said about it */
	TT_SIDE_MOST = 19, /* "tt" is a pass where it is no point of the board, up to this size */
};

static const sgf_kind_t kinds[] = {
        {1, "go", SGF_SIDE_GO, true, false},
        {4, "gomoku", SGF_SIDE_MOST, false, false},
        {11, "hex", SGF_SIDE_MOST, false, true},
};

enum { KINDS = sizeof(kinds) / sizeof(kinds[0]) };

const sgf_kind_t *sgf_kind_find(const char *game)
{
	for (unsigned i = 0; i < KINDS; i++) {
		if (game != NULL && strcmp(kinds[i].game, game) == 0)
			return &kinds[i];
	}
	return &kinds[0];
}

void sgf_fail(sgf_reader_t *reader, size_t at, err_t code, const char *format, ...)
{
	char text[ERRINFO_TEXT_MAX];
	va_list args;

	if (reader->failed != ERR_OK)
		return;
	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	reader->fault = at;
	reader->failed = err_at(reader->why, code, reader->query->path, "byte %zu: %s",
	                        reader->query->base + at, text);
}

static void fail_as(sgf_reader_t *reader, sgf_value_t value, err_t code, const char *what)
{
	char shown[SHOWN_BYTES + 1] = "";

	for (size_t i = 0; i < value.length && i < SHOWN_BYTES; i++) {
		char c = reader->text[value.at + i];

		shown[i] = c >= ' ' && c <= '~' ? c : '?';
	}
	sgf_fail(reader, value.at - 1, code, "%s[%s%s] %s", reader->ident, shown,
	         value.length > SHOWN_BYTES ? "..." : "", what);
}

void sgf_fail_value(sgf_reader_t *reader, sgf_value_t value, const char *what)
{
	fail_as(reader, value, ERR_VALUE, what);
}

static bool is_lower(char c)
{
	return c >= 'a' && c <= 'z';
}

/* number_read reads a number of up to three digits of a value, and moves *at behind it; false:
 * no digit. */
static bool number_read(const sgf_reader_t *reader, sgf_value_t value, size_t *at, unsigned *out)
{
	size_t start = *at;

	*out = 0;
	while (*at < value.length && *at < start + 3) {
		char c = reader->text[value.at + *at];

		if (c < '0' || c > '9')
			break;
		*out = *out * 10 + (unsigned)(c - '0');
		++*at;
	}
	return *at > start;
}

/* point_read reads a point of a value and moves *at behind it; SGF_NO_POINT: there is none. */
static int point_read(const sgf_reader_t *reader, sgf_value_t value, size_t *at)
{
	unsigned row = 0;
	char column, second;

	if (*at + 2 > value.length)
		return SGF_NO_POINT;
	column = reader->text[value.at + *at];
	second = reader->text[value.at + *at + 1];
	++*at;
	if (!is_lower(column))
		return SGF_NO_POINT;
	if (is_lower(second)) {
		row = (unsigned)(second - 'a');
		++*at;
	} else if (!reader->kind->numbered || !number_read(reader, value, at, &row) || row-- == 0) {
		return SGF_NO_POINT;
	}
	if ((unsigned)(column - 'a') >= reader->board.width || row >= reader->board.height)
		return SGF_NO_POINT;
	return (int)(row * reader->board.width) + (column - 'a');
}

/* spent fails a record that takes more work than one may. */
static void spent(sgf_reader_t *reader, sgf_value_t value)
{
	char what[2 * WHAT_BYTES];

	if (reader->board.looked <= SGF_WORK_MOST)
		return;
	snprintf(what, sizeof(what),
	         "is beyond the %d stones and rows that a record may have looked at",
	         SGF_WORK_MOST);
	fail_as(reader, value, ERR_RANGE, what);
}

/* is_before tells whether a move on that point ends the reading (query->before). */
static bool is_before(const sgf_reader_t *reader, int point)
{
	return point != SGF_NO_POINT && reader->query->before != NULL &&
	       sgf_board_find(&reader->board, reader->query->before) == point;
}

static void take_move(sgf_reader_t *reader, sgf_value_t value, unsigned stone)
{
	bool passes = value.length == 0;
	size_t end = 0;
	int point = point_read(reader, value, &end);

	if (reader->moves == reader->query->moves || is_before(reader, point)) {
		reader->finished = true;
		return;
	}
	if (value.length == 2 && memcmp(reader->text + value.at, "tt", 2) == 0 &&
	    reader->board.width <= TT_SIDE_MOST && reader->board.height <= TT_SIDE_MOST)
		passes = true; /* of old files */
	if (!passes && (value.length != end || point == SGF_NO_POINT)) {
		sgf_fail_value(reader, value, "is no point of the board");
		return;
	}
	if (!passes && reader->board.stones[point] != SGF_EMPTY) {
		sgf_fail_value(reader, value, "is on a stone");
		return;
	}
	reader->board.ko = SGF_NO_POINT;
	if (!passes && reader->kind->captures)
		sgf_board_play(&reader->board, point, stone);
	else if (!passes)
		reader->board.stones[point] = (uint8_t)stone;
	spent(reader, value);
	reader->to_play = stone == SGF_BLACK ? SGF_WHITE : SGF_BLACK;
	reader->to_play_told = true;
	reader->moves++;
}

/* take_setup sets up a point "dd" or a rectangle "aa:cc". */
static void take_setup(sgf_reader_t *reader, sgf_value_t value, unsigned stone)
{
	size_t end = 0;
	int from = point_read(reader, value, &end), to = from;
	int width = (int)reader->board.width, left, right, top, bottom;

	if (from != SGF_NO_POINT && end < value.length && reader->text[value.at + end] == ':') {
		end++;
		to = point_read(reader, value, &end);
	}
	if (from == SGF_NO_POINT || to == SGF_NO_POINT || end != value.length) {
		char what[WHAT_BYTES];

		snprintf(what, sizeof(what), "is off the %ux%u board", reader->board.width,
		         reader->board.height);
		sgf_fail_value(reader, value, what);
		return;
	}
	left = from % width < to % width ? from % width : to % width;
	right = from % width + to % width - left;
	top = from / width < to / width ? from / width : to / width;
	bottom = from / width + to / width - top;
	assert(left <= right && right < width && top <= bottom);
	assert(bottom < (int)reader->board.height);
	for (int row = top; row <= bottom; row++)
		memset(reader->board.stones + row * width + left, (int)stone,
		       (size_t)(right - left) + 1);
	reader->board.ko = SGF_NO_POINT;
	reader->board.looked += (uint32_t)(bottom - top) + 1;
	spent(reader, value);
}

static void take_turn(sgf_reader_t *reader, sgf_value_t value, unsigned stone)
{
	char c = value.length > 0 ? reader->text[value.at] : '\0';
	sgf_colour_t colour = c == 'B' || c == 'b' || c == '1' ? SGF_BLACK : SGF_WHITE;

	(void)stone;
	if (c == '\0' || strchr("Bb1Ww2", c) == NULL) {
		sgf_fail_value(reader, value, "is neither B nor W");
		return;
	}
	if (colour != reader->to_play)
		reader->board.ko = SGF_NO_POINT;
	reader->to_play = colour;
	reader->to_play_told = true;
}

/* take_size reads a size, 0x0 if it is none. How large it may be is asked when the game is
 * known. */
static void take_size(sgf_reader_t *reader, sgf_value_t value, unsigned stone)
{
	unsigned width = 0, height = 0;
	size_t at = 0;
	bool fine = number_read(reader, value, &at, &width);

	(void)stone;
	height = width;
	if (fine && at < value.length && reader->text[value.at + at] == ':') {
		at++;
		fine = number_read(reader, value, &at, &height);
	}
	fine = fine && at == value.length;
	reader->size = value;
	reader->board.width = fine ? width : 0;
	reader->board.height = fine ? height : 0;
}

void sgf_size_check(sgf_reader_t *reader)
{
	const unsigned most = reader->kind->side_most;
	const sgf_board_t *board = &reader->board;
	char what[WHAT_BYTES];

	if (board->width >= SGF_SIDE_LEAST && board->width <= most &&
	    board->height >= SGF_SIDE_LEAST && board->height <= most)
		return;
	memcpy(reader->ident, "SZ", sizeof("SZ"));
	snprintf(what, sizeof(what), "is no board from %dx%d to %ux%u", SGF_SIDE_LEAST,
	         SGF_SIDE_LEAST, most, most);
	sgf_fail_value(reader, reader->size, what);
}

static void take_game(sgf_reader_t *reader, sgf_value_t value, unsigned stone)
{
	const char *wanted = reader->query->game;
	bool wanted_known = false;
	char what[WHAT_BYTES];
	unsigned number = 0, i = 0;
	size_t at = 0;

	(void)stone;
	if (!number_read(reader, value, &at, &number) || at != value.length)
		number = 0;
	for (unsigned k = 0; k < KINDS; k++)
		wanted_known |= wanted != NULL && strcmp(kinds[k].game, wanted) == 0;
	while (i < KINDS && kinds[i].number != number)
		i++;
	if (i == KINDS) {
		sgf_fail_value(reader, value, "is neither Go (1) nor Gomoku (4) nor Hex (11)");
	} else if (wanted_known && strcmp(kinds[i].game, wanted) != 0) {
		snprintf(what, sizeof(what), "is a record of %s, not of %s", kinds[i].game, wanted);
		sgf_fail_value(reader, value, what);
	} else {
		reader->kind = &kinds[i];
	}
}

static const sgf_property_t properties[] = {
        {"SZ", SGF_FOR_GAME, true, take_size, SGF_EMPTY},
        {"GM", SGF_FOR_GAME, true, take_game, SGF_EMPTY},
        {"AB", SGF_FOR_LINE, false, take_setup, SGF_BLACK},
        {"AW", SGF_FOR_LINE, false, take_setup, SGF_WHITE},
        {"AE", SGF_FOR_LINE, false, take_setup, SGF_EMPTY},
        {"PL", SGF_FOR_LINE, true, take_turn, SGF_EMPTY},
        {"B", SGF_FOR_LINE, true, take_move, SGF_BLACK},
        {"W", SGF_FOR_LINE, true, take_move, SGF_WHITE},
};

const sgf_property_t *sgf_property_find(const char *ident, sgf_pass_t pass)
{
	for (size_t i = 0; i < sizeof(properties) / sizeof(properties[0]); i++) {
		if (properties[i].pass == pass && strcmp(properties[i].ident, ident) == 0)
			return &properties[i];
	}
	return NULL;
}
