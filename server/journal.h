/* SPDX-License-Identifier: MIT
 * journal.h - the daemon's journal: what it has promised to keep, written to the disk by a thread
 * of its own, many changes in one commit (engine/store/ledger.h).
 *
 *   loop:    journal_append --(nothing is being written)--> wakes the thread
 *   thread:  ledger_write, of all that came while the last commit waited for the disk
 *   loop:    written_cb of each change, in the order in which they were appended
 *
 * Ownership an entry belongs to whoever appends it, and must stay until its written_cb is called.
 * Threads   the loop thread, or the thread that will run the loop. written_cb: the loop thread.
 * Errors    every function but journal_open accepts a journal that is NULL: there is none.
 */
#ifndef SERVER_JOURNAL_H
#define SERVER_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/store/ledger.h"
#include "server/bridge.h"
#include "server/conf.h"

enum { JOURNAL_RESULT_BYTES = 4096 }; /* that the result of a job may need */

typedef struct journal journal_t;
typedef struct journal_entry journal_entry_t;

struct journal_entry {
	ledger_change_t change; /* filled in by who appends it, but for `next` and `err` */

	/* `why`: why it was not written; NULL: the disk has it. The entry may be freed, or appended
	 * again. */
	void (*written_cb)(journal_entry_t *entry, const errinfo_t *why);
};

/* journal_open opens the journal in the folder that the settings name; *out is NULL where they name
 * none. It makes the thread. Errors as those of ledger_open, with the path "journal"; ERR_NOMEM. */
err_t journal_open(const conf_t *conf, journal_t **out, errinfo_t *why);

/* journal_read is ledger_read, before journal_begin. */
err_t journal_read(journal_t *journal,
                   void (*seen)(const ledger_name_t *name, const uint8_t *bytes, size_t count,
                                void *context),
                   void *context, errinfo_t *why);

/* journal_begin lets changes be written. `idle_cb` is called when everything that was appended has
 * been told of. */
void journal_begin(journal_t *journal, bridge_t *bridge, void (*idle_cb)(void *context),
                   void *context);

/* journal_append has a change written; before journal_begin, it waits for that. */
void journal_append(journal_t *journal, journal_entry_t *entry);

/* journal_drop drops all that there is of an id; nobody is told when. journal_next_id returns an id
 * of which there is nothing; journal_saw_id says that there is something of this one. */
void journal_drop(journal_t *journal, uint64_t id);
uint64_t journal_next_id(journal_t *journal);
void journal_saw_id(journal_t *journal, uint64_t id);

/* journal_waiting returns how many changes have been appended and not been told of. */
unsigned journal_waiting(const journal_t *journal);

/* journal_has_room tells whether `bytes` more may be put, as ledger_size counts them, beside what
 * is reserved. journal_reserve reserves room for so many more results, or fewer. */
bool journal_has_room(const journal_t *journal, size_t bytes);
void journal_reserve(journal_t *journal, int results);

/* journal_full says that there is no room for what a client has asked, and returns ERR_JOURNAL;
 * journal_refusal says so of a change for which written_cb was told `from`. */
err_t journal_full(errinfo_t *why);
err_t journal_refusal(const errinfo_t *from, errinfo_t *why);

/* journal_is_lost: somebody else has changed the data; nothing is written any more. */
bool journal_is_lost(const journal_t *journal);

/* journal_source makes the journal a source of backup_copy; false: there is none. The path of its
 * errors is "ledger". */
bool journal_source(const journal_t *journal, backup_source_t *out);

/* journal_end ends the thread; no change may wait. journal_free closes the journal. */
void journal_end(journal_t *journal);
void journal_free(journal_t *journal);

/* Since it was opened; the time of the last commit. */
typedef struct {
	uint64_t commits, failed, changes, last_ns;
	uint64_t bytes, bytes_most; /* that records take, and may take */
	bool is_failing;            /* the last commit failed */
} journal_counts_t;

/* journal_count tells of the journal; false: there is none. */
bool journal_count(const journal_t *journal, journal_counts_t *out);

#endif
