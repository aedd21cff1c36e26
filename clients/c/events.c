/* SPDX-License-Identifier: MIT
 * events.c - the jobs and statuses that are listened to, the queue of events, callbacks.
 *
 * Design     The queue is in the order of arrival. A listener knows its progress event that still
 *            waits, and newer progress overwrites that in place: a slow caller gets fewer reports
 *            and not older ones. The end of a job removes its listener, so nothing can follow the
 *            end. The event that the connection is lost is made from a flag when the queue is
 *            empty, so that it cannot fail for lack of memory.
 */
#include "clients/c/events.h"

#include <assert.h>
#include <string.h>

#include "clients/c/convert.h"
#include "clients/c/go.h"
#include "clients/c/link.h"
#include "clients/c/moves.h"

void events_listen(tesuji_t *t, listener_t *listener, uint64_t job)
{
	listener->job = job;
	listener->next = t->listeners;
	t->listeners = listener;
}

void events_attend(tesuji_t *t, listener_t *listener, uint64_t status, uint64_t verdicts)
{
	listener->status = status;
	listener->left = verdicts;
	listener->next = t->listeners;
	t->listeners = listener;
}

/* listening returns the place of a job's listener in the list; *place is NULL if nobody listens. */
static listener_t **listening(tesuji_t *t, uint64_t job)
{
	listener_t **at = &t->listeners;

	while (*at != NULL && (*at)->job != job)
		at = &(*at)->next;
	return at;
}

listener_t *events_find(tesuji_t *t, uint64_t job)
{
	return *listening(t, job);
}

/* enqueue appends an event of that kind; NULL: no memory, and the connection is lost. */
static queued_t *enqueue(tesuji_t *t, const listener_t *l, tesuji_event_kind_t kind)
{
	queued_t *q = mem_alloc(sizeof(*q));

	if (q == NULL) {
		(void)link_lose(t, TESUJI_E_NOMEM, "out of memory");
		return NULL;
	}
	assert((l->job == 0) != (l->status == 0));
	q->event.kind = kind;
	q->event.job = l->job;
	q->event.status = l->status;
	q->event.user = l->user;
	assert(*t->last == NULL);
	*t->last = q;
	t->last = &q->next;
	t->queued++;
	return q;
}

void events_progress(tesuji_t *t)
{
	listener_t *l = events_find(t, t->scratch.progress.job);

	if (l == NULL)
		return;
	if (l->progress == NULL)
		l->progress = enqueue(t, l, TESUJI_EVENT_PROGRESS);
	if (l->progress != NULL)
		convert_progress(&t->scratch.progress, &l->progress->event.report);
}

/* enqueue_last appends the last event of who listens at that place of the list, and drops the
 * listener; NULL: nobody listens, or the connection is lost. */
static queued_t *enqueue_last(tesuji_t *t, listener_t **at, tesuji_event_kind_t kind)
{
	listener_t *l = *at;
	queued_t *q = l != NULL ? enqueue(t, l, kind) : NULL;

	if (q == NULL)
		return NULL;
	*at = l->next;
	mem_free(l, sizeof(*l));
	return q;
}

void events_done(tesuji_t *t)
{
	queued_t *q = enqueue_last(t, listening(t, t->scratch.done.job), TESUJI_EVENT_DONE);

	if (q != NULL)
		convert_done(&t->scratch.done, &q->event.report);
}

void events_kept(tesuji_t *t)
{
	queued_t *q = enqueue_last(t, listening(t, t->scratch.kept.job), TESUJI_EVENT_KEPT);

	if (q != NULL)
		convert_kept(&t->scratch.kept, &q->event.error);
}

/* attending returns the place of a status's listener in the list; *place is NULL if nobody
 * listens. */
static listener_t **attending(tesuji_t *t, uint64_t status)
{
	listener_t **at = &t->listeners;

	while (*at != NULL && (*at)->status != status)
		at = &(*at)->next;
	return at;
}

/* enqueue_verdict appends an event of that kind about a status; NULL: nobody listens, or the
 * connection is lost. */
static queued_t *enqueue_verdict(tesuji_t *t, uint64_t status, tesuji_event_kind_t kind)
{
	listener_t *l = *attending(t, status);

	if (l == NULL)
		return NULL;
	if (l->left == 0) {
		(void)link_lose(t, TESUJI_E_PROTOCOL, "more verdicts than questions");
		return NULL;
	}
	l->left--;
	return enqueue(t, l, kind);
}

void events_verdict(tesuji_t *t)
{
	queued_t *q = enqueue_verdict(t, t->scratch.verdict.status, TESUJI_EVENT_VERDICT);

	if (q != NULL)
		go_verdict(&t->scratch.verdict, &q->event.verdict);
}

void events_move(tesuji_t *t)
{
	queued_t *q = enqueue_verdict(t, t->scratch.tried.status, TESUJI_EVENT_MOVE);

	if (q != NULL)
		moves_tried(&t->scratch.tried, &q->event);
}

void events_ended(tesuji_t *t)
{
	queued_t *q = enqueue_last(t, attending(t, t->scratch.ended.status), TESUJI_EVENT_STATUS);

	if (q == NULL)
		return;
	q->event.decided = (unsigned)t->scratch.ended.decided;
	q->event.undecided = (unsigned)t->scratch.ended.undecided;
	q->event.life = (tesuji_life_t)t->scratch.ended.life;
}

