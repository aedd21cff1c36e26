/* SPDX-License-Identifier: MIT
 * record.c - one walk through a table of fields for each direction.
 *
 * Design     A message is a struct and a table; no message has code of its own. A member is reached
 *            by its offset and has the C type that record.h names for its kind. The macros of
 *            fields.h take offset and size from the member itself.
 *
 * A map begins with its number of keys, so optional fields are looked at twice: to be counted,
 * and to be written.
 */
#include "protocol/record.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/strbuf.h"
#include "protocol/msg.h"
#include "protocol/msg_options.h"

enum { ROWS_MAX = 64, ROW_BYTES_MAX = 64 };

static void *member(const field_t *field, void *base)
{
	return (char *)base + field->offset;
}

static const void *member_const(const field_t *field, const void *base)
{
	return (const char *)base + field->offset;
}

void record_init(const field_t *fields, void *base)
{
	for (const field_t *field = fields; field->name != NULL; field++) {
		void *at = member(field, base);

		switch (field->kind) {
		case FIELD_UINT:
			*(uint64_t *)at = field->fallback;
			break;
		case FIELD_CHOICE:
		case FIELD_THREATS:
			*(unsigned *)at = (unsigned)field->fallback;
			break;
		case FIELD_INT:
			*(int64_t *)at = 0;
			break;
		case FIELD_REAL:
			*(double *)at = 0;
			break;
		case FIELD_BOOL:
			*(bool *)at = field->fallback != 0;
			break;
		case FIELD_TEXT:
		case FIELD_MOVE:
		case FIELD_ROWS:
		case FIELD_OPTIONS:
			memset(at, 0, field->size);
			break;
		case FIELD_BYTES:
		case FIELD_BIN:
			*(const char **)at = NULL;
			*(size_t *)((char *)base + field->other) = 0;
			break;
		case FIELD_LINE:
			((msg_line_t *)at)->count = 0;
			break;
		case FIELD_POINTS:
			((msg_points_t *)at)->is_known = false;
			((msg_points_t *)at)->count = 0;
			break;
		case FIELD_INDICES:
			((msg_indices_t *)at)->count = 0;
			break;
		case FIELD_WORDS:
			memset(at, 0, field->size * field->most);
			break;
		case FIELD_MAP:
			record_init(field->inner, at);
			if (field->other != 0)
				*(bool *)((char *)base + field->other) = false;
			break;
		case FIELD_LIST:
			*(uint32_t *)((char *)base + field->other) = 0;
			break;
		}
	}
}

/* is_given tells whether a field is written. */
static bool is_given(const field_t *field, const void *base)
{
	const void *at = member_const(field, base);

	if (field->kind == FIELD_MAP && field->other != 0)
		return *(const bool *)((const char *)base + field->other);
	if (field->need == REQUIRED)
		return true;
	switch (field->kind) {
	case FIELD_UINT:
		return *(const uint64_t *)at != field->fallback;
	case FIELD_CHOICE:
	case FIELD_THREATS:
		return *(const unsigned *)at != (unsigned)field->fallback;
	case FIELD_BOOL:
		return *(const bool *)at != (field->fallback != 0);
	case FIELD_TEXT:
	case FIELD_ROWS:
	case FIELD_OPTIONS:
	case FIELD_WORDS:
		return *(const char *)at != '\0';
	case FIELD_BYTES:
	case FIELD_BIN:
		return *(const char *const *)at != NULL;
	case FIELD_LINE:
		return ((const msg_line_t *)at)->count > 0;
	case FIELD_POINTS:
		return ((const msg_points_t *)at)->is_known;
	case FIELD_INDICES:
		return ((const msg_indices_t *)at)->count > 0;
	case FIELD_LIST:
		return *(const uint32_t *)((const char *)base + field->other) > 0;
	case FIELD_MAP:
		return record_count(field->inner, at) > 0;
	default:
		return true;
	}
}

uint32_t record_count(const field_t *fields, const void *base)
{
	uint32_t count = 0;

	for (const field_t *field = fields; field->name != NULL; field++)
		count += is_given(field, base);
	return count;
}

/* write_places writes moves or points. */
static void write_places(wirebuf_t *out, const char (*places)[MSG_POINT_BYTES], uint32_t count)
{
	assert(count <= MSG_LINE_MOVES);
	put_array(out, count);
	for (uint32_t i = 0; i < count; i++)
		put_text(out, places[i]);
}

static void write_indices(wirebuf_t *out, const msg_indices_t *indices)
{
	assert(indices->count <= MSG_ZONE_POINTS);
	put_array(out, indices->count);
	for (uint32_t i = 0; i < indices->count; i++)
		put_uint(out, indices->index[i]);
}

