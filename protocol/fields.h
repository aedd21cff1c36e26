/* SPDX-License-Identifier: MIT
 * fields.h - the words that tables of fields are written in. Internal to protocol/, for the
 * sources that have such tables. */
#ifndef PROTOCOL_FIELDS_H
#define PROTOCOL_FIELDS_H

#include "protocol/record.h"

#define AT(type, member)  .offset = offsetof(type, member)
#define BUF(type, member) AT(type, member), .size = sizeof(((type *)0)->member)

/* Fields that must be there. KEY is for members of structs without a name. */
#define KEY_UINT(type, key, at) #key, FIELD_UINT, REQUIRED, AT(type, at), .most = CODEC_INTEGER_MAX
#define UINT(type, key)         KEY_UINT(type, key, key)
#define REAL(type, key)         #key, FIELD_REAL, REQUIRED, AT(type, key)
#define BOOL(type, key)         #key, FIELD_BOOL, REQUIRED, AT(type, key)
#define TEXT(type, key)         #key, FIELD_TEXT, REQUIRED, BUF(type, key)
#define INT(type, key)          #key, FIELD_INT, REQUIRED, AT(type, key)
#define LINE(type, key)         #key, FIELD_LINE, REQUIRED, AT(type, key)
#define CHOICE(type, key, all)  #key, FIELD_CHOICE, REQUIRED, AT(type, key), .names = (all)
#define MAP(type, key, rows)    #key, FIELD_MAP, REQUIRED, AT(type, key), .inner = (rows)
#define JOB(type)               UINT(type, job), .least = 1

/* Always written, and nil when empty. */
#define MOVE(type, key) #key, FIELD_MOVE, OPTIONAL, BUF(type, key)

/* Fields that may be left out. */
#define MAYBE(type, key, kind) #key, kind, OPTIONAL, AT(type, key)
#define MAYBE_UINT(type, key, low, high, otherwise) \
	MAYBE(type, key, FIELD_UINT), .least = (low), .most = (high), .fallback = (otherwise)
#define MAYBE_TEXT(type, key) #key, FIELD_TEXT, OPTIONAL, BUF(type, key)
#define MAYBE_LINE(type, key) MAYBE(type, key, FIELD_LINE)
#define MAYBE_CHOICE(type, key, first, all) \
	MAYBE(type, key, FIELD_CHOICE), .least = (first), .names = (all)
#define MAYBE_MAP(type, key, flag, rows) \
	MAYBE(type, key, FIELD_MAP), .other = (flag), .inner = (rows)

/* A struct without a name: its table counts offsets from the outer one. */
#define GROUP(key, need, rows) #key, FIELD_MAP, need, .inner = (rows)

extern const field_t msg_error_fields[]; /* of msg_error_t (msg.c) */

/* fields_one_of complains of the first two of `names` that are given at `in`; NULL: that one is
 * not. fields_move complains of a move at `in` that counts in no sgf. */
void fields_one_of(const node_t *in, const char *const names[], unsigned count);
void fields_move(const node_t *in, bool has_sgf);

/* record_read_all reads a map that must be there, over the defaults. */
static inline err_t record_read_all(const node_t *map, const field_t *fields, void *base,
                                    errinfo_t *why)
{
	record_init(fields, base);
	/* Without a map every required field is missing, which says more. */
	if (codec_kind(map) != NODE_ABSENT)
		codec_map(map, REQUIRED);
	record_read(map, fields, base);
	return codec_error(map->codec, why);
}

/* The two directions of a message that is nothing but its table. */
#define BOTH_WAYS(name, fields, type)                                   \
	void name##_write(wirebuf_t *out, const type *msg)              \
	{                                                               \
		record_write(out, fields, msg);                         \
	}                                                               \
                                                                        \
	err_t name##_read(const node_t *map, type *msg, errinfo_t *why) \
	{                                                               \
		return record_read_all(map, fields, msg, why);          \
	}

#endif
