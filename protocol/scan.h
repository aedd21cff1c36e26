/* SPDX-License-Identifier: MIT
 * scan.h - finds where one MessagePack value ends in a stream of bytes, before a decoder may
 * allocate memory for it. A value that announces too much is refused.
 *
 * Units     bytes; a value is a scalar, a key or a container.
 * Ownership a scan_t is the caller's storage and points at nothing but its limits.
 * Threads   one thread at a time for each scan.
 * Errors    a refusal is final: where the next value begins cannot be known.
 */
#ifndef PROTOCOL_SCAN_H
#define PROTOCOL_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "protocol/limits.h"

typedef struct {
	size_t bytes_max;
	uint32_t values_max;
	unsigned depth_max; /* at most FRAME_DEPTH_MAX */
	bool messages_only; /* the first byte must be 0x93 or 0x94 */
} scan_limits_t;

/* What a server accepts from clients, and a client from its server. */
extern const scan_limits_t scan_request_limits, scan_reply_limits;

typedef enum {
	SCAN_MORE,    /* nothing wrong so far, read on */
	SCAN_WHOLE,   /* the value is complete and `taken` bytes long */
	SCAN_REFUSED, /* see `fault` */
} scan_state_t;

typedef enum {
	SCAN_FINE,
	SCAN_NO_MESSAGE,  /* the first byte of another protocol: close without an error */
	SCAN_RESERVED,    /* the type byte 0xc1 */
	SCAN_OVER_BYTES,  /* cannot end within bytes_max */
	SCAN_OVER_VALUES, /* announces more than values_max */
	SCAN_OVER_DEPTH,  /* opens more than depth_max containers */
} scan_fault_t;

typedef struct {
	const scan_limits_t *limits;
	scan_fault_t fault;
	size_t taken;    /* bytes scanned so far */
	uint64_t skip;   /* bytes of a string or number that are still to come after `taken` */
	uint32_t values; /* values announced so far */
	unsigned depth;  /* open containers */
	uint32_t due[FRAME_DEPTH_MAX + 1]; /* values that each level waits for; [0]: the stream */
} scan_t;

/* scan_begin prepares *scan for the first byte of a value. `limits` is borrowed. */
void scan_begin(scan_t *scan, const scan_limits_t *limits);

/* scan_feed continues where the last call stopped. `data` begins with the value's first byte in
 * every call, and `length` never shrinks. It never allocates. A value that comes in k pieces
 * costs O(length + k). Once SCAN_WHOLE or SCAN_REFUSED is returned, further calls return the
 * same. */
scan_state_t scan_feed(scan_t *scan, const uint8_t *data, size_t length);

/* scan_explain returns ERR_FRAME or ERR_LIMIT for a refused scan, with the byte and the limit in
 * *why. */
err_t scan_explain(const scan_t *scan, errinfo_t *why);

#endif
