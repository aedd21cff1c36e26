/* SPDX-License-Identifier: MIT
 * folder.h - the folder of a store, taken for one process.
 *
 * Three things are locked: the folder, tesuji.lock in it, and data.mdb. So a second process is
 * kept out even where the folder was moved, the lock file was removed, or the data was linked to
 * from another folder. A lock ends with its process, however the process ends, and with the
 * process that writes for it (writer.h): so taking the folder waits up to a second.
 *
 * Others may still move, remove or replace what is locked: folder_is_there finds that out.
 *
 * Ownership a folder_t has three open files; folder_give closes them.
 * Threads   values.
 * Errors    the path in errinfo_t is "store", and the text names the folder. ERR_BUSY: another
 *           process has the folder. ERR_VALUE: something in it is of the wrong kind. ERR_IO. */
#ifndef ENGINE_STORE_FOLDER_H
#define ENGINE_STORE_FOLDER_H

#include <stdbool.h>
#include <sys/stat.h>

#include "engine/base/err.h"

#define FOLDER_DATA "data.mdb"
#define FOLDER_LOCK "tesuji.lock"

typedef struct {
	int folder, lock, data; /* -1 = none */
	struct stat seen;       /* of the data, at the last folder_note */
} folder_t;

#define FOLDER_NONE                                  \
	{                                            \
		.folder = -1, .lock = -1, .data = -1 \
	}

enum {
	FOLDER_EXISTS = 1, /* that there is no data in it is an error: ERR_IO */
	FOLDER_LOCKED = 2, /* the caller has locked the folder, and keeps the lock (staging.h) */
};

/* folder_take takes a folder; `how` are flags: without FOLDER_EXISTS what is not there is made. */
err_t folder_take(const char *path, unsigned how, folder_t *out, errinfo_t *why);
void folder_give(folder_t *folder);

/* folder_is_named: is what is open as `fd` still what has that name in the open `folder`? `flags`
 * are those of fstatat. */
bool folder_is_named(int fd, int folder, const char *name, int flags);

/* folder_is_there: is what was taken still what has that path? */
bool folder_is_there(const folder_t *folder, const char *path);

/* folder_note remembers the length and the last change of the data; folder_is_noted: are they the
 * same? Where they are not somebody else has written to it. */
void folder_note(folder_t *folder);
bool folder_is_noted(const folder_t *folder);

#endif
