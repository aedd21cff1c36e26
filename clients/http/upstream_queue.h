/* SPDX-License-Identifier: MIT
 * upstream_queue.h - calls that wait until the daemon has a place for them, in the order of asking.
 *
 * Only the first of a queue is tried; when it has its place, the next. It is tried when something
 * of its kind has ended, or after the time that the daemon has named. Who has waited for
 * UPSTREAM_QUEUE_MS is answered as the daemon did last: "busy".
 *
 * Ownership waiters are the caller's, and in the queue until `goes` or `fails` is called with them.
 * Threads   the loop's.
 * Errors    those of the daemon's, by `fails`.
 */
#ifndef CLIENTS_HTTP_UPSTREAM_QUEUE_H
#define CLIENTS_HTTP_UPSTREAM_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

#include "clients/c/tesuji.h"

enum { UPSTREAM_QUEUE_MS = 5000 };

/* What takes places: jobs, and statuses and first moves. */
enum { UPSTREAM_JOBS, UPSTREAM_STATUSES, UPSTREAM_PLACES };

typedef struct upstream_waiter {
	bool takes; /* a place, of that kind */
	unsigned place;
	void *user;
	size_t bytes;   /* that it holds */
	uint64_t until; /* by uv_now; 0: it has not waited yet */
	struct upstream_waiter *next;
} upstream_waiter_t;

typedef struct {
	uv_timer_t timer;
	upstream_waiter_t *first, **last;
	const upstream_waiter_t *tried; /* NULL: none is */
	tesuji_error_t busy;            /* what the daemon has said last */
	unsigned count, most;           /* that wait; at most */
	size_t bytes, bytes_most;
	void (*goes)(upstream_waiter_t *waiter);
	void (*fails)(upstream_waiter_t *waiter, const tesuji_error_t *why);
} upstream_queue_t;

/* upstream_queue_open makes a queue for so many at most, and of so many bytes. upstream_queue_close
 * fails all that wait, and closes its timer, with `owner` as the data of the handle. */
void upstream_queue_open(upstream_queue_t *queue, uv_loop_t *loop, unsigned most, size_t bytes_most,
                         void (*goes)(upstream_waiter_t *waiter),
                         void (*fails)(upstream_waiter_t *waiter, const tesuji_error_t *why));
void upstream_queue_close(upstream_queue_t *queue, void *owner, uv_close_cb closed);

/* upstream_queue_waiter fills in a waiter for a call of a method: which place it takes, if any. */
void upstream_queue_waiter(upstream_waiter_t *out, const char *method, void *user);

/* upstream_queue_join lets a new call wait behind others. False: nobody waits, try it now. Where
 * too many wait, it is failed at once. */
bool upstream_queue_join(upstream_queue_t *queue, upstream_waiter_t *waiter);

/* upstream_queue_again lets a call wait that the daemon had no place for. False: too many
 * wait: its answer is that error. */
bool upstream_queue_again(upstream_queue_t *queue, upstream_waiter_t *waiter,
                          const tesuji_error_t *busy);

/* upstream_queue_placed: a call has been answered otherwise than by "busy". upstream_queue_may:
 * there may be a place now. upstream_queue_ender tells whether a notification says that something
 * has ended, and which place that has left. */
void upstream_queue_placed(upstream_queue_t *queue, const upstream_waiter_t *waiter);
void upstream_queue_may(upstream_queue_t *queue);
bool upstream_queue_ender(const char *method, unsigned *place);

#endif
