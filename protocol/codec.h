/* SPDX-License-Identifier: MIT
 * codec.h - reads MessagePack values; every error has the path of the value that is wrong.
 *
 * codec_decode takes one whole value that the scanner (scan.h) has accepted. A node_t is one
 * value in it, or the absence of a value. It has the value's name and a pointer to the node
 * around it, which must live as long. The readers check type and range. They keep the first
 * failure, so that a caller reads many fields and then calls codec_error once. A reader that
 * fails leaves *out as it was.
 *
 * Ownership a codec_t owns the decoded values until the next codec_decode or codec_destroy. The
 *           bytes that codec_bytes lends are the caller's, from codec_decode.
 * Threads   one thread at a time for each codec.
 * Errors    ERR_MISSING, ERR_TYPE, ERR_RANGE, ERR_VALUE with texts such as "params.limits.order: 9
 *           is not in 0..7".
 */
#ifndef PROTOCOL_CODEC_H
#define PROTOCOL_CODEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "protocol/put.h"

/* The largest integer that the protocol has: up to it a double holds every integer exactly. */
#define CODEC_INTEGER_MAX UINT64_C(9007199254740991)

typedef struct codec codec_t;

/* Five words, to be passed and returned by value. */
typedef struct node node_t;
struct node {
	codec_t *codec;
	const node_t *in;  /* the node around it; NULL: the path begins here */
	const char *name;  /* NULL: an item of an array, see index */
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

/* codec_create returns NULL when there is no memory. codec_destroy accepts NULL. */
codec_t *codec_create(void);
void codec_destroy(codec_t *codec);

/* codec_decode decodes the one value that the `length` bytes at `data` are, and makes *root its
 * node. Paths begin with `name`; "" leaves that out. What was decoded before, and its errors,
 * are forgotten. The bytes must outlive the nodes. Only for bytes in which a scan has found a
 * whole value: for others the decoder may allocate without bound. ERR_FRAME, ERR_NOMEM. */
err_t codec_decode(codec_t *codec, const uint8_t *data, size_t length, const char *name,
                   node_t *root, errinfo_t *why);

/* codec_error returns the first failure since codec_decode and copies it to *why, which may be
 * NULL; ERR_OK: there was none. codec_fail records a failure at `node`, for checks above this
 * module; `format` is the text after the path. */
err_t codec_error(const codec_t *codec, errinfo_t *why);
void codec_fail(const node_t *node, err_t code, const char *format, ...)
        __attribute__((format(printf, 3, 4)));

/* codec_kind returns what the node is. */
node_kind_t codec_kind(const node_t *node);

/* codec_field returns the value of a key of a map. It is absent when there is no such key, when
 * the value is nil, and when `map` is absent or no map. The same key twice is an error.
 * codec_item returns an item of an array, absent beyond its end. `map` and `array` must outlive
 * the result. */
node_t codec_field(const node_t *map, const char *name);
node_t codec_item(const node_t *array, uint32_t index);

/* codec_pair reads a map whose keys are not known beforehand. It copies the key at `index` into
 * key[capacity], which must outlive *value. False: there are no more. A key that is no string,
 * or too long, is an error. */
bool codec_pair(const node_t *map, uint32_t index, char *key, size_t capacity, node_t *value);

/* codec_map checks that the node is a map, codec_array that it is an array of at most `most`
 * items, whose number it stores. They return whether there is something to read. */
bool codec_map(const node_t *node, need_t need);
bool codec_array(const node_t *node, need_t need, uint32_t most, uint32_t *count);

/* Each reads one value if it is there. It fails if the value is absent and REQUIRED, of another
 * type, or not in least..most. */
void codec_uint(const node_t *node, need_t need, uint64_t least, uint64_t most, uint64_t *out);
void codec_int(const node_t *node, need_t need, int64_t least, int64_t most, int64_t *out);
void codec_real(const node_t *node, need_t need, double *out); /* a float or an integer */
void codec_bool(const node_t *node, need_t need, bool *out);

/* codec_text copies UTF-8 without control characters into out[capacity] as a C string; longer
 * text is an error. codec_bytes lends any bytes, at most `most`. codec_choice looks the text up
 * in names[], which NULL ends, and stores its index. */
void codec_text(const node_t *node, need_t need, char *out, size_t capacity);
void codec_bytes(const node_t *node, need_t need, size_t most, const char **out, size_t *length);
void codec_choice(const node_t *node, need_t need, const char *const *names, unsigned *out);

#endif
