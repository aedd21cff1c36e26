/* SPDX-License-Identifier: MIT
 * values.h - MessagePack values out of bytes that nobody vouches for; for certificate_read.c alone.
 *
 * Ownership values_t is the caller's, zeroed but for `source`.
 * Errors    the first failure sticks in `failed`, with the path of the field ("header.order",
 *           "nodes[4].default") and the byte at which the value began. After it everything reads as
 *           zeroes and empty texts, so that it need be looked at only where that matters.
 */
#ifndef ENGINE_PROOF_VALUES_H
#define ENGINE_PROOF_VALUES_H

#include "engine/proof/certificate.h"
#include "engine/proof/certificate_read.h"

enum { VALUES_BUFFER_BYTES = 1 << 16 };

typedef struct {
	certificate_source_t source;
	errinfo_t failed;
	uint64_t offset; /* of buffer[at] in the file */
	uint64_t begun;  /* where the value began that is being read */
	uint64_t most;   /* bytes that may be read; 0 = any number */
	uint32_t node;   /* that is being read */
	bool in_header;
	uint32_t crc; /* of all before buffer[summed] */
	size_t at, summed, length;
	uint8_t buffer[VALUES_BUFFER_BYTES];
} values_t;

typedef enum {
	VALUE_NIL,
	VALUE_INTEGER,
	VALUE_TEXT,
	VALUE_ARRAY,
	VALUE_MAP,
	VALUE_NONE, /* what the format does not have */
} value_kind_t;

/* The head of a value: an integer (the greatest for what is greater), or the length of what
 * follows. */
typedef struct {
	value_kind_t kind;
	int64_t number;
} value_head_t;

/* values_fail notes a failure of a field of the header or of the node that is being read; NULL: of
 * the whole of it. */
void values_fail(values_t *v, err_t code, const char *field, const char *format, ...)
        __attribute__((format(printf, 4, 5)));

static inline bool values_failed(const values_t *v)
{
	return v->failed.code != ERR_OK;
}

/* values_more: is there a byte? values_sum returns the CRC of all that was read. */
bool values_more(values_t *v);
uint32_t values_sum(values_t *v);

/* values_next reads the head of a value. values_expect reads one of this kind, whose number is in
 * least..most; `least` where it fails. Of a text or an integer `what` is the name of the field, of
 * others what is expected in words. */
value_head_t values_next(values_t *v);
int64_t values_expect(values_t *v, value_kind_t kind, int64_t least, int64_t most,
                      const char *what);

/* values_text reads a text of printable ASCII, not an empty one; values_rest one whose head has
 * been read. */
void values_text(values_t *v, char *out, size_t capacity, const char *what);
void values_rest(values_t *v, int64_t length, char *out, size_t capacity, const char *what);

#endif
