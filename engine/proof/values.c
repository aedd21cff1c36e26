/* SPDX-License-Identifier: MIT
 * values.c - see values.h.
 *
 * Design    A hundred lines that allocate nothing by what the file says and know at which byte they
 *           are; they belong to what has to be trusted, so that they had better be read as well. (A
 *           decoder that builds a tree of objects makes room for an array as soon as its length has
 *           come, before its members have.) Kinds of value that the format does not have are
 * errors. */
#include "engine/proof/values.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/crc32.h"

enum { REASON_MAX = 128 }; /* bytes of an error, without the place */

/* put_path writes which part of the file a failure is of: "header.order", "nodes[4]". */
static void put_path(const values_t *v, const char *field, char out[ERRINFO_PATH_MAX])
{
	const char *dot = field != NULL ? "." : "", *rest = field != NULL ? field : "";

	if (v->in_header)
		(void)snprintf(out, ERRINFO_PATH_MAX, "header%s%s", dot, rest);
	else
		(void)snprintf(out, ERRINFO_PATH_MAX, "nodes[%" PRIu32 "]%s%s", v->node, dot, rest);
}

void values_fail(values_t *v, err_t code, const char *field, const char *format, ...)
{
	char reason[REASON_MAX], path[ERRINFO_PATH_MAX];
	va_list args;

	if (v->failed.code != ERR_OK)
		return;
	va_start(args, format);
	(void)vsnprintf(reason, sizeof(reason), format, args);
	va_end(args);
	put_path(v, field, path);
	(void)err_at(&v->failed, code, path, "%s (byte %" PRIu64 ")", reason, v->begun);
}

uint32_t values_sum(values_t *v)
{
	assert(v->summed <= v->at && v->at <= v->length);
	v->crc = crc32_update(v->crc, &v->buffer[v->summed], v->at - v->summed);
	v->summed = v->at;
	return v->crc;
}

bool values_more(values_t *v)
{
	long got;

	if (v->at < v->length)
		return true;
	if (values_failed(v))
		return false;
	(void)values_sum(v);
	v->at = v->summed = v->length = 0;
	errno = 0;
	got = v->source.read(v->source.from, v->buffer, VALUES_BUFFER_BYTES);
	if (got < 0)
		values_fail(v, ERR_IO, NULL, "reading failed%s%s", errno != 0 ? ": " : "",
		            errno != 0 ? strerror(errno) : "");
	if (got <= 0)
		return false;
	assert(got <= VALUES_BUFFER_BYTES);
	v->length = (size_t)got;
	return true;
}

static uint8_t byte(values_t *v)
{
	if (!values_more(v)) {
		values_fail(v, ERR_SYNTAX, NULL, "the file ends in the middle");
		return 0;
	}
	assert(v->at < v->length && v->length <= VALUES_BUFFER_BYTES);
	v->offset++;
	if (v->most > 0 && v->offset > v->most)
		values_fail(v, ERR_SYNTAX, NULL, "longer than %" PRIu64 " bytes", v->most);
	return v->buffer[v->at++];
}

static uint64_t big_endian(values_t *v, unsigned bytes)
{
	uint64_t value = 0;

	while (bytes-- > 0)
		value = value << 8 | byte(v);
	return value;
}

/* to_signed: the number that these low bits are in two's complement. */
static int64_t to_signed(uint64_t bits, unsigned bytes)
{
	uint64_t sign;

	assert(bytes >= 1 && bytes <= 8);
	sign = UINT64_C(1) << (8 * bytes - 1);
	return (bits & sign) == 0 ? (int64_t)bits : -(int64_t)((~bits & (sign - 1))) - 1;
}

static value_head_t integer(values_t *v, unsigned type)
{
	const unsigned bytes = 1u << (type & 3);
	const uint64_t bits = big_endian(v, bytes);

	if (type >= 0xd0)
		return (value_head_t){VALUE_INTEGER, to_signed(bits, bytes)};
	return (value_head_t){VALUE_INTEGER, bits > INT64_MAX ? INT64_MAX : (int64_t)bits};
}

value_head_t values_next(values_t *v)
{
	unsigned type;

	v->begun = v->offset;
	type = byte(v);
	if (type < 0x80)
		return (value_head_t){VALUE_INTEGER, type};
	if (type >= 0xe0)
		return (value_head_t){VALUE_INTEGER, (int64_t)type - 0x100};
	if (type < 0x90)
		return (value_head_t){VALUE_MAP, type & 0xf};
	if (type < 0xa0)
		return (value_head_t){VALUE_ARRAY, type & 0xf};
	if (type < 0xc0)
		return (value_head_t){VALUE_TEXT, type & 0x1f};
	if (type == 0xc0)
		return (value_head_t){VALUE_NIL, 0};
	if ((type >= 0xcc && type <= 0xcf) || (type >= 0xd0 && type <= 0xd3))
		return integer(v, type);
	if (type >= 0xd9 && type <= 0xdb)
		return (value_head_t){VALUE_TEXT, (int64_t)big_endian(v, 1u << (type - 0xd9))};
	if (type == 0xdc || type == 0xdd)
		return (value_head_t){VALUE_ARRAY, (int64_t)big_endian(v, 2u << (type - 0xdc))};
	if (type == 0xde || type == 0xdf)
		return (value_head_t){VALUE_MAP, (int64_t)big_endian(v, 2u << (type - 0xde))};
	return (value_head_t){VALUE_NONE, 0};
}

int64_t values_expect(values_t *v, value_kind_t kind, int64_t least, int64_t most, const char *what)
{
	const value_head_t value = values_next(v);

	if (value.kind != kind && (kind == VALUE_TEXT || kind == VALUE_INTEGER))
		values_fail(v, ERR_SYNTAX, what, "this is no %s",
		            kind == VALUE_TEXT ? "text" : "integer");
	else if (value.kind != kind)
		values_fail(v, ERR_SYNTAX, NULL, "this is no %s", what);
	else if ((value.number < least || value.number > most) && kind != VALUE_INTEGER)
		values_fail(v, ERR_SYNTAX, NULL, "a %s of %" PRId64, what, value.number);
	else if (value.number < least || value.number > most)
		values_fail(v, ERR_SYNTAX, what, "%" PRId64 " is not in %" PRId64 "..%" PRId64,
		            value.number, least, most);
	return values_failed(v) ? least : value.number;
}

void values_rest(values_t *v, int64_t length, char *out, size_t capacity, const char *what)
{
	assert(length >= 0 && capacity > 0);
	out[0] = '\0';
	if (length == 0)
		values_fail(v, ERR_SYNTAX, what, "an empty text");
	if (length >= (int64_t)capacity)
		values_fail(v, ERR_SYNTAX, what, "longer than %zu bytes", capacity - 1);
	for (int64_t i = 0; i < length && !values_failed(v); i++) {
		out[i] = (char)byte(v);
		out[i + 1] = '\0';
		if (out[i] < ' ' || out[i] > '~')
			values_fail(v, ERR_SYNTAX, what, "byte 0x%02x in a text",
			            (unsigned)(unsigned char)out[i]);
	}
}

void values_text(values_t *v, char *out, size_t capacity, const char *what)
{
	values_rest(v, values_expect(v, VALUE_TEXT, 0, UINT32_MAX, what), out, capacity, what);
}
