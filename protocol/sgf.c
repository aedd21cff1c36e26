/* SPDX-License-Identifier: MIT
 * sgf.c - SGF text to a position.
 *
 * Design    the main line of a tree written depth first is what stands before
 *           the first ')': every '(' on the way opens a first variation. So no
 *           tree is built and nothing is nested: one pass over the bytes, with
 *           the board as its only state. What follows the main line is not
 *           looked at, since it cannot change the position.
 *
 *           Properties of a node have no order, but SZ must be known before the
 *           first point is read: the first node is walked twice, once for the
 *           properties of the game, once for the stones.
 *
 *           Moves are not judged, a record is history; but a move on a stone is
 *           taken for a broken file.
 *
 * Cost      O(bytes), times 361 points for a rectangle or a capture at worst.
 */
#include "protocol/sgf.h"

#include <assert.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "protocol/sgf_board.h"

enum {
	IDENT_BYTES = 8,  /* longer names are unknown ones */
	SHOWN_BYTES = 12, /* of a value, in an error */
};

/* What a pass over the text looks at. */
typedef enum { FOR_GAME = 1, FOR_LINE = 2 } pass_t;

typedef struct {
	const char *text;
	size_t length, at;
	const char *path;
	errinfo_t *why;
	err_t failed;
	char ident[IDENT_BYTES]; /* of the property being read */
	uint32_t moves_wanted, moves;
	bool finished; /* the move after the last one wanted was met */
	sgf_board_t board;
	sgf_colour_t to_play;
} reader_t;

/* A value between its brackets; `at` is where it starts. */
typedef struct {
	size_t at, length;
} value_t;

typedef struct {
	const char *ident;
	pass_t pass;
	bool single; /* takes one value */
	void (*take)(reader_t *reader, value_t value, unsigned stone);
	unsigned stone;
} property_t;

static void fail(reader_t *reader, size_t at, err_t code, const char *format, ...)
        __attribute__((format(printf, 4, 5)));

static void fail(reader_t *reader, size_t at, err_t code, const char *format, ...)
{
	char text[ERRINFO_TEXT_MAX];
	va_list args;

	if (reader->failed != ERR_OK)
		return;
	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	reader->failed = err_fail(reader->why, code, "%s: byte %zu: %s", reader->path, at, text);
}

/* fail_value blames a value: "AB[zz] is off the 9x9 board". */
static void fail_value(reader_t *reader, value_t value, const char *what)
{
	char shown[SHOWN_BYTES + 1] = "";

	for (size_t i = 0; i < value.length && i < SHOWN_BYTES; i++) {
		char c = reader->text[value.at + i];

		shown[i] = c >= ' ' && c <= '~' ? c : '?';
	}
	fail(reader, value.at - 1, ERR_VALUE, "%s[%s%s] %s", reader->ident, shown,
	     value.length > SHOWN_BYTES ? "..." : "", what);
}

static bool is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r') || c == '\0';
}

static bool is_upper(char c)
{
	return c >= 'A' && c <= 'Z';
}

static bool is_lower(char c)
{
	return c >= 'a' && c <= 'z';
}

static void skip_space(reader_t *reader)
{
	while (reader->at < reader->length && is_space(reader->text[reader->at]))
		reader->at++;
}

/* peek returns the next byte that is not white space, or 0 at the end. */
static char peek(reader_t *reader)
{
	skip_space(reader);
	return reader->at < reader->length ? reader->text[reader->at] : '\0';
}

/* number_read reads digits of a value from *at on; at most 999. */
static bool number_read(const reader_t *reader, value_t value, size_t *at, unsigned *out)
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

/* point_read reads two letters of a value from `at` on. */
static int point_read(const reader_t *reader, value_t value, size_t at)
{
	char column, row;

	if (at + 2 > value.length)
		return SGF_NO_POINT;
	column = reader->text[value.at + at];
	row = reader->text[value.at + at + 1];
	if (!is_lower(column) || !is_lower(row))
		return SGF_NO_POINT;
	if ((unsigned)(column - 'a') >= reader->board.width ||
	    (unsigned)(row - 'a') >= reader->board.height)
		return SGF_NO_POINT;
	return (row - 'a') * (int)reader->board.width + (column - 'a');
}

