/* SPDX-License-Identifier: MIT
 * report.h - what is said of a job: engine structures into messages.
 *
 * Ownership a returned buffer has one reference, the caller's.
 * Threads   the loop thread.
 * Errors    NULL: no memory.
 */
#ifndef SERVER_REPORT_H
#define SERVER_REPORT_H

#include "server/jobs.h"

/* report_progress and report_done make whole notifications. */
outbuf_t *report_progress(const record_t *record, const progress_t *progress);
outbuf_t *report_done(const record_t *record, const result_t *result);

/* report_status makes the job map: what follows rpc_put_response. For a job
 * that is final in the engine but not yet here too. */
outbuf_t *report_status(const record_t *record);

/* report_kept makes the job map of a finished job. */
outbuf_t *report_kept(const record_t *record);

/* report_style returns the name of how a game's board is drawn, as on the wire. */
const char *report_style(const game_t *game);

/* report_row fills a row of job.list; the state is also what job.cancel says. */
void report_row(const record_t *record, msg_row_t *row);

#endif
