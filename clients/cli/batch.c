/* SPDX-License-Identifier: MIT
 * batch.c - see batch.h.
 *
 * Design     One connection, and a loop: as many jobs as may be in flight are submitted, then
 *            events are taken, then the loop sleeps until there are more, a signal, or
 *            something to do by the clock. Every answer goes to the table at once
 *            (batch_table.h).
 *
 * Ends       Ctrl-C cancels what is in flight and waits for it; what was finished counts. A
 *            daemon that is gone or is shutting down ends the run with one line. In both cases
 *            the rest stays open, and a table can be resumed.
 */
#include "clients/cli/batch.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "clients/cli/batch_records.h"
#include "clients/cli/batch_refusal.h"
#include "clients/cli/batch_row.h"
#include "clients/cli/batch_show.h"
#include "clients/cli/batch_table.h"
#include "clients/cli/complain.h"
#include "clients/cli/follow.h"
#include "clients/cli/interrupt.h"
#include "clients/cli/live.h"
#include "clients/cli/output.h"
#include "clients/cli/request.h"
#include "clients/cli/session.h"
#include "clients/cli/verdict_exit.h"

enum { JOBS_MOST = 64, JOBS_LEAST = 2 };

/* A job in flight. */
typedef struct {
	uint64_t job; /* 0: the place is free */
	unsigned problem;
} flight_t;

typedef struct {
	const args_t *args;
	const collection_t *problems;
	batch_row_t *rows;
	batch_sums_t sums; /* of the rows, kept up to date */
	batch_table_t table;
	session_t session;
	live_t live;
	flight_t flights[JOBS_MOST];
	unsigned jobs, flying;      /* how many may be in flight; are */
	unsigned next;              /* the first problem that was not looked at */
	int64_t start_ms, shown_ms; /* the run was begun; the bar was shown */
	int64_t retry_ms;           /* a busy daemon may be asked again */
	int64_t until_ms;           /* when one of the jobs in flight must have ended */
	bool cancelled;             /* what is in flight was asked to stop */
	bool stopping;              /* nothing more is submitted */
	exit_t code;                /* what ended the run early; EXIT_PROVEN: nothing */
} batch_t;

/* stop ends the run with a code; the first one counts. */
static void stop(batch_t *b, exit_t code)
{
	if (b->code == EXIT_PROVEN)
		b->code = code;
	b->stopping = true;
}

/* settle takes the answer of a problem: sums, table, JSON. */
static void settle(batch_t *b, unsigned problem, const tesuji_report_t *report)
{
	const collection_problem_t *p = &b->problems->problems[problem];
	batch_row_t *row = &b->rows[problem];
	exit_t code = EXIT_PROVEN;

	if (row->verdict == BATCH_OPEN)
		return; /* cancelled: it is asked again when the run is resumed */
	b->sums.verdicts[BATCH_OPEN]--;
	b->sums.verdicts[row->verdict]++;
	if (row->verdict == BATCH_REFUSED || row->verdict == BATCH_FAILED) {
		live_erase(&b->live);
		batch_show_refused(p, row->answer != NULL ? row->answer : "the search failed");
	}
	if (row->verdict != BATCH_FAILED)
		code = batch_table_add(&b->table, p, row);
	if (b->args->json)
		batch_show_json(p, row, report, b->session.where);
	if (code != EXIT_PROVEN)
		stop(b, code);
}

/* not_taken handles a request that was refused. */
static void not_taken(batch_t *b, unsigned problem)
{
	const batch_refusal_t why = batch_refusal_of(&b->session, b->args);

	switch (why.of) {
	case BATCH_REFUSAL_NOW:
		b->next = problem;
		b->retry_ms = why.retry_ms;
		break;
	case BATCH_REFUSAL_RUN:
		live_erase(&b->live);
		stop(b, request_refused(&b->session, b->args));
		break;
	case BATCH_REFUSAL_PROBLEM:
		if (!batch_row_refuse(&b->rows[problem], why.text))
			stop(b, EXIT_NO_MEMORY);
		settle(b, problem, NULL);
	}
}

static flight_t *place_free(batch_t *b)
{
	unsigned i = 0;

	while (i < b->jobs && b->flights[i].job != 0)
		i++;
	assert(i < b->jobs);
	return &b->flights[i];
}

/* submit_one submits the next problem that has no answer yet; false: there is none. */
static bool submit_one(batch_t *b)
{
	tesuji_request_t request;
	unsigned problem;
	uint64_t job;

	while (b->next < b->problems->problem_count && b->rows[b->next].verdict != BATCH_OPEN)
		b->next++;
	if (b->next >= b->problems->problem_count)
		return false;
	problem = b->next++;
	request_fill(&request, b->args, &b->problems->problems[problem], 0);
	if (tesuji_submit(b->session.handle, &request, &job) == TESUJI_OK) {
		*place_free(b) = (flight_t){job, problem};
		b->flying++;
		b->until_ms = interrupt_until(b->args->time_ms);
	} else {
		not_taken(b, problem);
	}
	return true;
}

