/* SPDX-License-Identifier: MIT
 * backup.h - a copy of data that is being written to: of a store or a ledger that is open
 * (store_source, ledger_source), or of a folder that nobody has open.
 *
 * Ownership a source belongs to the store, the ledger or the folder that it was made of, and must
 *           not outlive it. Files are the caller's.
 * Threads   any, beside those that use the store or the ledger; one copy of a source at a time.
 * Errors    the path in errinfo_t is the name of the source where it is the data that cannot be
 *           copied, and "to" where the copy cannot be written.
 */
#ifndef ENGINE_STORE_BACKUP_H
#define ENGINE_STORE_BACKUP_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "engine/base/err.h"

/* What is copied. */
typedef struct {
	const char *name; /* "store", "ledger" */
	const char *path; /* of its folder, */
	int folder;       /* which is open */
	int follow;       /* O_NOFOLLOW: the data must be in it, and no symbolic link; or 0 */
	void *of;
	/* From then on until `release` nobody writes to the data, which is as the last commit left
	 * it. After an error nothing is held. */
	err_t (*hold)(void *of, errinfo_t *why);
	void (*release)(void *of);
} backup_source_t;

typedef enum { BACKUP_STORE, BACKUP_LEDGER } backup_kind_t;

typedef struct {
	backup_kind_t kind;
	uint64_t bytes, records; /* that were copied: the file, and facts or a ledger's records */
	uint64_t held_ns;        /* how long commits had to wait */
} backup_copied_t;

/* backup_copy copies the data into the file `to`, which is empty and is for reading and writing.
 * When it returns the disk has the copy; `kind` and `records` are left to backup_check.
 * ERR_CANCELLED: *is_cancelled has become true. ERR_IO, ERR_NOMEM. After an error there may be part
 * of a copy in the file. */
err_t backup_copy(const backup_source_t *source, int to, const _Atomic bool *is_cancelled,
                  backup_copied_t *out, errinfo_t *why);

/* backup_check looks at all of a copy, as is done before data is believed. ERR_VALUE: it is
 * damaged, and so was the source. ERR_CANCELLED as backup_copy. ERR_IO, ERR_NOMEM. */
err_t backup_check(const backup_source_t *source, int copy, const _Atomic bool *is_cancelled,
                   backup_copied_t *out, errinfo_t *why);

/* A folder of data that nobody has open, or that is itself a copy: it is only read, and may be on a
 * disk that cannot be written to. */
typedef struct {
	const char *path;
	int folder;
	int fd; /* of the data; locked, so that no daemon takes the folder meanwhile */
} backup_folder_t;

/* backup_open opens the folder; `path` is borrowed until backup_close. ERR_BUSY: another process
 * has it open. ERR_IO: there is no data in it. */
err_t backup_open(const char *path, backup_folder_t *out, errinfo_t *why);
void backup_close(backup_folder_t *folder);
backup_source_t backup_source(backup_folder_t *folder);

#endif
