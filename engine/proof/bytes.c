/* SPDX-License-Identifier: MIT
 * bytes.c - see bytes.h. */
#include "engine/proof/bytes.h"

#include <string.h>

#include "engine/base/mem.h"

enum { ROOM_FIRST = 4096 };

static bool grow(bytes_t *b, size_t least)
{
	size_t room = b->room > 0 ? b->room : ROOM_FIRST;
	uint8_t *data;

	while (room < least)
		room *= 2;
	if (room == b->room)
		return true;
	data = mem_alloc_head(room, 0);
	if (data == NULL)
		return false;
	if (b->length > 0)
		memcpy(data, b->data, b->length);
	mem_free(b->data, b->room);
	b->data = data;
	b->room = room;
	return true;
}

bool bytes_write(void *to, const void *bytes, size_t length)
{
	bytes_t *b = to;

	b->no_memory = b->no_memory || !grow(b, b->length + length);
	if (b->no_memory)
		return false;
	memcpy(b->data + b->length, bytes, length);
	b->length += length;
	return true;
}

long bytes_read(void *from, void *buffer, size_t capacity)
{
	bytes_t *b = from;
	size_t length = b->length - b->at;

	if (length > capacity)
		length = capacity;
	if (b->step > 0 && length > b->step)
		length = b->step;
	if (length > 0)
		memcpy(buffer, b->data + b->at, length);
	b->at += length;
	return (long)length;
}

certificate_sink_t bytes_sink(bytes_t *b)
{
	return (certificate_sink_t){bytes_write, b};
}

certificate_source_t bytes_source(bytes_t *b)
{
	b->at = 0;
	return (certificate_source_t){bytes_read, b};
}

void bytes_free(bytes_t *b)
{
	mem_free(b->data, b->room);
	*b = (bytes_t){.data = NULL};
}
