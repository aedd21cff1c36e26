/* SPDX-License-Identifier: MIT
 * durable.h - jobs that outlive the daemon: each is in the journal before its number is told, and
 * its result before that is told; both stay until job.ack, or until they are too old.
 *
 *     NEW --journal--> OPEN --on_done--> ENDING --journal--> ENDED --job.ack, journal--> gone
 *
 *   NEW     its submission is being written; who has submitted it is not answered yet
 *   OPEN    its job waits, or is searched; also one of an account that there is not now
 *   ENDING  its job is final; the result is being written, and told to nobody
 *   ENDED   the result can be asked for
 *
 * A job belongs to an account, or to everybody where there are no accounts, and is found by its
 * account and its key. Where the daemon is killed, jobs that were NEW or OPEN are submitted again
 * when it starts, and an ENDING one, too, if its result was not written.
 *
 * Ownership a durable_t owns what it keeps; a kept_t holds a reference to its account. The record
 *           of its job (jobs.h) is that of jobs_t.
 * Threads   the loop thread, or main before it.
 * Errors    ERR_JOURNAL: the journal does not take it; *why says what to do about that. Every
 *           function accepts a durable_t that is NULL where it says so: there is no journal.
 */
#ifndef SERVER_DURABLE_H
#define SERVER_DURABLE_H

#include "server/durable_record.h"
#include "server/jobs.h"
#include "server/journal.h"
#include "server/keymap.h"

typedef struct durable durable_t;

typedef enum { KEPT_NEW, KEPT_OPEN, KEPT_ENDING, KEPT_ENDED } kept_state_t;

typedef struct kept {
	link_t link; /* in durable->open or durable->ended */
	keynode_t named;
	durable_t *durable;
	uint64_t id; /* in the journal */
	kept_state_t state;
	account_t *owner; /* a reference; NULL: there are no accounts, or not this one */
	char account[MSG_ACCOUNT_BYTES], key[MSG_KEY_BYTES];
	uint8_t digest[SHA256_BYTES]; /* of its body */
	record_t *record;             /* NULL: its account is gone, or it has not been restored */
	bool is_cancelled;            /* somebody has asked for that, and the journal has it */
	bool is_going;                /* the daemon ends, and it goes on with the next */
	bool is_refused;     /* its submission was not written, its result was on its way */
	bool is_unwritten;   /* the journal has refused its result: it is tried again */
	uint64_t expires_ms; /* uv_now; of one that has ENDED, or that nobody runs */
	uint8_t *bytes;      /* its body, or its done, until it is restored; or being written */
	size_t count, capacity;
	journal_entry_t entry; /* of its result */
} kept_t;

struct durable {
	uv_loop_t *loop;
	journal_t *journal;
	keymap_t keys;
	link_t open, ended;
	unsigned open_count, ended_count;
	unsigned unwritten_count; /* of them, whose results the journal has refused */
	bool is_stopping, has_given_up;
	bool is_unrestored; /* not all jobs have been taken up: the timer goes on with that */
	void *context;
	void (*restore_cb)(void *context);
	uv_timer_t timer; /* looks for what is too old, and does again what could not be done */
	/* Settings. */
	unsigned most;
	uint64_t keep_ms;
};

/* durable_create makes a table without jobs, durable_read.h fills it; NULL: no memory. */
durable_t *durable_create(uv_loop_t *loop, journal_t *journal);

/* durable_set gives it the settings. NULL is accepted. */
void durable_set(durable_t *durable, const conf_t *conf);

/* durable_begin starts the timer. durable_stop has jobs that nobody searches yet go on with the
 * next daemon, and from then on whatever is cancelled by nobody. durable_give_up does so with those
 * whose results the journal does not take. All accept NULL. */
void durable_begin(durable_t *durable);
void durable_stop(durable_t *durable);
void durable_give_up(durable_t *durable);

/* durable_close closes the timer; durable_free frees everything. No change may wait. NULL. */
void durable_close(durable_t *durable);
void durable_free(durable_t *durable);

/* durable_find finds a job by its account, "": none, and its key; NULL: there is none. */
kept_t *durable_find(const durable_t *durable, const char *account, const char *key);

/* durable_usable tells whether there is a journal that can be written; durable_admit whether the
 * peer may have one more job of `count` bytes in it. ERR_QUOTA: its account may not have so many;
 * ERR_BUSY: it has its share of what there may be; ERR_JOURNAL. Both accept a durable_t that is
 * NULL. */
err_t durable_usable(const durable_t *durable, errinfo_t *why);
err_t durable_admit(const durable_t *durable, const peer_t *peer, size_t count, errinfo_t *why);

/* durable_reserve takes up a job that is NEW, of that body; NULL: no memory. durable_release lets
 * go of it again, NULL is accepted; durable_attach gives it its record, when it has been submitted.
 * durable_open_now says that the journal has it. durable_refuse lets go of it because the journal
 * has not: its job is cancelled, and is no durable one from now on. */
kept_t *durable_reserve(durable_t *durable, const char *account, const char *key,
                        const wirebuf_t *body);
void durable_release(kept_t *kept);
void durable_attach(kept_t *kept, record_t *record);
void durable_open_now(kept_t *kept);
void durable_refuse(kept_t *kept);

/* durable_forget lets go of a job that has ended, or that nobody runs, and of its record. */
void durable_forget(kept_t *kept);

/* durable_ended is jobs_t.ended_cb. */
void durable_ended(record_t *record, const result_t *result);

/* For who takes up the jobs of a journal again. durable_wait says that nobody can run a job for the
 * present; durable_end_failed that it has ended as its record says, which the journal is to
 * have. */
void durable_wait(kept_t *kept);
void durable_end_failed(kept_t *kept);

/* For who reads the journal. durable_keep takes up a job that is NEW, NULL: no memory;
 * durable_set_ended says that it has ended, and is to stay for `ms`; durable_drop_bytes frees its
 * bytes. durable_left returns for how long a result stays that came at this time by the wall clock,
 * before this process began. */
kept_t *durable_keep(durable_t *durable, uint64_t id, const char *account, const char *key);
void durable_set_ended(kept_t *kept, uint64_t ms);
void durable_drop_bytes(kept_t *kept);
uint64_t durable_left(uint64_t keep_ms, uint64_t ended_wall_ms);

/* durable_wall returns the time by the wall clock, in ms since 1970. */
uint64_t durable_wall(void);

#endif
