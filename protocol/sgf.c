/* SPDX-License-Identifier: MIT
 * sgf.c - from SGF text to a position.
 *
 * Design     The main line of a tree that is written depth first is the text before the first ')':
 *            every '(' on the way opens a first variation. So no tree is built: one pass goes over
 *            the bytes, with the board as its only state. The text after the main line is not read,
 *            since it cannot change the position.
 *
 * The properties of a node have no order, but SZ must be known before the first point is read.
 * So the first node is read twice, for the properties of the game and for the stones.
 *
 * Cost       O(bytes), and up to SGF_WORK_MOST stones and rows for captures and rectangles. The
 *            bytes of a frame alone would allow 250 ms of these.
 */
#include "protocol/sgf.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

#include "protocol/sgf_property.h"

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

static void skip_space(sgf_reader_t *reader)
{
	while (reader->at < reader->length && is_space(reader->text[reader->at]))
		reader->at++;
}

/* peek returns the next byte that is not white space, or 0 at the end. */
static char peek(sgf_reader_t *reader)
{
	skip_space(reader);
	return reader->at < reader->length ? reader->text[reader->at] : '\0';
}

/* value_next reads "[...]" at the cursor; false when there is none. */
static bool value_next(sgf_reader_t *reader, sgf_value_t *out)
{
	size_t end;

	if (peek(reader) != '[')
		return false;
	out->at = reader->at + 1;
	for (end = out->at; end < reader->length && reader->text[end] != ']'; end++)
		end += reader->text[end] == '\\';
	if (end >= reader->length) {
		sgf_fail(reader, reader->at, ERR_SYNTAX, "[ is never closed");
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

/* ident_read reads a property's name. Small letters in it are those of the long names of FF[1]
 * to FF[3] and do not count: "SiZe" is SZ. */
static void ident_read(sgf_reader_t *reader)
{
	size_t used = 0;

	for (; reader->at < reader->length; reader->at++) {
		char c = reader->text[reader->at];

		if (!is_upper(c) && !is_lower(c))
			break;
		if (is_upper(c) && used < SGF_IDENT_BYTES - 1)
			reader->ident[used++] = c;
	}
	assert(used < sizeof(reader->ident));
	reader->ident[used] = '\0';
}

static void property_take(sgf_reader_t *reader, sgf_pass_t pass)
{
	const sgf_property_t *property;
	size_t start = reader->at;
	sgf_value_t value;
	unsigned count = 0;

	ident_read(reader);
	property = sgf_property_find(reader->ident, pass);
	while (reader->failed == ERR_OK && !reader->finished && value_next(reader, &value)) {
		count++;
		if (property == NULL)
			continue;
		if (property->single && count > 1)
			sgf_fail_value(reader, value, "is a second value");
		else
			property->take(reader, value, property->stone);
	}
	if (count == 0)
		sgf_fail(reader, start, ERR_SYNTAX, "%s has no value", reader->ident);
}

/* walk reads the main line, or the first node alone in the pass SGF_FOR_GAME. */
static void walk(sgf_reader_t *reader, sgf_pass_t pass)
{
	unsigned nodes = 0;

	while (reader->failed == ERR_OK && !reader->finished) {
		char c = peek(reader);

		if (reader->at == reader->length && nodes > 0 && reader->query->may_be_open)
			return;
		if (reader->at == reader->length) {
			sgf_fail(reader, reader->at, ERR_SYNTAX,
			         "the text ends within a variation");
		} else if (c == ')' ||
		           (nodes > 0 && pass == SGF_FOR_GAME && (c == ';' || c == '('))) {
			return;
		} else if (c == ';') {
			nodes++;
			reader->at++;
		} else if (c == '(') {
			reader->at++;
		} else if (is_upper(c) && nodes > 0) {
			property_take(reader, pass);
		} else {
			sgf_fail(reader, reader->at, ERR_SYNTAX, "%s",
			         nodes > 0 ? "neither a property nor ; ( or )" : "expected ;");
		}
	}
}

/* start_find returns where the first game tree opens: "(" and then ";". */
static bool start_find(sgf_reader_t *reader, size_t *start)
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
	sgf_fail(reader, 0, ERR_SYNTAX, "no SGF: there is no \"(;\"");
	return false;
}

err_t sgf_read(const char *text, size_t length, const sgf_query_t *query, sgf_position_t *out,
               errinfo_t *why)
{
	sgf_reader_t reader = {
	        .text = text,
	        .length = length,
	        .query = query,
	        .why = why,
	        .kind = sgf_kind_find(query->game),
	        .board = {.width = SGF_SIDE_DEFAULT,
	                  .height = SGF_SIDE_DEFAULT,
	                  .ko = SGF_NO_POINT},
	        .to_play = SGF_BLACK,
	};
	size_t start = 0;

	out->fault = 0;
	if (start_find(&reader, &start)) {
		reader.at = start;
		walk(&reader, SGF_FOR_GAME);
		sgf_size_check(&reader);
		reader.at = start;
		walk(&reader, SGF_FOR_LINE);
	}
	if (reader.failed != ERR_OK) {
		out->fault = reader.fault;
		return reader.failed;
	}
	if (query->moves != SGF_MOVE_ALL && reader.moves < query->moves && !reader.finished)
		return err_at(why, ERR_RANGE, query->path,
		              "move %u was asked for, the main line has %u", (unsigned)query->moves,
		              (unsigned)reader.moves);

	assert(reader.board.width >= SGF_SIDE_LEAST && reader.board.width <= SGF_SIDE_MOST);
	assert(reader.board.height >= SGF_SIDE_LEAST && reader.board.height <= SGF_SIDE_MOST);
	memset(out, 0, sizeof(*out));
	out->width = reader.board.width;
	out->height = reader.board.height;
	out->game = reader.kind->game;
	out->captured = reader.board.captured;
	out->to_play = reader.to_play;
	out->to_play_told = reader.to_play_told;
	out->moves = reader.moves;
	sgf_board_rows(&reader.board, out->rows, sizeof(out->rows));
	if (reader.board.ko != SGF_NO_POINT)
		sgf_board_point(&reader.board, reader.board.ko, out->ko, sizeof(out->ko));
	return ERR_OK;
}

/* value_copy copies a value; a backslash makes what follows it plain text. */
static void value_copy(const sgf_reader_t *reader, sgf_value_t value, char *out, size_t capacity)
{
	size_t used = 0;

	for (size_t i = 0; i < value.length && used + 1 < capacity; i++) {
		if (reader->text[value.at + i] == '\\' && i + 1 < value.length)
			i++;
		out[used++] = reader->text[value.at + i];
	}
	out[used] = '\0';
}

bool sgf_root_value(const char *text, size_t length, const char *ident, unsigned index, char *out,
                    size_t capacity)
{
	const sgf_query_t query = {.path = "sgf"};
	sgf_reader_t reader = {.text = text, .length = length, .query = &query};
	size_t start;
	sgf_value_t value;

	if (!start_find(&reader, &start))
		return false;
	reader.at++; /* start_find has stopped at the ; */
	while (is_upper(peek(&reader)) || is_lower(peek(&reader))) {
		bool wanted;

		ident_read(&reader);
		wanted = strcmp(reader.ident, ident) == 0;
		for (unsigned i = 0; value_next(&reader, &value); i++) {
			if (!wanted || i != index)
				continue;
			value_copy(&reader, value, out, capacity);
			return true;
		}
	}
	return false;
}
