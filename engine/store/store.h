/* SPDX-License-Identifier: MIT
 * store.h - facts on disk: what a solver has found out stays known when its process has ended.
 *
 * A folder belongs to one process at a time. Facts are kept in two steps: store_keep notes one,
 * in memory and at once; store_commit writes all that were noted in one transaction, which ends
 * with the disk's word that it has them. Both may run while others look up.
 *
 * Another process may move, cut or overwrite the data while it is open. Then lookups find nothing,
 * facts that are not on disk go on waiting, and store_commit returns an error; the process goes on.
 * The next store_commit writes what could not be written, or opens the folder anew.
 *
 * Ownership everything is copied in and out.
 * Threads   any, but store_open, store_close, and one store_commit at a time. The thread that opens
 *           a store has to live until it is closed: the process beside this one that writes to the
 *           store (writer.h) ends with that thread, and is begun anew by the next commit.
 * Errors    the path in errinfo_t is "store"; the text names the folder and says what to do.
 */
#ifndef ENGINE_STORE_STORE_H
#define ENGINE_STORE_STORE_H

#include "engine/base/err.h"
#include "engine/store/fact.h"
#include "engine/store/fact_record.h"
#include "engine/store/canonical.h"

typedef struct store store_t;

enum {
	STORE_LEAST_MIB = 4,
	STORE_WAITING_MOST = 65536, /* facts that wait; more are forgotten */
};

typedef struct {
	const char *folder; /* made if it is not there; borrowed during the call */
	size_t bytes;       /* most that its data may take; at least STORE_LEAST_MIB */
	bool must_exist;    /* an empty folder is an error */
	bool is_locked;     /* the caller has locked the folder, and keeps the lock (staging.h) */
	bool takes_unsound; /* records that are not what was written are no error: to look at
	                     * them */
	bool stays;         /* what cannot be opened now is a store that is shut */

	/* Called by store_keep when a fact has come and no commit was due; may be NULL. */
	void (*on_due)(void *context);

	/* Called by store_keep with the record of a fact that it has noted, from its thread; may be
	 * NULL. The record is borrowed. */
	void (*on_kept)(void *context, const fact_record_bytes_t *record);
	void *context; /* of both */
} store_config_t;

typedef enum {
	STORE_OPEN,
	STORE_FAILING, /* the last write failed: what is found waits, lookups go on */
	STORE_SHUT,    /* nothing on disk can be used: what is found waits, nothing is looked up */
} store_state_t;

typedef struct {
	uint64_t facts;   /* on disk */
	uint64_t waiting; /* noted, and not yet on disk */
	uint64_t bytes;   /* that the facts take on disk, and may take */
	uint64_t bytes_most;
	uint64_t found;   /* lookups that were answered, since it was opened */
	uint64_t missed;  /* that were not */
	uint64_t evicted; /* facts that made room, likewise */
	store_state_t state;
} store_stats_t;

/* store_open looks at every page and every record of the data before it believes any. A store
 * that `stays` is there (ERR_OK) though it could not be opened, and why->code tells that; but for
 * ERR_BUSY: another process has it, and ERR_NOMEM. */
err_t store_open(const store_config_t *config, store_t **out, errinfo_t *why);

/* store_close does not commit. NULL is accepted. */
void store_close(store_t *store);

/* store_find looks a question up. */
bool store_find(store_t *store, const canonical_t *form, wanted_t wanted, fact_t *out);

/* store_keep notes a fact about the form, if it is of a kind that can be kept. */
void store_keep(store_t *store, const canonical_t *form, const fact_t *fact);

/* store_put notes a record that is sound, as store_keep does. */
void store_put(store_t *store, const fact_record_bytes_t *record);

/* store_commit writes what has been noted when it is called, and makes room. It looks first whether
 * the folder is still there and as it left it. After an error call it again, later: what could
 * not be written waits, and what is noted meanwhile, up to STORE_WAITING_MOST; on_due is not
 * called until it has succeeded. */
err_t store_commit(store_t *store, errinfo_t *why);

void store_stats(store_t *store, store_stats_t *out);

#endif
