/* SPDX-License-Identifier: MIT
 * wirebuf.c - a buffer that doubles, up to the most that it may hold.
 */
#include "protocol/wirebuf.h"

#include <assert.h>

#include "engine/base/mem.h"

enum { FIRST_CAPACITY = 512 };

void wirebuf_init(wirebuf_t *out, size_t most)
{
	*out = (wirebuf_t){.most = most};
}

void wirebuf_fini(wirebuf_t *out)
{
	mem_free(out->data, out->capacity);
	*out = (wirebuf_t){.most = out->most};
}

uint8_t *wirebuf_take(wirebuf_t *out, size_t *length, size_t *capacity)
{
	uint8_t *data = out->data;

	*length = out->length;
	*capacity = out->capacity;
	*out = (wirebuf_t){.most = out->most};
	return data;
}

uint8_t *wirebuf_space(wirebuf_t *out, size_t bytes)
{
	size_t capacity = out->capacity > 0 ? out->capacity : FIRST_CAPACITY;
	uint8_t *data;

	assert(out->length <= out->capacity && out->length <= out->most);
	if (out->failed != ERR_OK)
		return NULL;
	if (bytes > out->most - out->length) {
		out->failed = ERR_LIMIT;
		return NULL;
	}
	while (capacity - out->length < bytes)
		capacity *= 2;
	if (capacity > out->capacity) {
		data = mem_grow(out->data, out->capacity, capacity);
		if (data == NULL) {
			out->failed = ERR_NOMEM;
			return NULL;
		}
		out->data = data;
		out->capacity = capacity;
	}
	data = out->data + out->length;
	out->length += bytes;
	assert(out->length <= out->capacity && out->length <= out->most);
	return data;
}
