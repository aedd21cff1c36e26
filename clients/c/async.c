/* SPDX-License-Identifier: MIT
 * async.c - the handle of tesuji_async.h, and the functions that any thread may call.
 *
 * Design     The handle is to be polled and has no thread of its own: a Go program has its own
 *            loop, and a program without one makes a thread of `while (run(a, -1) >= 0)`. A
 *            function that any thread may call only puts a query into a list under a lock and wakes
 *            the runner. So the lock is held for a few instructions, and nobody waits for a socket.
 *            The thread that asks encodes the request, outside of the lock.
 *
 * One descriptor stands for everything that can happen: an epoll of the socket, of an eventfd
 * for the other threads and of a timerfd for deadlines. A caller's loop that had to compute its
 * timeout from the library's deadlines would get it wrong.
 *
 * The connection below is a tesuji_t, for its reading and its ways of being lost. Its calls and
 * events are used for one question only, the first one about the daemon's limits.
 */
#include "clients/c/async.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "clients/c/async_ask.h"
#include "clients/c/async_map.h"
#include "clients/c/async_take.h"
#include "clients/c/board.h"
#include "clients/c/calls.h"
#include "clients/c/go.h"
#include "clients/c/login.h"
#include "clients/c/tesuji_tls.h"
#include "protocol/msg_proof.h"

enum { IN_BYTES = 256 * 1024 }; /* some 300 results at once */

_Static_assert((int)TESUJI_PIECE_BYTES == (int)PIECE_BYTES_MAX, "as the protocol has it");

static int watch(const tesuji_async_t *a, int fd, uint32_t events)
{
	struct epoll_event event = {.events = events, .data = {.fd = fd}};

	return epoll_ctl(a->poller, EPOLL_CTL_ADD, fd, &event);
}

/* make_poller makes the descriptor that stands for all. The waker and the timer are reported
 * once each time they go off (EPOLLET), so that they need not be read. */
static int make_poller(tesuji_async_t *a, tesuji_error_t *why)
{
	a->poller = epoll_create1(EPOLL_CLOEXEC);
	a->waker = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	a->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
	if (a->poller < 0 || a->waker < 0 || a->timer < 0 || watch(a, a->link->fd, EPOLLIN) != 0 ||
	    watch(a, a->waker, EPOLLIN | EPOLLET) != 0 ||
	    watch(a, a->timer, EPOLLIN | EPOLLET) != 0)
		return fail_with(why, TESUJI_E_IO, "epoll: %s", strerror(errno));
	return TESUJI_OK;
}

/* ask_limits asks the daemon how many jobs it takes of a connection. */
static int ask_limits(tesuji_async_t *a, int timeout_ms, tesuji_error_t *why)
{
	tesuji_info_t *info = mem_alloc(sizeof(*info));
	int rc;

	if (info == NULL)
		return fail_with(why, TESUJI_E_NOMEM, "out of memory");
	tesuji_set_timeout(a->link, timeout_ms);
	rc = tesuji_info(a->link, info);
	mem_free(info, sizeof(*info));
	if (rc != TESUJI_OK) {
		if (why != NULL)
			*why = a->link->error;
		return rc;
	}
	a->slots = a->link->scratch.info.bounds.jobs_per_connection;
	if (a->slots == 0)
		a->slots = 1;
	return TESUJI_OK;
}

static void free_all(tesuji_async_t *a)
{
	if (a->poller >= 0)
		close(a->poller);
	if (a->waker >= 0)
		close(a->waker);
	if (a->timer >= 0)
		close(a->timer);
	pthread_mutex_destroy(&a->lock);
	async_map_free(&a->by_number);
	async_map_free(&a->by_job);
	async_map_free(&a->by_status);
	async_map_free(&a->by_proof);
	mem_free(a->out, a->out_capacity);
	tesuji_close(a->link);
	mem_free(a, sizeof(*a));
}

/* create makes a handle around a connection, which stays the caller's on failure. */
static int create(tesuji_t *t, int timeout_ms, tesuji_async_t **out, tesuji_error_t *why)
{
	tesuji_async_t *a = mem_alloc(sizeof(*a));
	int rc;

	if (a == NULL)
		return fail_with(why, TESUJI_E_NOMEM, "out of memory");
	a->link = t;
	a->poller = a->waker = a->timer = -1;
	a->fresh_last = &a->fresh;
	async_queue_init(&a->waiting);
	async_queue_init(&a->proofs);
	a->armed = -1;
	atomic_init(&a->open, 0);
	atomic_init(&a->is_running, false);
	pthread_mutex_init(&a->lock, NULL);
	if ((rc = ask_limits(a, timeout_ms, why)) == TESUJI_OK &&
	    (rc = make_poller(a, why)) == TESUJI_OK) {
		uint8_t *in = mem_grow(t->in, t->in_capacity, IN_BYTES);

		if (in != NULL) {
			t->in = in;
			t->in_capacity = IN_BYTES;
		}
		t->take = async_take;
		t->taker = a;
		*out = a;
		return TESUJI_OK;
	}
	a->link = NULL;
	free_all(a);
	return rc;
}

