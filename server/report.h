/* SPDX-License-Identifier: MIT
 * report.h - the messages about a job, made of the engine's structures.
 *
 * Ownership the caller gets one reference to a returned buffer.
 * Threads   the loop thread.
 * Errors    NULL: no memory.
 */
#ifndef SERVER_REPORT_H
#define SERVER_REPORT_H

#include "server/jobs.h"

/* report_progress and report_done make whole notifications, job.progress and job.done, of a
 * record whose job is not released. */
outbuf_t *report_progress(const record_t *record, const progress_t *progress);
outbuf_t *report_done(const record_t *record, const result_t *result);

/* report_restored makes job.done of what it says; report_gone_on makes job.kept of a durable
 * job. */
outbuf_t *report_restored(const msg_done_t *done);
outbuf_t *report_gone_on(const record_t *record);

/* report_failed fills in what is told of a job that could not be begun. */
void report_failed(const msg_submit_t *msg, const errinfo_t *why, msg_done_t *out);

/* report_payload lends the map of a job.done; false: `done` is NULL, or there is no memory. */
bool report_payload(const outbuf_t *done, const uint8_t **bytes, size_t *count);

/* report_result fills in what the result of a final job tells, and leaves the job's number, label
 * and goal empty. */
void report_result(const job_t *job, const result_t *result, msg_done_t *out);

/* report_status makes the job map (the result of job.status) of a record whose job is not
 * released; the job may be final already. */
outbuf_t *report_status(const record_t *record);

/* report_kept makes the job map of a finished job, from its notification. */
outbuf_t *report_kept(const record_t *record);

/* report_style returns the name on the wire of how the boards of a game are drawn; a constant. */
const char *report_style(const game_t *game);

/* report_row fills a row of job.list from a record whose job is not released. Its state is also
 * the answer to job.cancel. */
void report_row(const record_t *record, msg_row_t *row);

#endif
