/* SPDX-License-Identifier: MIT
 * codec.c - reads decoded values; the only file that knows msgpack-c.
 *
 * Design     msgpack-c makes a tree of objects, in a zone that is kept from message to message. A
 *            node_t has an object together with its name and the node around it. So the path of an
 *            error is found by walking up, and costs nothing while nothing is wrong.
 *
 * The first error sticks, and the readers return nothing. So the decoders above are lists of
 * fields, and the first complaint is the one that a person wants to see.
 *
 * A key that is given twice is an error when it is asked for. Readers that take the first value,
 * and readers that take the last, would see different requests. Only unknown keys may repeat.
 */
#include "protocol/codec.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/base/mem.h"
#include "engine/base/strbuf.h"
#include "protocol/utf8.h"

#include <msgpack.h>

enum {
	ZONE_CHUNK_BYTES = 8192, /* a submission needs some 2 KiB */
	PATH_NODES_MAX = 32,     /* deeper than any message */
};

struct codec {
	msgpack_zone zone;
	errinfo_t error;
};

static const char *const kind_names[] = {
        [NODE_ABSENT] = "nothing",     [NODE_NIL] = "nil",      [NODE_BOOL] = "a boolean",
        [NODE_INTEGER] = "an integer", [NODE_REAL] = "a float", [NODE_TEXT] = "a string",
        [NODE_ARRAY] = "an array",     [NODE_MAP] = "a map",    [NODE_EXT] = "an extension",
};

static const msgpack_object *object_of(const node_t *node)
{
	return node->value;
}

codec_t *codec_create(void)
{
	codec_t *codec = mem_alloc(sizeof(*codec));

	if (codec == NULL)
		return NULL;
	if (!msgpack_zone_init(&codec->zone, ZONE_CHUNK_BYTES)) {
		mem_free(codec, sizeof(*codec));
		return NULL;
	}
	return codec;
}

void codec_destroy(codec_t *codec)
{
	if (codec == NULL)
		return;
	msgpack_zone_destroy(&codec->zone);
	mem_free(codec, sizeof(*codec));
}

err_t codec_decode(codec_t *codec, const uint8_t *data, size_t length, const char *name,
                   node_t *root, errinfo_t *why)
{
	msgpack_object *object;
	msgpack_unpack_return result;
	size_t taken = 0;

	msgpack_zone_clear(&codec->zone);
	memset(&codec->error, 0, sizeof(codec->error));
	*root = (node_t){.codec = codec, .name = name};
	object = msgpack_zone_malloc(&codec->zone, sizeof(*object));
	if (object == NULL)
		return err_fail(why, ERR_NOMEM, "no memory to decode a message");
	result = msgpack_unpack((const char *)data, length, &taken, &codec->zone, object);
	/* -2 also stands for nesting beyond 32, which a scan has ruled out. */
	if (result == MSGPACK_UNPACK_NOMEM_ERROR)
		return err_fail(why, ERR_NOMEM, "no memory to decode a message");
	if (result != MSGPACK_UNPACK_SUCCESS || taken != length)
		return err_fail(why, ERR_FRAME, "%zu bytes that are not one MessagePack value",
		                length);
	root->value = object;
	return ERR_OK;
}

err_t codec_error(const codec_t *codec, errinfo_t *why)
{
	if (codec->error.code != ERR_OK && why != NULL)
		*why = codec->error;
	return codec->error.code;
}

/* path_add writes the node's path: "params.limits.order", "result.jobs[3]". */
static void path_add(const node_t *node, strbuf_t *out)
{
	const node_t *chain[PATH_NODES_MAX];
	unsigned count = 0;

	for (; node != NULL && count < PATH_NODES_MAX; node = node->in)
		chain[count++] = node;
	while (count-- > 0) {
		const char *name = chain[count]->name;

		if (name == NULL)
			strbuf_printf(out, "[%" PRIu32 "]", chain[count]->index);
		else if (name[0] != '\0')
			strbuf_printf(out, out->length > 0 ? ".%s" : "%s", name);
	}
}

void codec_fail(const node_t *node, err_t code, const char *format, ...)
{
	errinfo_t *error = &node->codec->error;
	char path[ERRINFO_TEXT_MAX], text[ERRINFO_TEXT_MAX];
	strbuf_t whole;
	va_list args;

	assert(code != ERR_OK);
	if (error->code != ERR_OK)
		return;
	strbuf_init(&whole, path, sizeof(path));
	path_add(node, &whole);
	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	if (whole.length > 0)
		(void)err_at(error, code, path, "%s", text);
	else
		(void)err_fail(error, code, "%s", text);
}

