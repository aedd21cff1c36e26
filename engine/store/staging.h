/* SPDX-License-Identifier: MIT
 * staging.h - a folder that is made under another name, and gets its own when it is whole.
 *
 * Beside the folder "/a/b" there is a hidden one, "/a/.b.tesuji-part", until staging_end. What a
 * process that was killed has left of it is removed by the next one that makes the same folder. It
 * holds files called data.mdb, in itself or in folders of it, and what a store makes beside them
 * that is opened in it (store_config_t.is_locked): the hidden folder is locked until the end.
 *
 * Ownership a staging_t has two open folders; staging_end and staging_drop close them.
 * Threads   values.
 * Errors    the path in errinfo_t is "to"; `error` is the errno value behind an ERR_IO, or 0.
 */
#ifndef ENGINE_STORE_STAGING_H
#define ENGINE_STORE_STAGING_H

#include <stdbool.h>

#include "engine/base/err.h"

enum { STAGING_NAME_BYTES = 256, STAGING_PATH_BYTES = 4096 };

typedef struct {
	int parent, folder; /* -1: none */
	char name[STAGING_NAME_BYTES], hidden[STAGING_NAME_BYTES];
	char path[STAGING_PATH_BYTES]; /* of the hidden folder */
	int error;
} staging_t;

/* staging_begin makes the hidden folder. `to` must not be there, or be an empty folder: ERR_VALUE.
 * ERR_BUSY: another process is making the same one, or has it open. ERR_IO: it cannot be made.
 * After an error there is nothing to be dropped. */
err_t staging_begin(staging_t *staging, const char *to, errinfo_t *why);

/* staging_is_within: will the folder be `path`, or within it? */
bool staging_is_within(const staging_t *staging, const char *path);

/* staging_file makes the file data.mdb, for reading and writing, in the folder `below` of it, which
 * is made; or in itself, where that is "". */
err_t staging_file(staging_t *staging, const char *below, int *fd, errinfo_t *why);

/* staging_own gives what is in itself to the owner of the folder that it is made in, if root does
 * so; false: it cannot, and errno says why. */
bool staging_own(const staging_t *staging);

/* staging_end puts the folder in its place, and waits until the disk knows. After an error nothing
 * of it is left. staging_drop removes it. */
err_t staging_end(staging_t *staging, errinfo_t *why);
void staging_drop(staging_t *staging);

#endif
