/* SPDX-License-Identifier: MIT
 * batches.h - many jobs that were submitted as one: their bodies, their results, and how far they
 * are.
 *
 *     FILLING --last batch.submit--> SEALING --journal--> RUNNING --over--> FINAL
 *
 *   FILLING   belongs to a connection, which adds jobs; gone with it
 *   SEALING   a durable one: the journal is writing its head; before that it has its jobs
 *   RUNNING   its jobs are begun, some at a time (batch_run.h), until all have ended or it is
 *             cancelled
 *   FINAL     nothing of it is searched any more
 *
 * A result that has been told has a place in the order in which results came, which stays, over a
 * restart, too. So whoever knows so many of them asks for the rest by that number.
 *
 * Ownership batches_t owns the batches; a batch owns its jobs and holds its owner, which holds a
 *           peer.
 * Threads   the loop thread, or main before it.
 */
#ifndef SERVER_BATCHES_H
#define SERVER_BATCHES_H

#include "protocol/msg_batch.h"
#include "server/durable.h"

enum {
	BATCH_CHUNK = 256, /* size: jobs of a batch lie in chunks, which do not move */
	BATCH_CHUNKS = (BATCH_JOBS_MAX + BATCH_CHUNK - 1) / BATCH_CHUNK,
	BATCH_BODY_BYTES = 4096, /* limit: mean of a job's body, over all that may be kept */
};

typedef struct batches batches_t;
typedef struct batch batch_t;

typedef enum { ITEM_WAITING, ITEM_RUNNING, ITEM_WRITING, ITEM_UNWRITTEN, ITEM_ENDED } item_state_t;

/* One job of a batch. */
typedef struct {
	journal_entry_t entry; /* of its body, then of its result */
	batch_t *batch;
	uint32_t index;
	item_state_t state;
	unsigned value; /* msg_value_t, of its result */
	bool has_failed;
	uint64_t n;     /* of a result in the journal: which it was, with gaps */
	uint8_t *bytes; /* its body; when it has ended, the map of its job.done */
	size_t count, capacity;
	uint8_t *record; /* being written */
	size_t record_capacity;
} batch_item_t;

/* Whose batches have jobs to begin: a peer. */
typedef struct batch_owner {
	link_t link; /* in batches->owners */
	peer_t *peer;
	uint64_t client; /* as jobs_submit's; the same for all batches of the peer */
	unsigned weight;
	link_t batches;          /* with jobs to begin, the one whose turn it is first */
	unsigned running, count; /* jobs; batches that hold it */
} batch_owner_t;

typedef enum { BATCH_FILLING, BATCH_SEALING, BATCH_RUNNING, BATCH_FINAL } batch_state_t;

struct batch {
	idnode_t node;
	link_t all, of_owner;
	keynode_t named; /* in batches->keys, if it is durable and SEALING or later */
	batches_t *batches;
	batch_state_t state;
	uint64_t id;          /* in the journal; 0: it is not durable, or repeats one that is */
	batch_owner_t *owner; /* NULL: its account is gone */
	account_t *account;   /* a reference; NULL: none */
	char account_name[MSG_ACCOUNT_BYTES], key[MSG_KEY_BYTES], label[MSG_LABEL_BYTES];
	bool is_repeat;    /* its key is known: its jobs are compared, and not kept */
	bool is_cancelled; /* no more of it is begun */
	bool is_gone;      /* to be freed when the journal has told of its last change */
	bool has_failed;   /* the journal has refused one of its jobs */
	sha256_t sha;      /* of the jobs so far */
	uint8_t digest[SHA256_BYTES];
	batch_item_t *chunk[BATCH_CHUNKS];
	uint32_t count, begun; /* jobs; those below `begun` have been begun */
	unsigned running, writing, unwritten;
	uint32_t *order; /* the jobs in the order of their results, `ended` of them */
	uint32_t ended, order_count;
	uint64_t proven, disproven, undecided, failed, last_n;
	size_t bytes;    /* of bodies and results */
	link_t watchers; /* handle_batch.c */
	link_t runs;     /* batch_run.c */
	uint64_t expires_ms;
	uint64_t ended_wall_ms; /* of one in the journal: when its last result came */
};

struct batches {
	struct server *server;
	journal_t *journal; /* NULL: none */
	idmap_t map;
	link_t all, owners;
	keymap_t keys;
	unsigned jobs;    /* of all batches */
	unsigned running; /* of them */
	size_t bytes;
	bool is_stopping;
	codec_t *codec; /* of jobs that are begun; NULL: none has been */
	uv_timer_t timer;
	uv_idle_t turn; /* runs while jobs wait that a turn of the loop had no time to begin */
	/* Settings. */
	unsigned most;
	uint64_t keep_ms, keep_durable_ms;
	void (*news_cb)(batch_t *batch);     /* a result has come, or the end */
	void (*tick_cb)(batches_t *batches); /* from time to time */
	void (*turn_cb)(batches_t *batches); /* see `turn` */
	void (*idle_cb)(batches_t *batches); /* no job is running any more */
};

/* batches_init prepares *batches; the caller fills in the settings and callbacks. batches_begin
 * makes the handles, batches_close closes them; batches_fini frees everything: no job may run, no
 * change may wait. */
void batches_init(batches_t *batches, struct server *server, journal_t *journal);
void batches_begin(batches_t *batches);
void batches_close(batches_t *batches);
void batches_fini(batches_t *batches);

/* batches_create makes a batch that is FILLING; NULL: no memory. batches_drop lets go of a batch of
 * which nothing runs: its memory goes when the journal has told of its last change. */
batch_t *batches_create(batches_t *batches, account_t *account, const char *account_name,
                        const msg_batch_t *msg);
void batches_drop(batch_t *batch);

/* batches_give_up lets go of a batch that is not RUNNING yet, in the journal, too. batches_rotate
 * returns the first batch of the list, which goes to its end; there must be one. */
void batches_give_up(batch_t *batch);
batch_t *batches_rotate(batches_t *batches);

/* batches_own makes a peer the owner, whose jobs have their turns as `conn`'s. ERR_NOMEM. */
err_t batches_own(batch_t *batch, peer_t *peer, uint64_t conn);

batch_t *batches_find(const batches_t *batches, uint64_t number);
batch_t *batches_find_key(const batches_t *batches, const char *account, const char *key);

/* batches_add appends a job whose body has been written to *body, which is left empty. ERR_NOMEM.
 * batches_cut takes away those from `count` on again; *sha is what batch->sha was then.
 * batches_item returns a job. */
err_t batches_add(batch_t *batch, wirebuf_t *body);
void batches_cut(batch_t *batch, uint32_t count, const sha256_t *sha);
batch_item_t *batches_item(const batch_t *batch, uint32_t index);

/* batches_name lets batches_find_key find a batch from now on. batches_written says that
 * the journal has told of a change of an item; batch->writing counts those of which it has not.
 * With the last one a batch that is gone is freed. */
void batches_name(batch_t *batch);
void batches_written(batch_item_t *item);

/* batches_wake has turn_cb called in every turn of the loop, or no more. */
void batches_wake(batches_t *batches, bool is_wanted);

/* batches_hold replaces the bytes of an item. */
void batches_hold(batch_item_t *item, wirebuf_t *bytes);

/* batches_told gives the result of an item its place. False: no memory, it has to be told later. */
bool batches_told(batch_item_t *item);

/* batches_settle makes a batch FINAL if nothing of it can end any more. */
void batches_settle(batch_t *batch);

/* batches_status fills in how far it is. */
void batches_status(const batch_t *batch, msg_batch_status_t *out);

#endif