static void submit_some(batch_t *b)
{
	while (!b->stopping && b->flying < b->jobs && interrupt_now() >= b->retry_ms &&
	       interrupt_signal() == 0 && submit_one(b))
		;
}

/* take_event handles one event of the connection. */
static void take_event(batch_t *b, const tesuji_event_t *event)
{
	unsigned i = 0;

	if (event->kind == TESUJI_EVENT_LOST) {
		live_erase(&b->live);
		if (b->code == EXIT_PROVEN) /* a request may have told it already */
			complain("%s", event->error.text);
		stop(b, b->session.where != NULL ? verdict_exit_for_code(event->error.code)
		                                 : EXIT_INTERNAL);
		b->flying = 0;
		return;
	}
	while (i < b->jobs && b->flights[i].job != event->job)
		i++;
	if (event->kind != TESUJI_EVENT_DONE || i == b->jobs)
		return;
	b->flights[i].job = 0;
	b->flying--;
	b->retry_ms = 0; /* a busy daemon has room for one more */
	if (!batch_row_take(&b->rows[b->flights[i].problem], &event->report)) {
		complain("%s", tesuji_code_text(TESUJI_E_NOMEM));
		b->rows[b->flights[i].problem].verdict = BATCH_OPEN;
		stop(b, EXIT_NO_MEMORY);
		return;
	}
	settle(b, b->flights[i].problem, &event->report);
}

/* cancel_all asks all that is in flight to stop; their final events are waited for. */
static void cancel_all(batch_t *b)
{
	if (b->cancelled)
		return;
	b->cancelled = true;
	live_erase(&b->live);
	for (unsigned i = 0; i < b->jobs; i++) {
		if (b->flights[i].job == 0 ||
		    tesuji_cancel(b->session.handle, b->flights[i].job, NULL) == TESUJI_OK)
			continue;
		if (b->code == EXIT_PROVEN) /* else it was told why the run ends */
			stop(b, session_failed(&b->session));
		b->flying = 0;
		return;
	}
}

/* show_bar shows the bar, now and then. */
static void show_bar(batch_t *b)
{
	const int64_t now = interrupt_now();

	if (now < b->shown_ms + LIVE_TERMINAL_MS)
		return;
	b->shown_ms = now;
	batch_show_bar(&b->live, &b->sums, b->problems->problem_count, now - b->start_ms);
}

/* wait_for sleeps until there is something to do. */
static void wait_for(batch_t *b)
{
	const bool shows = b->live.out != NULL && b->live.terminal;
	const int64_t now = interrupt_now();
	int64_t wake_ms = shows ? now + LIVE_TERMINAL_MS : INTERRUPT_NEVER;

	if (b->retry_ms > now && b->retry_ms < wake_ms)
		wake_ms = b->retry_ms;
	if (b->flying > 0 && b->until_ms < wake_ms)
		wake_ms = b->until_ms;
	switch (interrupt_wait(tesuji_fd(b->session.handle), wake_ms)) {
	case INTERRUPT_INPUT:
		break;
	case INTERRUPT_SIGNAL:
		b->stopping = true;
		cancel_all(b);
		break;
	case INTERRUPT_LATE:
		if (b->flying == 0 || interrupt_now() < b->until_ms)
			break;
		live_erase(&b->live);
		stop(b, follow_late(&b->session));
		b->flying = 0;
	}
}

/* run asks everything that has no answer yet. */
static void run(batch_t *b)
{
	tesuji_event_t event;

	while (!b->stopping || b->flying > 0) {
		int rc;

		submit_some(b);
		if (b->code != EXIT_PROVEN)
			cancel_all(b);
		if (b->flying == 0 && (b->stopping || b->next >= b->problems->problem_count))
			break;
		show_bar(b);
		rc = tesuji_next(b->session.handle, 0, &event);
		if (rc > 0) {
			take_event(b, &event);
			b->until_ms = interrupt_until(b->args->time_ms);
		} else if (rc < 0) {
			if (b->code == EXIT_PROVEN)
				stop(b, session_failed(&b->session));
			break;
		} else {
			wait_for(b);
		}
	}
	live_erase(&b->live);
}

/* jobs_of returns how many jobs are to be in flight: one for each worker, unless told otherwise. */
static unsigned jobs_of(const batch_t *b)
{
	static tesuji_info_t info; /* large */

	if (b->args->jobs != TESUJI_DEFAULT)
		return (unsigned)b->args->jobs;
	if (tesuji_info(b->session.handle, &info) != TESUJI_OK || info.workers < JOBS_LEAST)
		return JOBS_LEAST;
	return info.workers < JOBS_MOST ? info.workers : JOBS_MOST;
}

/* keys_set gives every row the key of its question. */
static void keys_set(batch_t *b)
{
	tesuji_request_t request;

	for (unsigned i = 0; i < b->problems->problem_count; i++) {
		request_fill(&request, b->args, &b->problems->problems[i], 0);
		batch_key_make(b->rows[i].key, &request, NULL);
	}
}

