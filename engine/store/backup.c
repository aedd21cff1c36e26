/* SPDX-License-Identifier: MIT
 * backup.c - copies data twice: while it is being written to, and then what has changed since.
 *
 * Snapshot   LMDB would copy one of its snapshots (mdb_env_copy2), while a reader keeps the
 *            pages of that snapshot from being used again. Here no reader can: LMDB's locks are
 *            not used (data.c says why). So the copy has to be made between two commits, and
 *            somebody waits for those of a journal. The first copy is made with commits going on,
 *            and is of no moment at all; it takes as long as the disks do. Then commits are held
 *            while both files are read again, out of the kernel's memory as a rule, and what
 *            differs is copied.
 *
 * Weighed    mdb_env_copyfd2 between two commits: compact, but it reads through a mapping, which
 *            somebody may cut short, in a process apart then (writer.h); nobody can end it early;
 *            and commits wait for the disk that is written to, a slow one perhaps.
 *            A copy of the records into new data, with the changes that come meanwhile made in
 *            both: nothing is held, and each commit takes twice as long.
 *
 * Whole      What was copied is looked at by pages.c, each page and each record's sum: a backup is
 *            wanted when it is too late to make another one.
 *
 * Disk       Every so often the disk is waited for. So there is never much that a cancelled copy
 *            would have to wait for, or that other writers of that disk stand behind. */
#include "engine/store/backup.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/clock.h"
#include "engine/base/mem.h"
#include "engine/store/env.h"
#include "engine/store/ledger_part.h"
#include "engine/store/pages.h"

enum {
	STEP_BYTES = 1 << 20,   /* copied at once */
	FLUSH_BYTES = 32 << 20, /* and so much before the disk is waited for */
	PATH_BYTES = 4096,
	KINDS = DATA_TABLES + 1, /* tables of a store, and that of a ledger */
};

/* A copy being made. */
typedef struct {
	const backup_source_t *source;
	int from, to;
	const _Atomic bool *is_cancelled;
	uint8_t *buffer, *there; /* STEP_BYTES each: of the source, and what the copy has */
	errinfo_t *why;
} copying_t;

static err_t fail_read(const copying_t *c, int error)
{
	return err_at(c->why, ERR_IO, c->source->name, "%.100s cannot be read: %s", c->source->path,
	              strerror(error));
}

static err_t fail_written(const copying_t *c, int error)
{
	return err_at(c->why, ERR_IO, "to", "the copy cannot be written: %s", strerror(error));
}

/* read_step reads up to STEP_BYTES; *count is less at the end of the file. False: errno says
 * why. */
static bool read_step(int fd, uint8_t *bytes, uint64_t at, size_t *count)
{
	*count = 0;
	while (*count < STEP_BYTES) {
		const ssize_t n =
		        pread(fd, bytes + *count, STEP_BYTES - *count, (off_t)(at + *count));

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return false;
		if (n == 0)
			break;
		*count += (size_t)n;
	}
	return true;
}

static bool write_step(int fd, const uint8_t *bytes, uint64_t at, size_t count)
{
	size_t done = 0;

	while (done < count) {
		const ssize_t n = pwrite(fd, bytes + done, count - done, (off_t)(at + done));

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0) {
			errno = n == 0 ? ENOSPC : errno;
			return false;
		}
		done += (size_t)n;
	}
	return true;
}

/* has_already: has the copy the bytes at that place already? */
static bool has_already(const copying_t *c, uint64_t at, size_t count)
{
	size_t there;

	return read_step(c->to, c->there, at, &there) && there >= count &&
	       memcmp(c->there, c->buffer, count) == 0;
}

/* copy_step copies what is at a place; *count is 0 at the end. */
static err_t copy_step(const copying_t *c, uint64_t at, bool is_again, size_t *count)
{
	if (atomic_load_explicit(c->is_cancelled, memory_order_relaxed))
		return err_fail(c->why, ERR_CANCELLED, "the copy was given up");
	if (!read_step(c->from, c->buffer, at, count))
		return fail_read(c, errno);
	if (is_again && has_already(c, at, *count))
		return ERR_OK;
	return write_step(c->to, c->buffer, at, *count) ? ERR_OK : fail_written(c, errno);
}

/* copy_all copies all there is; *bytes is how much. `is_again`: what the copy has already is left
 * as it is, and the disk is not waited for. */
static err_t copy_all(const copying_t *c, bool is_again, uint64_t *bytes)
{
	size_t count = STEP_BYTES;
	err_t err = ERR_OK;

	for (*bytes = 0; err == ERR_OK && count == STEP_BYTES; *bytes += count) {
		err = copy_step(c, *bytes, is_again, &count);
		if (err == ERR_OK && !is_again && (*bytes + count) % FLUSH_BYTES == 0 &&
		    fdatasync(c->to) != 0)
			err = fail_written(c, errno);
	}
	return err;
}

/* copy_held copies what has changed since the first time, while nobody writes. */
static err_t copy_held(const copying_t *c, backup_copied_t *out)
{
	const backup_source_t *source = c->source;
	err_t err = source->hold(source->of, c->why);
	uint64_t began;

	if (err != ERR_OK)
		return err;
	began = clock_now_ns();
	err = copy_all(c, true, &out->bytes);
	source->release(source->of);
	out->held_ns = clock_now_ns() - began;
	if (err == ERR_OK && ftruncate(c->to, (off_t)out->bytes) != 0)
		err = fail_written(c, errno);
	return err;
}

