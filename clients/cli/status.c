/* SPDX-License-Identifier: MIT
 * status.c - `tesuji status`: what can be captured, saved and cut on a board.
 *
 * Design     Verdicts are collected to the end, after one second by default, and then shown in
 *            order. Ctrl-C ends the search earlier; what there is then is shown.
 */
#include "clients/cli/status.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "clients/cli/complain.h"
#include "clients/cli/diagram_file.h"
#include "clients/cli/follow.h"
#include "clients/cli/interrupt.h"
#include "clients/cli/session.h"
#include "clients/cli/source.h"
#include "clients/cli/status_show.h"
#include "clients/cli/verdict.h"

enum {
	SIGNAL_EXIT_BASE = 128,
	STATUS_MS = 1000, /* the time of a status by default */
};

/* A field of the protocol and its option. */
typedef struct {
	const char *path, *option;
	bool is_search; /* its fault is one of usage, not of the board */
} origin_t;

/* refused tells why the daemon refused the status, in terms of the command line. */
static exit_t refused(const session_t *session, const args_t *args)
{
	static const origin_t origins[] = {{"params.position.move", "--move", true},
	                                   {"params.order", "--order", true},
	                                   {"params.time_ms", "--time", true},
	                                   {"params.ko", "--ko", false},
	                                   {"params.position.rows", "--rows", false}};
	const tesuji_error_t *why = tesuji_last_error(session->handle);
	const size_t count = sizeof(origins) / sizeof(origins[0]);
	char path[TESUJI_ERROR_BYTES];
	const char *rest = why->text + tesuji_error_path(why, path, sizeof(path));
	size_t i = 0;

	while (i < count && strcmp(path, origins[i].path) != 0)
		i++;
	if (i < count && (args->operand == NULL || i + 1 < count)) {
		complain("%s%s", origins[i].option, rest);
		return origins[i].is_search && verdict_exit_for_code(why->code) == EXIT_BAD_INPUT
		               ? EXIT_USAGE
		               : verdict_exit_for_code(why->code);
	}
	if (args->operand != NULL && strncmp(path, "params.position.", 16) == 0)
		complain("%s%s", source_name(args->operand), rest);
	else if (why->code == TESUJI_E_BUSY && why->retry_ms > 0)
		complain("%s; try again in %" PRIu64 " ms", why->text, why->retry_ms);
	else
		return session_failed(session);
	return verdict_exit_for_code(why->code);
}

/* take stores what an event tells. Returns true when the waiting is over. */
static bool take(board_t *board, const tesuji_event_t *event, const session_t *session,
                 exit_t *code)
{
	switch (event->kind) {
	case TESUJI_EVENT_VERDICT:
		if (board->count < STATUS_VERDICTS_MAX)
			board->verdict[board->count++] = event->verdict;
		return false;
	case TESUJI_EVENT_STATUS:
		board->decided = event->decided;
		board->undecided = event->undecided;
		return true;
	case TESUJI_EVENT_LOST:
		complain("%s, before the status was finished", event->error.text);
		*code = session->where != NULL ? verdict_exit_for_code(event->error.code)
		                               : EXIT_INTERNAL;
		return true;
	case TESUJI_EVENT_PROGRESS:
	case TESUJI_EVENT_DONE:
		break;
	}
	return false;
}

/* follow collects the verdicts of a status. */
static exit_t follow(const session_t *session, uint64_t status, int64_t time_ms, board_t *board)
{
	const int64_t until_ms = interrupt_until(time_ms == TESUJI_DEFAULT ? STATUS_MS : time_ms);
	tesuji_event_t event;
	exit_t code = EXIT_PROVEN;
	bool over = false;

	interrupt_catch();
	while (!over && code == EXIT_PROVEN) {
		const int rc = tesuji_next(session->handle, 0, &event);
		interrupt_t woken = INTERRUPT_INPUT;
		int cancelled = TESUJI_OK;

		if (rc < 0)
			code = session_failed(session);
		else if (rc > 0)
			over = take(board, &event, session, &code);
		else
			woken = interrupt_wait(tesuji_fd(session->handle), until_ms);
		if (woken == INTERRUPT_LATE)
			code = follow_late(session);
		if (woken == INTERRUPT_SIGNAL)
			cancelled = tesuji_go_cancel(session->handle, status);
		if (cancelled != TESUJI_OK &&
		    cancelled != TESUJI_E_JOB) /* not if it has just ended */
			code = session_failed(session);
	}
	return code;
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
	if (code == EXIT_PROVEN && interrupt_signal() != 0)
		code = (exit_t)(SIGNAL_EXIT_BASE + interrupt_signal());
	return code;
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
		code = follow(session, begun.status, args->time_ms, board);
		if (code == EXIT_PROVEN)
			code = show(args, board, session->where);
	} else {
		code = refused(session, args);
	}
	free(board);
	return code;
}

exit_t status_command(const args_t *args)
{
	session_t session;
	char *text = NULL;
	exit_t code = EXIT_PROVEN;

	if (args->operand != NULL)
		code = source_read(args->operand, &text);
	if (code == EXIT_PROVEN)
		code = session_open(&session, args, true);
	if (code == EXIT_PROVEN) {
		code = status_in(&session, args, text);
		session_close(&session);
	}
	free(text);
	return code;
}
