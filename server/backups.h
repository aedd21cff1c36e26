/* SPDX-License-Identifier: MIT
 * backups.h - a backup of the store and of the journal while both are in use, for server.backup.
 *
 *   loop     backups_begin makes a thread
 *   thread   copies the store, then the journal (engine/store/backup.h), into a hidden folder,
 *            which then gets its name (engine/store/staging.h)
 *   loop     answers the request, if its connection is still there
 *
 * There is one at a time. It goes on when its connection has gone, and ends early when the server
 * ends: then nothing of it is left.
 *
 * Ownership the fields are set by who has the struct; they must outlive the loop.
 * Threads   the loop thread.
 */
#ifndef SERVER_BACKUPS_H
#define SERVER_BACKUPS_H

#include <stdatomic.h>

#include "engine/store/staging.h"
#include "protocol/msg_auth.h"
#include "server/background.h"
#include "server/bridge.h"
#include "server/committer.h"
#include "server/journal.h"

typedef struct backups backups_t;

/* Since the start. */
typedef struct {
	uint64_t made, failed, cancelled;
	uint64_t last_s;           /* when the last one was made: seconds since 1970; 0: none */
	uint64_t bytes;            /* of the last one, */
	uint64_t took_ns, held_ns; /* how long it took, and how long commits waited for it */
} backup_counts_t;

struct backups {
	committer_t *committer; /* NULL: no store */
	journal_t *journal;     /* NULL: none */
	bridge_t *bridge;
	background_t *background;
	void *context;
	/* The backup that was begun for `to` is over; why->code ERR_OK: it was made. */
	void (*ended_cb)(backups_t *backups, const msg_backed_up_t *msg, const errinfo_t *why);
	void (*idle_cb)(backups_t *backups);

	bool is_running;
	uint64_t conn_id; /* who waits for it; filled in by who begins it */
	uint32_t msgid;
	backup_counts_t counts;

	/* Of the thread, until it has told of its end. */
	bridge_node_t ended;
	staging_t staging;
	char to[MSG_FOLDER_BYTES];
	uint64_t began_ns, held_ns; /* clock */
	msg_backed_up_t msg;
	errinfo_t why;
	_Atomic bool is_cancelled; /* set by the loop */
};

/* backups_begin begins a backup into the folder `to`, of which ended_cb will tell; the path of what
 * is wrong with the folder is "to". ERR_BUSY: there is one already. ERR_VALUE: the path is not
 * absolute, or there is nothing to copy. ERR_NOMEM: no thread. */
err_t backups_begin(backups_t *backups, const char *to, errinfo_t *why);

/* backups_cancel ends the one that runs, if there is one. */
void backups_cancel(backups_t *backups);

#endif
