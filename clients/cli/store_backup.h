/* SPDX-License-Identifier: MIT
 * store_backup.h - `tesuji store backup` and `restore`: copies of a folder that no daemon has open,
 * of a store or of a journal.
 *
 * Threads   the main thread.
 * Errors    are written to stderr; the exit code is returned.
 */
#ifndef CLIENTS_CLI_STORE_BACKUP_H
#define CLIENTS_CLI_STORE_BACKUP_H

#include "clients/cli/args.h"
#include "clients/cli/exits.h"
#include "engine/base/err.h"

enum { STORE_RESTORE_SAMPLE = 8 }; /* facts that are found out again before a store is restored */

/* store_backup_make copies the folder args->folder to args->to, which must not be there, or be
 * empty. store_backup_restore does so with a backup, for a daemon to use: some facts of a store are
 * found out again before that, and it gets the owner of the folder that it is put in. */
exit_t store_backup_make(const args_t *args);
exit_t store_backup_restore(const args_t *args);

/* store_backup_failed complains of an error of a store's, and returns its exit code. */
exit_t store_backup_failed(const errinfo_t *why);

#endif
