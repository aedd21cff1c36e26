/* SPDX-License-Identifier: MIT
 * msg_options.c - options of a game as a text and as a map.
 *
 * Only the game knows which options there are and what they may be. Here an option is a name,
 * and a value that fits into the text. Numbers stay numbers on the wire, for those who write
 * clients.
 */
#include "protocol/msg_options.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/strbuf.h"
#include "protocol/msg.h"

enum { DIGITS_MAX = 15 }; /* so that any such number stays below CODEC_INTEGER_MAX */

/* A piece "name=value" of the text. */
typedef struct {
	const char *name, *value;
	size_t name_length, value_length;
	bool has_value;
} piece_t;

/* piece_next reads the next piece and moves *text behind it; false at the end. */
static bool piece_next(const char **text, piece_t *out)
{
	size_t length;
	const char *equals;

	*text += strspn(*text, " ");
	length = strcspn(*text, " ");
	if (length == 0)
		return false;
	equals = memchr(*text, '=', length);
	*out = (piece_t){.name = *text, .name_length = length, .value = "", .has_value = false};
	if (equals != NULL) {
		out->name_length = (size_t)(equals - *text);
		out->value = equals + 1;
		out->value_length = length - out->name_length - 1;
		out->has_value = true;
	}
	*text += length;
	return true;
}

static bool name_is_sound(const char *name, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		char c = name[i];

		if (!(c >= 'a' && c <= 'z') && !(c >= 'A' && c <= 'Z') && !(c >= '0' && c <= '9') &&
		    c != '-' && c != '_')
			return false;
	}
	return length > 0;
}

static bool value_is_sound(const char *value, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		if (value[i] <= ' ' || value[i] > '~' || value[i] == '=')
			return false;
	}
	return length > 0;
}

/* is_number tells whether the value, read as a number and written again, gives the same text. */
static bool is_number(const piece_t *piece)
{
	bool minus = piece->value_length > 0 && piece->value[0] == '-';
	const char *digits = piece->value + minus;
	size_t count = piece->value_length - minus;

	return count > 0 && count <= DIGITS_MAX && strspn(digits, "0123456789") >= count &&
	       (digits[0] != '0' || (count == 1 && !minus));
}

void msg_options_put(wirebuf_t *out, const char *text)
{
	const char *at = text;
	uint32_t count = 0;
	piece_t piece;

	while (piece_next(&at, &piece))
		count++;
	put_map(out, count);
	while (piece_next(&text, &piece)) {
		put_text_n(out, piece.name, piece.name_length);
		if (is_number(&piece))
			put_int(out, strtoll(piece.value, NULL, 10));
		else
			put_text_n(out, piece.value, piece.value_length);
	}
}

/* value_take reads one value and appends it to *out. */
static void value_take(const node_t *node, strbuf_t *out)
{
	char word[MSG_OPTIONS_BYTES] = "";
	int64_t number = 0;

	if (codec_kind(node) == NODE_INTEGER) {
		codec_int(node, REQUIRED, -(int64_t)CODEC_INTEGER_MAX, (int64_t)CODEC_INTEGER_MAX,
		          &number);
		strbuf_printf(out, "%" PRId64, number);
		return;
	}
	if (codec_kind(node) != NODE_TEXT) {
		codec_fail(node, ERR_TYPE, "expected an integer or a string");
		return;
	}
	codec_text(node, REQUIRED, word, sizeof(word));
	if (!value_is_sound(word, strlen(word)))
		codec_fail(node, ERR_VALUE, "\"%s\" is empty, or has a blank or a '=' in it", word);
	strbuf_add(out, word);
}

/* is_there tells whether the text has an option of that name. */
static bool is_there(const char *text, const char *name)
{
	piece_t piece;

	while (piece_next(&text, &piece)) {
		if (piece.name_length == strlen(name) &&
		    memcmp(piece.name, name, piece.name_length) == 0)
			return true;
	}
	return false;
}

void msg_options_take(const node_t *node, char *out, size_t capacity)
{
	char name[MSG_NAME_BYTES];
	strbuf_t text;
	node_t value;

	if (!codec_map(node, OPTIONAL))
		return;
	strbuf_init(&text, out, capacity);
	for (uint32_t i = 0; codec_pair(node, i, name, sizeof(name), &value); i++) {
		if (codec_error(node->codec, NULL) != ERR_OK)
			return;
		if (!name_is_sound(name, strlen(name))) {
			codec_fail(node, ERR_VALUE,
			           "\"%s\" is no name of letters, digits, '-' and '_'", name);
			return;
		}
		if (codec_kind(&value) == NODE_ABSENT)
			continue;
		if (is_there(out, name))
			codec_fail(&value, ERR_VALUE, "given more than once");
		strbuf_printf(&text, "%s%s=", text.length > 0 ? " " : "", name);
		value_take(&value, &text);
		if (text.overflow) {
			codec_fail(node, ERR_RANGE, "more than %zu bytes in all", capacity - 1);
			return;
		}
	}
}

err_t msg_options_check(const char *text, errinfo_t *why)
{
	const char *at = text;
	piece_t piece;

	if (strlen(text) >= MSG_OPTIONS_BYTES)
		return err_at(why, ERR_LIMIT, "params.options", "longer than %d bytes",
		              MSG_OPTIONS_BYTES - 1);
	while (piece_next(&at, &piece)) {
		int shown = piece.name_length < MSG_NAME_BYTES ? (int)piece.name_length
		                                               : MSG_NAME_BYTES - 1;

		if (!name_is_sound(piece.name, piece.name_length) ||
		    piece.name_length >= MSG_NAME_BYTES)
			return err_at(why, ERR_VALUE, "params.options",
			              "\"%.*s\" is no name of an option", shown, piece.name);
		if (!piece.has_value)
			return err_at(why, ERR_SYNTAX, "params.options",
			              "\"%.*s\" is not of the form name=value", shown, piece.name);
		if (!value_is_sound(piece.value, piece.value_length))
			return err_fail(why, ERR_VALUE,
			                "params.options.%.*s: no value that can be sent", shown,
			                piece.name);
	}
	return ERR_OK;
}
