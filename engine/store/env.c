/* SPDX-License-Identifier: MIT
 * env.c - opens a store, and says why not.
 *
 * Lock       LMDB lets many processes open a folder; a daemon wants to be alone, since two would
 *            know nothing of each other's answers, and an upgrade could write under another's feet.
 *            A lock of flock goes with its process, however that ends.
 *
 * Looked at  on opening: who made it (the header), whether the file is as long as its last
 *            page says (reading beyond the end would be a signal, not an error), and a sample of
 *            the records with their sums. All of them: `tesuji store verify`. */
#include "engine/store/env.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/clock.h"
#include "engine/base/mem.h"
#include "engine/base/rng.h"

enum {
	DATABASES = 3,
	SAMPLE = 256, /* records looked at when a store is opened: a few milliseconds */
	PATH_BYTES = 4096,
};

static const char header_key[] = "header";
static const char lock_name[] = "tesuji.lock", data_name[] = "data.mdb";

fact_key_t env_key(uint64_t hash, unsigned slot)
{
	fact_key_t key;

	for (unsigned i = 0; i < 8; i++)
		key.byte[i] = (uint8_t)(hash >> (56 - 8 * i));
	key.byte[8] = (uint8_t)(slot >> 8);
	key.byte[9] = (uint8_t)slot;
	return key;
}

err_t env_fail(int rc, const char *what, errinfo_t *why)
{
	if (rc == ENOMEM)
		return err_fail(why, ERR_NOMEM, "store: out of memory");
	return err_fail(why, rc == MDB_MAP_FULL ? ERR_LIMIT : ERR_IO, "store: %s: %s", what,
	                mdb_strerror(rc));
}

int env_measure(const store_t *s, MDB_txn *txn, measure_t *out)
{
	const MDB_dbi databases[] = {s->facts, s->costs, s->meta};

	*out = (measure_t){.pages = 0};
	for (unsigned i = 0; i < DATABASES; i++) {
		MDB_stat stat;
		const int rc = mdb_stat(txn, databases[i], &stat);

		if (rc != 0)
			return rc;
		out->pages += stat.ms_branch_pages + stat.ms_leaf_pages + stat.ms_overflow_pages;
		if (i == 0)
			out->facts = stat.ms_entries;
	}
	return 0;
}

void env_note(store_t *s, const measure_t *measure)
{
	atomic_store_explicit(&s->facts_count, measure->facts, memory_order_relaxed);
	atomic_store_explicit(&s->pages_used, measure->pages, memory_order_relaxed);
}

