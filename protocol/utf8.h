/* SPDX-License-Identifier: MIT
 * utf8.h - which bytes are text that may be shown on a terminal.
 *
 * Threads   any.
 */
#ifndef PROTOCOL_UTF8_H
#define PROTOCOL_UTF8_H

#include <stddef.h>

/* utf8_step returns the bytes of the character at `text` (1..4), or 0 when what
 * is there is no UTF-8 or a control character, which could make a terminal do
 * things. length > 0. */
size_t utf8_step(const char *text, size_t length);

#endif
