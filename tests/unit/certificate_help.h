/* SPDX-License-Identifier: MIT
 * certificate_help.h - certificates in memory: a sink and a source, for tests. */
#ifndef TESTS_UNIT_CERTIFICATE_HELP_H
#define TESTS_UNIT_CERTIFICATE_HELP_H

#include <stdlib.h>
#include <string.h>

#include "engine/proof/certificate.h"

/* Bytes of a file, read `step` at a time (0: as many as are asked for). */
typedef struct {
	uint8_t *data;
	size_t length, capacity, at, step;
} bytes_t;

static inline bool bytes_write(void *to, const void *bytes, size_t length)
{
	bytes_t *b = to;

	if (length == 0)
		return true;
	if (b->length + length > b->capacity) {
		b->capacity = 2 * (b->length + length);
		b->data = realloc(b->data, b->capacity);
		if (b->data == NULL)
			abort();
	}
	memcpy(&b->data[b->length], bytes, length);
	b->length += length;
	return true;
}

static inline long bytes_read(void *from, void *buffer, size_t capacity)
{
	bytes_t *b = from;
	size_t length = b->length - b->at;

	if (length > capacity)
		length = capacity;
	if (b->step > 0 && length > b->step)
		length = b->step;
	if (length > 0)
		memcpy(buffer, &b->data[b->at], length);
	b->at += length;
	return (long)length;
}

static inline certificate_sink_t bytes_sink(bytes_t *b)
{
	return (certificate_sink_t){bytes_write, b};
}

static inline certificate_source_t bytes_source(bytes_t *b)
{
	b->at = 0;
	return (certificate_source_t){bytes_read, b};
}

#endif