/* lock_folder takes the folder for this process. */
static err_t lock_folder(store_t *s, const store_config_t *config, errinfo_t *why)
{
	struct stat data;

	if (!config->must_exist && mkdir(config->folder, 0700) != 0 && errno != EEXIST)
		return err_fail(why, ERR_IO, "store: cannot make %.100s: %s", config->folder,
		                strerror(errno));
	s->folder_fd = open(config->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (s->folder_fd < 0)
		return err_fail(why, ERR_IO, "store: cannot open %.100s: %s", config->folder,
		                strerror(errno));
	if (config->must_exist && fstatat(s->folder_fd, data_name, &data, 0) != 0)
		return err_fail(why, ERR_IO, "store: there is none in %.100s", config->folder);
	s->lock_fd = openat(s->folder_fd, lock_name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (s->lock_fd < 0)
		return err_fail(why, ERR_IO, "store: cannot write in %.100s: %s", config->folder,
		                strerror(errno));
	if (flock(s->lock_fd, LOCK_EX | LOCK_NB) == 0)
		return ERR_OK;
	return err_fail(why, ERR_BUSY, "store: %.100s is open in another process", config->folder);
}

/* check_length: is all of the file there that its pages say? */
static err_t check_length(const store_t *s, const char *folder, errinfo_t *why)
{
	struct stat data;
	MDB_envinfo info;
	MDB_stat page;

	if (mdb_env_info(s->env, &info) != 0 || mdb_env_stat(s->env, &page) != 0 ||
	    fstatat(s->folder_fd, data_name, &data, 0) != 0)
		return err_fail(why, ERR_IO, "store: cannot look at %.100s", folder);
	if ((uint64_t)data.st_size < ((uint64_t)info.me_last_pgno + 1) * page.ms_psize)
		return err_fail(why, ERR_VALUE,
		                "store: %.100s is damaged: its data was cut short; move it away",
		                folder);
	return ERR_OK;
}

static err_t open_env(store_t *s, const store_config_t *config, errinfo_t *why)
{
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);
	const size_t least = (size_t)STORE_LEAST_MIB << 20;
	const size_t bytes = (config->bytes < least ? least : config->bytes) / page * page;
	int rc = mdb_env_create(&s->env), dead;

	s->pages = bytes / page;
	if (rc == 0)
		rc = mdb_env_set_maxdbs(s->env, DATABASES);
	if (rc == 0)
		rc = mdb_env_set_mapsize(s->env, bytes);
	if (rc == 0)
		rc = mdb_env_open(s->env, config->folder, MDB_NOTLS | MDB_NORDAHEAD, 0600);
	if (rc == MDB_INVALID || rc == MDB_VERSION_MISMATCH)
		return err_fail(why, ERR_VALUE, "store: %.100s holds something else: %s",
		                config->folder, mdb_strerror(rc));
	if (rc != 0)
		return env_fail(rc, config->folder, why);
	(void)mdb_reader_check(s->env, &dead);
	return check_length(s, config->folder, why);
}

/* check_header: was it made by these rules? A new one is given its header. */
static err_t check_header(store_t *s, MDB_txn *txn, const char *folder, errinfo_t *why)
{
	MDB_val key = {sizeof(header_key) - 1, (void *)(uintptr_t)header_key}, value;
	unsigned format = 0, rules = 0;
	char text[64];
	int rc = mdb_get(txn, s->meta, &key, &value);

	if (rc == MDB_NOTFOUND) {
		MDB_stat stat;

		rc = mdb_stat(txn, s->facts, &stat);
		if (rc == 0 && stat.ms_entries > 0)
			return err_fail(why, ERR_VALUE, "store: %.100s has no header; move it away",
			                folder);
		value.mv_size = (size_t)snprintf(text, sizeof(text), "format=%d rules=%d",
		                                 STORE_FORMAT, STORE_RULES);
		value.mv_data = text;
		rc = rc == 0 ? mdb_put(txn, s->meta, &key, &value, 0) : rc;
		return rc == 0 ? ERR_OK : env_fail(rc, folder, why);
	}
	if (rc != 0)
		return env_fail(rc, folder, why);
	(void)snprintf(text, sizeof(text), "%.*s", (int)(value.mv_size % sizeof(text)),
	               (const char *)value.mv_data);
	if (sscanf(text, "format=%u rules=%u", &format, &rules) == 2 && format == STORE_FORMAT &&
	    rules == STORE_RULES)
		return ERR_OK;
	return err_fail(why, ERR_VALUE,
	                "store: %.80s was made with \"%.40s\", this program has format=%d "
	                "rules=%d; move it away",
	                folder, text, STORE_FORMAT, STORE_RULES);
}

static err_t open_databases(store_t *s, const char *folder, errinfo_t *why)
{
	MDB_txn *txn = NULL;
	measure_t measure;
	err_t err;
	int rc = mdb_txn_begin(s->env, NULL, 0, &txn);

	if (rc == 0)
		rc = mdb_dbi_open(txn, "facts", MDB_CREATE, &s->facts);
	if (rc == 0)
		rc = mdb_dbi_open(txn, "costs", MDB_CREATE, &s->costs);
	if (rc == 0)
		rc = mdb_dbi_open(txn, "meta", MDB_CREATE, &s->meta);
	err = rc == 0 ? check_header(s, txn, folder, why) : env_fail(rc, folder, why);
	if (err != ERR_OK) {
		mdb_txn_abort(txn);
		return err;
	}
	rc = mdb_txn_commit(txn);
	if (rc == 0)
		rc = mdb_txn_begin(s->env, NULL, MDB_RDONLY, &s->reader);
	if (rc == 0)
		rc = env_measure(s, s->reader, &measure);
	if (rc != 0)
		return env_fail(rc, folder, why);
	env_note(s, &measure);
	return ERR_OK;
}

/* check_sample looks at records from places drawn at random. */
static err_t check_sample(store_t *s, const char *folder, errinfo_t *why)
{
	rng_t rng = {clock_now_ns()};
	MDB_cursor *cursor;
	bool sound = true;
	int rc = mdb_cursor_open(s->reader, s->facts, &cursor);

	if (rc != 0)
		return env_fail(rc, folder, why);
	for (unsigned i = 0; i < SAMPLE && sound; i++) {
		fact_key_t at = env_key(rng_next(&rng), 0);
		MDB_val key = {sizeof(at.byte), at.byte}, value;

		rc = mdb_cursor_get(cursor, &key, &value, MDB_SET_RANGE);
		if (rc == 0)
			sound = key.mv_size == KEY_BYTES &&
			        packed_is_sound(value.mv_data, value.mv_size);
		else if (rc != MDB_NOTFOUND)
			sound = false;
	}
	mdb_cursor_close(cursor);
	mdb_txn_reset(s->reader);
	if (!sound)
		return err_fail(why, ERR_VALUE,
		                "store: %.100s is damaged: a record is not what was written; move "
		                "it away",
		                folder);
	return ERR_OK;
}

err_t store_open(const store_config_t *config, store_t **out, errinfo_t *why)
{
	store_t *s = mem_alloc(sizeof(*s));
	err_t err;

	*out = NULL;
	if (s == NULL)
		return err_fail(why, ERR_NOMEM, "store: out of memory");
	s->folder_fd = s->lock_fd = -1;
	s->last = &s->first;
	s->on_due = config->on_due;
	s->context = config->context;
	pthread_mutex_init(&s->read_lock, NULL);
	pthread_mutex_init(&s->lock, NULL);
	if ((err = lock_folder(s, config, why)) == ERR_OK &&
	    (err = open_env(s, config, why)) == ERR_OK &&
	    (err = open_databases(s, config->folder, why)) == ERR_OK &&
	    (err = check_sample(s, config->folder, why)) == ERR_OK) {
		*out = s;
		return ERR_OK;
	}
	store_close(s);
	return err;
}

int env_read(store_t *s, MDB_cursor **cursor)
{
	int rc;

	*cursor = NULL;
	pthread_mutex_lock(&s->read_lock);
	rc = mdb_txn_renew(s->reader);
	return rc != 0 ? rc : mdb_cursor_open(s->reader, s->facts, cursor);
}

void env_leave(store_t *s, MDB_cursor *cursor)
{
	if (cursor != NULL)
		mdb_cursor_close(cursor);
	mdb_txn_reset(s->reader);
	pthread_mutex_unlock(&s->read_lock);
}

bool store_draw(store_t *s, uint64_t from, packed_bytes_t *out)
{
	fact_key_t at = env_key(from, 0);
	MDB_val key = {sizeof(at.byte), at.byte}, value;
	MDB_cursor *cursor;
	int rc = env_read(s, &cursor);

	if (rc == 0)
		rc = mdb_cursor_get(cursor, &key, &value, MDB_SET_RANGE);
	if (rc == 0 && (key.mv_size != KEY_BYTES || value.mv_size > sizeof(out->byte) ||
	                !packed_is_sound(value.mv_data, value.mv_size)))
		rc = MDB_CORRUPTED;
	if (rc == 0) {
		out->bytes = value.mv_size;
		out->hash = 0;
		for (unsigned i = 0; i < 8; i++)
			out->hash = out->hash << 8 | ((const uint8_t *)key.mv_data)[i];
		memcpy(out->byte, value.mv_data, value.mv_size);
	}
	env_leave(s, cursor);
	return rc == 0;
}

/* settle gives a copy the owner and the mode of the original, who else may have to open it, and
 * waits until it is on the disk. */
static err_t settle(const store_t *s, const char *path, errinfo_t *why)
{
	const int fd = open(path, O_RDWR | O_CLOEXEC);
	struct stat data;
	bool done = fd >= 0 && fstatat(s->folder_fd, data_name, &data, 0) == 0 &&
	            fchmod(fd, data.st_mode & 0777) == 0 &&
	            (fchown(fd, data.st_uid, data.st_gid) == 0 || geteuid() != 0) && fsync(fd) == 0;
	const int error = errno;

	if (fd >= 0)
		(void)close(fd);
	return done ? ERR_OK
	            : err_fail(why, ERR_IO, "store: cannot finish %.100s: %s", path,
	                       strerror(error));
}

err_t store_copy(store_t *s, const char *folder, errinfo_t *why)
{
	char path[PATH_BYTES];
	int rc;

	if (snprintf(path, sizeof(path), "%s/%s", folder, data_name) >= (int)sizeof(path))
		return err_fail(why, ERR_RANGE, "store: the folder's name is too long");
	if (access(path, F_OK) == 0)
		return err_fail(why, ERR_VALUE, "store: there is one in %.100s already", folder);
	if (mkdir(folder, 0700) != 0 && errno != EEXIST)
		return err_fail(why, ERR_IO, "store: cannot make %.100s: %s", folder,
		                strerror(errno));
	rc = mdb_env_copy2(s->env, folder, MDB_CP_COMPACT);
	return rc == 0 ? settle(s, path, why) : env_fail(rc, folder, why);
}
