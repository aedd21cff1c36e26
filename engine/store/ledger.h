/* SPDX-License-Identifier: MIT
 * ledger.h - records of bytes on disk by name, many written in one transaction; for a server that
 * has to find what it has promised after it was killed.
 *
 * A record's name is an id, an item within that, and a kind. Names are in order: an id's records
 * lie together, and those of its items one after the other.
 *
 * When ledger_write returns the disk has what it wrote. A folder belongs to one process at a time
 * (folder.h). A change that somebody else makes to the data is found before the next write, and
 * the ledger is lost then: nothing is written any more. Whoever writes to the data while it is
 * being written to may still end this process (ledger.c).
 *
 * Units     bytes.
 * Ownership everything is copied in and out; a change and its bytes are borrowed during a write.
 * Threads   one thread at a time; beside it backup_copy of a ledger_source.
 * Errors    the path in errinfo_t is "ledger"; the text names the folder and says what to do.
 */
#ifndef ENGINE_STORE_LEDGER_H
#define ENGINE_STORE_LEDGER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/store/backup.h"

typedef struct ledger ledger_t;

enum {
	LEDGER_LEAST_MIB = 4,
	LEDGER_RECORD_MOST = 96 << 10, /* limit: bytes of a record */
};

typedef struct {
	uint64_t id;
	uint32_t item;
	uint8_t kind;
} ledger_name_t;

typedef enum {
	LEDGER_PUT,  /* the record of this name has these bytes from now on */
	LEDGER_DROP, /* all records of the id are gone */
	LEDGER_LOOK, /* nothing changes; it is a change's turn among the others */
} ledger_what_t;

typedef struct ledger_change ledger_change_t;
struct ledger_change {
	ledger_change_t *next; /* NULL: the last */
	ledger_what_t what;
	ledger_name_t name;
	const uint8_t *bytes;
	size_t count; /* at most LEDGER_RECORD_MOST */
	err_t err;    /* what became of it */
};

/* ledger_open opens the data in a folder, which is made where it is missing, and takes all of the
 * `bytes` that the data may have from the disk at once, where the file system can do so: a full
 * disk does no harm then. Every page is looked at before anything is believed. ERR_BUSY: another
 * process has it. ERR_VALUE: it is damaged. ERR_IO, ERR_NOMEM. */
err_t ledger_open(const char *folder, size_t bytes, ledger_t **out, errinfo_t *why);
void ledger_close(ledger_t *ledger);

/* ledger_read calls `seen` with each record, in the order of their names. `bytes` is NULL where a
 * part of the record is missing, or not what was written; it is to be read during the call. */
err_t ledger_read(ledger_t *ledger,
                  void (*seen)(const ledger_name_t *name, const uint8_t *bytes, size_t count,
                               void *context),
                  void *context, errinfo_t *why);

/* ledger_write makes the changes in their order, and fills in `err` of each. They are one
 * transaction; where there is not enough room for all of them, each is tried by itself. ERR_OK:
 * all were made. Otherwise *why is why one of them was not:
 *   ERR_LIMIT  there is no room for it: drop some first
 *   ERR_IO     the disk did not take it; the next write may succeed, unless ledger_is_lost */
err_t ledger_write(ledger_t *ledger, ledger_change_t *first, errinfo_t *why);

/* ledger_source makes the ledger a source of backup_copy, which may run while another thread
 * writes. */
backup_source_t ledger_source(ledger_t *ledger);

/* ledger_is_lost: is the data no longer what this process has written? */
bool ledger_is_lost(const ledger_t *ledger);

/* ledger_used returns how many bytes the records take, as of the last write, ledger_room how many
 * they may: an eighth of the data stays free, because pages are copied before they are written to,
 * also to drop something. ledger_size returns how much a record of so many bytes takes, about. */
size_t ledger_used(const ledger_t *ledger);
size_t ledger_room(const ledger_t *ledger);
size_t ledger_size(size_t count);

#endif
