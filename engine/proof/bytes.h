/* SPDX-License-Identifier: MIT
 * bytes.h - a certificate in memory: the sink that it is written to, the source it is read from.
 *
 * Ownership whoever has the bytes frees them. All zero is empty.
 * Threads   a value.
 */
#ifndef ENGINE_PROOF_BYTES_H
#define ENGINE_PROOF_BYTES_H

#include "engine/proof/certificate.h"
#include "engine/proof/certificate_read.h"
#include "engine/proof/certificate_write.h"

typedef struct {
	uint8_t *data;
	size_t length, room;
	size_t at;      /* is read next */
	size_t step;    /* at most so many are read at a time; 0: as many as are asked for */
	bool no_memory; /* for what was to be written */
} bytes_t;

/* bytes_write adds to the end; false when there is no memory. bytes_read reads on. */
bool bytes_write(void *to, const void *bytes, size_t length);
long bytes_read(void *from, void *buffer, size_t capacity);

/* The bytes as sink, and as source from the beginning. */
certificate_sink_t bytes_sink(bytes_t *b);
certificate_source_t bytes_source(bytes_t *b);

void bytes_free(bytes_t *b);

#endif
