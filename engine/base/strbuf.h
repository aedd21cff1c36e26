/* SPDX-License-Identifier: MIT
 * strbuf.h - text written into the caller's buffer, with a sticky overflow.
 *
 * Ownership the buffer is the caller's; it always holds a C string.
 * Threads   one thread at a time for each buffer.
 * Errors    what does not fit is cut, and `overflow` is set: write many pieces, test once.
 */
#ifndef ENGINE_BASE_STRBUF_H
#define ENGINE_BASE_STRBUF_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
	char *text;
	size_t capacity; /* bytes, the final NUL included */
	size_t length;   /* bytes, without the NUL; < capacity */
	bool overflow;   /* something was cut; nothing is appended any more */
} strbuf_t;

/* strbuf_init makes *s an empty string in `text`. capacity > 0. */
void strbuf_init(strbuf_t *s, char *text, size_t capacity);

/* strbuf_char appends a character that is not NUL, strbuf_add a string, strbuf_printf a
 * formatted text. */
void strbuf_char(strbuf_t *s, char c);
void strbuf_add(strbuf_t *s, const char *text);
void strbuf_printf(strbuf_t *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* strbuf_copy makes `out` a copy of a string, cut to fit. capacity > 0. */
void strbuf_copy(char *out, size_t capacity, const char *text);

#endif
