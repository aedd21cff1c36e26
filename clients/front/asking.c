/* SPDX-License-Identifier: MIT
 * asking.c - see asking.h.
 *
 * Design     One poll over the daemon's socket and the input. Nothing is polled while there are
 *            events or bytes that have been read already. When the input ends the search is
 *            cancelled: nobody waits for its answer any more.
 */
#include "clients/front/asking.h"

#include <poll.h>
#include <time.h>

enum {
	MS_PER_S = 1000,
	NS_PER_MS = 1000000,
	WAIT_MS = 1000,  /* longest sleep */
	MARGIN_MS = 50,  /* from the engine's answer to the controller's clock */
	MARGIN_PART = 4, /* the margin is at most that part of what is left */
	MOVES_LEFT = 30, /* of a game without a number of moves to go */
};

int64_t asking_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * MS_PER_S + t.tv_nsec / NS_PER_MS;
}

bool asking_over(const asking_t *s)
{
	return s->stops || (s->until > 0 && asking_now() >= s->until);
}

/* lines_during takes the lines that are there. */
static void lines_during(asking_t *s)
{
	lines_got_t got = LINES_NONE;

	if (s->lines == NULL || s->lines->kept)
		return;
	while (!s->lines->kept && (got = lines_take(s->lines, false)) == LINES_LINE)
		s->on_line(s->context, s->lines);
	s->stops |= got == LINES_END;
}

static void sleep_until_more(const asking_t *s)
{
	const bool reads = s->lines != NULL && !s->lines->ended && !s->lines->kept;
	struct pollfd fds[3] = {{.fd = tesuji_fd(s->daemon), .events = POLLIN},
	                        {.fd = reads ? s->lines->fd : -1, .events = POLLIN},
	                        {.fd = reads ? s->lines->wake_fd : -1, .events = POLLIN}};
	int64_t wait = WAIT_MS;

	if (s->until > 0 && !s->stops && s->until - asking_now() < wait)
		wait = s->until - asking_now();
	if (tesuji_pending(s->daemon) == 0 && wait > 0)
		(void)poll(fds, 3, (int)wait);
}

int asking_run(asking_t *s, const tesuji_request_t *request, tesuji_report_t *out)
{
	static tesuji_event_t event; /* large */
	bool cancelled = false;
	uint64_t job;
	int rc = tesuji_submit(s->daemon, request, &job);

	while (rc >= 0) {
		while ((rc = tesuji_next(s->daemon, 0, &event)) > 0) {
			if (event.kind == TESUJI_EVENT_PROGRESS && s->on_progress != NULL)
				s->on_progress(s->context, &event.report);
			if (event.kind != TESUJI_EVENT_DONE || event.job != job)
				continue;
			*out = event.report;
			s->nodes += out->nodes;
			return TESUJI_OK;
		}
		if (rc < 0)
			break;
		lines_during(s);
		if (!cancelled && asking_over(s)) {
			rc = tesuji_cancel(s->daemon, job, NULL);
			cancelled = true;
			continue;
		}
		sleep_until_more(s);
	}
	return rc;
}

int64_t asking_budget(const asking_clock_t *clock)
{
	const int64_t left = clock->left > 0 ? clock->left : 1;
	const int64_t moves = clock->moves_to_go > 0 ? clock->moves_to_go : MOVES_LEFT;
	const int64_t margin = MARGIN_MS < left / MARGIN_PART ? MARGIN_MS : left / MARGIN_PART;
	const int64_t most = left - margin;
	int64_t budget = left / moves + clock->increment * 3 / 4;

	if (budget > most)
		budget = most;
	return budget > 0 ? budget : 1;
}