static void take_move(reader_t *reader, value_t value, unsigned stone)
{
	bool passes = value.length == 0;
	int point = point_read(reader, value, 0);

	if (reader->moves == reader->moves_wanted) {
		reader->finished = true;
		return;
	}
	if (value.length == 2 && memcmp(reader->text + value.at, "tt", 2) == 0)
		passes = true; /* of old files, on boards up to 19 */
	if (!passes && (value.length != 2 || point == SGF_NO_POINT)) {
		fail_value(reader, value, "is no point of the board");
		return;
	}
	if (!passes && reader->board.stones[point] != SGF_EMPTY) {
		fail_value(reader, value, "is on a stone");
		return;
	}
	reader->board.ko = SGF_NO_POINT;
	if (!passes)
		sgf_board_play(&reader->board, point, stone);
	reader->to_play = stone == SGF_BLACK ? SGF_WHITE : SGF_BLACK;
	reader->moves++;
}

/* take_setup takes a point "dd" or a rectangle "aa:cc". */
static void take_setup(reader_t *reader, value_t value, unsigned stone)
{
	bool rectangle = value.length == 5 && reader->text[value.at + 2] == ':';
	int from = point_read(reader, value, 0);
	int to = rectangle ? point_read(reader, value, 3) : from;
	int width = (int)reader->board.width, left, right, top, bottom;

	if ((value.length != 2 && !rectangle) || from == SGF_NO_POINT || to == SGF_NO_POINT) {
		char what[40];

		snprintf(what, sizeof(what), "is off the %ux%u board", reader->board.width,
		         reader->board.height);
		fail_value(reader, value, what);
		return;
	}
	left = from % width < to % width ? from % width : to % width;
	right = from % width + to % width - left;
	top = from / width < to / width ? from / width : to / width;
	bottom = from / width + to / width - top;
	for (int row = top; row <= bottom; row++)
		memset(reader->board.stones + row * width + left, (int)stone,
		       (size_t)(right - left) + 1);
	reader->board.ko = SGF_NO_POINT;
}

static void take_turn(reader_t *reader, value_t value, unsigned stone)
{
	char c = value.length > 0 ? reader->text[value.at] : '\0';
	sgf_colour_t colour = c == 'B' || c == 'b' || c == '1' ? SGF_BLACK : SGF_WHITE;

	(void)stone;
	if (c == '\0' || strchr("Bb1Ww2", c) == NULL) {
		fail_value(reader, value, "is neither B nor W");
		return;
	}
	if (colour != reader->to_play)
		reader->board.ko = SGF_NO_POINT;
	reader->to_play = colour;
}

static void take_size(reader_t *reader, value_t value, unsigned stone)
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
	if (!fine || at != value.length || width < SGF_SIDE_LEAST || width > SGF_SIDE_MOST ||
	    height < SGF_SIDE_LEAST || height > SGF_SIDE_MOST) {
		fail_value(reader, value, "is no board from 2x2 to 19x19");
		return;
	}
	reader->board.width = width;
	reader->board.height = height;
}

static void take_game(reader_t *reader, value_t value, unsigned stone)
{
	unsigned game = 0;
	size_t at = 0;

	(void)stone;
	if (!number_read(reader, value, &at, &game) || at != value.length || game != 1)
		fail_value(reader, value, "is not Go, which is GM[1]");
}

static const property_t properties[] = {
        {"SZ", FOR_GAME, true, take_size, SGF_EMPTY},
        {"GM", FOR_GAME, true, take_game, SGF_EMPTY},
        {"AB", FOR_LINE, false, take_setup, SGF_BLACK},
        {"AW", FOR_LINE, false, take_setup, SGF_WHITE},
        {"AE", FOR_LINE, false, take_setup, SGF_EMPTY},
        {"PL", FOR_LINE, true, take_turn, SGF_EMPTY},
        {"B", FOR_LINE, true, take_move, SGF_BLACK},
        {"W", FOR_LINE, true, take_move, SGF_WHITE},
};

/* value_next takes "[...]" at the cursor; false when there is none. */
static bool value_next(reader_t *reader, value_t *out)
{
	size_t end;

	if (peek(reader) != '[')
		return false;
	out->at = reader->at + 1;
	for (end = out->at; end < reader->length && reader->text[end] != ']'; end++)
		end += reader->text[end] == '\\';
	if (end >= reader->length) {
		fail(reader, reader->at, ERR_SYNTAX, "[ is never closed");
		return false;
	}
	reader->at = end + 1;
	while (out->at < end && is_space(reader->text[out->at]))
		out->at++;
	while (end > out->at && is_space(reader->text[end - 1]))
		end--;
	out->length = end - out->at;
	return true;
}

