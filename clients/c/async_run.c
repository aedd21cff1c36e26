/* SPDX-License-Identifier: MIT
 * async_run.c - the runner: takes on what was asked, sends requests while the daemon has room,
 * reads, and answers.
 *
 * Design     All that is to be sent is written into one buffer and sent by one call. What the
 *            socket does not take stays there until it does. No more is written than the daemon has
 *            places for jobs, so the buffer stays small.
 *
 * Boards     A change of a board is not sent while the daemon might still refuse, as busy, a
 *            problem or a status of a board: sent again after the change, that would be about
 *            another board. So a change waits for a round trip; problems do not. For the same
 *            reason nothing overtakes a query that waits for its turn, not even a status that
 *            waits for a place among statuses. A certificate is about no board: it has a queue of
 *            its own, and while the daemon makes others all else goes on.
 */
#include "clients/c/async_run.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>

#include "clients/c/async_map.h"
#include "clients/c/async_take.h"
#include "clients/c/link.h"
#include "clients/c/stream.h"

enum {
	OUT_FIRST = 16 * 1024,
	OUT_ENOUGH = 256 * 1024, /* written ahead of the socket */
	EVENTS = 3,
};

void async_send(tesuji_async_t *a, const uint8_t *bytes, size_t length)
{
	size_t capacity = a->out_capacity > 0 ? a->out_capacity : OUT_FIRST;
	uint8_t *out;

	while (capacity - a->out_length < length)
		capacity *= 2;
	if (capacity > a->out_capacity) {
		out = mem_grow(a->out, a->out_capacity, capacity);
		if (out == NULL) {
			(void)link_lose(a->link, TESUJI_E_NOMEM, "out of memory");
			return;
		}
		a->out = out;
		a->out_capacity = capacity;
	}
	memcpy(a->out + a->out_length, bytes, length);
	a->out_length += length;
}

/* set_wants_out has epoll report, or not, that the socket takes more. */
static void set_wants_out(tesuji_async_t *a, bool wants)
{
	struct epoll_event event = {.events = wants ? EPOLLIN | EPOLLOUT : EPOLLIN,
	                            .data = {.fd = a->link->fd}};

	if (wants == a->wants_out)
		return;
	a->wants_out = wants;
	if (epoll_ctl(a->poller, EPOLL_CTL_MOD, a->link->fd, &event) != 0)
		(void)link_lose(a->link, TESUJI_E_IO, "epoll: %s", strerror(errno));
}

/* flush sends what the socket takes. */
static void flush(tesuji_async_t *a)
{
	bool is_full = false;

	while (a->link->lost.code == TESUJI_OK && !is_full &&
	       (a->out_done < a->out_length || stream_waits(a->link))) {
		const ssize_t n =
		        stream_send(a->link, a->out + a->out_done, a->out_length - a->out_done);

		if (n >= 0) {
			a->out_done += (size_t)n;
		} else if (errno == EAGAIN || errno == EWOULDBLOCK) {
			is_full = true;
		} else if (errno == EPIPE || errno == ECONNRESET) {
			link_read(a->link); /* the daemon's last message may tell why */
			(void)link_lose(a->link, TESUJI_E_CLOSED, "closed by the other side");
		} else if (errno != EINTR) {
			(void)link_lose(a->link, TESUJI_E_IO, "%s", stream_text(a->link, errno));
		}
	}
	assert(a->out_done <= a->out_length && a->out_length <= a->out_capacity);
	if (a->out_done == a->out_length)
		a->out_done = a->out_length = 0;
	if (a->link->lost.code == TESUJI_OK)
		set_wants_out(a, is_full);
}

/* may_send tells whether the daemon has a place for the first query of a queue now. */
static bool may_send(const tesuji_async_t *a, const queue_t *queue, deadline_t now)
{
	const query_t *q = queue->first;

	if (a->out_length - a->out_done >= OUT_ENOUGH)
		return false;
	if (q->kind == QUERY_CHANGE)
		return a->unsettled == 0;
	return now >= queue->retry_at && (q->kind != QUERY_PROBLEM || a->in_flight < a->slots) &&
	       (q->kind != QUERY_STATUS || a->statuses < CONNECTION_STATUSES_MAX);
}

/* supply writes the requests of a queue whose turn it is. */
static void supply(tesuji_async_t *a, queue_t *queue, deadline_t now)
{
	while (queue->first != NULL && a->link->lost.code == TESUJI_OK) {
		query_t *q = queue->first;
		const bool is_off = q->is_told && q->kind != QUERY_CHANGE;

		if (!is_off && !may_send(a, queue, now))
			break;
		queue->first = q->next;
		if (queue->first == NULL)
			queue->last = &queue->first;
		assert(q->state == QUERY_WAITING);
		if (is_off) {
			async_retire(a, q);
			continue;
		}
		async_send(a, q->bytes.data, q->bytes.length);
		q->state = QUERY_SENT;
		q->sent = now;
		if (!async_map_put(&a->by_number, &q->by_number))
			(void)link_lose(a->link, TESUJI_E_NOMEM, "out of memory");
		a->in_flight += q->kind == QUERY_PROBLEM;
		a->statuses += q->kind == QUERY_STATUS;
		a->unsettled += q->is_about_board;
	}
}

