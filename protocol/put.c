/* SPDX-License-Identifier: MIT
 * put.c - writes values.
 *
 * Design     MessagePack is easier to write than to call a library for: a type byte and a
 *            big-endian number. All numbers take their shortest form, so equal messages are equal
 *            bytes, on which the examples in SPEC.md rely.
 */
#include "protocol/put.h"

#include <assert.h>
#include <string.h>

#include "engine/base/check.h"
#include "protocol/utf8.h"

void put_raw(wirebuf_t *out, const void *bytes, size_t length)
{
	uint8_t *at = length > 0 ? wirebuf_space(out, length) : NULL;

	if (at != NULL)
		memcpy(at, bytes, length);
}

/* put_head writes a type byte and `size` bytes of a number, the highest first. size <= 8. */
static void put_head(wirebuf_t *out, unsigned type, uint64_t number, unsigned size)
{
	uint8_t head[9] = {(uint8_t)type};

	assert(type <= UINT8_MAX && size < sizeof(head));
	for (unsigned i = 0; i < size; i++)
		head[1 + i] = (uint8_t)(number >> 8 * (size - 1 - i));
	put_raw(out, head, 1 + size);
}

void put_nil(wirebuf_t *out)
{
	put_head(out, 0xc0, 0, 0);
}

void put_bool(wirebuf_t *out, bool value)
{
	put_head(out, value ? 0xc3 : 0xc2, 0, 0);
}

void put_uint(wirebuf_t *out, uint64_t value)
{
	if (value < 0x80)
		put_head(out, (unsigned)value, 0, 0);
	else if (value <= UINT8_MAX)
		put_head(out, 0xcc, value, 1);
	else if (value <= UINT16_MAX)
		put_head(out, 0xcd, value, 2);
	else if (value <= UINT32_MAX)
		put_head(out, 0xce, value, 4);
	else
		put_head(out, 0xcf, value, 8);
}

void put_int(wirebuf_t *out, int64_t value)
{
	if (value >= 0)
		put_uint(out, (uint64_t)value);
	else if (value >= -32)
		put_head(out, 0xe0u | ((unsigned)value & 0x1fu), 0, 0);
	else if (value >= INT8_MIN)
		put_head(out, 0xd0, (uint64_t)value, 1);
	else if (value >= INT16_MIN)
		put_head(out, 0xd1, (uint64_t)value, 2);
	else if (value >= INT32_MIN)
		put_head(out, 0xd2, (uint64_t)value, 4);
	else
		put_head(out, 0xd3, (uint64_t)value, 8);
}

void put_real(wirebuf_t *out, double value)
{
	uint64_t bits;

	static_assert(sizeof(bits) == sizeof(value), "a double is 64 bits");
	memcpy(&bits, &value, sizeof(bits));
	put_head(out, 0xcb, bits, 8);
}

void put_bin(wirebuf_t *out, const void *bytes, size_t length)
{
	if (length <= UINT8_MAX)
		put_head(out, 0xc4, length, 1);
	else if (length <= UINT16_MAX)
		put_head(out, 0xc5, length, 2);
	else if (length <= UINT32_MAX)
		put_head(out, 0xc6, length, 4);
	else if (out->failed == ERR_OK)
		out->failed = ERR_LIMIT;
	put_raw(out, bytes, length);
}

void put_str_bytes(wirebuf_t *out, const char *bytes, size_t length)
{
	if (length < 32)
		put_head(out, 0xa0 + (unsigned)length, 0, 0);
	else if (length <= UINT8_MAX)
		put_head(out, 0xd9, length, 1);
	else if (length <= UINT16_MAX)
		put_head(out, 0xda, length, 2);
	else if (length <= UINT32_MAX)
		put_head(out, 0xdb, length, 4);
	else if (out->failed == ERR_OK)
		out->failed = ERR_LIMIT;
	put_raw(out, bytes, length);
}

void put_text_n(wirebuf_t *out, const char *text, size_t length)
{
	size_t at = 0;
	char *copy;

	put_str_bytes(out, text, length);
	if (out->failed != ERR_OK)
		return;
	assert(out->length >= length);
	copy = (char *)out->data + out->length - length; /* a '?' for a byte keeps the length */
	while (at < length) {
		size_t step;

		if (copy[at] >= ' ' && copy[at] <= '~') { /* as a rule */
			at++;
			continue;
		}
		step = utf8_step(copy + at, length - at);

		if (step == 0)
			copy[at] = '?';
		at += step > 0 ? step : 1;
	}
}

void put_text(wirebuf_t *out, const char *text)
{
	if (text == NULL)
		put_nil(out);
	else
		put_text_n(out, text, strlen(text));
}

void put_array(wirebuf_t *out, uint32_t count)
{
	if (count < 16)
		put_head(out, 0x90 + count, 0, 0);
	else if (count <= UINT16_MAX)
		put_head(out, 0xdc, count, 2);
	else
		put_head(out, 0xdd, count, 4);
}

void put_map(wirebuf_t *out, uint32_t count)
{
	if (count < 16)
		put_head(out, 0x80 + count, 0, 0);
	else if (count <= UINT16_MAX)
		put_head(out, 0xde, count, 2);
	else
		put_head(out, 0xdf, count, 4);
}
