/* SPDX-License-Identifier: MIT
 * lines.h - goes through the lines of a file of settings or accounts.
 *
 * A # begins a comment at the start of a line or after a blank.
 *
 * Threads   any; no state.
 * Errors    ERR_SYNTAX for a line that is too long or holds a NUL byte, and what the caller's
 * function returns; *why begins with the place, "tesujid.conf:12: ".
 */
#ifndef SERVER_LINES_H
#define SERVER_LINES_H

#include <stddef.h>

#include "engine/base/err.h"

enum { LINES_BYTES_MAX = 1024 };

/* line_read_t is called for each line, without its newline and its comment, which it may change. */
typedef err_t (*line_read_t)(char *line, unsigned number, void *context, errinfo_t *why);

/* lines_each has `read` read the `length` bytes at `text`, line by line up to the first error.
 * Messages call the file `name`. A line has fewer than `most` bytes; most <= LINES_BYTES_MAX. */
err_t lines_each(const char *text, size_t length, const char *name, size_t most, line_read_t read,
                 void *context, errinfo_t *why);

#endif
