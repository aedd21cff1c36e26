/* SPDX-License-Identifier: MIT
 * store_share.c - see store_share.h. The sum stands in front of a record (fact_record.c), so that
 * a name costs a look at four bytes of it. */
#include "engine/store/store_share.h"

#include <assert.h>
#include <string.h>

#include "engine/store/commit.h"
#include "engine/store/env.h"

static_assert((int)STORE_NAMES_LEAST > (int)FACT_SLOTS, "a whole list has room");

fact_name_t store_name(const fact_record_bytes_t *record)
{
	return (fact_name_t){record->hash, fact_record_sum(record->byte)};
}

typedef struct {
	uint64_t from, next;
	fact_name_t *out;
	unsigned most, count;
} naming_t;

static int name_all(MDB_cursor *cursor, void *context)
{
	naming_t *n = context;
	fact_key_t at = data_key(n->from, 0);
	MDB_val key = {sizeof(at.byte), at.byte}, value;
	uint64_t hash = n->from;
	unsigned whole = 0; /* names of the hashes before this one */
	int rc = mdb_cursor_get(cursor, &key, &value, MDB_SET_RANGE);

	for (; rc == 0; rc = mdb_cursor_get(cursor, &key, &value, MDB_NEXT)) {
		if (key.mv_size != KEY_BYTES || value.mv_size < PACKED_HEAD)
			return MDB_CORRUPTED;
		if (data_hash(key.mv_data) != hash) {
			hash = data_hash(key.mv_data);
			whole = n->count;
		}
		if (n->count == n->most) {
			n->count = whole;
			n->next = hash;
			return 0;
		}
		n->out[n->count++] = (fact_name_t){hash, fact_record_sum(value.mv_data)};
	}
	return rc;
}

unsigned store_names(store_t *s, uint64_t from, fact_name_t *out, unsigned most, uint64_t *next)
{
	naming_t naming = {.from = from, .out = out, .most = most};
	const int rc = env_look(s, name_all, &naming);

	assert(most >= STORE_NAMES_LEAST);
	*next = 0;
	if (rc != 0 && rc != MDB_NOTFOUND)
		return 0;
	*next = naming.next;
	return naming.count;
}

typedef struct {
	fact_name_t name;
	fact_record_bytes_t *out; /* NULL: it is not copied */
} getting_t;

static int get_one(MDB_cursor *cursor, void *context)
{
	const getting_t *g = context;
	fact_key_t at = data_key(g->name.hash, 0);
	MDB_val key = {sizeof(at.byte), at.byte}, value;
	int rc = mdb_cursor_get(cursor, &key, &value, MDB_SET_RANGE);

	for (; rc == 0; rc = mdb_cursor_get(cursor, &key, &value, MDB_NEXT)) {
		if (key.mv_size != KEY_BYTES || data_hash(key.mv_data) != g->name.hash)
			return MDB_NOTFOUND;
		if (value.mv_size < PACKED_HEAD || value.mv_size > PACKED_MAX ||
		    fact_record_sum(value.mv_data) != g->name.sum)
			continue;
		if (g->out != NULL) {
			g->out->hash = g->name.hash;
			g->out->bytes = value.mv_size;
			memcpy(g->out->byte, value.mv_data, value.mv_size);
		}
		return 0;
	}
	return rc;
}

bool store_get(store_t *s, fact_name_t name, fact_record_bytes_t *out)
{
	getting_t getting = {name, out};

	return env_look(s, get_one, &getting) == 0 && fact_record_is_sound(out->byte, out->bytes);
}

bool store_has(store_t *s, fact_name_t name)
{
	getting_t getting = {name, NULL};

	return env_look(s, get_one, &getting) == 0;
}

bool store_forget(store_t *s, fact_name_t name)
{
	fact_record_bytes_t note = {.bytes = FORGET_BYTES, .hash = name.hash};

	memcpy(note.byte, &name.sum, FORGET_BYTES);
	if (!commit_note(s, &note))
		return false;
	env_want(s);
	return true;
}
