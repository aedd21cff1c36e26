/* SPDX-License-Identifier: MIT
 * statuses.h - what `tesuji status` and `tesuji life` have in common: they ask many questions at
 * once, collect the verdicts, and end early on Ctrl-C.
 *
 * Threads   one.
 * Errors    exit codes; what is wrong has been told on stderr.
 */
#ifndef CLIENTS_CLI_STATUSES_H
#define CLIENTS_CLI_STATUSES_H

#include "clients/cli/args.h"
#include "clients/cli/exits.h"
#include "clients/cli/session.h"

/* A field of the protocol and its option. */
typedef struct {
	const char *path, *option;
	bool is_search; /* its fault is one of usage, not of the board */
} status_origin_t;

/* statuses_refused tells why the daemon refused, in terms of the command line. The last row of
 * `origins`, without a path, ends them. */
exit_t statuses_refused(const session_t *session, const args_t *args,
                        const status_origin_t *origins);

/* statuses_follow gives `take` each verdict of a status, and its end, and returns after that.
 * Ctrl-C has the status end sooner. */
exit_t statuses_follow(const session_t *session, uint64_t status, int64_t time_ms,
                       void (*take)(void *context, const tesuji_event_t *event), void *context);

#endif
