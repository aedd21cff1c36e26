/* SPDX-License-Identifier: MIT
 * wire.h - JSON as MessagePack and back: the same values by the same names.
 *
 * Ownership results are the caller's: json_decref.
 * Threads   one at a time for each codec.
 * Errors    as each function says.
 */
#ifndef CLIENTS_HTTP_WIRE_H
#define CLIENTS_HTTP_WIRE_H

#include <jansson.h>
#include <stdbool.h>

#include "protocol/codec.h"
#include "protocol/wirebuf.h"

enum { WIRE_DEPTH_MOST = 12 }; /* containers in containers that a request may have */

/* wire_pack appends a value to *out. False: it is nested too deeply. Without memory, or if it is
 * too long, out->failed says so. */
bool wire_pack(const json_t *value, wirebuf_t *out);

/* wire_values counts the values of MessagePack that a value is, which wire_pack has packed: keys
 * and containers, too. */
size_t wire_values(const json_t *value);

/* wire_text writes a value as text on one line, which the caller frees with free; NULL: no
 * memory. */
char *wire_text(const json_t *value);

/* wire_unpack returns the one MessagePack value that the bytes are, which came through a scan.
 * Bytes that are no UTF-8 are null. NULL: no memory, or no such value. */
json_t *wire_unpack(codec_t *codec, const void *bytes, size_t length);

#endif
