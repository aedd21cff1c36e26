/* SPDX-License-Identifier: MIT
 * folder.c - opens what a store has on disk, if it is of the right kind, and locks it. */
#include "engine/store/folder.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

enum { LOCK_TRIES = 200 }; /* a second in all */

void folder_give(folder_t *f)
{
	if (f->data >= 0)
		(void)close(f->data);
	if (f->lock >= 0)
		(void)close(f->lock);
	if (f->folder >= 0)
		(void)close(f->folder);
	*f = (folder_t)FOLDER_NONE;
}

/* take_file opens a file of the folder that is one: no link, no pipe, no device. */
static err_t take_file(const folder_t *f, const char *path, const char *name, int *out,
                       errinfo_t *why)
{
	struct stat is;

	if (fstatat(f->folder, name, &is, AT_SYMLINK_NOFOLLOW) == 0 && !S_ISREG(is.st_mode))
		return err_at(why, ERR_VALUE, "store", "%.100s/%s is not a file; move it away",
		              path, name);
	*out = openat(f->folder, name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK,
	              0600);
	if (*out < 0)
		return err_at(why, ERR_IO, "store", "cannot open %.100s/%s: %s", path, name,
		              strerror(errno));
	if (fstat(*out, &is) != 0 || !S_ISREG(is.st_mode))
		return err_at(why, ERR_VALUE, "store", "%.100s/%s is not a file; move it away",
		              path, name);
	return ERR_OK;
}

/* take_lock locks an open file; false: another process has it. It waits a moment: a process that
 * was writing for a store (writer.h) keeps what it was given until it has ended, which may be some
 * time after the process that had the store was killed. */
static bool take_lock(int fd)
{
	const struct timespec pause = {.tv_nsec = 5000000};

	for (unsigned i = 0; flock(fd, LOCK_EX | LOCK_NB) != 0; i++) {
		if (errno != EWOULDBLOCK && errno != EINTR)
			return true; /* some file systems cannot lock a folder */
		if (i == LOCK_TRIES)
			return false;
		(void)nanosleep(&pause, NULL);
	}
	return true;
}

static err_t take(const char *path, unsigned how, folder_t *f, errinfo_t *why)
{
	const bool must_exist = (how & FOLDER_EXISTS) != 0;
	struct stat is;
	err_t err;

	assert(f->folder < 0 && f->lock < 0 && f->data < 0); /* nothing is taken */
	if (!must_exist && mkdir(path, 0700) != 0 && errno != EEXIST)
		return err_at(why, ERR_IO, "store", "cannot make %.100s: %s", path,
		              strerror(errno));
	f->folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (f->folder < 0)
		return err_at(why, ERR_IO, "store", "cannot open %.100s: %s", path,
		              strerror(errno));
	if (must_exist && fstatat(f->folder, FOLDER_DATA, &is, 0) != 0)
		return err_at(why, ERR_IO, "store", "there is none in %.100s", path);
	if ((err = take_file(f, path, FOLDER_LOCK, &f->lock, why)) != ERR_OK)
		return err;
	if (!take_lock(f->lock) || ((how & FOLDER_LOCKED) == 0 && !take_lock(f->folder)))
		return err_at(why, ERR_BUSY, "store", "%.100s is open in another process", path);
	if ((err = take_file(f, path, FOLDER_DATA, &f->data, why)) != ERR_OK)
		return err;
	if (!take_lock(f->data))
		return err_at(why, ERR_BUSY, "store", "%.100s is open in another process", path);
	folder_note(f);
	return ERR_OK;
}

err_t folder_take(const char *path, unsigned how, folder_t *out, errinfo_t *why)
{
	err_t err;

	*out = (folder_t)FOLDER_NONE;
	err = take(path, how, out, why);
	if (err != ERR_OK)
		folder_give(out);
	return err;
}

bool folder_is_named(int fd, int folder, const char *name, int flags)
{
	struct stat one, other;

	return fstat(fd, &one) == 0 && fstatat(folder, name, &other, flags) == 0 &&
	       one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

bool folder_is_there(const folder_t *f, const char *path)
{
	return folder_is_named(f->folder, AT_FDCWD, path, 0) &&
	       folder_is_named(f->lock, f->folder, FOLDER_LOCK, 0) &&
	       folder_is_named(f->data, f->folder, FOLDER_DATA, 0);
}

void folder_note(folder_t *f)
{
	(void)fstat(f->data, &f->seen);
}

bool folder_is_noted(const folder_t *f)
{
	struct stat now;

	return fstat(f->data, &now) == 0 && now.st_size == f->seen.st_size &&
	       now.st_mtim.tv_sec == f->seen.st_mtim.tv_sec &&
	       now.st_mtim.tv_nsec == f->seen.st_mtim.tv_nsec;
}