int tesuji_async_open(const char *address, int timeout_ms, tesuji_async_t **out,
                      tesuji_error_t *why)
{
	return tesuji_async_open_as(address, NULL, timeout_ms, out, why);
}

int tesuji_async_open_as(const char *address, const char *token, int timeout_ms,
                         tesuji_async_t **out, tesuji_error_t *why)
{
	return tesuji_async_open_tls(address, NULL, token, timeout_ms, out, why);
}

int tesuji_async_open_tls(const char *address, const tesuji_tls_t *tls, const char *token,
                          int timeout_ms, tesuji_async_t **out, tesuji_error_t *why)
{
	tesuji_t *t;
	int rc;

	*out = NULL;
	if ((rc = tesuji_connect_tls(address, tls, token, timeout_ms, &t, why)) != TESUJI_OK)
		return rc;
	if ((rc = create(t, timeout_ms, out, why)) != TESUJI_OK)
		tesuji_close(t);
	return rc;
}

int tesuji_async_open_fd(int fd, int timeout_ms, tesuji_async_t **out, tesuji_error_t *why)
{
	tesuji_t *t;
	int rc;

	*out = NULL;
	if ((rc = tesuji_connect_fd(fd, &t, why)) != TESUJI_OK)
		return rc;
	if ((rc = create(t, timeout_ms, out, why)) != TESUJI_OK) {
		t->fd = -1; /* it stays the caller's */
		tesuji_close(t);
	}
	return rc;
}

void tesuji_async_close(tesuji_async_t *a)
{
	query_t *fresh;
	wish_t *wishes;

	if (a == NULL)
		return;
	pthread_mutex_lock(&a->lock);
	(void)fail_with(&a->lost, TESUJI_E_CLOSED, "the handle was closed");
	fresh = a->fresh;
	wishes = a->wishes;
	a->fresh = NULL;
	pthread_mutex_unlock(&a->lock);
	for (query_t *next; fresh != NULL; fresh = next) {
		next = fresh->next;
		async_add(a, fresh);
	}
	for (wish_t *next; wishes != NULL; wishes = next) {
		next = wishes->next;
		mem_free(wishes, sizeof(*wishes));
	}
	async_fail_all(a, &a->lost);
	assert(tesuji_async_open_queries(a) == 0);
	free_all(a);
}

int tesuji_async_fd(const tesuji_async_t *a)
{
	return a->poller;
}

unsigned tesuji_async_open_queries(tesuji_async_t *a)
{
	return atomic_load_explicit(&a->open, memory_order_relaxed); /* a figure */
}

void async_wake(tesuji_async_t *a)
{
	const uint64_t one = 1;

	if (a->is_woken)
		return;
	a->is_woken = true;
	/* The write fails only if the counter is full, and then the runner is awake. */
	if (write(a->waker, &one, sizeof(one)) < 0)
		return;
}

query_t *async_query(tesuji_async_t *a, const tesuji_query_t *asked, int *rc, tesuji_error_t *why)
{
	query_t *q;

	if (asked->answered == NULL) {
		*rc = fail_with(why, TESUJI_E_MISSING, "query.answered: no function is given");
		return NULL;
	}
	q = mem_alloc(sizeof(*q));
	if (q == NULL) {
		*rc = fail_with(why, TESUJI_E_NOMEM, "out of memory");
		return NULL;
	}
	q->asked = *asked;
	q->due = deadline_after(asked->deadline_ms);
	pthread_mutex_lock(&a->lock);
	if (++a->last_number == 0)
		a->last_number = 1;
	q->number = a->last_number;
	pthread_mutex_unlock(&a->lock);
	q->by_number = (node_by_t){.key = q->number, .query = q};
	wirebuf_init(&q->bytes, FRAME_BYTES_MAX);
	return q;
}

query_t *async_query_for(tesuji_async_t *a, const tesuji_query_t *asked, method_t method, int *rc,
                         tesuji_error_t *why)
{
	query_t *q = async_query(a, asked, rc, why);

	if (q != NULL)
		rpc_put_request(&q->bytes, q->number, methods_row(method)->name);
	return q;
}

