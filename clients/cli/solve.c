/* SPDX-License-Identifier: MIT
 * solve.c - `tesuji solve`.
 *
 * Design     The position is not read here: its text goes to the daemon, or to the daemon's code in
 *            this process, as it is. What is wrong with it comes back with the path of the field,
 *            which is then told as what the user wrote: the file, or the option.
 */
#include "clients/cli/solve.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clients/cli/complain.h"
#include "clients/cli/follow.h"
#include "clients/cli/json.h"
#include "clients/cli/live.h"
#include "clients/cli/options.h"
#include "clients/cli/output.h"
#include "clients/cli/session.h"
#include "clients/cli/source.h"
#include "clients/cli/verdict.h"

/* The position of the file; both NULL if there is no file. */
typedef struct {
	const char *sgf, *fen;
} file_t;

static void request_fill(tesuji_request_t *request, const args_t *args, file_t file,
                         int64_t progress_ms)
{
	tesuji_request_init(request);
	request->sgf = file.sgf;
	request->rows = args->rows;
	request->fen = file.fen != NULL ? file.fen : args->fen;
	request->move = args->move;
	request->game = args->game;
	request->options = args->options;
	request->goal = args->goal[0] != '\0' ? args->goal : NULL;
	request->target = args->target;
	request->attacker = args->attacker;
	request->first = args->first;
	request->ko = args->ko;
	request->ko_verdict = args->ko_verdict;
	request->attacker_threats = args->attacker_threats;
	request->defender_threats = args->defender_threats;
	request->order = args->order;
	request->depth = args->depth;
	request->nodes = args->nodes;
	request->time_ms = args->time_ms;
	request->table_bytes = args->table_bytes;
	request->workers = args->workers;
	request->schedule = args->schedule;
	request->driver = args->driver;
	request->engine = args->engine;
	request->zone = args->zone;
	request->label = args->label;
	request->detach = args->detach;
	request->progress_ms = progress_ms;
}

static bool begins(const char *text, const char *with)
{
	return strncmp(text, with, strlen(with)) == 0;
}

/* is_search tells whether the field says how to search. The other fields are about the problem. */
static bool is_search(const char *path)
{
	return begins(path, "params.limits") || begins(path, "params.schedule") ||
	       begins(path, "params.driver") || begins(path, "params.engine") ||
	       begins(path, "params.zone") || begins(path, "params.label");
}

/* option_name returns the option as the user wrote it. */
static const char *option_name(const option_row_t *option, const args_t *args)
{
	bool is_goal = option->kind == KIND_GOAL || option->kind == KIND_CAPTURE;

	if (!is_goal)
		return option->name;
	return args->goal[0] != '\0' && !args->by_goal ? "capture" : "goal";
}

/* refused tells why the daemon refused the job, in terms of the command line. */
static exit_t refused(const session_t *session, const args_t *args)
{
	static const char options_path[] = "params.options.", move_path[] = "params.position.move";
	const tesuji_error_t *why = tesuji_last_error(session->handle);
	char path[TESUJI_ERROR_BYTES];
	const char *rest = why->text + tesuji_error_path(why, path, sizeof(path));
	const option_row_t *option = options_for_path(path);
	const bool is_move = strcmp(path, move_path) == 0;
	const bool in_file = args->operand != NULL && begins(path, "params.position.") && !is_move;

	if (in_file)
		complain("%s%s", source_name(args->operand), rest);
	else if (begins(path, options_path))
		complain("--option %s", why->text + strlen(options_path));
	else if (option != NULL)
		complain("--%s%s", option_name(option, args), rest);
	else if (why->code == TESUJI_E_BUSY && why->retry_ms > 0)
		complain("%s; try again in %" PRIu64 " ms", why->text, why->retry_ms);
	else
		return session_failed(session);
	/* A fault of the position is one of the input; a fault of how to search it is one of
	 * usage. */
	if (!in_file && option != NULL && verdict_exit_for_code(why->code) == EXIT_BAD_INPUT &&
	    (is_search(option->path) || is_move))
		return EXIT_USAGE;
	return verdict_exit_for_code(why->code);
}

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

static exit_t solve_in(session_t *session, const args_t *args, file_t file)
{
	tesuji_request_t request;
	tesuji_report_t report;
	live_t live;
	uint64_t job;
	exit_t code;

	live_init(&live, stderr, args->quiet || args->detach);
	live.boards = args->board;
	request_fill(&request, args, file, live_interval(&live));
	if (tesuji_submit(session->handle, &request, &job) != TESUJI_OK)
		return refused(session, args);
	if (args->detach)
		return told_detached(session, args, job);
	code = follow_job(session, job, args->time_ms, &live, true, &report);
	return code != EXIT_PROVEN ? code : follow_finish(session, args, &report);
}

exit_t solve_command(const args_t *args)
{
	session_t session;
	file_t file = {NULL, NULL};
	char *text = NULL;
	exit_t code = EXIT_PROVEN;

	if (args->operand != NULL)
		code = source_read(args->operand, &text);
	if (code == EXIT_PROVEN && text != NULL)
		code = source_fen(args->operand, text, &file.fen);
	if (code == EXIT_PROVEN && file.fen == NULL)
		file.sgf = text;
	if (code == EXIT_PROVEN && args->certificate != NULL)
		code = output_place(args->certificate);
	if (code == EXIT_PROVEN)
		code = session_open(&session, args, !args->detach);
	if (code == EXIT_PROVEN) {
		code = solve_in(&session, args, file);
		session_close(&session);
	}
	free(text);
	return code;
}