/* ident_read takes a property's name. Small letters in it are the long names of
 * FF[1] to FF[3] and do not count: "SiZe" is SZ. */
static void ident_read(reader_t *reader)
{
	size_t used = 0;

	for (; reader->at < reader->length; reader->at++) {
		char c = reader->text[reader->at];

		if (!is_upper(c) && !is_lower(c))
			break;
		if (is_upper(c) && used < IDENT_BYTES - 1)
			reader->ident[used++] = c;
	}
	reader->ident[used] = '\0';
}

static const property_t *property_find(const char *ident, pass_t pass)
{
	for (size_t i = 0; i < sizeof(properties) / sizeof(properties[0]); i++) {
		if (properties[i].pass == pass && strcmp(properties[i].ident, ident) == 0)
			return &properties[i];
	}
	return NULL;
}

static void property_take(reader_t *reader, pass_t pass)
{
	const property_t *property;
	size_t start = reader->at;
	value_t value;
	unsigned count = 0;

	ident_read(reader);
	property = property_find(reader->ident, pass);
	while (reader->failed == ERR_OK && !reader->finished && value_next(reader, &value)) {
		count++;
		if (property == NULL)
			continue;
		if (property->single && count > 1)
			fail_value(reader, value, "is a second value");
		else
			property->take(reader, value, property->stone);
	}
	if (count == 0)
		fail(reader, start, ERR_SYNTAX, "%s has no value", reader->ident);
}

/* walk goes along the main line, or over the first node alone. */
static void walk(reader_t *reader, pass_t pass)
{
	unsigned nodes = 0;

	while (reader->failed == ERR_OK && !reader->finished) {
		char c = peek(reader);

		if (reader->at == reader->length) {
			fail(reader, reader->at, ERR_SYNTAX, "the text ends within a variation");
		} else if (c == ')' || (nodes > 0 && pass == FOR_GAME && (c == ';' || c == '('))) {
			return;
		} else if (c == ';') {
			nodes++;
			reader->at++;
		} else if (c == '(') {
			reader->at++;
		} else if (is_upper(c) && nodes > 0) {
			property_take(reader, pass);
		} else {
			fail(reader, reader->at, ERR_SYNTAX, "%s",
			     nodes > 0 ? "neither a property nor ; ( or )" : "expected ;");
		}
	}
}

/* start_find returns where the first game tree opens: "(" and then ";". */
static bool start_find(reader_t *reader, size_t *start)
{
	for (size_t i = 0; i < reader->length; i++) {
		if (reader->text[i] != '(')
			continue;
		reader->at = i + 1;
		if (peek(reader) != ';')
			continue;
		*start = i;
		return true;
	}
	fail(reader, 0, ERR_SYNTAX, "no SGF: there is no \"(;\"");
	return false;
}

err_t sgf_read(const char *text, size_t length, uint32_t moves, const char *path,
               sgf_position_t *out, errinfo_t *why)
{
	reader_t reader = {
	        .text = text,
	        .length = length,
	        .path = path,
	        .why = why,
	        .moves_wanted = moves,
	        .board = {.width = SGF_SIDE_MOST, .height = SGF_SIDE_MOST, .ko = SGF_NO_POINT},
	        .to_play = SGF_BLACK,
	};
	size_t start = 0;

	if (!start_find(&reader, &start))
		return reader.failed;
	reader.at = start;
	walk(&reader, FOR_GAME);
	reader.at = start;
	walk(&reader, FOR_LINE);
	if (reader.failed != ERR_OK)
		return reader.failed;
	if (moves != SGF_MOVE_ALL && reader.moves < moves)
		return err_fail(why, ERR_RANGE, "%s: move %u was asked for, the main line has %u",
		                path, (unsigned)moves, (unsigned)reader.moves);

	memset(out, 0, sizeof(*out));
	out->width = reader.board.width;
	out->height = reader.board.height;
	out->to_play = reader.to_play;
	out->moves = reader.moves;
	sgf_board_rows(&reader.board, out->rows, sizeof(out->rows));
	if (reader.board.ko != SGF_NO_POINT)
		sgf_board_point(&reader.board, reader.board.ko, out->ko, sizeof(out->ko));
	return ERR_OK;
}