void events_moved(tesuji_t *t)
{
	queued_t *q = enqueue_last(t, attending(t, t->scratch.moved.status), TESUJI_EVENT_MOVES);

	if (q == NULL)
		return;
	q->event.works = (unsigned)t->scratch.moved.works;
	q->event.fails = (unsigned)t->scratch.moved.fails;
	q->event.open = (unsigned)t->scratch.moved.open;
	q->event.nodes = t->scratch.moved.nodes;
}

queued_t *events_take(tesuji_t *t, uint64_t job)
{
	queued_t **at = &t->first, *q;
	listener_t *l;

	while (*at != NULL && job != 0 && (*at)->event.job != job)
		at = &(*at)->next;
	q = *at;
	if (q == NULL)
		return NULL;
	assert(t->queued > 0);
	*at = q->next;
	if (q->next == NULL)
		t->last = at;
	t->queued--;
	l = events_find(t, q->event.job);
	if (l != NULL && l->progress == q)
		l->progress = NULL;
	return q;
}

void events_free(queued_t *event)
{
	mem_free(event, sizeof(*event));
}

void events_clear(tesuji_t *t)
{
	queued_t *q;
	listener_t *l;

	while ((q = events_take(t, 0)) != NULL)
		events_free(q);
	while ((l = t->listeners) != NULL) {
		t->listeners = l->next;
		mem_free(l, sizeof(*l));
	}
}

/* lost_event makes the event that the connection is lost, once; false: it is not lost, or that
 * was told. */
static bool lost_event(tesuji_t *t, tesuji_event_t *out)
{
	if (t->lost.code == TESUJI_OK || t->lost_told)
		return false;
	t->lost_told = true;
	memset(out, 0, sizeof(*out));
	out->kind = TESUJI_EVENT_LOST;
	out->error = t->lost;
	return true;
}

/* lost_again returns the error of every call after the loss was told. */
static int lost_again(tesuji_t *t)
{
	t->error = t->lost;
	return t->lost.code;
}

int tesuji_next(tesuji_t *t, int timeout_ms, tesuji_event_t *out)
{
	deadline_t deadline = deadline_after(timeout_ms);
	queued_t *q;

	while ((q = events_take(t, 0)) == NULL) {
		if (lost_event(t, out))
			return 1;
		if (t->lost.code != TESUJI_OK)
			return lost_again(t);
		if (link_step(t, deadline) == 0)
			return 0;
	}
	*out = q->event;
	events_free(q);
	return 1;
}

void tesuji_on_event(tesuji_t *t,
                     void (*on_event)(tesuji_t *t, const tesuji_event_t *event, void *context),
                     void *context)
{
	t->on_event = on_event;
	t->event_context = context;
}

int tesuji_dispatch(tesuji_t *t, int timeout_ms)
{
	deadline_t deadline = deadline_after(timeout_ms);
	tesuji_event_t lost;
	int count = 0;

	if (t->in_callback || t->on_event == NULL)
		return fail_with(&t->error, TESUJI_E_VALUE,
		                 t->in_callback ? "tesuji_dispatch called from a callback"
		                                : "tesuji_dispatch without tesuji_on_event");
	if (t->lost.code == TESUJI_OK)
		(void)link_step(t, 0);
	while (t->queued == 0 && t->lost.code == TESUJI_OK) {
		if (link_step(t, deadline) == 0)
			return 0;
	}
	t->in_callback = true;
	for (unsigned left = t->queued; left > 0 && t->queued > 0; left--) {
		queued_t *q = events_take(t, 0);

		if (t->on_event != NULL)
			t->on_event(t, &q->event, t->event_context);
		events_free(q);
		count++;
	}
	if (count == 0 && lost_event(t, &lost) && t->on_event != NULL) {
		t->on_event(t, &lost, t->event_context);
		count++;
	}
	t->in_callback = false;
	return count > 0 ? count : lost_again(t);
}

unsigned tesuji_pending(const tesuji_t *t)
{
	return t->queued + (t->lost.code != TESUJI_OK && !t->lost_told ? 1 : 0);
}

int tesuji_solve(tesuji_t *t, const tesuji_request_t *request,
                 int (*on_progress)(const tesuji_report_t *report, void *user),
                 tesuji_report_t *out)
{
	uint64_t job;
	bool done = false, cancelled = false;
	int rc;

	memset(out, 0, sizeof(*out));
	if (t->in_callback)
		return fail_with(&t->error, TESUJI_E_VALUE, "tesuji_solve called from a callback");
	rc = tesuji_submit(t, request, &job);
	while (rc == TESUJI_OK && !done) {
		queued_t *q = events_take(t, job);

		if (q == NULL) {
			if (link_step(t, -1) < 0)
				rc = lost_again(t);
			continue;
		}
		done = q->event.kind == TESUJI_EVENT_DONE || q->event.kind == TESUJI_EVENT_KEPT;
		if (q->event.kind == TESUJI_EVENT_KEPT) {
			t->error = q->event.error;
			rc = t->error.code;
		} else if (done) {
			*out = q->event.report;
		} else if (on_progress != NULL && !cancelled) {
			t->in_callback = true;
			cancelled = on_progress(&q->event.report, request->user) != 0;
			t->in_callback = false;
			if (cancelled)
				rc = tesuji_cancel(t, job, NULL);
		}
		events_free(q);
	}
	return rc;
}
