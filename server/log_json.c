/* SPDX-License-Identifier: MIT
 * log_json.c - see log_json.h.
 *
 * The text is what log_line was given, and not a list of fields: so there is one form in the
 * sources, and the two forms of the log cannot say different things.
 */
#include "server/log_json.h"

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "protocol/utf8.h"

enum { LEAST_BYTES = 128 };

typedef struct {
	char *out;
	size_t size, used; /* one byte is kept for the closing brace */
	bool is_full;
} writer_t;

static void put(writer_t *w, const char *bytes, size_t length)
{
	if (w->used + length + 1 >= w->size)
		w->is_full = true;
	if (w->is_full)
		return;
	memcpy(w->out + w->used, bytes, length);
	w->used += length;
}

/* put_text writes a string of JSON; in quoted text a backslash stands before quotes and
 * backslashes. */
static void put_text(writer_t *w, const char *text, size_t length, bool is_quoted)
{
	put(w, "\"", 1);
	for (size_t i = 0; i < length; i++) {
		const bool escapes = is_quoted && text[i] == '\\' && i + 1 < length &&
		                     (text[i + 1] == '"' || text[i + 1] == '\\');
		size_t step;

		i += escapes;
		step = utf8_step(text + i, length - i);
		if (text[i] == '"' || text[i] == '\\')
			put(w, "\\", 1);
		put(w, step > 0 ? text + i : "?", step > 0 ? step : 1);
		i += step > 0 ? step - 1 : 0;
	}
	put(w, "\"", 1);
}

/* is_number: is it a number as JSON writes them, and short enough for any reader? */
static bool is_number(const char *text, size_t length)
{
	static const char digits[] = "0123456789";
	size_t at = length > 0 && text[0] == '-', whole;

	whole = strspn(text + at, digits);
	if (whole == 0 || (whole > 1 && text[at] == '0') || whole > 15)
		return false;
	at += whole;
	if (at < length && text[at] == '.') {
		const size_t part = strspn(text + at + 1, digits);

		at += part > 0 ? part + 1 : 0;
	}
	return at == length;
}

/* quoted_length returns the bytes between the quotes of the value at `text`, which begins with one:
 * up to a quote that ends a word, or to the end where a line was cut. */
static size_t quoted_length(const char *text)
{
	size_t at = 1;

	while (text[at] != '\0' &&
	       !(text[at] == '"' && (text[at + 1] == ' ' || text[at + 1] == '\0')))
		at += text[at] == '\\' && text[at + 1] != '\0' ? 2 : 1;
	return at - 1;
}

/* put_field writes one field and returns the text behind it. */
static const char *put_field(writer_t *w, const char *text)
{
	const size_t key = strcspn(text, "= ");
	size_t length = 0;

	put(w, ",", 1);
	put_text(w, text, key, false);
	put(w, ":", 1);
	if (text[key] != '=') {
		put(w, "true", 4);
		return text + key;
	}
	text += key + 1;
	if (*text == '"') {
		length = quoted_length(text);
		put_text(w, text + 1, length, true);
		text += length + 1;
		return *text == '"' ? text + 1 : text;
	}
	length = strcspn(text, " ");
	if (is_number(text, length))
		put(w, text, length);
	else
		put_text(w, text, length, false);
	return text + length;
}

size_t log_json(char *out, size_t size, double seconds, const char *level, const char *area,
                const char *text)
{
	writer_t w = {.out = out, .size = size};
	char head[LEAST_BYTES];
	const int length =
	        snprintf(head, sizeof(head), "{\"time\":%.3f,\"level\":\"%s\",\"area\":\"%s\"",
	                 seconds, level, area);

	assert(size >= LEAST_BYTES && length > 0 && length < LEAST_BYTES - 2);
	put(&w, head, (size_t)length);
	while (*(text += strspn(text, " ")) != '\0' && !w.is_full) {
		const size_t before = w.used;

		text = put_field(&w, text);
		if (w.is_full)
			w.used = before;
	}
	out[w.used++] = '}';
	return w.used;
}
