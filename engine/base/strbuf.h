/* SPDX-License-Identifier: MIT
 * strbuf.h - text written into the caller's buffer, with a sticky overflow.
 *
 * Ownership the buffer is the caller's; it always holds a C string.
 * Errors    what does not fit is cut and `overflow` is set: write many, test
 *           once.
 */
#ifndef ENGINE_BASE_STRBUF_H
#define ENGINE_BASE_STRBUF_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
	char *text;
	size_t capacity; /* bytes, the final NUL included */
	size_t length;
	bool overflow;
} strbuf_t;

/* strbuf_init makes *s an empty string in `text`. capacity > 0. */
void strbuf_init(strbuf_t *s, char *text, size_t capacity);

void strbuf_char(strbuf_t *s, char c);
void strbuf_add(strbuf_t *s, const char *text);
void strbuf_printf(strbuf_t *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
