/* SPDX-License-Identifier: MIT
 * request.c - see request.h.
 */
#include "clients/cli/request.h"

#include <inttypes.h>
#include <string.h>

#include "clients/cli/complain.h"
#include "clients/cli/options.h"
#include "clients/cli/source.h"
#include "clients/cli/verdict_exit.h"

/* position_fill takes the position of a problem, and what the problem says of the question where
 * the command line does not. */
static void position_fill(tesuji_request_t *request, const collection_problem_t *problem)
{
	request->sgf = problem->sgf;
	request->rows = problem->rows;
	request->fen = problem->fen;
	if (problem->sgf == NULL)
		request->move = TESUJI_DEFAULT; /* whoever read the moves has counted them */
	request->game = problem->game;
	if (request->options == NULL || request->options[0] == '\0')
		request->options = problem->options;
	/* the points that a file names belong to its goal */
	if (request->target == NULL && (request->goal == NULL || problem->goal == NULL ||
	                                strcmp(request->goal, problem->goal) == 0))
		request->target = problem->target;
	if (request->goal == NULL)
		request->goal = problem->goal;
	if (request->attacker == TESUJI_NO_COLOUR)
		request->attacker = (tesuji_colour_t)problem->attacker;
	if (request->first == NULL)
		request->first = problem->first;
	if (request->ko == NULL)
		request->ko = problem->ko;
	if (request->within != TESUJI_DEFAULT)
		return;
	if (request->depth == TESUJI_DEFAULT && problem->depth > 0)
		request->depth = problem->depth;
	else if (request->depth == TESUJI_DEFAULT && problem->within > 0 && !request->shortest)
		request->within = problem->within;
}

void request_fill(tesuji_request_t *request, const args_t *args,
                  const collection_problem_t *problem, int64_t progress_ms)
{
	tesuji_request_init(request);
	request->rows = args->rows;
	request->fen = args->fen;
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
	request->within = args->within;
	request->shortest = args->shortest;
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
	if (problem != NULL)
		position_fill(request, problem);
}

static bool begins(const char *text, const char *with)
{
	return strncmp(text, with, strlen(with)) == 0;
}

bool request_is_search(const char *path)
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

exit_t request_wrong(const tesuji_error_t *why, const args_t *args)
{
	static const char options_path[] = "params.options.", move_path[] = "params.position.move";
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
	else if (why->retry_ms > 0)
		complain("%s; try again in %" PRIu64 " ms", why->text, why->retry_ms);
	else
		complain("%s", why->text);
	/* A fault of the position is one of the input; a fault of how to search it is one of
	 * usage. */
	if (!in_file && option != NULL && verdict_exit_for_code(why->code) == EXIT_BAD_INPUT &&
	    (request_is_search(option->path) || is_move))
		return EXIT_USAGE;
	return verdict_exit_for_code(why->code);
}

exit_t request_refused(const session_t *session, const args_t *args)
{
	return request_wrong(tesuji_last_error(session->handle), args);
}