int async_ask(tesuji_async_t *a, query_t *q, tesuji_error_t *why)
{
	int rc = TESUJI_OK;

	assert(q->number != 0 && q->state == QUERY_WAITING && !q->is_told);
	if (q->bytes.failed == ERR_NOMEM)
		rc = fail_with(why, TESUJI_E_NOMEM, "out of memory");
	else if (q->bytes.failed != ERR_OK)
		rc = fail_with(why, TESUJI_E_LIMIT, "params: the request is longer than %d bytes",
		               FRAME_BYTES_MAX);
	if (rc == TESUJI_OK) {
		pthread_mutex_lock(&a->lock);
		if (a->lost.code != TESUJI_OK) {
			rc = a->lost.code;
			if (why != NULL)
				*why = a->lost;
		} else {
			atomic_fetch_add_explicit(&a->open, 1, memory_order_relaxed);
			*a->fresh_last = q;
			a->fresh_last = &q->next;
			async_wake(a);
		}
		pthread_mutex_unlock(&a->lock);
	}
	if (rc != TESUJI_OK)
		async_free(q);
	return rc;
}

int tesuji_async_solve(tesuji_async_t *a, const tesuji_request_t *request,
                       const tesuji_query_t *query, tesuji_error_t *why)
{
	msg_submit_t msg;
	int rc = calls_prepare(request, &msg, why);
	query_t *q = rc == TESUJI_OK ? async_query_for(a, query, METHOD_SUBMIT, &rc, why) : NULL;

	if (q == NULL)
		return rc;
	msg.progress_ms = 0;
	q->is_about_board = msg.position.board != 0;
	msg_submit_write(&q->bytes, &msg);
	return async_ask(a, q, why);
}

int tesuji_async_position(tesuji_async_t *a, const tesuji_change_t *change,
                          const tesuji_query_t *query, tesuji_error_t *why)
{
	msg_position_t msg;
	int rc = board_change(change, &msg, why);
	query_t *q =
	        rc == TESUJI_OK ? async_query_for(a, query, METHOD_GO_POSITION, &rc, why) : NULL;

	if (q == NULL)
		return rc;
	q->kind = QUERY_CHANGE;
	msg_position_write(&q->bytes, &msg);
	return async_ask(a, q, why);
}

int tesuji_async_go_status(tesuji_async_t *a, const tesuji_request_t *request, int cuts,
                           const tesuji_query_t *query, tesuji_error_t *why)
{
	msg_status_t msg;
	int rc = go_prepare(request, cuts != 0, &msg, why);
	query_t *q = rc == TESUJI_OK ? async_query_for(a, query, METHOD_GO_STATUS, &rc, why) : NULL;

	if (q == NULL)
		return rc;
	q->kind = QUERY_STATUS;
	q->is_about_board = msg.position.board != 0;
	msg_status_write(&q->bytes, &msg);
	return async_ask(a, q, why);
}

/* ask_certificate asks for a certificate from byte `offset` on: all of that, or one piece. */
static int ask_certificate(tesuji_async_t *a, uint64_t job, uint64_t offset, bool is_piece,
                           const tesuji_query_t *query, tesuji_error_t *why)
{
	const msg_certificate_t msg = {.job = job, .offset = offset, .time_ms = MAKING_DEFAULT_MS};
	int rc = TESUJI_OK;
	query_t *q = async_query_for(a, query, METHOD_CERTIFICATE, &rc, why);

	if (q == NULL)
		return rc;
	q->kind = QUERY_PROOF;
	q->job = job;
	q->offset = q->fetched = offset;
	q->is_piece = is_piece;
	msg_certificate_write(&q->bytes, &msg);
	return async_ask(a, q, why);
}

int tesuji_async_certificate(tesuji_async_t *a, uint64_t job, const tesuji_query_t *query,
                             tesuji_error_t *why)
{
	return ask_certificate(a, job, 0, false, query, why);
}

int tesuji_async_piece(tesuji_async_t *a, uint64_t job, uint64_t offset,
                       const tesuji_query_t *query, tesuji_error_t *why)
{
	return ask_certificate(a, job, offset, true, query, why);
}

int tesuji_async_cancel(tesuji_async_t *a, uint64_t tag)
{
	wish_t *wish = mem_alloc(sizeof(*wish));

	if (wish == NULL)
		return TESUJI_E_NOMEM;
	wish->tag = tag;
	pthread_mutex_lock(&a->lock);
	wish->last = a->last_number;
	wish->next = a->wishes;
	a->wishes = wish;
	async_wake(a);
	pthread_mutex_unlock(&a->lock);
	return TESUJI_OK;
}
