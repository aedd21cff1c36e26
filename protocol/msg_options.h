/* SPDX-License-Identifier: MIT
 * msg_options.h - options of a game: "k=4 rule=renju" in the program, a map on the
 * wire, {"k": 4, "rule": "renju"}.
 *
 * Threads   any; no state.
 * Errors    reading fails in the codec (codec_error), writing in the buffer.
 */
#ifndef PROTOCOL_MSG_OPTIONS_H
#define PROTOCOL_MSG_OPTIONS_H

#include "protocol/codec.h"

/* msg_options_put writes the map; what looks like a number becomes one. */
void msg_options_put(wirebuf_t *out, const char *text);

/* msg_options_take reads a map, if there is one, into out[capacity]. */
void msg_options_take(const node_t *node, char *out, size_t capacity);

/* msg_options_check looks whether a text of options can travel: pieces
 * "name=value" between blanks, names of letters, digits, '-' and '_'. */
err_t msg_options_check(const char *text, errinfo_t *why);

#endif
