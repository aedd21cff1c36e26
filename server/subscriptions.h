/* SPDX-License-Identifier: MIT
 * subscriptions.h - who hears of a job, and the telling: some in each turn of the loop.
 *
 * Ownership a subscription belongs to its record and its connection; either side that goes takes
 *           it along.
 * Threads   the loop thread.
 */
#ifndef SERVER_SUBSCRIPTIONS_H
#define SERVER_SUBSCRIPTIONS_H

#include "server/jobs.h"

typedef struct sub sub_t;

enum {
	SUBS_TURN = 4096,  /* subscriptions looked at in a turn of the loop, */
	SUBS_SENDING = 16, /* of which one that is sent something counts for so many */
};

/* subscriptions_init is for jobs_init; told_cb is called when everybody has heard of the end of a
 * job that took more than a turn. */
void subscriptions_init(jobs_t *jobs, void (*told_cb)(record_t *record));

/* subscriptions_add makes `conn` hear of the record; NULL: no memory. */
sub_t *subscriptions_add(record_t *record, conn_t *conn, uint64_t progress_ms, bool own);

/* subscriptions_change changes the interval of a connection that hears of it; false: it does not.
 */
bool subscriptions_change(record_t *record, conn_t *conn, uint64_t progress_ms);

void subscriptions_drop(sub_t *sub, conn_t *conn);

/* subscriptions_tell tells everybody of the newest progress of an active job, or of the end of a
 * finished one: now, or the rest in later turns. */
void subscriptions_tell(record_t *record);

/* subscriptions_close closes the handle; nobody may be left to be told. */
void subscriptions_close(jobs_t *jobs);

/* subscriptions_conn_ended cancels the jobs of a connection that asks nothing more. The connection
 * still hears of their ends, but no more of what it watched or detached. */
void subscriptions_conn_ended(jobs_t *jobs, conn_t *conn);

/* subscriptions_conn_gone does the same for a connection that is gone, which hears of nothing. */
void subscriptions_conn_gone(jobs_t *jobs, conn_t *conn);

#endif
