/* SPDX-License-Identifier: MIT
 * data.h - the data of a store: an LMDB environment and its tables; a ledger has the environment
 * alone.
 *
 * Two processes map that of a store. The process that has the store reads (env.h); the process
 * beside it writes (transaction.h). A ledger is mapped by its own process alone (ledger.c).
 *
 * Ownership a data_t owns its environment; data_unmap closes it.
 * Threads   one thread uses a data_t at a time.
 * Errors    0, an error of LMDB's, or an errno value.
 */
#ifndef ENGINE_STORE_DATA_H
#define ENGINE_STORE_DATA_H

#include <lmdb.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

enum {
	FACT_SLOTS = 512, /* facts that one hash may have: a lookup tries no more at a level. After
	                ten games a lone stone's list has as many; with 64 a full list forgot what
	                the same game asked next (docs/store.md) */
	KEY_BYTES = 10,   /* hash and slot, in big-endian order */
	COST_BYTES = 8 + KEY_BYTES,
	DATA_TABLES = 3,
	META_VALUE_MOST = 64,
};

typedef struct {
	MDB_env *env;  /* NULL: not mapped */
	MDB_dbi facts; /* key -> record */
	MDB_dbi costs; /* nodes and key -> nothing: the cheapest come first */
	MDB_dbi meta;
	size_t pages; /* of the map */
} data_t;

/* A key in bytes. */
typedef struct {
	uint8_t byte[KEY_BYTES];
} fact_key_t;

fact_key_t data_key(uint64_t hash, unsigned slot);

/* data_hash reads the hash of a key. */
uint64_t data_hash(const uint8_t *key);

/* data_map maps the data in the folder, which may grow to `bytes`. `flags` are LMDB's: MDB_RDONLY
 * or 0. `on_assert` is called where LMDB finds a page to be impossible; LMDB aborts if it returns,
 * or is NULL. After an error the data is not mapped. */
int data_map(data_t *data, const char *folder, size_t bytes, unsigned flags,
             MDB_assert_func *on_assert);
void data_unmap(data_t *data);

/* data_is: is the file that is mapped this one? */
bool data_is(const data_t *data, dev_t device, ino_t inode);

/* data_open_tables opens the tables; with MDB_CREATE those that are missing are made. */
int data_open_tables(data_t *data, MDB_txn *txn, unsigned flags);

/* How many facts there are, and the pages that the tables take. */
typedef struct {
	size_t facts, pages;
} measure_t;

/* data_measure counts both as a transaction sees them. */
int data_measure(const data_t *data, MDB_txn *txn, measure_t *out);

#endif
