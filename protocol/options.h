/* SPDX-License-Identifier: MIT
 * options.h - options of a game: "k=4 rule=renju" in the program, a map on the
 * wire, {"k": 4, "rule": "renju"}. Internal to protocol/.
 *
 * Threads   any; no state.
 * Errors    reading fails in the codec (codec_error), writing in the buffer.
 */
#ifndef PROTOCOL_OPTIONS_H
#define PROTOCOL_OPTIONS_H

#include "protocol/codec.h"

/* options_put writes the map; what looks like a number becomes one. */
void options_put(wirebuf_t *out, const char *text);

/* options_take reads a map, if there is one, into out[capacity]. */
void options_take(const node_t *node, char *out, size_t capacity);

#endif
