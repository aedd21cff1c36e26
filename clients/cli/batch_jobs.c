/* SPDX-License-Identifier: MIT
 * batch_jobs.c - see batch_jobs.h.
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
#include "clients/cli/batch_jobs.h"

#include <assert.h>

#include "clients/cli/batch_refusal.h"
#include "clients/cli/complain.h"
#include "clients/cli/follow.h"
#include "clients/cli/interrupt.h"
#include "clients/cli/request.h"
#include "clients/cli/verdict_exit.h"

enum { JOBS_MOST = 64, JOBS_LEAST = 2 };

/* A job in flight. */
typedef struct {
	uint64_t job; /* 0: the place is free */
	unsigned problem;
} flight_t;

typedef struct {
	batch_answers_t *answers;
	flight_t flights[JOBS_MOST];
	unsigned jobs, flying; /* how many may be in flight; are */
	unsigned next;         /* the first problem that was not looked at */
	int64_t retry_ms;      /* a busy daemon may be asked again */
	int64_t until_ms;      /* when one of the jobs in flight must have ended */
	bool cancelled;        /* what is in flight was asked to stop */
} jobs_t;

/* not_taken handles a request that was refused. */
static void not_taken(jobs_t *b, unsigned problem)
{
	batch_answers_t *answers = b->answers;
	const batch_refusal_t why =
	        batch_refusal_of(tesuji_last_error(answers->session.handle), answers->args);

	switch (why.of) {
	case BATCH_REFUSAL_NOW:
		b->next = problem;
		b->retry_ms = why.retry_ms;
		break;
	case BATCH_REFUSAL_RUN:
		live_erase(&answers->live);
		batch_answers_stop(answers, request_refused(&answers->session, answers->args));
		break;
	case BATCH_REFUSAL_PROBLEM:
		batch_answers_refuse(answers, problem, why.text);
	}
}

static flight_t *place_free(jobs_t *b)
{
	unsigned i = 0;

	while (i < b->jobs && b->flights[i].job != 0)
		i++;
	assert(i < b->jobs);
	return &b->flights[i];
}

/* submit_one submits the next problem that has no answer yet; false: there is none. */
static bool submit_one(jobs_t *b)
{
	tesuji_request_t request;
	unsigned problem;
	uint64_t job;

	while (b->next < b->answers->problems->problem_count &&
	       b->answers->rows[b->next].verdict != BATCH_OPEN)
		b->next++;
	if (b->next >= b->answers->problems->problem_count)
		return false;
	problem = b->next++;
	request_fill(&request, b->answers->args, &b->answers->problems->problems[problem], 0);
	if (tesuji_submit(b->answers->session.handle, &request, &job) == TESUJI_OK) {
		*place_free(b) = (flight_t){job, problem};
		b->flying++;
		b->until_ms = interrupt_until(b->answers->args->time_ms);
	} else {
		not_taken(b, problem);
	}
	return true;
}

static void submit_some(jobs_t *b)
{
	while (!b->answers->stopping && b->flying < b->jobs && interrupt_now() >= b->retry_ms &&
	       interrupt_signal() == 0 && submit_one(b))
		;
}

/* take_event handles one event of the connection. */
static void take_event(jobs_t *b, const tesuji_event_t *event)
{
	unsigned i = 0;

	if (event->kind == TESUJI_EVENT_LOST) {
		live_erase(&b->answers->live);
		if (b->answers->code == EXIT_PROVEN) /* a request may have told it already */
			complain("%s", event->error.text);
		batch_answers_stop(b->answers, b->answers->session.where != NULL
		                                       ? verdict_exit_for_code(event->error.code)
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
	batch_answers_take(b->answers, b->flights[i].problem, &event->report);
}

/* cancel_all asks all that is in flight to stop; their final events are waited for. */
static void cancel_all(jobs_t *b)
{
	if (b->cancelled)
		return;
	b->cancelled = true;
	live_erase(&b->answers->live);
	for (unsigned i = 0; i < b->jobs; i++) {
		if (b->flights[i].job == 0 ||
		    tesuji_cancel(b->answers->session.handle, b->flights[i].job, NULL) == TESUJI_OK)
			continue;
		if (b->answers->code == EXIT_PROVEN) /* else it was told why the run ends */
			batch_answers_stop(b->answers, session_failed(&b->answers->session));
		b->flying = 0;
		return;
	}
}

/* wait_for sleeps until there is something to do. */
static void wait_for(jobs_t *b)
{
	const bool shows = b->answers->live.out != NULL && b->answers->live.terminal;
	const int64_t now = interrupt_now();
	int64_t wake_ms = shows ? now + LIVE_TERMINAL_MS : INTERRUPT_NEVER;

	if (b->retry_ms > now && b->retry_ms < wake_ms)
		wake_ms = b->retry_ms;
	if (b->flying > 0 && b->until_ms < wake_ms)
		wake_ms = b->until_ms;
	switch (interrupt_wait(tesuji_fd(b->answers->session.handle), wake_ms)) {
	case INTERRUPT_INPUT:
		break;
	case INTERRUPT_SIGNAL:
		b->answers->stopping = true;
		cancel_all(b);
		break;
	case INTERRUPT_LATE:
		if (b->flying == 0 || interrupt_now() < b->until_ms)
			break;
		live_erase(&b->answers->live);
		batch_answers_stop(b->answers, follow_late(&b->answers->session));
		b->flying = 0;
	}
}

/* jobs_of returns how many jobs are to be in flight: one for each worker, unless told otherwise. */
static unsigned jobs_of(const jobs_t *b)
{
	static tesuji_info_t info; /* large */

	if (b->answers->args->jobs != TESUJI_DEFAULT)
		return (unsigned)b->answers->args->jobs;
	if (tesuji_info(b->answers->session.handle, &info) != TESUJI_OK ||
	    info.workers < JOBS_LEAST)
		return JOBS_LEAST;
	return info.workers < JOBS_MOST ? info.workers : JOBS_MOST;
}

void batch_jobs_run(batch_answers_t *answers)
{
	jobs_t jobs = {.answers = answers}, *b = &jobs;
	tesuji_event_t event;

	b->jobs = jobs_of(b);
	while (!b->answers->stopping || b->flying > 0) {
		int rc;

		submit_some(b);
		if (b->answers->code != EXIT_PROVEN)
			cancel_all(b);
		if (b->flying == 0 &&
		    (b->answers->stopping || b->next >= b->answers->problems->problem_count))
			break;
		batch_answers_bar(b->answers);
		rc = tesuji_next(b->answers->session.handle, 0, &event);
		if (rc > 0) {
			take_event(b, &event);
			b->until_ms = interrupt_until(b->answers->args->time_ms);
		} else if (rc < 0) {
			if (b->answers->code == EXIT_PROVEN)
				batch_answers_stop(b->answers,
				                   session_failed(&b->answers->session));
			break;
		} else {
			wait_for(b);
		}
	}
	live_erase(&b->answers->live);
}
