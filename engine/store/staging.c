/* SPDX-License-Identifier: MIT
 * staging.c - makes a folder under a hidden name, and renames it.
 *
 * The hidden folder is locked while it is being made (flock), so that what a killed process has
 * left is told from what another one is making. Only files that a staging makes are ever removed: a
 * folder of that name with anything else in it is in the way, and stays. All is done by open
 * folders, so a folder that is moved meanwhile takes what is made in it along. */
#include "engine/store/staging.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/store/folder.h"

enum { ABOVE_MOST = 4096 }; /* limit: folders from here to the root */

#define HIDDEN ".%.*s.tesuji-part"

static const char *const belows[] = {"store", "journal"};
static const char *const files[] = {FOLDER_DATA, FOLDER_LOCK};

enum { BELOWS = sizeof(belows) / sizeof(belows[0]), FILES = sizeof(files) / sizeof(files[0]) };

static void let_go(staging_t *s)
{
	if (s->folder >= 0)
		(void)close(s->folder);
	if (s->parent >= 0)
		(void)close(s->parent);
	s->folder = s->parent = -1;
}

static err_t fail_io(staging_t *s, const char *what, errinfo_t *why)
{
	s->error = errno;
	return err_at(why, ERR_IO, "to", "cannot make %.100s: %s", what, strerror(s->error));
}

/* split finds the parent's path and the folder's name. */
static err_t split(staging_t *s, const char *to, errinfo_t *why)
{
	size_t end = strlen(to), begin, name;

	while (end > 1 && to[end - 1] == '/')
		end--;
	begin = end;
	while (begin > 0 && to[begin - 1] != '/')
		begin--;
	name = end - begin;
	if (name == 0 || strncmp(to + begin, "..", name) == 0)
		return err_at(why, ERR_VALUE, "to", "'%.100s' names no new folder", to);
	if (begin + sizeof(s->hidden) >= sizeof(s->path) ||
	    snprintf(s->hidden, sizeof(s->hidden), HIDDEN, (int)name, to + begin) >=
	            (int)sizeof(s->hidden))
		return err_at(why, ERR_RANGE, "to", "the folder's name is too long");
	(void)snprintf(s->name, sizeof(s->name), "%.*s", (int)name, to + begin);
	(void)snprintf(s->path, sizeof(s->path), "%.*s%s", (int)begin, to, s->hidden);
	return ERR_OK;
}

