/* SPDX-License-Identifier: MIT
 * codec.h - MessagePack values: read them with the path of whatever is wrong,
 * write them into a bounded buffer.
 *
 * Reading   codec_decode takes one whole value that the scanner let through. A
 *           node_t is one value of it, or the absence of one; it knows its name
 *           and the node it is in, which must live as long. The readers check
 *           type and range and keep the first failure: read many fields, test
 *           codec_error once. Where they fail, *out stays as it was.
 * Writing   a wirebuf_t grows up to a limit and keeps the first failure.
 *
 * Ownership a codec_t owns the decoded values until the next codec_decode or
 *           codec_destroy; strings that codec_bytes hands out point into the
 *           decoded bytes themselves. A wirebuf_t owns its bytes until
 *           wirebuf_fini or wirebuf_take.
 * Threads   one thread at a time.
 * Errors    ERR_MISSING, ERR_TYPE, ERR_RANGE, ERR_VALUE with texts such as
 *           "params.limits.order: 9 is not in 0..7".
 */
#ifndef PROTOCOL_CODEC_H
#define PROTOCOL_CODEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "protocol/put.h"

/* Integers stay where a double holds them exactly. */
#define CODEC_INTEGER_MAX UINT64_C(9007199254740991)

typedef struct codec codec_t;

/* Fields by value are cheap: four words. */
typedef struct node node_t;
struct node {
	codec_t *codec;
	const node_t *in;  /* NULL: the root of the path */
	const char *name;  /* NULL: the index counts */
	const void *value; /* NULL: absent */
	uint32_t index;
};

typedef enum { OPTIONAL, REQUIRED } need_t;

typedef enum {
	NODE_ABSENT,
	NODE_NIL,
	NODE_BOOL,
	NODE_INTEGER,
	NODE_REAL,
	NODE_TEXT, /* str or bin */
	NODE_ARRAY,
	NODE_MAP,
	NODE_EXT,
} node_kind_t;

/* codec_create returns NULL when there is no memory. */
codec_t *codec_create(void);
void codec_destroy(codec_t *codec);

/* codec_decode decodes exactly one value of `length` bytes and makes *root the
 * node `name` ("" gives paths without a root). Forgets what was decoded before
 * and any error. The bytes must outlive the nodes. Only for bytes that a scan
 * found whole: anything else may allocate without bound. */
err_t codec_decode(codec_t *codec, const uint8_t *data, size_t length, const char *name,
                   node_t *root, errinfo_t *why);

/* codec_error returns the first failure since codec_decode and explains it;
 * ERR_OK if there was none. codec_fail records one at `node`, for checks above
 * this module; `format` is the part after the path. */
err_t codec_error(const codec_t *codec, errinfo_t *why);
void codec_fail(const node_t *node, err_t code, const char *format, ...)
        __attribute__((format(printf, 3, 4)));

node_kind_t codec_kind(const node_t *node);

/* codec_field finds a key of a map; absent when there is none, when its value
 * is nil, or when `map` is itself absent or no map. The same key twice is an
 * error. codec_item is an array's member. `in` must outlive the result. */
node_t codec_field(const node_t *map, const char *name);
node_t codec_item(const node_t *array, uint32_t index);

/* codec_pair goes through a map whose keys are not known beforehand: it copies
 * the key at `index` into key[capacity], which must outlive *value. False: there
 * are no more. A key that is no string, or too long, is an error. */
bool codec_pair(const node_t *map, uint32_t index, char *key, size_t capacity, node_t *value);

/* codec_map checks that the node is a map; codec_array that it is an array and
 * how long. They return whether there is something to read. */
bool codec_map(const node_t *node, need_t need);
bool codec_array(const node_t *node, need_t need, uint32_t most, uint32_t *count);

/* Each reads one value if it is there, and fails if it is not but REQUIRED. */
void codec_uint(const node_t *node, need_t need, uint64_t least, uint64_t most, uint64_t *out);
void codec_int(const node_t *node, need_t need, int64_t least, int64_t most, int64_t *out);
void codec_real(const node_t *node, need_t need, double *out); /* a float or an integer */
void codec_bool(const node_t *node, need_t need, bool *out);

/* codec_text copies UTF-8 without NUL into out[capacity] as a C string; longer
 * text is an error. codec_bytes lends any bytes, at most `most`. codec_choice
 * finds the text in names[], ended by NULL, and gives its index. */
void codec_text(const node_t *node, need_t need, char *out, size_t capacity);
void codec_bytes(const node_t *node, need_t need, size_t most, const char **out, size_t *length);
void codec_choice(const node_t *node, need_t need, const char *const *names, unsigned *out);

#endif