node_kind_t codec_kind(const node_t *node)
{
	if (node->value == NULL)
		return NODE_ABSENT;
	switch (object_of(node)->type) {
	case MSGPACK_OBJECT_NIL:
		return NODE_NIL;
	case MSGPACK_OBJECT_BOOLEAN:
		return NODE_BOOL;
	case MSGPACK_OBJECT_POSITIVE_INTEGER:
	case MSGPACK_OBJECT_NEGATIVE_INTEGER:
		return NODE_INTEGER;
	case MSGPACK_OBJECT_FLOAT32:
	case MSGPACK_OBJECT_FLOAT64:
		return NODE_REAL;
	case MSGPACK_OBJECT_STR:
	case MSGPACK_OBJECT_BIN:
		return NODE_TEXT;
	case MSGPACK_OBJECT_ARRAY:
		return NODE_ARRAY;
	case MSGPACK_OBJECT_MAP:
		return NODE_MAP;
	case MSGPACK_OBJECT_EXT:
		break;
	}
	return NODE_EXT;
}

/* text_of lends the bytes of a str or bin. msgpack-c may have NULL for an empty one; text_of has
 * "". */
static void text_of(const msgpack_object *object, const char **text, size_t *length)
{
	if (object->type == MSGPACK_OBJECT_BIN) {
		*text = object->via.bin.ptr;
		*length = object->via.bin.size;
	} else {
		assert(object->type == MSGPACK_OBJECT_STR);
		*text = object->via.str.ptr;
		*length = object->via.str.size;
	}
	if (*length == 0)
		*text = "";
}

static bool key_is(const msgpack_object *key, const char *name, size_t name_length)
{
	const char *text;
	size_t length;

	if (key->type != MSGPACK_OBJECT_STR && key->type != MSGPACK_OBJECT_BIN)
		return false;
	text_of(key, &text, &length);
	return length == name_length && memcmp(text, name, length) == 0;
}

node_t codec_field(const node_t *map, const char *name)
{
	node_t field = {.codec = map->codec, .in = map, .name = name};
	size_t length = strlen(name);
	unsigned found = 0;

	if (codec_kind(map) != NODE_MAP)
		return field;
	for (uint32_t i = 0; i < object_of(map)->via.map.size; i++) {
		const msgpack_object_kv *pair = &object_of(map)->via.map.ptr[i];

		if (!key_is(&pair->key, name, length))
			continue;
		if (found++ == 0 && pair->val.type != MSGPACK_OBJECT_NIL)
			field.value = &pair->val;
	}
	if (found > 1)
		codec_fail(&field, ERR_VALUE, "given %u times", found);
	return field;
}

node_t codec_item(const node_t *array, uint32_t index)
{
	node_t item = {.codec = array->codec, .in = array, .index = index};

	if (codec_kind(array) == NODE_ARRAY && index < object_of(array)->via.array.size)
		item.value = &object_of(array)->via.array.ptr[index];
	return item;
}

bool codec_pair(const node_t *map, uint32_t index, char *key, size_t capacity, node_t *value)
{
	node_t name = {.codec = map->codec, .in = map, .index = index};
	const msgpack_object_kv *pair;

	*value = (node_t){.codec = map->codec, .in = map, .name = key};
	key[0] = '\0';
	if (codec_kind(map) != NODE_MAP || index >= object_of(map)->via.map.size)
		return false;
	pair = &object_of(map)->via.map.ptr[index];
	name.value = &pair->key;
	codec_text(&name, REQUIRED, key, capacity);
	if (pair->val.type != MSGPACK_OBJECT_NIL)
		value->value = &pair->val;
	return true;
}

/* expect tells whether the node is of a kind. A node of another kind is a failure; so is an
 * absent one if it is REQUIRED. */
static bool expect(const node_t *node, need_t need, node_kind_t kind)
{
	node_kind_t is = codec_kind(node);

	if (is == kind)
		return true;
	if (is != NODE_ABSENT)
		codec_fail(node, ERR_TYPE, "expected %s, got %s", kind_names[kind], kind_names[is]);
	else if (need == REQUIRED)
		codec_fail(node, ERR_MISSING, "missing");
	return false;
}

bool codec_map(const node_t *node, need_t need)
{
	return expect(node, need, NODE_MAP);
}