/* write_words writes the words before the first empty one. */
static void write_words(wirebuf_t *out, const field_t *field, const char *words)
{
	uint32_t count = 0;

	while (count < field->most && words[count * field->size] != '\0')
		count++;
	put_array(out, count);
	for (uint32_t i = 0; i < count; i++)
		put_text(out, words + i * field->size);
}

static void write_list(wirebuf_t *out, const field_t *field, const char *items, uint32_t count)
{
	assert(count <= field->most);
	put_array(out, count);
	for (uint32_t i = 0; i < count; i++)
		record_write(out, field->inner, items + i * field->size);
}

/* write_scalar writes a number or a truth value; false: the field is of another kind. */
static bool write_scalar(wirebuf_t *out, field_kind_t kind, const void *at)
{
	switch (kind) {
	case FIELD_UINT:
		put_uint(out, *(const uint64_t *)at);
		break;
	case FIELD_INT:
		put_int(out, *(const int64_t *)at);
		break;
	case FIELD_REAL:
		put_real(out, *(const double *)at);
		break;
	case FIELD_BOOL:
		put_bool(out, *(const bool *)at);
		break;
	default:
		return false;
	}
	return true;
}

#ifndef NDEBUG
/* is_choice tells whether a list of names has that index. */
static bool is_choice(const char *const *names, unsigned index)
{
	unsigned count = 0;

	while (names[count] != NULL)
		count++;
	return index < count;
}
#endif

static void write_value(wirebuf_t *out, const field_t *field, const void *base)
{
	const void *at = member_const(field, base);
	const void *other = (const char *)base + field->other;

	if (write_scalar(out, field->kind, at))
		return;
	switch (field->kind) {
	case FIELD_TEXT:
	case FIELD_ROWS:
		put_text(out, at);
		break;
	case FIELD_OPTIONS:
		msg_options_put(out, at);
		break;
	case FIELD_MOVE:
		put_text(out, *(const char *)at != '\0' ? at : NULL);
		break;
	case FIELD_CHOICE:
		assert(is_choice(field->names, *(const unsigned *)at));
		put_text(out, field->names[*(const unsigned *)at]);
		break;
	case FIELD_THREATS:
		assert(*(const unsigned *)at <= MSG_THREATS_UNLIMITED);
		if (*(const unsigned *)at == MSG_THREATS_UNLIMITED)
			put_text(out, field->names[0]);
		else
			put_uint(out, *(const unsigned *)at);
		break;
	case FIELD_BIN:
		put_bin(out, *(const void *const *)at, *(const size_t *)other);
		break;
	case FIELD_BYTES:
		put_str_bytes(out, *(const char *const *)at, *(const size_t *)other);
		break;
	case FIELD_LINE:
		write_places(out, ((const msg_line_t *)at)->move, ((const msg_line_t *)at)->count);
		break;
	case FIELD_POINTS:
		write_places(out, ((const msg_points_t *)at)->point,
		             ((const msg_points_t *)at)->count);
		break;
	case FIELD_INDICES:
		write_indices(out, at);
		break;
	case FIELD_WORDS:
		write_words(out, field, at);
		break;
	case FIELD_MAP:
		record_write(out, field->inner, at);
		break;
	case FIELD_LIST:
		write_list(out, field, at, *(const uint32_t *)other);
		break;
	default: /* a scalar, which write_scalar has written */
		break;
	}
}

void record_put(wirebuf_t *out, const field_t *fields, const void *base)
{
	for (const field_t *field = fields; field->name != NULL; field++) {
		if (!is_given(field, base))
			continue;
		put_text(out, field->name);
		write_value(out, field, base);
	}
}

void record_write(wirebuf_t *out, const field_t *fields, const void *base)
{
	put_map(out, record_count(fields, base));
	record_put(out, fields, base);
}

/* read_places reads moves or points; false: there is no array. */
static bool read_places(const node_t *node, need_t need, char (*places)[MSG_POINT_BYTES],
                        uint32_t most, uint32_t *out)
{
	uint32_t count = 0;

	if (!codec_array(node, need, most, &count))
		return false;
	for (uint32_t i = 0; i < count; i++) {
		node_t item = codec_item(node, i);

		codec_text(&item, REQUIRED, places[i], MSG_POINT_BYTES);
	}
	*out = count;
	return true;
}

static void read_points(const node_t *node, need_t need, msg_points_t *points)
{
	points->is_known = read_places(node, need, points->point, MSG_ZONE_POINTS, &points->count);
}

static void read_indices(const node_t *node, need_t need, msg_indices_t *indices)
{
	uint32_t count = 0;

	if (!codec_array(node, need, MSG_ZONE_POINTS, &count))
		return;
	for (uint32_t i = 0; i < count; i++) {
		node_t item = codec_item(node, i);
		uint64_t index = 1;

		codec_uint(&item, REQUIRED, 1, MSG_ZONE_AREAS, &index);
		indices->index[i] = (uint8_t)index;
	}
	indices->count = count;
}

