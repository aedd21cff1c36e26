/* SPDX-License-Identifier: MIT
 * store_backup.c - copies a folder under a hidden name, looks at the copy, and renames it.
 *
 * A folder that a daemon has open is refused: nothing keeps the daemon from writing meanwhile,
 * since LMDB's locks are not used (engine/store/data.c). The daemon itself can copy it (`tesuji
 * server backup`). */
#include "clients/cli/store_backup.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "clients/cli/complain.h"
#include "clients/cli/store_prove.h"
#include "clients/words/text.h"
#include "engine/store/backup.h"
#include "engine/store/staging.h"
#include "engine/store/store.h"

exit_t store_backup_failed(const errinfo_t *why)
{
	complain("%s", why->text);
	return why->code == ERR_NOMEM  ? EXIT_NO_MEMORY
	       : why->code == ERR_IO   ? EXIT_INPUT_OUTPUT
	       : why->code == ERR_BUSY ? EXIT_NO_SERVER
	                               : EXIT_BAD_INPUT;
}

/* A copy that is to be put in place. */
typedef struct {
	staging_t staging;
	backup_copied_t copied;
} made_t;

/* copy_data copies the data of a folder into the hidden one. */
static err_t copy_data(backup_folder_t *from, made_t *made, errinfo_t *why)
{
	static const _Atomic bool never;
	const backup_source_t source = backup_source(from);
	int fd;
	err_t err;

	if (staging_is_within(&made->staging, from->path))
		return err_at(why, ERR_VALUE, "to", "it is within %.100s", from->path);
	if ((err = staging_file(&made->staging, "", &fd, why)) != ERR_OK)
		return err;
	err = backup_copy(&source, fd, &never, &made->copied, why);
	if (err == ERR_OK)
		err = backup_check(&source, fd, &never, &made->copied, why);
	if (close(fd) != 0 && err == ERR_OK)
		err = err_at(why, ERR_IO, "to", "the copy cannot be written: %s", strerror(errno));
	return err;
}

/* make copies args->folder; the caller puts it in its place, or drops it. */
static exit_t make(const args_t *args, made_t *made)
{
	backup_folder_t from;
	errinfo_t why;
	err_t err = backup_open(args->folder, &from, &why);

	if (err == ERR_BUSY)
		complain("a daemon can copy what it has open: tesuji server backup");
	if (err != ERR_OK)
		return store_backup_failed(&why);
	err = staging_begin(&made->staging, args->to, &why);
	if (err == ERR_OK && (err = copy_data(&from, made, &why)) != ERR_OK)
		staging_drop(&made->staging);
	backup_close(&from);
	return err == ERR_OK ? EXIT_PROVEN : store_backup_failed(&why);
}

/* place puts the copy in its place, and tells of it. */
static exit_t place(made_t *made)
{
	errinfo_t why;
	text_t bytes;

	if (staging_end(&made->staging, &why) != ERR_OK)
		return store_backup_failed(&why);
	printf("%" PRIu64 " %s, %s\n", made->copied.records,
	       made->copied.kind == BACKUP_STORE ? "facts of a store" : "records of a journal",
	       text_bytes(&bytes, made->copied.bytes));
	return EXIT_PROVEN;
}

exit_t store_backup_make(const args_t *args)
{
	made_t made;
	const exit_t code = make(args, &made);

	return code == EXIT_PROVEN ? place(&made) : code;
}

/* prove opens a copy as a daemon would, and finds some facts out again. */
static exit_t prove(const args_t *args, const made_t *made)
{
	const store_config_t config = {.folder = made->staging.path,
	                               .bytes = 2 * made->copied.bytes,
	                               .must_exist = true,
	                               .is_locked = true};
	const uint64_t sample =
	        args->sample == TESUJI_DEFAULT ? STORE_RESTORE_SAMPLE : (uint64_t)args->sample;
	store_t *store;
	errinfo_t why;
	exit_t code;

	if (store_open(&config, &store, &why) != ERR_OK)
		return store_backup_failed(&why);
	code = store_prove(store, args, made->copied.records, sample);
	store_close(store);
	return code;
}

exit_t store_backup_restore(const args_t *args)
{
	made_t made;
	exit_t code = make(args, &made);

	if (code != EXIT_PROVEN)
		return code;
	if (made.copied.kind == BACKUP_STORE)
		code = prove(args, &made);
	if (code == EXIT_PROVEN && !staging_own(&made.staging)) {
		complain("cannot give it to the owner of the folder that it is put in: %s",
		         strerror(errno));
		code = EXIT_INPUT_OUTPUT;
	}
	if (code == EXIT_PROVEN)
		return place(&made);
	staging_drop(&made.staging);
	return code;
}
