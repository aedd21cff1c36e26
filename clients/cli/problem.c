/* SPDX-License-Identifier: MIT
 * problem.c - `tesuji problem`: is a problem sound, and its solution the only one?
 *
 * Design     One problem is judged here, a collection in problem_batch.c.
 */
#include "clients/cli/problem.h"

#include "clients/cli/batch_show.h"
#include "clients/cli/complain.h"
#include "clients/cli/gather.h"
#include "clients/cli/problem_ask.h"
#include "clients/cli/problem_batch.h"
#include "clients/cli/problem_row.h"
#include "clients/cli/problem_show.h"
#include "clients/cli/problem_tree.h"
#include "clients/cli/source.h"

/* exit_of returns the exit code of a judgement. */
static exit_t exit_of(const analysis_t *analysis)
{
	problem_row_t row = {.verdict = PROBLEM_UNJUDGED};
	exit_t code = EXIT_NO_MEMORY;

	if (problem_row_take(&row, analysis, 0))
		code = problem_row_exit(&row);
	else
		complain("%s", tesuji_code_text(TESUJI_E_NOMEM));
	problem_row_free(&row);
	return code;
}

/* judge_in judges a problem, NULL: that of the command line. */
static exit_t judge_in(session_t *session, const args_t *args, const collection_problem_t *problem)
{
	problem_source_t source;
	tesuji_request_t request;
	analysis_t analysis;
	live_t live;
	problem_ask_t ask = {.session = session, .args = args, .live = &live};
	exit_t code;

	live_init(&live, stderr, true);
	problem_source_find(args, problem, &source);
	problem_ask_request(args, &source, &request);
	code = problem_ask(&ask, &source, &request, &analysis);
	if (code != EXIT_PROVEN)
		return code;
	problem_show(stdout, &analysis, source.solution, session->where, args->json);
	code = exit_of(&analysis);
	if (args->sgf != NULL || args->pgn != NULL) {
		problem_tree_t tree = {.session = session,
		                       .args = args,
		                       .live = &live,
		                       .problem = problem,
		                       .request = &request,
		                       .analysis = &analysis};
		const exit_t written = problem_tree_save(&tree);

		code = written != EXIT_PROVEN ? written : code;
	}
	analysis_fini(&analysis);
	return code;
}

static exit_t judge_one(const args_t *args, const collection_problem_t *problem)
{
	session_t session;
	exit_t code;

	if (args->sgf != NULL && args->pgn != NULL) {
		complain("only one of --sgf and --pgn may be given for one problem");
		return EXIT_USAGE;
	}
	code = session_open(&session, args, true);
	if (code == EXIT_PROVEN) {
		code = judge_in(&session, args, problem);
		session_close(&session);
	}
	return code;
}

/* judge_file judges what is in a file or folder. */
static exit_t judge_file(const args_t *args, const gather_t *gathered)
{
	const collection_t *all = &gathered->all;
	const bool is_one = all->problem_count == 1 && all->fault_count == 0 &&
	                    !gathered->is_folder && !args_collection(args);

	if (all->problem_count + all->fault_count == 0) {
		complain("%s: no problems in it", source_name(args->operand));
		return EXIT_BAD_INPUT;
	}
	gather_passed_over(gathered, args);
	if (is_one)
		return judge_one(args, &all->problems[0]);
	if (all->problem_count > 0 || args_collection(args))
		return problem_batch_command(args, all);
	batch_show_faults(all, args->json);
	return EXIT_BAD_INPUT;
}

exit_t problem_command(const args_t *args)
{
	gather_t gathered = {.text = NULL};
	exit_t code;

	if (args->operand == NULL)
		return judge_one(args, NULL);
	code = gather_read(args, &gathered);
	if (code == EXIT_PROVEN) {
		code = judge_file(args, &gathered);
		gather_free(&gathered);
	}
	return code;
}
