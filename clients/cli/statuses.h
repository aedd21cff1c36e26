/* SPDX-License-Identifier: MIT
 * statuses.h - what `tesuji status`, `tesuji life` and the first moves of a problem have in
 * common: they ask many questions at once, collect the verdicts, and end early on Ctrl-C.
 *
 * Threads   one.
 * Errors    exit codes; what is wrong has been told on stderr.
 */
#ifndef CLIENTS_CLI_STATUSES_H
#define CLIENTS_CLI_STATUSES_H

#include "clients/cli/args.h"
#include "clients/cli/exits.h"
#include "clients/cli/live.h"
#include "clients/cli/session.h"

/* A field of the protocol and its option. */
typedef struct {
	const char *path, *option;
	bool is_search; /* its fault is one of usage, not of the board */
} status_origin_t;

/* statuses_command runs one of the two commands: it reads the record, if the command line names
 * one, opens a session and calls `in` with both; `sgf` is NULL without a record. */
exit_t statuses_command(const args_t *args, exit_t (*in)(const session_t *session,
                                                         const args_t *args, const char *sgf));

/* statuses_exit returns the exit code of an answer that was shown: that of the signal, if one ended
 * the search. */
exit_t statuses_exit(exit_t code);

/* statuses_refused tells why the daemon refused, in terms of the command line. The last row of
 * `origins`, without a path, ends them. */
exit_t statuses_refused(const session_t *session, const args_t *args,
                        const status_origin_t *origins);

/* statuses_follow gives `take` each verdict of a status, and its end, and returns after that.
 * Ctrl-C has the status end sooner. What is shown live is erased before a
 * complaint; NULL: nothing is. */
exit_t statuses_follow(const session_t *session, uint64_t status, int64_t time_ms, live_t *live,
                       void (*take)(void *context, const tesuji_event_t *event), void *context);

#endif
