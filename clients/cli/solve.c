/* SPDX-License-Identifier: MIT
 * solve.c - `tesuji solve`.
 *
 * Design     A file is read as a collection first (gather.h); with more than one problem it is
 *            one (batch.h). The text of a single record or FEN goes to the daemon, or to the
 *            daemon's code in this process, as it is. What is wrong with it comes back with the
 *            path of the field, which is then told as what the user wrote: the file, or the
 *            option.
 */
#include "clients/cli/solve.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "clients/c/tesuji_durable.h"
#include "clients/cli/batch.h"
#include "clients/cli/complain.h"
#include "clients/cli/follow.h"
#include "clients/cli/gather.h"
#include "clients/cli/json.h"
#include "clients/cli/live.h"
#include "clients/cli/moves.h"
#include "clients/cli/output.h"
#include "clients/cli/request.h"
#include "clients/cli/session.h"
#include "clients/cli/source.h"
#include "clients/cli/verdict_exit.h"
#include "clients/words/verdict.h"

/* told_detached prints the number of a job that stays with the daemon. */
static exit_t told_detached(const session_t *session, const args_t *args, uint64_t job)
{
	json_t j;

	if (args->json) {
		json_init(&j, stdout);
		json_open(&j, NULL, '{');
		json_text(&j, "server", session->where);
		json_count(&j, "job", job);
		json_close(&j, '}');
	} else {
		printf("%" PRIu64 "\n", job);
	}
	return EXIT_PROVEN;
}

/* without_moves returns the exit code where the side that moves first has no move, mated or
 * stalemated: verdicts on moves do not tell it, so the problem itself is asked. */
static exit_t without_moves(session_t *session, const args_t *args, const tesuji_request_t *request)
{
	tesuji_report_t report;
	live_t live;
	uint64_t job;
	exit_t code;

	live_init(&live, stderr, true);
	if (tesuji_submit(session->handle, request, &job) != TESUJI_OK)
		return request_refused(session, args);
	code = follow_job(session, job, args->time_ms, &live, true, &report);
	if (code != EXIT_PROVEN)
		return code;
	if (!args->json)
		verdict_sentence(stdout, &report);
	return verdict_exit(&report);
}

/* moves_of asks about every first move. */
static exit_t moves_of(const args_t *args, const collection_problem_t *problem)
{
	tesuji_request_t request;
	tesuji_moves_t begun = {.moves = 1};
	session_t session;
	exit_t code = session_open(&session, args, true);

	if (code != EXIT_PROVEN)
		return code;
	request_fill(&request, args, problem, 0);
	if (tesuji_moves(session.handle, &request, &begun) != TESUJI_OK)
		code = request_refused(&session, args);
	else
		code = moves_follow(&session, args, &begun);
	if (code <= EXIT_UNDECIDED && begun.moves == 0)
		code = without_moves(&session, args, &request);
	session_close(&session);
	return code;
}

static int submit(const session_t *session, const args_t *args, const tesuji_request_t *request,
                  uint64_t *job)
{
	if (args->durable != NULL)
		return tesuji_submit_durable(session->handle, request, args->durable, job, NULL);
	return tesuji_submit(session->handle, request, job);
}

/* solve_one asks one problem: of the file as it is, or as a reader has read it; NULL: of the
 * options. */
static exit_t solve_one(const args_t *args, const collection_problem_t *problem)
{
	tesuji_request_t request;
	tesuji_report_t report;
	session_t session;
	live_t live;
	uint64_t job;
	exit_t code = EXIT_PROVEN;

	if (args->all_moves)
		return moves_of(args, problem);
	if (args->certificate != NULL)
		code = output_place(args->certificate);
	if (code == EXIT_PROVEN)
		code = session_open(&session, args, !args->detach && args->durable == NULL);
	if (code != EXIT_PROVEN)
		return code;
	live_init(&live, stderr, args->quiet || args->detach);
	live.boards = args->board;
	request_fill(&request, args, problem, live_interval(&live));
	if (submit(&session, args, &request, &job) != TESUJI_OK) {
		code = request_refused(&session, args);
	} else if (args->detach) {
		code = told_detached(&session, args, job);
	} else {
		code = follow_job(&session, job, args->time_ms, &live, args->durable == NULL,
		                  &report);
		if (code == EXIT_PROVEN)
			code = follow_finish(&session, args, &report);
	}
	session_close(&session);
	return code;
}

/* as_it_is takes a file with one record or FEN for its problem, whatever is in it: what is wrong
 * with it is told by the daemon. */
static exit_t as_it_is(const args_t *args, gather_t *gathered, collection_problem_t *out)
{
	exit_t code = source_check(args->operand, gathered->text, gathered->length);

	*out = (collection_problem_t){.game = args->game};
	if (code == EXIT_PROVEN)
		code = source_fen(args->operand, gathered->text, &out->fen);
	if (out->fen == NULL)
		out->sgf = gathered->text;
	return code;
}

/* is_record tells whether a file is in a form that a request takes as it is. */
static bool is_record(const gather_t *gathered)
{
	return gathered->format == NULL || strcmp(gathered->format->name, "sgf") == 0 ||
	       strcmp(gathered->format->name, "epd") == 0;
}

static exit_t collection_in(const args_t *args, const collection_t *all)
{
	if (!args->all_moves)
		return batch_command(args, all);
	complain("%s: a collection; --all-moves is for one problem", source_name(args->operand));
	return EXIT_USAGE;
}

static exit_t solve_file(const args_t *args, gather_t *gathered)
{
	const collection_t *all = &gathered->all;
	collection_problem_t problem;
	exit_t code;

	if ((gathered->is_folder || args_collection(args) || !is_record(gathered)) &&
	    all->problem_count + all->fault_count == 0) {
		complain("%s: no problems in it", source_name(args->operand));
		return EXIT_BAD_INPUT;
	}
	gather_passed_over(gathered, args);
	if (gathered->is_folder || args_collection(args) || all->problem_count > 1 ||
	    (all->problem_count > 0 && all->fault_count > 0) ||
	    (all->fault_count > 0 && !is_record(gathered)))
		return collection_in(args, all);
	if (all->problem_count == 1 && gathered->format != NULL &&
	    strcmp(gathered->format->name, "sgf") != 0)
		return solve_one(args, &all->problems[0]);
	code = as_it_is(args, gathered, &problem);
	if (all->problem_count == 1 && args->goal[0] == '\0' && args->target == NULL) {
		problem.goal = all->problems[0].goal;
		problem.target = all->problems[0].target;
	}
	return code == EXIT_PROVEN ? solve_one(args, &problem) : code;
}

exit_t solve_command(const args_t *args)
{
	gather_t gathered = {.text = NULL};
	exit_t code;

	if (args->operand == NULL)
		return solve_one(args, NULL);
	code = gather_read(args, &gathered);
	if (code == EXIT_PROVEN) {
		code = solve_file(args, &gathered);
		gather_free(&gathered);
	}
	return code;
}
