/* SPDX-License-Identifier: MIT
 * upstream_queue.c - see upstream_queue.h.
 *
 * Design     The timer alone tries the first: whoever finds that it may be tried starts it with no
 *            delay. So no call is sent in the middle of the answer to another.
 */
#include "clients/http/upstream_queue.h"

#include <assert.h>
#include <string.h>

#include "clients/http/errors.h"

static const struct {
	const char *method;
	unsigned place;
} takers[] = {{"job.submit", UPSTREAM_JOBS},
              {"go.status", UPSTREAM_STATUSES},
              {"go.life", UPSTREAM_STATUSES},
              {"job.moves", UPSTREAM_STATUSES}},
  enders[] = {{"job.done", UPSTREAM_JOBS},
              {"go.done", UPSTREAM_STATUSES},
              {"job.moved", UPSTREAM_STATUSES}};

static upstream_waiter_t *take_first(upstream_queue_t *q)
{
	upstream_waiter_t *waiter = q->first;

	assert(waiter != NULL && q->count > 0 && q->bytes >= waiter->bytes);
	q->first = waiter->next;
	if (q->first == NULL)
		q->last = &q->first;
	q->count--;
	q->bytes -= waiter->bytes;
	return waiter;
}

static void try_first(uv_timer_t *timer)
{
	upstream_queue_t *q = timer->data;
	const uint64_t now = uv_now(timer->loop);
	upstream_waiter_t *waiter;

	if (q->tried != NULL)
		return;
	while (q->first != NULL && q->first->until <= now)
		q->fails(take_first(q), &q->busy);
	if (q->first == NULL)
		return;
	waiter = take_first(q);
	q->tried = waiter;
	q->goes(waiter);
}

/* try_after has the first tried after `ms`, or when it has waited long enough. */
static void try_after(upstream_queue_t *q, uint64_t ms)
{
	const uint64_t now = uv_now(q->timer.loop);

	if (q->first == NULL || uv_is_closing((uv_handle_t *)&q->timer))
		return;
	if (q->first->until < now + ms)
		ms = q->first->until > now ? q->first->until - now : 0;
	(void)uv_timer_start(&q->timer, try_first, ms, 0);
}

void upstream_queue_open(upstream_queue_t *q, uv_loop_t *loop, unsigned most, size_t bytes_most,
                         void (*goes)(upstream_waiter_t *waiter),
                         void (*fails)(upstream_waiter_t *waiter, const tesuji_error_t *why))
{
	*q = (upstream_queue_t){
	        .most = most, .bytes_most = bytes_most, .goes = goes, .fails = fails};
	q->last = &q->first;
	(void)uv_timer_init(loop, &q->timer); /* which cannot fail */
	q->timer.data = q;
}

void upstream_queue_close(upstream_queue_t *q, void *owner, uv_close_cb closed)
{
	while (q->first != NULL)
		q->fails(take_first(q), &errors_closing);
	q->timer.data = owner;
	uv_close((uv_handle_t *)&q->timer, closed);
}

void upstream_queue_waiter(upstream_waiter_t *out, const char *method, void *user)
{
	*out = (upstream_waiter_t){.user = user};
	for (size_t i = 0; i < sizeof(takers) / sizeof(takers[0]); i++)
		if (strcmp(takers[i].method, method) == 0) {
			out->takes = true;
			out->place = takers[i].place;
		}
}

static bool is_full(const upstream_queue_t *q, const upstream_waiter_t *waiter)
{
	return q->count + (q->tried != NULL) >= q->most || q->bytes + waiter->bytes > q->bytes_most;
}

static void count_in(upstream_queue_t *q, upstream_waiter_t *waiter)
{
	if (waiter->until == 0)
		waiter->until = uv_now(q->timer.loop) + UPSTREAM_QUEUE_MS;
	q->count++;
	q->bytes += waiter->bytes;
}

static void put_last(upstream_queue_t *q, upstream_waiter_t *waiter)
{
	count_in(q, waiter);
	waiter->next = NULL;
	*q->last = waiter;
	q->last = &waiter->next;
}

static void put_first(upstream_queue_t *q, upstream_waiter_t *waiter)
{
	count_in(q, waiter);
	waiter->next = q->first;
	if (q->first == NULL)
		q->last = &waiter->next;
	q->first = waiter;
}

bool upstream_queue_join(upstream_queue_t *q, upstream_waiter_t *waiter)
{
	if (q->first == NULL && q->tried == NULL)
		return false;
	if (is_full(q, waiter))
		q->fails(waiter, &q->busy);
	else
		put_last(q, waiter);
	return true;
}

bool upstream_queue_again(upstream_queue_t *q, upstream_waiter_t *waiter,
                          const tesuji_error_t *busy)
{
	const bool was_tried = q->tried == waiter;

	q->busy = *busy;
	if (was_tried) {
		q->tried = NULL;
		put_first(q, waiter); /* its time is looked at when it is tried again */
	} else if (is_full(q, waiter)) {
		return false;
	} else {
		put_last(q, waiter);
	}
	if (q->tried == NULL && (was_tried || !uv_is_active((uv_handle_t *)&q->timer)))
		try_after(q, busy->retry_ms);
	return true;
}

void upstream_queue_placed(upstream_queue_t *q, const upstream_waiter_t *waiter)
{
	if (q->tried != waiter)
		return;
	q->tried = NULL;
	try_after(q, 0);
}

void upstream_queue_may(upstream_queue_t *q)
{
	if (q->tried == NULL)
		try_after(q, 0);
}

bool upstream_queue_ender(const char *method, unsigned *place)
{
	for (size_t i = 0; i < sizeof(enders) / sizeof(enders[0]); i++) {
		if (strcmp(enders[i].method, method) != 0)
			continue;
		*place = enders[i].place;
		return true;
	}
	return false;
}
