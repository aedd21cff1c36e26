/* SPDX-License-Identifier: MIT
 * env.h - the inside of a store, for the files of this folder. */
#ifndef ENGINE_STORE_ENV_H
#define ENGINE_STORE_ENV_H

#include <lmdb.h>
#include <pthread.h>
#include <stdatomic.h>

#include "engine/store/store.h"

enum {
	SLOTS = 512, /* facts that one hash may have: a lookup tries no more at a level. After ten
	                games a lone stone's list has as many; with 64 a full list forgot what the
	                same game asked next (docs/store.md) */
	KEY_BYTES = 10, /* hash and slot, in big-endian order */
	COST_BYTES = 8 + KEY_BYTES,
};

typedef struct pending pending_t;

struct store {
	MDB_env *env;
	MDB_dbi facts; /* key -> record */
	MDB_dbi costs; /* nodes and key -> nothing: the cheapest come first */
	MDB_dbi meta;
	int folder_fd, lock_fd; /* -1 = none */
	size_t pages;           /* of the map */
	void (*on_due)(void *context);
	void *context;

	pthread_mutex_t read_lock; /* of the reading transaction */
	MDB_txn *reader;           /* reset between lookups */

	pthread_mutex_t lock; /* of what follows */
	pending_t *first, **last;
	uint64_t waiting;
	bool is_due, is_full;

	_Atomic uint64_t found, missed, evicted, facts_count, pages_used;
};

/* A key in bytes. */
typedef struct {
	uint8_t byte[KEY_BYTES];
} fact_key_t;

fact_key_t env_key(uint64_t hash, unsigned slot);

/* env_read begins to read the facts; *cursor is NULL when it fails. env_leave ends that, whatever
 * came of it. Other readers wait in between. */
int env_read(store_t *store, MDB_cursor **cursor);
void env_leave(store_t *store, MDB_cursor *cursor);

/* env_fail makes an error of LMDB's. */
err_t env_fail(int rc, const char *what, errinfo_t *why);

/* How many facts there are, and the pages they take. */
typedef struct {
	size_t facts, pages;
} measure_t;

/* env_measure counts them as a transaction sees them; env_note has store_stats tell them. */
int env_measure(const store_t *store, MDB_txn *txn, measure_t *out);
void env_note(store_t *store, const measure_t *measure);

#endif