/* worst returns the exit code of the run: what ended it, a signal, a fault, or the worst verdict.
 */
static exit_t worst(const batch_t *b)
{
	static const batch_verdict_t order[] = {BATCH_FAILED, BATCH_REFUSED, BATCH_OPEN,
	                                        BATCH_UNDECIDED, BATCH_DISPROVEN};

	if (b->code != EXIT_PROVEN)
		return b->code;
	if (interrupt_signal() != 0 && b->sums.verdicts[BATCH_OPEN] > 0)
		return interrupt_exit();
	if (b->problems->fault_count > 0 && b->sums.verdicts[BATCH_FAILED] == 0)
		return EXIT_BAD_INPUT;
	for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++)
		if (b->sums.verdicts[order[i]] > 0)
			return batch_row_exit(order[i]);
	return EXIT_PROVEN;
}

/* finish writes what comes at the end. */
static exit_t finish(batch_t *b)
{
	const unsigned open = b->sums.verdicts[BATCH_OPEN];
	exit_t code = EXIT_PROVEN;

	batch_show_sums(b->problems, b->rows, &b->sums);
	if (open == 0)
		code = batch_table_order(&b->table, b->problems, b->rows);
	if (code == EXIT_PROVEN && b->args->sgf != NULL)
		code = batch_records_sgf(b->args->sgf, b->args, b->problems, b->rows);
	if (code == EXIT_PROVEN && b->args->pgn != NULL)
		code = batch_records_pgn(b->args->pgn, b->args, b->problems, b->rows);
	if (!b->args->json)
		batch_show_table(b->problems, b->rows);
	(void)fflush(stdout);
	if (!b->args->quiet || !b->args->json)
		batch_show_total(b->args->json ? stderr : stdout, &b->sums, b->problems,
		                 interrupt_now() - b->start_ms);
	if (open > 0 && b->table.path != NULL)
		complain("%u of %u problems are open; --resume %s goes on", open,
		         b->problems->problem_count, b->table.path);
	if (code != EXIT_PROVEN)
		stop(b, code);
	return worst(b);
}

/* resumed_show writes the JSON lines of what was in the table. */
static void resumed_show(const batch_t *b)
{
	for (unsigned i = 0; i < b->problems->problem_count && b->args->json; i++)
		if (b->rows[i].is_resumed)
			batch_show_json(&b->problems->problems[i], &b->rows[i], NULL, NULL);
}

static exit_t run_in_session(batch_t *b)
{
	exit_t code = session_open(&b->session, b->args, true);

	if (code != EXIT_PROVEN)
		return code;
	interrupt_catch();
	b->jobs = jobs_of(b);
	b->start_ms = interrupt_now();
	run(b);
	code = finish(b);
	session_close(&b->session);
	return code;
}

/* not_for_many complains of options that are for one problem. */
static exit_t not_for_many(const args_t *args)
{
	const struct {
		const char *name;
		bool given;
	} options[] = {{"detach", args->detach},
	               {"durable", args->durable != NULL},
	               {"certificate", args->certificate != NULL},
	               {"svg", args->svg != NULL},
	               {"board", args->board}};

	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++) {
		if (!options[i].given)
			continue;
		complain("--%s is for one problem, not for a collection", options[i].name);
		return EXIT_USAGE;
	}
	return EXIT_PROVEN;
}

/* places_check checks that the files can be written, before searches that would be in vain. */
static exit_t places_check(const args_t *args)
{
	const char *const paths[] = {args->sgf, args->pgn};
	exit_t code = EXIT_PROVEN;

	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]) && code == EXIT_PROVEN; i++)
		if (paths[i] != NULL)
			code = output_place(paths[i]);
	return code;
}

exit_t batch_command(const args_t *args, const collection_t *problems)
{
	batch_t *b = calloc(1, sizeof(*b));
	exit_t code = not_for_many(args);

	if (b != NULL && code == EXIT_PROVEN) {
		b->args = args;
		b->problems = problems;
		b->rows = calloc((size_t)problems->problem_count + 1, sizeof(*b->rows));
		live_init(&b->live, stderr, args->quiet);
	}
	if (b == NULL || (code == EXIT_PROVEN && b->rows == NULL)) {
		complain("%s", tesuji_code_text(TESUJI_E_NOMEM));
		code = EXIT_NO_MEMORY;
	}
	if (code == EXIT_PROVEN)
		code = places_check(args);
	if (code == EXIT_PROVEN) {
		keys_set(b);
		code = batch_table_open(&b->table, &batch_row_kind, args, problems, b->rows);
	}
	if (code == EXIT_PROVEN) {
		batch_show_faults(problems, args->json);
		batch_show_sums(problems, b->rows, &b->sums);
		resumed_show(b);
		code = run_in_session(b);
		batch_table_close(&b->table);
	}
	for (unsigned i = 0; b != NULL && b->rows != NULL && i < problems->problem_count; i++)
		batch_row_free(&b->rows[i]);
	if (b != NULL)
		free(b->rows);
	free(b);
	return code;
}
