/* SPDX-License-Identifier: MIT
 * store_copy.c - takes records out of a store: one, all of them, or the data as it is. Records are
 * copied within the guard and looked at outside of it. */
#include "engine/store/store_copy.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/store/env.h"
#include "engine/store/mapped.h"

enum { PATH_BYTES = 4096 };

/* hash_of reads that of a key. */
static uint64_t hash_of(const uint8_t *key)
{
	uint64_t hash = 0;

	for (unsigned i = 0; i < 8; i++)
		hash = hash << 8 | key[i];
	return hash;
}

/* copy_one copies the record at the cursor. */
static int copy_one(MDB_cursor *cursor, MDB_val *key, MDB_cursor_op op, fact_record_bytes_t *out)
{
	MDB_val value;
	const int rc = mdb_cursor_get(cursor, key, &value, op);

	if (rc != 0)
		return rc;
	if (key->mv_size != KEY_BYTES)
		return MDB_CORRUPTED;
	out->hash = hash_of(key->mv_data);
	out->bytes = value.mv_size < sizeof(out->byte) ? value.mv_size : sizeof(out->byte);
	assert(out->bytes <= sizeof(out->byte));
	memcpy(out->byte, value.mv_data, out->bytes);
	return 0;
}

static int draw(MDB_cursor *cursor, void *context)
{
	fact_record_bytes_t *out = context;
	fact_key_t at = env_key(out->hash, 0);
	MDB_val key = {sizeof(at.byte), at.byte};

	return copy_one(cursor, &key, MDB_SET_RANGE, out);
}

bool store_draw(store_t *s, uint64_t from, fact_record_bytes_t *out)
{
	out->hash = from;
	return env_look(s, draw, out) == 0 && fact_record_is_sound(out->byte, out->bytes);
}

/* A walk, and a step of it. */
typedef struct {
	store_t *store;
	MDB_txn *txn;
	MDB_cursor *cursor;
	fact_record_bytes_t record;
	int rc;
} walking_t;

static void begin(void *context)
{
	walking_t *w = context;

	w->rc = mdb_txn_begin(w->store->env, NULL, MDB_RDONLY, &w->txn);
	if (w->rc == 0)
		w->rc = mdb_cursor_open(w->txn, w->store->facts, &w->cursor);
}

static void step(void *context)
{
	walking_t *w = context;
	MDB_val key;

	w->rc = copy_one(w->cursor, &key, MDB_NEXT, &w->record);
}

err_t store_walk(store_t *s,
                 bool (*visit)(uint64_t hash, const uint8_t *bytes, size_t count, void *context),
                 void *context, errinfo_t *why)
{
	walking_t w = {.store = s};
	bool goes_on = true;

	if (s->env == NULL)
		return err_at(why, ERR_IO, "store", "%.100s is not open", s->path);
	if (!mapped_read(begin, &w))
		w.rc = ENV_FAULT;
	while (w.rc == 0 && goes_on) {
		if (!mapped_read(step, &w))
			w.rc = ENV_FAULT;
		if (w.rc == 0)
			goes_on = visit(w.record.hash, w.record.byte, w.record.bytes, context);
	}
	if (w.cursor != NULL)
		mdb_cursor_close(w.cursor);
	mdb_txn_abort(w.txn);
	return w.rc == 0 || w.rc == MDB_NOTFOUND ? ERR_OK : env_fail(w.rc, "cannot read", why);
}

/* settle gives a copy the owner and the mode of the original, who else may have to open it, and
 * waits until it is on the disk. */
static err_t settle(const store_t *s, const char *path, errinfo_t *why)
{
	const int fd = open(path, O_RDWR | O_CLOEXEC);
	struct stat data;
	bool done = fd >= 0 && fstatat(s->files.folder, FOLDER_DATA, &data, 0) == 0 &&
	            fchmod(fd, data.st_mode & 0777) == 0 &&
	            (fchown(fd, data.st_uid, data.st_gid) == 0 || geteuid() != 0) && fsync(fd) == 0;
	const int error = errno;

	if (fd >= 0)
		(void)close(fd);
	return done ? ERR_OK
	            : err_at(why, ERR_IO, "store", "cannot finish %.100s: %s", path,
	                     strerror(error));
}

typedef struct {
	store_t *store;
	const char *folder;
	int rc;
} copying_t;

static void copy_all(void *context)
{
	copying_t *c = context;

	c->rc = mdb_env_copy2(c->store->env, c->folder, MDB_CP_COMPACT);
}

err_t store_copy(store_t *s, const char *folder, errinfo_t *why)
{
	copying_t copying = {.store = s, .folder = folder};
	char path[PATH_BYTES];

	if (s->env == NULL)
		return err_at(why, ERR_IO, "store", "%.100s is not open", s->path);
	if (snprintf(path, sizeof(path), "%s/%s", folder, FOLDER_DATA) >= (int)sizeof(path))
		return err_at(why, ERR_RANGE, "store", "the folder's name is too long");
	if (access(path, F_OK) == 0)
		return err_at(why, ERR_VALUE, "store", "there is one in %.100s already", folder);
	if (mkdir(folder, 0700) != 0 && errno != EEXIST)
		return err_at(why, ERR_IO, "store", "cannot make %.100s: %s", folder,
		              strerror(errno));
	if (!mapped_run(copy_all, &copying)) {
		env_shut(s, true); /* a thread of LMDB's may be left in it */
		return env_fail(ENV_FAULT, "cannot read", why);
	}
	return copying.rc == 0 ? settle(s, path, why) : env_fail(copying.rc, folder, why);
}