static void read_words(const node_t *node, const field_t *field, char *words)
{
	uint32_t count = 0;

	if (!codec_array(node, field->need, (uint32_t)field->most, &count))
		return;
	for (uint32_t i = 0; i < count; i++) {
		node_t item = codec_item(node, i);

		codec_text(&item, REQUIRED, words + i * field->size, field->size);
	}
}

static void read_list(const node_t *node, const field_t *field, char *items, uint32_t *count)
{
	uint32_t given = 0;

	if (!codec_array(node, field->need, (uint32_t)field->most, &given))
		return;
	for (uint32_t i = 0; i < given; i++) {
		node_t item = codec_item(node, i);

		record_init(field->inner, items + i * field->size);
		if (codec_map(&item, REQUIRED))
			record_read(&item, field->inner, items + i * field->size);
	}
	*count = given;
}

/* read_rows reads a board as one text or as an array of rows: "..X/O.." or ["..X", "O.."]. */
static void read_rows(const node_t *node, const field_t *field, char *out)
{
	uint32_t count = 0;
	strbuf_t text;

	if (codec_kind(node) != NODE_ARRAY) {
		codec_text(node, field->need, out, field->size);
		return;
	}
	if (!codec_array(node, field->need, ROWS_MAX, &count))
		return;
	strbuf_init(&text, out, field->size);
	for (uint32_t i = 0; i < count; i++) {
		node_t item = codec_item(node, i);
		char row[ROW_BYTES_MAX] = "";

		codec_text(&item, REQUIRED, row, sizeof(row));
		if (i > 0)
			strbuf_char(&text, '/');
		strbuf_add(&text, row);
	}
	if (text.overflow)
		codec_fail(node, ERR_RANGE, "more than %zu bytes in all", field->size - 1);
}

/* read_choice reads a name; names before `least` cannot be read. */
static void read_choice(const node_t *node, const field_t *field, unsigned *out)
{
	unsigned choice = 0;

	codec_choice(node, field->need, field->names + field->least, &choice);
	if (codec_kind(node) == NODE_TEXT)
		*out = choice + (unsigned)field->least;
}

static void read_threats(const node_t *node, const field_t *field, unsigned *out)
{
	unsigned choice = 1;
	uint64_t number = *out;

	if (codec_kind(node) == NODE_TEXT) {
		codec_choice(node, field->need, field->names, &choice);
		*out = MSG_THREATS_UNLIMITED;
		return;
	}
	codec_uint(node, field->need, 0, MSG_THREATS_UNLIMITED - 1, &number);
	*out = (unsigned)number;
}

static void read_map(const node_t *node, const field_t *field, void *at, bool *is_there)
{
	if (!codec_map(node, field->need))
		return;
	record_read(node, field->inner, at);
	if (field->other != 0)
		*is_there = true;
}

static void read_value(const node_t *node, const field_t *field, void *base)
{
	void *at = member(field, base);
	void *other = (char *)base + field->other;

	switch (field->kind) {
	case FIELD_UINT:
		codec_uint(node, field->need, field->least, field->most, at);
		break;
	case FIELD_INT:
		codec_int(node, field->need, -(int64_t)CODEC_INTEGER_MAX,
		          (int64_t)CODEC_INTEGER_MAX, at);
		break;
	case FIELD_REAL:
		codec_real(node, field->need, at);
		break;
	case FIELD_BOOL:
		codec_bool(node, field->need, at);
		break;
	case FIELD_TEXT:
	case FIELD_MOVE:
		codec_text(node, field->need, at, field->size);
		break;
	case FIELD_CHOICE:
		read_choice(node, field, at);
		break;
	case FIELD_THREATS:
		read_threats(node, field, at);
		break;
	case FIELD_ROWS:
		read_rows(node, field, at);
		break;
	case FIELD_OPTIONS:
		msg_options_take(node, at, field->size);
		break;
	case FIELD_BYTES:
	case FIELD_BIN:
		codec_bytes(node, field->need, field->most, at, other);
		break;
	case FIELD_LINE:
		read_places(node, field->need, ((msg_line_t *)at)->move, MSG_LINE_MOVES,
		            &((msg_line_t *)at)->count);
		break;
	case FIELD_POINTS:
		read_points(node, field->need, at);
		break;
	case FIELD_INDICES:
		read_indices(node, field->need, at);
		break;
	case FIELD_WORDS:
		read_words(node, field, at);
		break;
	case FIELD_MAP:
		read_map(node, field, at, other);
		break;
	case FIELD_LIST:
		read_list(node, field, at, other);
		break;
	}
}

void record_read(const node_t *map, const field_t *fields, void *base)
{
	for (const field_t *field = fields; field->name != NULL; field++) {
		node_t node = codec_field(map, field->name);

		read_value(&node, field, base);
	}
}
