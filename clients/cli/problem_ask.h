/* SPDX-License-Identifier: MIT
 * problem_ask.h - has a problem analysed by the daemon.
 *
 * Ownership everything is borrowed; analysis_fini frees an analysis.
 * Threads   the main thread.
 * Errors    are written to stderr; the exit code is returned.
 */
#ifndef CLIENTS_CLI_PROBLEM_ASK_H
#define CLIENTS_CLI_PROBLEM_ASK_H

#include "clients/cli/args.h"
#include "clients/cli/exits.h"
#include "clients/cli/live.h"
#include "clients/cli/problem_source.h"
#include "clients/cli/session.h"
#include "clients/problem/analysis.h"

/* Who asks. The caller sets the first group. */
typedef struct {
	session_t *session;
	const args_t *args;
	live_t *live;                /* is erased before a complaint */
	bool is_many;                /* a refusal is of one problem among many, and is not told */
	void (*tick)(void *context); /* called at every verdict on a move; NULL: nothing is */
	void *context;

	/* Of the last analysis. */
	bool is_refused;
	char refused[TESUJI_ERROR_BYTES]; /* why */
	uint64_t nodes;
	exit_t code; /* of what went wrong */
	void (*take)(void *node, const tesuji_event_t *event);
	void *node;
} problem_ask_t;

/* problem_ask_request makes the request about a problem that problem_source_find has found. */
void problem_ask_request(const args_t *args, const problem_source_t *source, tesuji_request_t *out);

/* problem_ask analyses a problem. EXIT_PROVEN: the analysis is complete, so far as the limits
 * sufficed. A busy daemon is asked again, if the problem is one of many. */
exit_t problem_ask(problem_ask_t *ask, const problem_source_t *source,
                   const tesuji_request_t *request, analysis_t *analysis);

#endif