/* grant cancels the queries that a wish is about. */
static void grant(tesuji_async_t *a, const wish_t *wish)
{
	for (query_t *q = a->newest; q != NULL; q = q->older)
		if (q->asked.tag == wish->tag && (int32_t)(wish->last - q->number) >= 0)
			async_stop(a, q, TESUJI_E_CANCELLED, "cancelled");
}

/* take_fresh takes on the queries and wishes of other threads. */
static void take_fresh(tesuji_async_t *a)
{
	query_t *fresh;
	wish_t *wishes;

	pthread_mutex_lock(&a->lock);
	fresh = a->fresh;
	wishes = a->wishes;
	a->fresh = NULL;
	a->fresh_last = &a->fresh;
	a->wishes = NULL;
	a->is_woken = false;
	pthread_mutex_unlock(&a->lock);
	for (query_t *next; fresh != NULL; fresh = next) {
		next = fresh->next;
		async_add(a, fresh);
	}
	for (wish_t *next; wishes != NULL; wishes = next) {
		next = wishes->next;
		grant(a, wishes);
		mem_free(wishes, sizeof(*wishes));
	}
}

/* sooner returns the sooner of a moment (below 0: never) and of the retry of a queue. */
static deadline_t sooner(deadline_t next, const queue_t *queue, deadline_t now)
{
	if (queue->first == NULL || queue->retry_at <= now)
		return next;
	return next < 0 || queue->retry_at < next ? queue->retry_at : next;
}

/* arm sets the timer to the next deadline or retry. */
static void arm(tesuji_async_t *a, deadline_t now)
{
	deadline_t next = a->first_due != NULL ? a->first_due->due : -1;
	struct itimerspec at = {.it_value = {.tv_sec = 0}};

	next = sooner(sooner(next, &a->waiting, now), &a->proofs, now);
	if (next == a->armed)
		return;
	a->armed = next;
	if (next >= 0)
		at.it_value =
		        (struct timespec){.tv_sec = next / 1000, .tv_nsec = next % 1000 * 1000000};
	(void)timerfd_settime(a->timer, TFD_TIMER_ABSTIME, &at, NULL);
}

/* attend does all that needs no waiting, except reading. */
static void attend(tesuji_async_t *a)
{
	const deadline_t now = deadline_after(0);

	take_fresh(a);
	while (a->first_due != NULL && a->first_due->due <= now)
		async_stop(a, a->first_due, TESUJI_E_TIMEOUT, "no answer by the deadline");
	supply(a, &a->waiting, now);
	supply(a, &a->proofs, now);
	flush(a);
	arm(a, now);
}

/* lose answers every query with the loss of the connection. The caller is to come again, to be told
 * of the loss itself. */
static void lose(tesuji_async_t *a)
{
	const bool is_first = a->lost.code == TESUJI_OK;

	if (is_first)
		(void)epoll_ctl(a->poller, EPOLL_CTL_DEL, a->link->fd, NULL);
	pthread_mutex_lock(&a->lock);
	a->lost = a->link->lost;
	pthread_mutex_unlock(&a->lock);
	take_fresh(a); /* no fresh query follows, since `lost` is set */
	pthread_mutex_lock(&a->lock);
	if (is_first)
		async_wake(a);
	pthread_mutex_unlock(&a->lock);
	async_fail_all(a, &a->link->lost);
}

int tesuji_async_run(tesuji_async_t *a, int timeout_ms)
{
	const deadline_t deadline = deadline_after(timeout_ms);
	struct epoll_event events[EVENTS];
	int count;

	if (atomic_exchange_explicit(&a->is_running, true, memory_order_acquire))
		return TESUJI_E_VALUE; /* called by a callback, or by two threads at once */
	a->told = 0;
	do {
		attend(a);
		if (a->link->lost.code != TESUJI_OK)
			break;
		count = epoll_wait(a->poller, events, EVENTS,
		                   a->told > 0 ? 0 : deadline_left(deadline));
		for (int i = 0; i < count; i++)
			if (events[i].data.fd == a->link->fd &&
			    (events[i].events & ~(uint32_t)EPOLLOUT) != 0)
				link_read(a->link);
	} while (a->told == 0 && count != 0);
	if (a->link->lost.code == TESUJI_OK)
		attend(a); /* for the queries that callbacks have asked */
	if (a->link->lost.code != TESUJI_OK)
		lose(a);
	atomic_store_explicit(&a->is_running, false, memory_order_release);
	if (a->told > 0)
		return a->told < INT_MAX ? (int)a->told : INT_MAX;
	return a->link->lost.code;
}