/* open_parent opens the folder that it is to be made in. */
static err_t open_parent(staging_t *s, const char *to, errinfo_t *why)
{
	char path[STAGING_PATH_BYTES];
	const char *slash = strrchr(s->path, '/');
	const int length = slash == NULL ? 0 : slash == s->path ? 1 : (int)(slash - s->path);

	(void)snprintf(path, sizeof(path), "%.*s", length, s->path);
	s->parent = open(length > 0 ? path : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	return s->parent >= 0 ? ERR_OK : fail_io(s, to, why);
}

/* is_empty: is there nothing in a folder? */
static bool is_empty(int folder)
{
	const int fd = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *listing = fd >= 0 ? fdopendir(fd) : NULL;
	const struct dirent *entry;
	bool found = false;

	if (listing == NULL) {
		if (fd >= 0)
			(void)close(fd);
		return false;
	}
	while (!found && (entry = readdir(listing)) != NULL)
		found = strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
	(void)closedir(listing);
	return !found;
}

/* check_place looks at what has the name already. */
static err_t check_place(staging_t *s, const char *to, errinfo_t *why)
{
	const int fd = openat(s->parent, s->name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
	err_t err = ERR_OK;

	if (fd < 0 && errno == ENOENT)
		return ERR_OK;
	if (fd < 0 && (errno == ENOTDIR || errno == ELOOP))
		return err_at(why, ERR_VALUE, "to", "%.100s is there already, and is no folder",
		              to);
	if (fd < 0)
		return fail_io(s, to, why);
	if (flock(fd, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK)
		err = err_at(why, ERR_BUSY, "to", "%.100s is open in another process", to);
	else if (!is_empty(fd))
		err = err_at(why, ERR_VALUE, "to", "%.100s is there already, and is not empty", to);
	(void)close(fd);
	return err;
}

/* empty removes what a staging makes. */
static void empty(int folder)
{
	for (unsigned f = 0; f < FILES; f++)
		(void)unlinkat(folder, files[f], 0);
	for (unsigned b = 0; b < BELOWS; b++) {
		const int fd =
		        openat(folder, belows[b], O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);

		for (unsigned f = 0; fd >= 0 && f < FILES; f++)
			(void)unlinkat(fd, files[f], 0);
		if (fd >= 0)
			(void)close(fd);
		(void)unlinkat(folder, belows[b], AT_REMOVEDIR);
	}
}

/* make_hidden makes the hidden folder, or takes over what is left of one. Before it is locked
 * another process may finish it, and put it in its place: then it is not ours to be emptied. */
static err_t make_hidden(staging_t *s, errinfo_t *why)
{
	const bool is_new = mkdirat(s->parent, s->hidden, 0700) == 0;

	if (!is_new && errno != EEXIST)
		return fail_io(s, s->path, why);
	s->folder = openat(s->parent, s->hidden, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
	if (s->folder < 0 && errno != ENOENT)
		return fail_io(s, s->path, why);
	if (s->folder < 0 || (flock(s->folder, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) ||
	    !folder_is_named(s->folder, s->parent, s->hidden, AT_SYMLINK_NOFOLLOW))
		return err_at(why, ERR_BUSY, "to", "another process is making it");
	if (!is_new)
		empty(s->folder);
	return is_empty(s->folder) ? ERR_OK
	                           : err_at(why, ERR_VALUE, "to",
	                                    "%.100s is in the way; move it away", s->path);
}

err_t staging_begin(staging_t *s, const char *to, errinfo_t *why)
{
	err_t err;

	*s = (staging_t){.parent = -1, .folder = -1};
	if ((err = split(s, to, why)) != ERR_OK || (err = open_parent(s, to, why)) != ERR_OK ||
	    (err = check_place(s, to, why)) != ERR_OK || (err = make_hidden(s, why)) != ERR_OK)
		let_go(s);
	return err;
}

bool staging_is_within(const staging_t *s, const char *path)
{
	struct stat is, at, above;
	int fd = fcntl(s->parent, F_DUPFD_CLOEXEC, 0);
	bool found = stat(path, &is) != 0 ? false : fd < 0;

	for (unsigned i = 0; !found && fd >= 0 && i < ABOVE_MOST && fstat(fd, &at) == 0; i++) {
		const int up = openat(fd, "..", O_PATH | O_DIRECTORY | O_CLOEXEC);

		found = at.st_dev == is.st_dev && at.st_ino == is.st_ino;
		(void)close(fd);
		fd = up;
		if (fd >= 0 && fstat(fd, &above) == 0 && above.st_dev == at.st_dev &&
		    above.st_ino == at.st_ino)
			break; /* the root */
	}
	if (fd >= 0)
		(void)close(fd);
	return found;
}

err_t staging_file(staging_t *s, const char *below, int *fd, errinfo_t *why)
{
	int folder = s->folder;

	*fd = -1;
	if (below[0] != '\0' && mkdirat(s->folder, below, 0700) != 0)
		return fail_io(s, s->path, why);
	if (below[0] != '\0')
		folder = openat(s->folder, below, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
	if (folder >= 0)
		*fd = openat(folder, FOLDER_DATA, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (*fd < 0)
		(void)fail_io(s, s->path, why);
	if (folder >= 0 && folder != s->folder)
		(void)close(folder);
	return *fd >= 0 ? ERR_OK : ERR_IO;
}

bool staging_own(const staging_t *s)
{
	struct stat parent;
	bool done = fstat(s->parent, &parent) == 0;

	if (geteuid() != 0)
		return true;
	for (unsigned f = 0; done && f < FILES; f++)
		done = fchownat(s->folder, files[f], parent.st_uid, parent.st_gid,
		                AT_SYMLINK_NOFOLLOW) == 0 ||
		       errno == ENOENT;
	return done && fchown(s->folder, parent.st_uid, parent.st_gid) == 0;
}

/* settle waits until the disk has the names in the folder, and in those of it. */
static bool settle(const staging_t *s)
{
	bool done = fsync(s->folder) == 0;

	for (unsigned b = 0; b < BELOWS; b++) {
		const int fd = openat(s->folder, belows[b],
		                      O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);

		if (fd < 0)
			continue;
		done = done && fsync(fd) == 0;
		(void)close(fd);
	}
	return done;
}

err_t staging_end(staging_t *s, errinfo_t *why)
{
	assert(s->folder >= 0);
	if (!settle(s) || renameat(s->parent, s->hidden, s->parent, s->name) != 0) {
		const int error = errno;

		staging_drop(s);
		s->error = error;
		return err_at(why, ERR_IO, "to", "cannot put %.100s in its place: %s", s->name,
		              strerror(error));
	}
	(void)fsync(s->parent); /* the folder is whole, whether its name lasts or not */
	let_go(s);
	return ERR_OK;
}

void staging_drop(staging_t *s)
{
	if (s->folder < 0)
		return;
	empty(s->folder);
	(void)unlinkat(s->parent, s->hidden, AT_REMOVEDIR);
	let_go(s);
}
