/* SPDX-License-Identifier: MIT
 * lines.c - see lines.h. */
#include "server/lines.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

static void cut_comment(char *line)
{
	for (char *c = line; *c != '\0'; c++) {
		if (*c == '#' && (c == line || isspace((unsigned char)c[-1]))) {
			*c = '\0';
			return;
		}
	}
}

/* one reads the line of `length` bytes at `text`. */
static err_t one(const char *text, size_t length, size_t most, unsigned number, line_read_t read,
                 void *context, errinfo_t *why)
{
	char line[LINES_BYTES_MAX];

	if (length >= most)
		return err_fail(why, ERR_SYNTAX, "a line of %zu bytes", length);
	if (memchr(text, '\0', length) != NULL)
		return err_fail(why, ERR_SYNTAX, "a NUL byte");
	memcpy(line, text, length);
	line[length] = '\0';
	cut_comment(line);
	return read(line, number, context, why);
}

err_t lines_each(const char *text, size_t length, const char *name, size_t most, line_read_t read,
                 void *context, errinfo_t *why)
{
	unsigned number = 0;

	assert(most <= LINES_BYTES_MAX);
	for (size_t at = 0; at < length;) {
		const char *newline = memchr(text + at, '\n', length - at);
		const size_t n = newline != NULL ? (size_t)(newline - (text + at)) : length - at;
		const err_t err = one(text + at, n, most, ++number, read, context, why);

		if (err != ERR_OK)
			return err_place(why, err, "%s:%u: ", name, number);
		at += n + 1;
	}
	return ERR_OK;
}
