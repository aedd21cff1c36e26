/* SPDX-License-Identifier: MIT
 * follow.h - stays with a job to its end: progress, Ctrl-C, the final report.
 *
 * Ownership everything is borrowed; the report is copied.
 * Threads   the main thread.
 * Errors    are written to stderr; the exit code is returned.
 */
#ifndef CLIENTS_CLI_FOLLOW_H
#define CLIENTS_CLI_FOLLOW_H

#include <stdbool.h>

#include "clients/cli/exits.h"
#include "clients/cli/live.h"
#include "clients/cli/session.h"

/* follow_job waits for the end of a job and stores its report. A job of at most `time_ms` (0: no
 * limit) that does not end some time after that is given up as lost. With may_cancel the first
 * Ctrl-C cancels the job, and its report is still waited for; without, it ends the waiting, and
 * report->state is not final. Returns EXIT_PROVEN (0) with a report, or the exit code after a
 * complaint. */
exit_t follow_job(session_t *session, uint64_t job, int64_t time_ms, live_t *live, bool may_cancel,
                  tesuji_report_t *report);

/* follow_late complains of a daemon that did not tell the end in time. */
exit_t follow_late(const session_t *session);

/* follow_finish writes the report, as JSON if asked, and its picture, if asked. Returns the exit
 * code: of the verdict, of the signal that ended the job, or of a picture that could not be
 * written. */
exit_t follow_finish(const session_t *session, const args_t *args, const tesuji_report_t *report);

#endif
