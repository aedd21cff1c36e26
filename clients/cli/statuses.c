/* SPDX-License-Identifier: MIT
 * statuses.c - see statuses.h. */
#include "clients/cli/statuses.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "clients/cli/complain.h"
#include "clients/cli/follow.h"
#include "clients/cli/interrupt.h"
#include "clients/cli/source.h"
#include "clients/cli/verdict_exit.h"

enum {
	STATUS_MS = 1000, /* the time of a status by default */
};

exit_t statuses_command(const args_t *args,
                        exit_t (*in)(const session_t *session, const args_t *args, const char *sgf))
{
	session_t session;
	char *text = NULL;
	exit_t code = EXIT_PROVEN;

	if (args->operand != NULL)
		code = source_read(args->operand, &text);
	if (code == EXIT_PROVEN)
		code = session_open(&session, args, true);
	if (code == EXIT_PROVEN) {
		code = in(&session, args, text);
		session_close(&session);
	}
	free(text);
	return code;
}

exit_t statuses_exit(exit_t code)
{
	if (code <= EXIT_UNDECIDED && interrupt_signal() != 0)
		return interrupt_exit();
	return code;
}

exit_t statuses_refused(const session_t *session, const args_t *args,
                        const status_origin_t *origins)
{
	const tesuji_error_t *why = tesuji_last_error(session->handle);
	char path[TESUJI_ERROR_BYTES];
	const char *rest = why->text + tesuji_error_path(why, path, sizeof(path));

	while (origins->path != NULL && strcmp(path, origins->path) != 0)
		origins++;
	if (origins->path != NULL &&
	    (args->operand == NULL || strncmp(path, "params.position.rows", 20) != 0)) {
		complain("%s%s", origins->option, rest);
		return origins->is_search && verdict_exit_for_code(why->code) == EXIT_BAD_INPUT
		               ? EXIT_USAGE
		               : verdict_exit_for_code(why->code);
	}
	if (args->operand != NULL && strncmp(path, "params.position.", 16) == 0)
		complain("%s%s", source_name(args->operand), rest);
	else if (why->retry_ms > 0)
		complain("%s; try again in %" PRIu64 " ms", why->text, why->retry_ms);
	else
		return session_failed(session);
	return verdict_exit_for_code(why->code);
}

/* lost tells that the connection broke. */
static exit_t lost(const session_t *session, const tesuji_event_t *event)
{
	complain("%s, before the status was finished", event->error.text);
	return session->where != NULL ? verdict_exit_for_code(event->error.code) : EXIT_INTERNAL;
}

/* look waits for the next event, and has the status end if a signal comes. Returns as tesuji_next,
 * -1 also if the signal could not be passed on; *late: the time for an answer is over. */
static int look(const session_t *session, uint64_t status, int64_t until_ms, tesuji_event_t *event,
                bool *late)
{
	const int rc = tesuji_next(session->handle, 0, event);
	interrupt_t woken;
	int cancelled;

	if (rc != 0)
		return rc;
	woken = interrupt_wait(tesuji_fd(session->handle), until_ms);
	*late = woken == INTERRUPT_LATE;
	if (woken != INTERRUPT_SIGNAL)
		return 0;
	cancelled = tesuji_go_cancel(session->handle, status);
	return cancelled == TESUJI_OK || cancelled == TESUJI_E_JOB ? 0 : -1; /* E_JOB: just ended */
}

exit_t statuses_follow(const session_t *session, uint64_t status, int64_t time_ms, live_t *live,
                       void (*take)(void *context, const tesuji_event_t *event), void *context)
{
	const int64_t until_ms = interrupt_until(time_ms == TESUJI_DEFAULT ? STATUS_MS : time_ms);
	tesuji_event_t event;
	bool late = false;

	interrupt_catch();
	for (;;) {
		const int rc = look(session, status, until_ms, &event, &late);

		if (live != NULL && (rc < 0 || late || (rc > 0 && event.kind == TESUJI_EVENT_LOST)))
			live_erase(live);
		if (rc < 0)
			return session_failed(session);
		if (late)
			return follow_late(session);
		if (rc == 0)
			continue;
		if (event.kind == TESUJI_EVENT_LOST)
			return lost(session, &event);
		take(context, &event);
		if (event.kind == TESUJI_EVENT_STATUS || event.kind == TESUJI_EVENT_MOVES)
			return EXIT_PROVEN;
	}
}
