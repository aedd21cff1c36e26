/* SPDX-License-Identifier: MIT
 * handle_batch.h - the handlers of batches.
 *
 * batch.watch is answered when there is something to tell, or its time is over: a client that has
 * taken some results asks for the next, as fast as it can read them. So nothing waits in its queue,
 * and a client that comes back asks from where it was.
 *
 * Threads   the loop thread.
 * Errors    as in handle_job.h.
 */
#ifndef SERVER_HANDLE_BATCH_H
#define SERVER_HANDLE_BATCH_H

#include "server/dispatch.h"

/* Each answers the method of its name. */
err_t handle_batch_submit(call_t *call, errinfo_t *why);
err_t handle_batch_status(call_t *call, errinfo_t *why);
err_t handle_batch_watch(call_t *call, errinfo_t *why);
err_t handle_batch_cancel(call_t *call, errinfo_t *why);
err_t handle_batch_ack(call_t *call, errinfo_t *why);

/* handle_batch_news is batches_t.news_cb, handle_batch_tick its tick_cb. */
void handle_batch_news(batch_t *batch);
void handle_batch_tick(batches_t *batches);

/* handle_batch_stop answers all who wait: the server ends. */
void handle_batch_stop(batches_t *batches);

/* handle_batch_conn_gone lets go of the batch that the connection was filling. */
void handle_batch_conn_gone(conn_t *conn);

#endif
