/* SPDX-License-Identifier: MIT
 * record.h - structs to maps and back, by a table of fields.
 *
 * A row says under which key a member of a struct travels, as what, whether it
 * must be there, and what it may hold. Internal to protocol/.
 *
 * Threads   any; no state.
 * Errors    reading fails in the codec (codec_error), writing in the buffer.
 */
#ifndef PROTOCOL_RECORD_H
#define PROTOCOL_RECORD_H

#include "protocol/codec.h"

typedef enum {
	FIELD_UINT,    /* uint64_t, least..most; optional: left out at `fallback` */
	FIELD_INT,     /* int64_t */
	FIELD_REAL,    /* double */
	FIELD_BOOL,    /* bool; optional: left out at `fallback` */
	FIELD_TEXT,    /* char[size]; optional: left out when empty */
	FIELD_MOVE,    /* char[size]; nil when empty, yet always there */
	FIELD_CHOICE,  /* unsigned, names[least..]; optional: left out at `fallback` */
	FIELD_THREATS, /* unsigned: 0, 1, 2 or the one name; optional: left out at `fallback` */
	FIELD_ROWS,    /* char[size]: text, or read from an array of texts */
	FIELD_OPTIONS, /* char[size], "k=4 rule=renju": a map; left out when empty */
	FIELD_BYTES,   /* const char *, with a size_t at `other`; left out when NULL */
	FIELD_BIN,     /* the same, written as bin: no text */
	FIELD_LINE,    /* msg_line_t; optional: left out when empty */
	FIELD_POINTS,  /* msg_points_t; optional: left out when not known */
	FIELD_INDICES, /* msg_indices_t; optional: left out when empty */
	FIELD_WORDS,   /* char[most][size], those before the first empty one; likewise */
	FIELD_MAP,     /* a struct by `inner`; `other` = its bool "is there", if not 0 */
	FIELD_LIST,    /* up to `most` structs of `size` by `inner`, a uint32_t count at `other`;
	                * likewise */
} field_kind_t;

typedef struct field field_t;
struct field {
	const char *name; /* NULL ends the table */
	field_kind_t kind;
	need_t need;
	size_t offset, size, other;
	uint64_t least, most, fallback;
	const char *const *names;
	const field_t *inner;
};

/* record_init sets every member to its fallback, or to empty. */
void record_init(const field_t *fields, void *base);

/* record_write writes a map of the fields that are there. */
void record_write(wirebuf_t *out, const field_t *fields, const void *base);

/* record_read reads what the map has into members that hold their defaults. */
void record_read(const node_t *map, const field_t *fields, void *base);

#endif
