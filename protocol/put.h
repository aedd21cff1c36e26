/* SPDX-License-Identifier: MIT
 * put.h - writes MessagePack values; codec.h reads them.
 *
 * Threads   one thread at a time for each buffer.
 * Errors    in the buffer (wirebuf.h).
 */
#ifndef PROTOCOL_PUT_H
#define PROTOCOL_PUT_H

#include <stdbool.h>

#include "protocol/wirebuf.h"

/* Each function writes one value, every number in its shortest form. put_text writes a C string,
 * and nil for NULL; put_text_n writes `length` bytes. Both replace by '?' what is no UTF-8 that
 * may be shown (utf8.h). put_array and put_map write the head; their items, or keys and values,
 * must follow. */
void put_nil(wirebuf_t *out);
void put_bool(wirebuf_t *out, bool value);
void put_uint(wirebuf_t *out, uint64_t value);
void put_int(wirebuf_t *out, int64_t value);
void put_real(wirebuf_t *out, double value);
void put_text(wirebuf_t *out, const char *text);
void put_text_n(wirebuf_t *out, const char *text, size_t length);
void put_str_bytes(wirebuf_t *out, const char *bytes, size_t length); /* a str, not checked */
void put_raw(wirebuf_t *out, const void *bytes, size_t length);       /* encoded values */
void put_bin(wirebuf_t *out, const void *bytes, size_t length);
void put_array(wirebuf_t *out, uint32_t count);
void put_map(wirebuf_t *out, uint32_t count);

#endif
