/* SPDX-License-Identifier: MIT
 * fields.h - macros in which the tables of fields (record.h) are written. Internal to protocol/,
 * for the files that have such tables.
 *
 * Threads   any; no state.
 */
#ifndef PROTOCOL_FIELDS_H
#define PROTOCOL_FIELDS_H

#include "protocol/record.h"

#define AT(type, member)  .offset = offsetof(type, member)
#define BUF(type, member) AT(type, member), .size = sizeof(((type *)0)->member)

/* Fields that must be there. KEY_UINT is for a member whose key is not its name. */
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

/* A member that is a struct without a name of its own: the offsets in its table count from the
 * outer struct. */
#define GROUP(key, need, rows) #key, FIELD_MAP, need, .inner = (rows)

extern const field_t msg_error_fields[]; /* of msg_error_t (msg.c) */
extern const field_t msg_goal_fields[];  /* of msg_goal_t (msg.c) */
extern const field_t msg_place_fields[]; /* of msg_place_t (msg_go.c) */

/* fields_one_of fails at `in` if more than one of the `count` names is not NULL: those fields
 * exclude each other. fields_name fails unless the map `in` has one of a field `number` and a key;
 * `key` is the text of the latter, "" for none. fields_move fails if the map `in` has a move
 * without an sgf. */
void fields_one_of(const node_t *in, const char *const names[], unsigned count);
void fields_name(const node_t *in, const char *number, const char *key);
void fields_move(const node_t *in, bool has_sgf);

/* record_read_all reads a map that must be there into *base, after setting every member to its
 * default. */
static inline err_t record_read_all(const node_t *map, const field_t *fields, void *base,
                                    errinfo_t *why)
{
	record_init(fields, base);
	/* An absent map is read like an empty one: "missing" of its first required field says
	 * more. */
	if (codec_kind(map) != NODE_ABSENT)
		codec_map(map, REQUIRED);
	record_read(map, fields, base);
	return codec_error(map->codec, why);
}

/* Defines name_write and name_read of a message that is fully described by its table. */
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
