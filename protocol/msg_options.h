/* SPDX-License-Identifier: MIT
 * msg_options.h - options of a game: "k=4 rule=renju" in a program, a map on the wire, {"k": 4,
 * "rule": "renju"}.
 *
 * Threads   any; no state.
 * Errors    reading fails in the codec (codec_error), writing in the buffer.
 */
#ifndef PROTOCOL_MSG_OPTIONS_H
#define PROTOCOL_MSG_OPTIONS_H

#include "protocol/codec.h"

/* msg_options_put writes the options in `text` as a map. A value that looks like a number is
 * written as a number. `text` has passed msg_options_check, or is "". */
void msg_options_put(wirebuf_t *out, const char *text);

/* msg_options_take reads a map into out[capacity] as a text of options; an absent node leaves it
 * as it is. */
void msg_options_take(const node_t *node, char *out, size_t capacity);

/* msg_options_check returns ERR_OK for a text of options that can be written: pieces
 * "name=value" between blanks, names of letters, digits, '-' and '_'. ERR_LIMIT, ERR_VALUE,
 * ERR_SYNTAX with the path "params.options" if not. */
err_t msg_options_check(const char *text, errinfo_t *why);

#endif
