/* SPDX-License-Identifier: MIT
 * utf8.h - which bytes are text that may be shown on a terminal.
 *
 * Threads   any.
 * Source    RFC 3629.
 */
#ifndef PROTOCOL_UTF8_H
#define PROTOCOL_UTF8_H

#include <stddef.h>

/* utf8_step returns how many bytes (1..4) the character at `text` has; 0: there is no UTF-8, or
 * a control character, which could command a terminal. length > 0. */
size_t utf8_step(const char *text, size_t length);

#endif
