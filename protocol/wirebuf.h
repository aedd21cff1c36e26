/* SPDX-License-Identifier: MIT
 * wirebuf.h - a growing buffer of bytes that are to be sent.
 *
 * Units     bytes.
 * Ownership the buffer owns its bytes until wirebuf_take; wirebuf_fini frees them.
 * Threads   one thread at a time for each buffer.
 * Errors    the first failure sticks in `failed`, and the buffer stops growing. Its bytes must not
 *           be sent then.
 */
#ifndef PROTOCOL_WIREBUF_H
#define PROTOCOL_WIREBUF_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"

typedef struct {
	uint8_t *data;
	size_t length, capacity, most; /* length <= capacity, length <= most */
	err_t failed;                  /* ERR_OK, or the first failure: ERR_NOMEM, ERR_LIMIT */
} wirebuf_t;

/* wirebuf_init makes an empty buffer that may grow to `most` bytes. wirebuf_fini frees its bytes
 * and leaves it empty. */
void wirebuf_init(wirebuf_t *out, size_t most);
void wirebuf_fini(wirebuf_t *out);

/* wirebuf_take gives the bytes to the caller, who frees them with mem_free(data, *capacity), and
 * leaves the buffer empty. */
uint8_t *wirebuf_take(wirebuf_t *out, size_t *length, size_t *capacity);

/* wirebuf_space makes the buffer `bytes` longer and returns where these are to be written; NULL:
 * the buffer has failed, now or before. */
uint8_t *wirebuf_space(wirebuf_t *out, size_t bytes);

#endif
