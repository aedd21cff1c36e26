/* SPDX-License-Identifier: MIT
 * env.h - the inside of a store, for the files of this folder.
 *
 * Ownership a store owns its LMDB environment, its files and the list of facts that wait.
 * Threads   at each group of fields: who may touch it, and under which lock.
 * Errors    the path in errinfo_t is "store".
 */
#ifndef ENGINE_STORE_ENV_H
#define ENGINE_STORE_ENV_H

#include <pthread.h>
#include <stdatomic.h>

#include "engine/store/data.h"
#include "engine/store/folder.h"
#include "engine/store/gate.h"
#include "engine/store/pages.h"
#include "engine/store/store.h"
#include "engine/store/transaction.h"
#include "engine/store/writer.h"

enum {
	ENV_FAULT = -1, /* no error of LMDB's: its data was cut short or changed meanwhile */
};

typedef struct pending pending_t;

extern const pages_kind_t env_kinds[DATA_TABLES]; /* as pages_check wants to know of them */

struct store {
	store_config_t config;
	char *path; /* that of the folder, as it was given */
	size_t path_bytes;

	gate_t gate; /* whoever commits is inside, or has commits wait (store_source) */

	/* Inside the gate; for lookups under read_lock, while there is a reader. */
	data_t data; /* mapped to be read; not mapped: shut */
	folder_t files;
	writer_t writer; /* who writes to it */
	bool is_refused; /* the data as it was then, */
	struct stat refused;
	errinfo_t refusal; /* and why */

	pthread_mutex_t read_lock; /* of the reading transaction */
	MDB_txn *reader;           /* of the last commit; NULL: shut */
	_Atomic bool is_lost;      /* a lookup has found that it cannot be read */
	_Atomic bool is_writing;   /* the data is being written to; changed under read_lock */

	pthread_mutex_t lock; /* of what follows */
	pending_t *first, **last;
	uint64_t waiting;
	bool is_due;
	store_state_t state;

	_Atomic uint64_t found, missed, evicted, facts_count, pages_used;
};

/* env_open opens the folder, if its data is sound. env_shut lets go of it. Whoever commits calls
 * these. */
err_t env_open(store_t *store, errinfo_t *why);
void env_shut(store_t *store);

/* env_transact has the process beside this one do a task (transaction.h), which begins with a
 * transaction_t and is `count` bytes long; what it says about the data is filled in here. `copy` is
 * FILE_COPY, or -1. Returns 0 and the answer; or an error of LMDB's or of the system, or
 * ENV_FAULT: nothing was written then, or after an ENV_FAULT perhaps something. */
int env_transact(store_t *store, void *bytes, size_t count, int copy, transaction_answer_t *answer);

/* env_look has `look` read the facts through a cursor; other readers wait. It returns what
 * `look` does, MDB_NOTFOUND where the store is shut, or an error. `look` holds no lock and
 * allocates nothing. */
int env_look(store_t *store, int (*look)(MDB_cursor *cursor, void *context), void *context);

/* env_renew lets lookups see the last commit. */
int env_renew(store_t *store);

/* env_mark tells lookups that whoever commits writes to the data, or has done so: what has changed
 * it else was somebody else. */
void env_mark(store_t *store, bool is_writing);

/* env_want asks for a commit, if none is due. */
void env_want(store_t *store);

/* env_fail makes an error of LMDB's. */
err_t env_fail(int rc, const char *what, errinfo_t *why);

/* env_note has store_stats tell how much there is. */
void env_note(store_t *store, const measure_t *measure);

#endif
