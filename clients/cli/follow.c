/* SPDX-License-Identifier: MIT
 * follow.c - see follow.h.
 *
 * Design     The loop waits on the connection's socket itself, because a signal must end the sleep:
 *            it takes the events that are there, looks for a signal, and sleeps.
 */
#include "clients/cli/follow.h"

#include "clients/cli/certificate.h"
#include "clients/cli/complain.h"
#include "clients/cli/diagram_file.h"
#include "clients/cli/interrupt.h"
#include "clients/cli/verdict_exit.h"
#include "clients/cli/verdict_json.h"
#include "clients/words/verdict.h"

/* take_event handles one event. Returns true when the waiting is over. */
static bool take_event(const tesuji_event_t *event, const session_t *session, live_t *live,
                       tesuji_report_t *report, exit_t *code)
{
	switch (event->kind) {
	case TESUJI_EVENT_PROGRESS:
		*report = event->report;
		live_show(live, &event->report);
		return false;
	case TESUJI_EVENT_DONE:
		*report = event->report;
		*code = EXIT_PROVEN;
		return true;
	case TESUJI_EVENT_VERDICT:
	case TESUJI_EVENT_STATUS:
	case TESUJI_EVENT_MOVE:
	case TESUJI_EVENT_MOVES:
		return false; /* no status was asked for */
	case TESUJI_EVENT_KEPT:
	case TESUJI_EVENT_LOST:
		break;
	}
	live_erase(live);
	complain("%s, before the job was finished", event->error.text);
	*code = session->where != NULL ? verdict_exit_for_code(event->error.code) : EXIT_INTERNAL;
	return true;
}

/* take_signal answers the first Ctrl-C. Returns true when the waiting is over. */
static bool take_signal(const session_t *session, uint64_t job, live_t *live, bool may_cancel,
                        exit_t *code)
{
	live_erase(live);
	*code = EXIT_PROVEN;
	if (!may_cancel)
		return true;
	if (tesuji_cancel(session->handle, job, NULL) == TESUJI_OK)
		return false; /* its final event is on the way */
	*code = session_failed(session);
	return true;
}

exit_t follow_late(const session_t *session)
{
	complain("%s has not told the end within the limit of time",
	         session->where != NULL ? session->where : "the search");
	return session->where != NULL ? EXIT_NO_SERVER : EXIT_INTERNAL;
}

exit_t follow_job(session_t *session, uint64_t job, int64_t time_ms, live_t *live, bool may_cancel,
                  tesuji_report_t *report)
{
	const int64_t until_ms = interrupt_until(time_ms);
	tesuji_report_t start;
	tesuji_event_t event;
	exit_t code = EXIT_INTERNAL;
	bool over = false;

	interrupt_catch();
	if (live->boards && tesuji_status(session->handle, job, &start) == TESUJI_OK)
		live_board(live, &start);
	while (!over) {
		int rc = tesuji_next(session->handle, 0, &event);

		if (rc < 0) {
			live_erase(live);
			code = session_failed(session);
			over = true;
		} else if (rc > 0) {
			over = take_event(&event, session, live, report, &code);
		} else {
			switch (interrupt_wait(tesuji_fd(session->handle), until_ms)) {
			case INTERRUPT_INPUT:
				break;
			case INTERRUPT_SIGNAL:
				over = take_signal(session, job, live, may_cancel, &code);
				break;
			case INTERRUPT_LATE:
				live_erase(live);
				code = follow_late(session);
				over = true;
			}
		}
	}
	live_erase(live);
	live_board(live, NULL);
	return code;
}

exit_t follow_finish(const session_t *session, const args_t *args, const tesuji_report_t *report)
{
	/* only one thing may go to the standard output */
	FILE *words = args_is_standard(args->certificate) || args_is_standard(args->svg) ? stderr
	                                                                                 : stdout;

	if (args->json)
		verdict_json(words, report, session->where);
	else
		verdict_print(words, report);
	if (args->svg != NULL && report->rows[0] != '\0') {
		diagram_t diagram;
		exit_t code;

		diagram_of_report(&diagram, report);
		code = diagram_save(args->svg, &diagram);
		if (code != EXIT_PROVEN)
			return code;
	}
	if (args->certificate != NULL && report->state == TESUJI_DONE) {
		const exit_t code = certificate_save(session, report, args);

		if (code != EXIT_PROVEN)
			return code;
	}
	if (interrupt_signal() != 0 && report->state != TESUJI_DONE)
		return interrupt_exit();
	return verdict_exit(report);
}
