/* SPDX-License-Identifier: MIT
 * batch_run.h - begins the jobs of batches, some at a time, and takes their ends.
 *
 * A peer has as many jobs of its batches in the solver as keep the workers busy; its batches have
 * turns. There these jobs are the peer's second client, whose weight is that of the class batch: so
 * they take nobody's turn, and not that of the peer's own small jobs either. What an account may
 * search in a day is asked for each job before it is begun; beyond it the batch waits.
 *
 * Threads   the loop thread.
 */
#ifndef SERVER_BATCH_RUN_H
#define SERVER_BATCH_RUN_H

#include "server/batches.h"

/* batch_run_start lets a batch begin its jobs: it is RUNNING from now on, and has an owner. */
void batch_run_start(batch_t *batch);

/* batch_run_cancel begins no more jobs of a batch, and cancels those that run. */
void batch_run_cancel(batch_t *batch);

/* batch_run_turn is batches_t.turn_cb. batch_run_retry begins jobs that had to wait, and has
 * results written that the journal had refused. */
void batch_run_turn(batches_t *batches);
void batch_run_retry(batches_t *batches);

/* batch_run_stop begins no more jobs of any batch; batch_run_end cancels those that run. Jobs of a
 * durable batch that end so are begun again when the daemon is. */
void batch_run_stop(batches_t *batches);
void batch_run_end(batches_t *batches);

#endif
