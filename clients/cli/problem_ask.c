/* SPDX-License-Identifier: MIT
 * problem_ask.c - see problem_ask.h.
 *
 * Design     What is asked, and what follows from the answers, is in clients/problem; here are the
 *            daemon and Ctrl-C. A depth is meant as a number of plies to the goal, so with one all
 *            moves are searched ply by ply unless the command line says otherwise.
 */
#include "clients/cli/problem_ask.h"

#include <stdio.h>

#include "clients/cli/batch_refusal.h"
#include "clients/cli/complain.h"
#include "clients/cli/interrupt.h"
#include "clients/cli/request.h"
#include "clients/cli/statuses.h"

static void pass_on(void *context, const tesuji_event_t *event)
{
	problem_ask_t *ask = context;

	if (event->kind != TESUJI_EVENT_MOVE)
		return;
	ask->nodes += event->report.nodes;
	ask->take(ask->node, event);
	if (ask->tick != NULL)
		ask->tick(ask->context);
}

/* refused handles a request that was not taken; true: it is to be put again. */
static bool refused(problem_ask_t *ask)
{
	const batch_refusal_t why =
	        batch_refusal_of(tesuji_last_error(ask->session->handle), ask->args);

	if (ask->is_many && why.of == BATCH_REFUSAL_NOW) {
		(void)interrupt_wait(tesuji_fd(ask->session->handle), why.retry_ms);
		return interrupt_signal() == 0;
	}
	if (ask->is_many && why.of == BATCH_REFUSAL_PROBLEM) {
		ask->is_refused = true;
		snprintf(ask->refused, sizeof(ask->refused), "%s", why.text);
		ask->code = EXIT_BAD_INPUT;
		return false;
	}
	live_erase(ask->live);
	ask->code = request_refused(ask->session, ask->args);
	return false;
}

/* ask_moves is an ask_moves_t. */
static int ask_moves(void *context, const tesuji_request_t *request, tesuji_moves_t *begun,
                     void (*take)(void *node, const tesuji_event_t *event), void *node)
{
	problem_ask_t *ask = context;
	bool taken;

	ask->take = take;
	ask->node = node;
	do
		taken = tesuji_moves(ask->session->handle, request, begun) == TESUJI_OK;
	while (!taken && refused(ask));
	if (taken)
		ask->code = statuses_follow(ask->session, begun->status, (int64_t)begun->time_ms,
		                            ask->live, pass_on, ask);
	if (ask->code == EXIT_PROVEN)
		ask->code = statuses_exit(ask->code);
	return ask->code == EXIT_PROVEN ? 0 : 1;
}

void problem_ask_request(const args_t *args, const problem_source_t *source, tesuji_request_t *out)
{
	request_fill(out, args, source->problem, 0);
	out->move = source->move;
	if (out->depth != TESUJI_DEFAULT && out->driver == NULL && out->engine == NULL) {
		out->driver = "plain";
		out->engine = "alphabeta";
	}
}

exit_t problem_ask(problem_ask_t *ask, const problem_source_t *source,
                   const tesuji_request_t *request, analysis_t *analysis)
{
	int rc;

	ask->is_refused = false;
	ask->nodes = 0;
	ask->code = EXIT_PROVEN;
	rc = analysis_run(ask_moves, ask, request, source->solution, true, analysis);
	if (rc == 0)
		return EXIT_PROVEN;
	analysis_fini(analysis);
	if (rc != ANALYSIS_NO_MEMORY)
		return ask->code;
	live_erase(ask->live);
	complain("%s", tesuji_code_text(TESUJI_E_NOMEM));
	return EXIT_NO_MEMORY;
}
