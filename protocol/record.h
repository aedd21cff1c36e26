/* SPDX-License-Identifier: MIT
 * record.h - converts structs to maps and back, by a table of fields.
 *
 * A row tells under which key a member of a struct travels, as which kind of value, whether it
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
	FIELD_MOVE,    /* char[size]; always written, nil when empty */
	FIELD_CHOICE,  /* unsigned, index of a name, >= least; optional: left out at `fallback` */
	FIELD_THREATS, /* unsigned: 0, 1, 2, or 3 for names[0]; optional: left out at `fallback` */
	FIELD_ROWS,    /* char[size]: text, or read from an array of texts */
	FIELD_OPTIONS, /* char[size], "k=4 rule=renju": a map; left out when empty */
	FIELD_BYTES,   /* const char *, with a size_t at `other`; left out when NULL */
	FIELD_BIN,     /* the same, written as bin: no text */
	FIELD_LINE,    /* msg_line_t; optional: left out when empty */
	FIELD_POINTS,  /* msg_points_t; optional: left out when not known */
	FIELD_INDICES, /* msg_indices_t; optional: left out when empty */
	FIELD_WORDS,   /* char[most][size] up to the first empty one; left out when there is none */
	FIELD_MAP,     /* a struct by `inner`; `other`, if not 0: offset of its bool "is there" */
	FIELD_LIST,    /* up to `most` structs of `size` by `inner`, a uint32_t count at `other`;
	                * optional:    left out when empty */
} field_kind_t;

typedef struct field field_t;
struct field {
	const char *name; /* NULL ends the table */
	field_kind_t kind;
	need_t need;
	size_t offset, size, other; /* of the member; of a second member that the kind needs */
	uint64_t least, most, fallback;
	const char *const *names; /* of FIELD_CHOICE and FIELD_THREATS, ended by NULL */
	const field_t *inner;     /* the table of FIELD_MAP and FIELD_LIST */
};

/* record_init sets every member of the struct at `base` to its fallback, or to empty. */
void record_init(const field_t *fields, void *base);

/* record_write writes the struct as a map; optional members at their defaults are left out. */
void record_write(wirebuf_t *out, const field_t *fields, const void *base);

/* record_count and record_put are the two parts of that, for a map that has other keys as well:
 * how many keys the struct has there, and these keys with their values. */
uint32_t record_count(const field_t *fields, const void *base);
void record_put(wirebuf_t *out, const field_t *fields, const void *base);

/* record_read reads the map into a struct that holds its defaults; members without a key keep
 * theirs. */
void record_read(const node_t *map, const field_t *fields, void *base);

#endif
