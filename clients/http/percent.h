/* SPDX-License-Identifier: MIT
 * percent.h - percent-encoding of a part of a path (RFC 3986): "night%2F17" is "night/17".
 *
 * Threads   any; no state.
 */
#ifndef CLIENTS_HTTP_PERCENT_H
#define CLIENTS_HTTP_PERCENT_H

#include <stdbool.h>
#include <stddef.h>

typedef enum { PERCENT_OK, PERCENT_WRONG, PERCENT_LONG } percent_t;

/* percent_read decodes `length` bytes into out[], which has room for `room` bytes, a NUL at the end
 * among them. PERCENT_WRONG: a '%' has no two digits behind it, or there is a byte 0; PERCENT_LONG:
 * there is no room. */
percent_t percent_read(const char *text, size_t length, char *out, size_t room);

/* percent_write encodes all of a text but letters, digits and "-._~". False: there is no room. */
bool percent_write(const char *text, char *out, size_t room);

#endif