bool codec_array(const node_t *node, need_t need, uint32_t most, uint32_t *count)
{
	uint32_t size;

	if (!expect(node, need, NODE_ARRAY))
		return false;
	size = object_of(node)->via.array.size;
	if (size > most) {
		codec_fail(node, ERR_RANGE, "%" PRIu32 " items, at most %" PRIu32 " may be given",
		           size, most);
		return false;
	}
	assert(size == 0 || object_of(node)->via.array.ptr != NULL);
	*count = size;
	return true;
}

void codec_uint(const node_t *node, need_t need, uint64_t least, uint64_t most, uint64_t *out)
{
	const msgpack_object *object = object_of(node);

	assert(least <= most && most <= CODEC_INTEGER_MAX);
	if (!expect(node, need, NODE_INTEGER))
		return;
	if (object->type == MSGPACK_OBJECT_NEGATIVE_INTEGER)
		codec_fail(node, ERR_RANGE, "%" PRId64 " is not in %" PRIu64 "..%" PRIu64,
		           object->via.i64, least, most);
	else if (object->via.u64 < least || object->via.u64 > most)
		codec_fail(node, ERR_RANGE, "%" PRIu64 " is not in %" PRIu64 "..%" PRIu64,
		           object->via.u64, least, most);
	else
		*out = object->via.u64;
}

void codec_int(const node_t *node, need_t need, int64_t least, int64_t most, int64_t *out)
{
	const msgpack_object *object = object_of(node);
	bool positive;

	assert(least <= most);
	if (!expect(node, need, NODE_INTEGER))
		return;
	positive = object->type == MSGPACK_OBJECT_POSITIVE_INTEGER;
	if (positive && object->via.u64 > INT64_MAX)
		codec_fail(node, ERR_RANGE, "%" PRIu64 " is not in %" PRId64 "..%" PRId64,
		           object->via.u64, least, most);
	else if (object->via.i64 < least || object->via.i64 > most)
		codec_fail(node, ERR_RANGE, "%" PRId64 " is not in %" PRId64 "..%" PRId64,
		           object->via.i64, least, most);
	else
		*out = object->via.i64;
}

void codec_real(const node_t *node, need_t need, double *out)
{
	const msgpack_object *object = object_of(node);

	if (codec_kind(node) != NODE_INTEGER) {
		if (expect(node, need, NODE_REAL))
			*out = object->via.f64;
	} else if (object->type == MSGPACK_OBJECT_NEGATIVE_INTEGER) {
		*out = (double)object->via.i64;
	} else {
		*out = (double)object->via.u64;
	}
}

void codec_bool(const node_t *node, need_t need, bool *out)
{
	if (expect(node, need, NODE_BOOL))
		*out = object_of(node)->via.boolean;
}

void codec_text(const node_t *node, need_t need, char *out, size_t capacity)
{
	const char *text;
	size_t length, at = 0;

	assert(capacity > 0);
	if (!expect(node, need, NODE_TEXT))
		return;
	text_of(object_of(node), &text, &length);
	if (length >= capacity) {
		codec_fail(node, ERR_RANGE, "%zu bytes, at most %zu may be given", length,
		           capacity - 1);
		return;
	}
	while (at < length) {
		size_t step = utf8_step(text + at, length - at);

		if (step == 0) {
			codec_fail(node, ERR_VALUE, "byte %zu is no printable UTF-8", at);
			return;
		}
		at += step;
	}
	assert(at == length);
	memcpy(out, text, length);
	out[length] = '\0';
}

void codec_bytes(const node_t *node, need_t need, size_t most, const char **out, size_t *length)
{
	const char *bytes;
	size_t size;

	if (!expect(node, need, NODE_TEXT))
		return;
	text_of(object_of(node), &bytes, &size);
	if (size > most) {
		codec_fail(node, ERR_RANGE, "%zu bytes, at most %zu may be given", size, most);
		return;
	}
	*out = bytes;
	*length = size;
}

void codec_choice(const node_t *node, need_t need, const char *const *names, unsigned *out)
{
	char text[24] = "", list[96];
	const char *given;
	size_t length;
	strbuf_t all;

	if (!expect(node, need, NODE_TEXT))
		return;
	strbuf_init(&all, list, sizeof(list));
	for (unsigned i = 0; names[i] != NULL; i++) {
		if (key_is(object_of(node), names[i], strlen(names[i]))) {
			*out = i;
			return;
		}
		strbuf_printf(&all, i > 0 ? ", %s" : "%s", names[i]);
	}
	text_of(object_of(node), &given, &length);
	for (size_t i = 0; i < length && i < sizeof(text) - 1; i++)
		text[i] = given[i] >= ' ' && given[i] <= '~' ? given[i] : '?';
	codec_fail(node, ERR_VALUE, "\"%s\" is not one of %s", text, list);
}
