/* SPDX-License-Identifier: MIT
 * wire.c - see wire.h. Depths are bounded, on one side here and on the other by the scan, so that
 * the functions may call themselves.
 */
#include "clients/http/wire.h"

#include "protocol/limits.h"
#include "protocol/put.h"

static bool pack(const json_t *value, unsigned depth, wirebuf_t *out)
{
	const char *key;
	json_t *item;
	size_t index;
	bool good = true;

	switch (json_typeof(value)) {
	case JSON_NULL:
		put_nil(out);
		break;
	case JSON_TRUE:
	case JSON_FALSE:
		put_bool(out, json_is_true(value));
		break;
	case JSON_INTEGER:
		put_int(out, json_integer_value(value));
		break;
	case JSON_REAL:
		put_real(out, json_real_value(value));
		break;
	case JSON_STRING:
		put_str_bytes(out, json_string_value(value), json_string_length(value));
		break;
	case JSON_ARRAY:
		if (depth == 0)
			return false;
		put_array(out, (uint32_t)json_array_size(value));
		json_array_foreach(value, index, item) good = good && pack(item, depth - 1, out);
		break;
	case JSON_OBJECT:
		if (depth == 0)
			return false;
		put_map(out, (uint32_t)json_object_size(value));
		json_object_foreach((json_t *)value, key, item)
		{
			put_text(out, key);
			good = good && pack(item, depth - 1, out);
		}
		break;
	}
	return good;
}

bool wire_pack(const json_t *value, wirebuf_t *out)
{
	return pack(value, WIRE_DEPTH_MOST, out);
}

size_t wire_values(const json_t *value)
{
	const char *key;
	json_t *item;
	size_t index, count = 1;

	json_array_foreach(value, index, item) count += wire_values(item);
	json_object_foreach((json_t *)value, key, item) count += 1 + wire_values(item);
	return count;
}

char *wire_text(const json_t *value)
{
	enum { DIGITS = 12 }; /* of a real number: the wire has times in ms and shares */

	return json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(DIGITS));
}

static json_t *unpack(const node_t *node);

static json_t *unpack_array(const node_t *node)
{
	json_t *array = json_array();
	uint32_t count = 0;

	codec_array(node, REQUIRED, UINT32_MAX, &count);
	for (uint32_t i = 0; i < count; i++) {
		const node_t item = codec_item(node, i);

		if (json_array_append_new(array, unpack(&item)) != 0) {
			json_decref(array);
			return NULL;
		}
	}
	return array;
}

static json_t *unpack_map(const node_t *node)
{
	json_t *object = json_object();
	char key[METHOD_BYTES_MAX + 1];
	node_t value;

	for (uint32_t i = 0; codec_pair(node, i, key, sizeof(key), &value); i++) {
		if (json_object_set_new(object, key, unpack(&value)) != 0) {
			json_decref(object);
			return NULL;
		}
	}
	return object;
}

static json_t *unpack_text(const node_t *node)
{
	const char *bytes = "";
	size_t length = 0;
	json_t *text;

	codec_bytes(node, REQUIRED, SIZE_MAX, &bytes, &length);
	text = json_stringn(bytes, length);
	return text != NULL ? text : json_null();
}

static json_t *unpack(const node_t *node)
{
	int64_t integer = 0;
	double real = 0;
	bool truth = false;

	switch (codec_kind(node)) {
	case NODE_BOOL:
		codec_bool(node, REQUIRED, &truth);
		return json_boolean(truth);
	case NODE_INTEGER:
		codec_int(node, REQUIRED, INT64_MIN, INT64_MAX, &integer);
		return json_integer(integer);
	case NODE_REAL:
		codec_real(node, REQUIRED, &real);
		return json_real(real);
	case NODE_TEXT:
		return unpack_text(node);
	case NODE_ARRAY:
		return unpack_array(node);
	case NODE_MAP:
		return unpack_map(node);
	case NODE_ABSENT:
	case NODE_NIL:
	case NODE_EXT:
		break;
	}
	return json_null();
}

json_t *wire_unpack(codec_t *codec, const void *bytes, size_t length)
{
	json_t *value;
	node_t root;

	if (codec_decode(codec, bytes, length, "", &root, NULL) != ERR_OK)
		return NULL;
	value = unpack(&root);
	if (codec_error(codec, NULL) == ERR_OK)
		return value;
	json_decref(value);
	return NULL;
}
