/* SPDX-License-Identifier: MIT
 * strbuf.c - bounded text.
 *
 * Invariant length < capacity and text[length] is NUL, after every call. After an overflow nothing
 *           is appended, so the text is a prefix of what was meant, and never a text with a gap.
 */
#include "engine/base/strbuf.h"

#include "engine/base/check.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* room returns how many characters still fit; 0 after an overflow. */
static size_t room(const strbuf_t *s)
{
	assert(s->length < s->capacity && s->text[s->length] == '\0');
	return s->overflow ? 0 : s->capacity - 1 - s->length;
}

/* add_bytes appends n characters, or those that fit. */
static void add_bytes(strbuf_t *s, const char *bytes, size_t n)
{
	size_t fits = room(s);

	if (n > fits) {
		s->overflow = true;
		n = fits;
	}
	memcpy(s->text + s->length, bytes, n);
	s->length += n;
	s->text[s->length] = '\0';
}

void strbuf_init(strbuf_t *s, char *text, size_t capacity)
{
	CHECK(text != NULL && capacity > 0);
	*s = (strbuf_t){.text = text, .capacity = capacity};
	text[0] = '\0';
}

void strbuf_char(strbuf_t *s, char c)
{
	assert(c != '\0');
	add_bytes(s, &c, 1);
}

void strbuf_add(strbuf_t *s, const char *text)
{
	add_bytes(s, text, strlen(text));
}

void strbuf_printf(strbuf_t *s, const char *format, ...)
{
	size_t fits = room(s);
	va_list args;
	int n;

	if (s->overflow)
		return;
	va_start(args, format);
	n = vsnprintf(s->text + s->length, fits + 1, format, args);
	va_end(args);
	if (n < 0) { /* an encoding error: nothing sensible to add */
		s->text[s->length] = '\0';
		s->overflow = true;
		return;
	}
	s->overflow = (size_t)n > fits;
	s->length += s->overflow ? fits : (size_t)n;
	assert(s->length < s->capacity && s->text[s->length] == '\0');
}

void strbuf_copy(char *out, size_t capacity, const char *text)
{
	strbuf_t copy;

	strbuf_init(&copy, out, capacity);
	strbuf_add(&copy, text);
}
