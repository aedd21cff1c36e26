/* SPDX-License-Identifier: MIT
 * data.c - maps the data of a store without LMDB's locks, and opens its tables.
 *
 * Locks      The store has locks of its own (folder.c) and uses none of LMDB's (MDB_NOLOCK), whose
 *            lock file is a sparse mapping: on a full disk a write to it is a signal. Without
 *            LMDB's locks two things must hold. There is one writer at a time: store_commit has it
 *            work, and waits. And no reader is older than the last commit but one, because a
 *            writer reuses the pages of such a reader: there is one reading transaction, which
 *            begins anew after each commit, when no writer is at the meta pages, and all lookups
 *            use it. */
#include "engine/store/data.h"

#include <assert.h>
#include <unistd.h>

static const char *const tables[DATA_TABLES] = {"facts", "costs", "meta"};

fact_key_t data_key(uint64_t hash, unsigned slot)
{
	fact_key_t key;

	assert(slot < FACT_SLOTS);
	for (unsigned i = 0; i < 8; i++)
		key.byte[i] = (uint8_t)(hash >> (56 - 8 * i));
	key.byte[8] = (uint8_t)(slot >> 8);
	key.byte[9] = (uint8_t)slot;
	return key;
}

uint64_t data_hash(const uint8_t *key)
{
	uint64_t hash = 0;

	for (unsigned i = 0; i < 8; i++)
		hash = hash << 8 | key[i];
	return hash;
}

int data_map(data_t *d, const char *folder, size_t bytes, unsigned flags,
             MDB_assert_func *on_assert)
{
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);
	int rc = mdb_env_create(&d->env);

	if (rc != 0) {
		d->env = NULL;
		return rc;
	}
	d->pages = bytes / page;
	rc = mdb_env_set_maxdbs(d->env, DATA_TABLES);
	if (rc == 0)
		rc = mdb_env_set_mapsize(d->env, d->pages * page);
	if (rc == 0)
		rc = mdb_env_set_assert(d->env, on_assert);
	if (rc == 0)
		rc = mdb_env_open(d->env, folder, flags | MDB_NOLOCK | MDB_NOTLS | MDB_NORDAHEAD,
		                  0600);
	if (rc != 0)
		data_unmap(d);
	return rc;
}

void data_unmap(data_t *d)
{
	if (d->env != NULL)
		mdb_env_close(d->env);
	d->env = NULL;
}

bool data_is(const data_t *d, dev_t device, ino_t inode)
{
	struct stat is;
	int fd;

	assert(d->env != NULL);
	return mdb_env_get_fd(d->env, &fd) == 0 && fstat(fd, &is) == 0 && is.st_dev == device &&
	       is.st_ino == inode;
}

int data_open_tables(data_t *d, MDB_txn *txn, unsigned flags)
{
	MDB_dbi *const ids[DATA_TABLES] = {&d->facts, &d->costs, &d->meta};
	int rc = 0;

	for (unsigned i = 0; rc == 0 && i < DATA_TABLES; i++)
		rc = mdb_dbi_open(txn, tables[i], flags, ids[i]);
	return rc;
}

int data_measure(const data_t *d, MDB_txn *txn, measure_t *out)
{
	const MDB_dbi ids[DATA_TABLES] = {d->facts, d->costs, d->meta};

	*out = (measure_t){.pages = 0};
	for (unsigned i = 0; i < DATA_TABLES; i++) {
		MDB_stat stat;
		const int rc = mdb_stat(txn, ids[i], &stat);

		if (rc != 0)
			return rc;
		out->pages += stat.ms_branch_pages + stat.ms_leaf_pages + stat.ms_overflow_pages;
		if (i == 0)
			out->facts = stat.ms_entries;
	}
	return 0;
}
