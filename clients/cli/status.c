/* SPDX-License-Identifier: MIT
 * status.c - `tesuji status`: what can be captured, saved and cut on a board.
 *
 * Design     Verdicts are collected to the end, after one second by default, and then shown in
 *            order. Ctrl-C ends the search earlier; what there is then is shown.
 */
#include "clients/cli/status.h"

#include <stdlib.h>
#include <string.h>

#include "clients/cli/complain.h"
#include "clients/cli/diagram_file.h"
#include "clients/cli/status_show.h"
#include "clients/cli/statuses.h"

static const status_origin_t origins[] = {
        {"params.position.move", "--move", true},  {"params.order", "--order", true},
        {"params.time_ms", "--time", true},        {"params.ko", "--ko", false},
        {"params.position.rows", "--rows", false}, {NULL, NULL, false}};

/* take stores what an event tells. */
static void take(void *context, const tesuji_event_t *event)
{
	board_t *board = context;

	if (event->kind == TESUJI_EVENT_VERDICT && board->count < STATUS_VERDICTS_MAX)
		board->verdict[board->count++] = event->verdict;
	if (event->kind == TESUJI_EVENT_STATUS) {
		board->decided = event->decided;
		board->undecided = event->undecided;
	}
}

/* show writes the answer, and the picture if asked. */
static exit_t show(const args_t *args, const board_t *board, const char *where)
{
	status_t *status = calloc(1, sizeof(*status));
	exit_t code = EXIT_PROVEN;

	if (status == NULL) {
		complain("no memory");
		return EXIT_NO_MEMORY;
	}
	status_show_make(status, board);
	if (args->json)
		status_show_json(stdout, board, where);
	else
		status_show_print(stdout, status);
	if (args->svg != NULL)
		code = diagram_save(args->svg, &status->diagram);
	free(status);
	return statuses_exit(code);
}

static exit_t status_in(const session_t *session, const args_t *args, const char *sgf)
{
	board_t *board = calloc(1, sizeof(*board));
	tesuji_request_t request;
	tesuji_status_t begun;
	exit_t code;

	if (board == NULL) {
		complain("no memory");
		return EXIT_NO_MEMORY;
	}
	tesuji_request_init(&request);
	request.sgf = sgf;
	request.rows = args->rows;
	request.move = args->move;
	request.ko = args->ko;
	request.order = args->order;
	request.time_ms = args->time_ms;
	if (tesuji_go_status(session->handle, &request, 1, &begun) == TESUJI_OK) {
		memcpy(board->rows, begun.rows, sizeof(board->rows));
		code = statuses_follow(session, begun.status, args->time_ms, NULL, take, board);
		if (code == EXIT_PROVEN)
			code = show(args, board, session->where);
	} else {
		code = statuses_refused(session, args, origins);
	}
	free(board);
	return code;
}

exit_t status_command(const args_t *args)
{
	return statuses_command(args, status_in);
}
