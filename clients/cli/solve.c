/* SPDX-License-Identifier: MIT
 * solve.c - `tesuji solve`.
 *
 * Design     The position is not looked at here: the text goes to the daemon (or
 *            to the daemon's code in this process) as it is, and what is wrong
 *            with it comes back with the path of the field. That path is then
 *            told as what the user wrote: the file, or the option.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clients/cli/commands.h"
#include "clients/cli/complain.h"
#include "clients/cli/follow.h"
#include "clients/cli/json.h"
#include "clients/cli/live.h"
#include "clients/cli/options.h"
#include "clients/cli/session.h"
#include "clients/cli/source.h"
#include "clients/cli/verdict.h"

static void request_fill(tesuji_request_t *request, const args_t *args, const char *sgf,
                         int64_t progress_ms)
{
	tesuji_request_init(request);
	request->sgf = sgf;
	request->rows = args->rows;
	request->move = args->move;
	request->target = args->target;
	request->attacker = args->attacker;
	request->ko = args->ko;
	request->attacker_threats = args->attacker_threats;
	request->defender_threats = args->defender_threats;
	request->order = args->order;
	request->depth = args->depth;
	request->nodes = args->nodes;
	request->time_ms = args->time_ms;
	request->table_bytes = args->table_bytes;
	request->workers = args->workers;
	request->schedule = args->schedule;
	request->label = args->label;
	request->detach = args->detach;
	request->progress_ms = progress_ms;
}

/* refused tells why the job was not accepted, in the user's own terms. */
static exit_t refused(const session_t *session, const args_t *args)
{
	static const char sgf_path[] = "params.position.sgf";
	const tesuji_error_t *why = tesuji_last_error(session->handle);
	const char *rest = why->text;
	const option_row_t *option = option_for_path(why->text, &rest);

	if (args->operand != NULL && strncmp(why->text, sgf_path, strlen(sgf_path)) == 0) {
		complain("%s%s", source_name(args->operand), why->text + strlen(sgf_path));
	} else if (option != NULL) {
		complain("--%s%s", option->name, rest);
	} else if (why->code == TESUJI_E_BUSY && why->retry_ms > 0) {
		complain("%s; try again in %" PRIu64 " ms", why->text, why->retry_ms);
	} else {
		return session_failed(session);
	}
	/* A position is input; how to search it is use of the command. */
	if (option != NULL && exit_for_code(why->code) == EXIT_BAD_INPUT &&
	    strncmp(option->path, "params.position", 15) != 0 &&
	    strncmp(option->path, "params.goal", 11) != 0 && strcmp(option->path, "params.ko") != 0)
		return EXIT_USAGE;
	return exit_for_code(why->code);
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

static exit_t solve_in(session_t *session, const args_t *args, const char *sgf)
{
	tesuji_request_t request;
	tesuji_report_t report;
	live_t live;
	uint64_t job;
	exit_t code;

	live_init(&live, stderr, args->quiet || args->detach);
	request_fill(&request, args, sgf, live_interval(&live));
	if (tesuji_submit(session->handle, &request, &job) != TESUJI_OK)
		return refused(session, args);
	if (args->detach)
		return told_detached(session, args, job);
	code = follow_job(session, job, &live, true, &report);
	return code != EXIT_PROVEN ? code : follow_finish(session, args, &report);
}

exit_t command_solve(const args_t *args)
{
	session_t session;
	char *sgf = NULL;
	exit_t code = EXIT_PROVEN;

	if (args->operand != NULL)
		code = source_read(args->operand, &sgf);
	if (code == EXIT_PROVEN)
		code = session_open(&session, args, !args->detach);
	if (code == EXIT_PROVEN) {
		code = solve_in(&session, args, sgf);
		session_close(&session);
	}
	free(sgf);
	return code;
}
