/* SPDX-License-Identifier: MIT
 * put.h - writing MessagePack values; codec.h reads them.
 *
 * Threads   one thread at a time for each buffer.
 * Errors    in the buffer (wirebuf.h).
 */
#ifndef PROTOCOL_PUT_H
#define PROTOCOL_PUT_H

#include <stdbool.h>

#include "protocol/wirebuf.h"

/* Writers; the shortest form of every number. put_text makes clean UTF-8 of
 * what it is given: whatever is not becomes '?'. NULL is written as nil. */
void put_nil(wirebuf_t *out);
void put_bool(wirebuf_t *out, bool value);
void put_uint(wirebuf_t *out, uint64_t value);
void put_int(wirebuf_t *out, int64_t value);
void put_real(wirebuf_t *out, double value);
void put_text(wirebuf_t *out, const char *text);
void put_text_n(wirebuf_t *out, const char *text, size_t length);
void put_str_bytes(wirebuf_t *out, const char *bytes, size_t length); /* str, taken as it is */
void put_raw(wirebuf_t *out, const void *bytes, size_t length);       /* values already written */
void put_bin(wirebuf_t *out, const void *bytes, size_t length);
void put_array(wirebuf_t *out, uint32_t count);
void put_map(wirebuf_t *out, uint32_t count);

#endif