static err_t copy_twice(const copying_t *c, backup_copied_t *out)
{
	err_t err;

	if ((err = copy_all(c, false, &out->bytes)) != ERR_OK)
		return err;
	if (fdatasync(c->to) != 0)
		return fail_written(c, errno);
	if ((err = copy_held(c, out)) != ERR_OK)
		return err;
	return fsync(c->to) == 0 ? ERR_OK : fail_written(c, errno);
}

/* open_data opens the file of the data once more: a copy of a descriptor would share its locks. */
static err_t open_data(const backup_source_t *source, int *fd, errinfo_t *why)
{
	const err_t err = source->hold(source->of, why);

	if (err != ERR_OK)
		return err;
	*fd = openat(source->folder, FOLDER_DATA, O_RDONLY | O_CLOEXEC | source->follow);
	source->release(source->of);
	return *fd >= 0 ? ERR_OK
	                : err_at(why, ERR_IO, source->name, "cannot open %.100s: %s", source->path,
	                         strerror(errno));
}

err_t backup_copy(const backup_source_t *source, int to, const _Atomic bool *is_cancelled,
                  backup_copied_t *out, errinfo_t *why)
{
	copying_t c = {
	        .source = source, .from = -1, .to = to, .is_cancelled = is_cancelled, .why = why};
	err_t err = open_data(source, &c.from, why);

	*out = (backup_copied_t){.bytes = 0};
	if (err != ERR_OK)
		return err;
	c.buffer = mem_alloc(STEP_BYTES);
	c.there = mem_alloc(STEP_BYTES);
	err = c.buffer != NULL && c.there != NULL ? copy_twice(&c, out)
	                                          : err_fail(why, ERR_NOMEM, "out of memory");
	mem_free(c.buffer, STEP_BYTES);
	mem_free(c.there, STEP_BYTES);
	(void)close(c.from);
	return err;
}

err_t backup_check(const backup_source_t *source, int copy, const _Atomic bool *is_cancelled,
                   backup_copied_t *out, errinfo_t *why)
{
	pages_kind_t kinds[KINDS];
	pages_seen_t seen;
	errinfo_t what;
	err_t err;

	memcpy(kinds, env_kinds, sizeof(env_kinds));
	kinds[DATA_TABLES] = ledger_part_kind;
	err = pages_check(copy, kinds, KINDS, is_cancelled, &seen, &what);
	if (err == ERR_OK && seen.unsound > 0)
		err = err_fail(&what, ERR_VALUE, "%llu records are not what was written",
		               (unsigned long long)seen.unsound);
	if (err == ERR_OK && seen.tables == 0)
		err = err_fail(&what, ERR_VALUE, "there is nothing in it");
	if (err != ERR_OK)
		return err_at(why, err, source->name, "what was copied of %.60s %s: %.60s",
		              source->path, err == ERR_VALUE ? "is damaged" : "was not looked at",
		              what.text);
	out->kind = (seen.tables >> DATA_TABLES & 1) != 0 ? BACKUP_LEDGER : BACKUP_STORE;
	out->records = seen.records;
	return ERR_OK;
}

err_t backup_open(const char *path, backup_folder_t *out, errinfo_t *why)
{
	struct stat is;

	*out = (backup_folder_t){.path = path, .folder = -1, .fd = -1};
	if (strlen(path) + sizeof("/" FOLDER_DATA) > PATH_BYTES)
		return err_at(why, ERR_RANGE, "from", "the folder's name is too long");
	out->folder = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (out->folder >= 0)
		out->fd = openat(out->folder, FOLDER_DATA, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (out->fd < 0) {
		const int error = errno;

		backup_close(out);
		return err_at(why, ERR_IO, "from", "cannot open %.100s/" FOLDER_DATA ": %s", path,
		              strerror(error));
	}
	if (fstat(out->fd, &is) != 0 || !S_ISREG(is.st_mode)) {
		backup_close(out);
		return err_at(why, ERR_VALUE, "from", "%.100s/" FOLDER_DATA " is not a file", path);
	}
	if (flock(out->fd, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
		backup_close(out);
		return err_at(why, ERR_BUSY, "from", "%.100s is open in another process", path);
	}
	return ERR_OK;
}

void backup_close(backup_folder_t *folder)
{
	if (folder->fd >= 0)
		(void)close(folder->fd);
	if (folder->folder >= 0)
		(void)close(folder->folder);
	folder->fd = folder->folder = -1;
}

static err_t hold_folder(void *of, errinfo_t *why)
{
	(void)of;
	(void)why;
	return ERR_OK; /* the lock on the data does so */
}

static void release_folder(void *of)
{
	(void)of;
}

backup_source_t backup_source(backup_folder_t *folder)
{
	return (backup_source_t){.name = "from",
	                         .path = folder->path,
	                         .folder = folder->folder,
	                         .of = folder,
	                         .hold = hold_folder,
	                         .release = release_folder};
}
