/* SPDX-License-Identifier: MIT
 * problem.c - `tesuji problem`: is a problem sound, and its solution the only one?
 *
 * Design     What is asked, and what follows from the answers, is in clients/problem; here are the
 *            daemon, Ctrl-C, and the files. A depth is meant as a number of plies to the goal, so
 *            with one all moves are searched ply by ply unless the command line says otherwise.
 *
 * Many       The problems of a collection are judged one after the other, a line each: the moves of
 *            one keep all workers busy.
 */
#include "clients/cli/problem.h"

#include "clients/cli/batch_show.h"
#include "clients/cli/complain.h"
#include "clients/cli/gather.h"
#include "clients/cli/problem_show.h"
#include "clients/cli/problem_source.h"
#include "clients/cli/problem_tree.h"
#include "clients/cli/request.h"
#include "clients/cli/source.h"
#include "clients/cli/statuses.h"
#include "clients/problem/analysis.h"

/* What asking needs. */
typedef struct {
	session_t *session;
	const args_t *args;
	void (*take)(void *node, const tesuji_event_t *event);
	void *node;
	exit_t code; /* of what went wrong */
} asker_t;

static void pass_on(void *context, const tesuji_event_t *event)
{
	const asker_t *a = context;

	if (event->kind == TESUJI_EVENT_MOVE)
		a->take(a->node, event);
}

/* ask_moves is an ask_moves_t. */
static int ask_moves(void *context, const tesuji_request_t *request, tesuji_moves_t *begun,
                     void (*take)(void *node, const tesuji_event_t *event), void *node)
{
	asker_t *a = context;

	a->take = take;
	a->node = node;
	if (tesuji_moves(a->session->handle, request, begun) != TESUJI_OK)
		a->code = request_refused(a->session, a->args);
	else
		a->code = statuses_follow(a->session, begun->status, (int64_t)begun->time_ms,
		                          pass_on, a);
	if (a->code == EXIT_PROVEN)
		a->code = statuses_exit(a->code);
	return a->code == EXIT_PROVEN ? 0 : 1;
}

static exit_t verdict_of(const analysis_t *a)
{
	if (analysis_is_sound(a) != 1)
		return analysis_is_sound(a) == 0 ? EXIT_DISPROVEN : EXIT_UNDECIDED;
	if (a->solution == SOLUTION_WRONG)
		return EXIT_OTHER_SOLUTION;
	if (analysis_is_unique(a) == 0)
		return EXIT_COOKED;
	return analysis_is_unique(a) == 1 && a->solution != SOLUTION_OPEN ? EXIT_PROVEN
	                                                                  : EXIT_UNDECIDED;
}

/* request_of makes the request about a problem. */
static void request_of(const args_t *args, const problem_source_t *source, tesuji_request_t *out)
{
	request_fill(out, args, source->problem, 0);
	out->move = source->move;
	if (out->depth != TESUJI_DEFAULT && out->driver == NULL && out->engine == NULL) {
		out->driver = "plain";
		out->engine = "alphabeta";
	}
}

/* analyse asks about a problem, NULL: that of the command line. EXIT_PROVEN: *analysis is complete,
 * and to be ended. */
static exit_t analyse(session_t *session, const args_t *args, const collection_problem_t *problem,
                      problem_source_t *source, tesuji_request_t *request, analysis_t *analysis)
{
	asker_t asker = {.session = session, .args = args};

	problem_source_find(args, problem, source);
	request_of(args, source, request);
	if (analysis_run(ask_moves, &asker, request, source->solution, true, analysis) == 0)
		return EXIT_PROVEN;
	analysis_fini(analysis);
	return asker.code;
}

static exit_t judge_one(session_t *session, const args_t *args, const collection_problem_t *problem)
{
	problem_source_t source;
	tesuji_request_t request;
	analysis_t analysis;
	exit_t code = analyse(session, args, problem, &source, &request, &analysis);

	if (code != EXIT_PROVEN)
		return code;
	problem_show(stdout, &analysis, source.solution, session->where, args->json);
	code = verdict_of(&analysis);
	if (args->sgf != NULL || args->pgn != NULL) {
		const exit_t written = problem_tree(session, args, &request, &analysis);

		code = written != EXIT_PROVEN ? written : code;
	}
	analysis_fini(&analysis);
	return code;
}

/* is_end: does a code end the run, and not only the problem that it came of? */
static bool is_end(exit_t code)
{
	return code == EXIT_NO_SERVER || code == EXIT_INPUT_OUTPUT || code == EXIT_INTERRUPTED ||
	       code == EXIT_NO_MEMORY;
}

/* judge_all judges the problems of a collection, and tells its faults. The code is 0 if all are
 * sound and unique; else that of the last that is not, or of the faults. */
static exit_t judge_all(session_t *session, const args_t *args, const collection_t *all)
{
	exit_t code = EXIT_PROVEN;

	batch_show_faults(all, args->json);
	if (all->fault_count > 0)
		code = EXIT_BAD_INPUT;
	for (unsigned i = 0; i < all->problem_count; i++) {
		const collection_problem_t *problem = &all->problems[i];
		problem_source_t source;
		tesuji_request_t request;
		analysis_t analysis;
		exit_t one = analyse(session, args, problem, &source, &request, &analysis);

		if (one == EXIT_PROVEN) {
			problem_show_row(problem, &analysis, source.solution, args->json);
			one = verdict_of(&analysis);
			analysis_fini(&analysis);
		} else {
			complain("%s:%u: not judged", problem->file, problem->line);
		}
		code = one != EXIT_PROVEN ? one : code;
		if (is_end(one))
			break;
	}
	return code;
}

/* judge judges what was read; NULL: what the command line has. */
static exit_t judge(session_t *session, const args_t *args, const gather_t *gathered)
{
	const collection_t *all = gathered != NULL ? &gathered->all : NULL;

	if (all == NULL)
		return judge_one(session, args, NULL);
	if (all->problem_count == 1 && all->fault_count == 0 && !gathered->is_folder)
		return judge_one(session, args, &all->problems[0]);
	if (all->problem_count + all->fault_count == 0) {
		complain("%s: no problems in it", source_name(args->operand));
		return EXIT_BAD_INPUT;
	}
	if (args->sgf != NULL || args->pgn != NULL) {
		complain("%s: a collection; --sgf and --pgn are for one problem",
		         source_name(args->operand));
		return EXIT_USAGE;
	}
	return judge_all(session, args, all);
}

exit_t problem_command(const args_t *args)
{
	gather_t gathered = {.text = NULL};
	session_t session;
	exit_t code = EXIT_PROVEN;

	if (args->operand != NULL)
		code = gather_read(args, &gathered);
	if (code != EXIT_PROVEN)
		return code;
	code = session_open(&session, args, true);
	if (code == EXIT_PROVEN) {
		code = judge(&session, args, args->operand != NULL ? &gathered : NULL);
		session_close(&session);
	}
	if (args->operand != NULL)
		gather_free(&gathered);
	return code;
}
