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

/* copy_one copies the record at the cursor. */
static int copy_one(MDB_cursor *cursor, MDB_val *key, MDB_cursor_op op, fact_record_bytes_t *out)
{
	MDB_val value;
	const int rc = mdb_cursor_get(cursor, key, &value, op);

	if (rc != 0)
		return rc;
	if (key->mv_size != KEY_BYTES)
		return MDB_CORRUPTED;
	out->hash = data_hash(key->mv_data);
	out->bytes = value.mv_size < sizeof(out->byte) ? value.mv_size : sizeof(out->byte);
	assert(out->bytes <= sizeof(out->byte));
	memcpy(out->byte, value.mv_data, out->bytes);
	return 0;
}

static int draw(MDB_cursor *cursor, void *context)
{
	fact_record_bytes_t *out = context;
	fact_key_t at = data_key(out->hash, 0);
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

	w->rc = mdb_txn_begin(w->store->data.env, NULL, MDB_RDONLY, &w->txn);
	if (w->rc == 0)
		w->rc = mdb_cursor_open(w->txn, w->store->data.facts, &w->cursor);
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

	if (s->data.env == NULL)
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
static bool settle(const store_t *s, int fd)
{
	struct stat data;

	return fstatat(s->files.folder, FOLDER_DATA, &data, 0) == 0 &&
	       fchmod(fd, data.st_mode & 0777) == 0 &&
	       (fchown(fd, data.st_uid, data.st_gid) == 0 || geteuid() != 0) && fsync(fd) == 0;
}

/* copy_into has the process beside this one write the copy: LMDB reads every page for it. */
static err_t copy_into(store_t *s, const char *folder, int fd, errinfo_t *why)
{
	transaction_t task = {.kind = TRANSACTION_COPY};
	transaction_answer_t answer;
	const int rc = env_transact(s, &task, sizeof(task), fd, &answer);

	if (rc != 0)
		return env_fail(rc, rc == ENV_FAULT ? "cannot read" : folder, why);
	if (!settle(s, fd))
		return err_at(why, ERR_IO, "store", "cannot finish the copy in %.100s: %s", folder,
		              strerror(errno));
	return ERR_OK;
}

err_t store_copy(store_t *s, const char *folder, errinfo_t *why)
{
	char path[PATH_BYTES];
	err_t err;
	int fd;

	if (s->data.env == NULL)
		return err_at(why, ERR_IO, "store", "%.100s is not open", s->path);
	if (snprintf(path, sizeof(path), "%s/%s", folder, FOLDER_DATA) >= (int)sizeof(path))
		return err_at(why, ERR_RANGE, "store", "the folder's name is too long");
	if (mkdir(folder, 0700) != 0 && errno != EEXIST)
		return err_at(why, ERR_IO, "store", "cannot make %.100s: %s", folder,
		              strerror(errno));
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0 && errno == EEXIST)
		return err_at(why, ERR_VALUE, "store", "there is one in %.100s already", folder);
	if (fd < 0)
		return err_at(why, ERR_IO, "store", "cannot make %.100s: %s", path,
		              strerror(errno));
	err = copy_into(s, folder, fd, why);
	if (close(fd) != 0 && err == ERR_OK)
		err = err_at(why, ERR_IO, "store", "cannot finish the copy in %.100s: %s", folder,
		             strerror(errno));
	if (err != ERR_OK)
		(void)unlink(path);
	return err;
}

/* is_whole: is the data there, and as the last commit left it? Inside the gate. */
static bool is_whole(const store_t *s)
{
	return s->data.env != NULL && !atomic_load(&s->is_lost) &&
	       folder_is_there(&s->files, s->path) && folder_is_noted(&s->files);
}

static err_t hold(void *of, errinfo_t *why)
{
	store_t *s = of;

	gate_enter(&s->gate);
	if (is_whole(s))
		return ERR_OK;
	gate_leave(&s->gate);
	return err_at(why, ERR_IO, "store", "%.100s cannot be used at present", s->path);
}

static void release(void *of)
{
	store_t *s = of;

	gate_leave(&s->gate);
}

backup_source_t store_source(store_t *s)
{
	return (backup_source_t){.name = "store",
	                         .path = s->path,
	                         .folder = s->files.folder,
	                         .follow = O_NOFOLLOW,
	                         .of = s,
	                         .hold = hold,
	                         .release = release};
}
