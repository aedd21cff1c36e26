/* SPDX-License-Identifier: MIT
 * subscriptions.h - the connections that hear of a job, and the sending of its progress and end
 * to them: some in each turn of the loop.
 *
 * Ownership a subscription belongs to its record and its connection; it goes with the first of
 *           them.
 * Threads   the loop thread.
 */
#ifndef SERVER_SUBSCRIPTIONS_H
#define SERVER_SUBSCRIPTIONS_H

#include "server/jobs.h"

typedef struct sub sub_t;

enum {
	SUBS_TURN = 4096,  /* subscriptions looked at in one turn of the loop */
	SUBS_SENDING = 16, /* one that a message is sent to counts for so many more */
};

/* subscriptions_init is called by jobs_init. `told_cb` is called when all subscribers have been
 * told of the end of a job and that took more than one turn of the loop. */
void subscriptions_init(jobs_t *jobs, void (*told_cb)(record_t *record));

/* subscriptions_add subscribes `conn` to the record. progress_ms: least time between two
 * progress messages, 0 = none. `own`: the connection submitted the job. NULL: no memory. */
sub_t *subscriptions_add(record_t *record, conn_t *conn, uint64_t progress_ms, bool own);

/* subscriptions_change changes the interval of the connection's subscription to the record;
 * false: it has none. */
bool subscriptions_change(record_t *record, conn_t *conn, uint64_t progress_ms);

/* subscriptions_want notes that one more wants the progress of a record without being a connection,
 * or not any more. */
void subscriptions_want(record_t *record, bool is_wanted);

/* subscriptions_drop ends a subscription of `conn` and frees it. */
void subscriptions_drop(sub_t *sub, conn_t *conn);

/* subscriptions_tell sends every subscriber the newest progress of an active job, or the end of
 * a finished one: now, or in later turns to those that this turn has no time for. */
void subscriptions_tell(record_t *record);

/* subscriptions_close closes the handle; no record may have subscribers to be told. */
void subscriptions_close(jobs_t *jobs);

/* subscriptions_conn_ended cancels the jobs of a connection that asks nothing more. It still
 * hears of their ends, but its subscriptions to jobs that it watched or detached are dropped. */
void subscriptions_conn_ended(jobs_t *jobs, conn_t *conn);

/* subscriptions_conn_gone does the same for a connection that takes no more messages, and drops
 * all its subscriptions. */
void subscriptions_conn_gone(jobs_t *jobs, conn_t *conn);

#endif
