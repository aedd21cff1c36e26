/* SPDX-License-Identifier: MIT
 * reader.c - see reader.h.
 */
#include "clients/collection/reader.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FAULT_BYTES = 384, DIGITS_MOST = 9 };

void reader_init(reader_t *r, collection_t *out, const char *file, const char *text, size_t length,
                 const collection_hints_t *hints)
{
	static const char mark[] = "\xef\xbb\xbf"; /* the byte order mark of UTF-8 */
	const char *slash = strrchr(file, '/');
	const char *dot = strrchr(slash != NULL ? slash : file, '.');

	*r = (reader_t){.out = out,
	                .file = file,
	                .name_end = dot != NULL ? dot + 1 : "",
	                .text = text,
	                .length = length,
	                .hints = hints,
	                .known = 1};
	if (length >= sizeof(mark) - 1 && memcmp(text, mark, sizeof(mark) - 1) == 0)
		r->at = sizeof(mark) - 1;
}

void reader_end(reader_t *r)
{
	char text[FAULT_BYTES];

	if (r->faults <= READER_FAULTS_MAX)
		return;
	snprintf(text, sizeof(text), "%u more faults from here on", r->faults - READER_FAULTS_MAX);
	collection_fault(r->out, r->file, r->line > 0 ? r->line : r->known, text);
}

bool reader_line(reader_t *r, slice_t *out)
{
	const char *start = r->text + r->at, *end;

	if (r->at >= r->length)
		return false;
	end = memchr(start, '\n', r->length - r->at);
	out->text = start;
	out->length = end != NULL ? (size_t)(end - start) : r->length - r->at;
	r->at += out->length + (end != NULL);
	if (out->length > 0 && start[out->length - 1] == '\r')
		out->length--;
	r->line++;
	return true;
}

unsigned reader_line_at(reader_t *r, size_t offset)
{
	assert(offset <= r->length);
	for (; r->known_at < offset; r->known_at++)
		r->known += r->text[r->known_at] == '\n';
	for (; r->known_at > offset; r->known_at--)
		r->known -= r->text[r->known_at - 1] == '\n';
	return r->known;
}

void reader_fault(reader_t *r, unsigned line, const char *format, ...)
{
	char text[FAULT_BYTES];
	va_list arguments;

	if (++r->faults > READER_FAULTS_MAX)
		return;
	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	collection_fault(r->out, r->file, line, text);
}

void reader_add(reader_t *r, unsigned line, collection_problem_t *problem)
{
	problem->file = r->file;
	problem->line = line;
	collection_add(r->out, problem);
}

const char *reader_shown(reader_shown_t *out, slice_t word)
{
	size_t used = 0;

	for (; used < word.length && used < READER_SHOWN_BYTES; used++)
		out->text[used] =
		        word.text[used] >= ' ' && word.text[used] <= '~' ? word.text[used] : '?';
	strcpy(out->text + used, used < word.length ? "..." : "");
	return out->text;
}

static bool is_blank(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

slice_t reader_trim(slice_t text)
{
	while (text.length > 0 && is_blank(text.text[0])) {
		text.text++;
		text.length--;
	}
	while (text.length > 0 && is_blank(text.text[text.length - 1]))
		text.length--;
	return text;
}

slice_t reader_word(slice_t *rest)
{
	slice_t word;

	*rest = reader_trim(*rest);
	word = *rest;
	for (word.length = 0; word.length < rest->length && !is_blank(word.text[word.length]);)
		word.length++;
	rest->text += word.length;
	rest->length -= word.length;
	return word;
}

slice_t reader_field(slice_t *rest, char end)
{
	const char *at = rest->length > 0 ? memchr(rest->text, end, rest->length) : NULL;
	const slice_t field = {rest->text, at != NULL ? (size_t)(at - rest->text) : rest->length};
	const size_t taken = field.length + (at != NULL);

	rest->text += taken;
	rest->length -= taken;
	return field;
}

bool reader_is(slice_t word, const char *text)
{
	return word.length == strlen(text) &&
	       (word.length == 0 || memcmp(word.text, text, word.length) == 0);
}

bool reader_number(slice_t word, unsigned *out)
{
	*out = 0;
	for (size_t i = 0; i < word.length; i++) {
		if (word.text[i] < '0' || word.text[i] > '9' || i == DIGITS_MOST)
			return false;
		*out = *out * 10 + (unsigned)(word.text[i] - '0');
	}
	return word.length > 0;
}

bool reader_copy(slice_t word, char *out, size_t capacity)
{
	if (word.length >= capacity ||
	    (word.length > 0 && memchr(word.text, '\0', word.length) != NULL))
		return false;
	if (word.length > 0)
		memcpy(out, word.text, word.length);
	out[word.length] = '\0';
	return true;
}

char *reader_duplicate(slice_t text)
{
	char *copy = malloc(text.length + 1);

	if (copy == NULL)
		return NULL;
	if (text.length > 0)
		memcpy(copy, text.text, text.length);
	copy[text.length] = '\0';
	return copy;
}

void reader_id(slice_t text, char out[COLLECTION_ID_BYTES])
{
	size_t used = 0;

	text = reader_trim(text);
	for (size_t i = 0; i < text.length && used + 1 < COLLECTION_ID_BYTES; i++) {
		const bool blank = is_blank(text.text[i]) || text.text[i] == '\0';

		if (!blank || (used > 0 && out[used - 1] != ' '))
			out[used++] = blank ? ' ' : text.text[i];
	}
	out[used] = '\0';
}
