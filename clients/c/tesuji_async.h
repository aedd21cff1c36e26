/* SPDX-License-Identifier: MIT
 * tesuji_async.h - thousands of queries in flight on one connection: answers by callbacks,
 * deadlines, cancelling by tag.
 *
 *   tesuji_async_open(address, 5000, &a, &error);
 *   tesuji_async_solve(a, &request, &query, &error);     as often as you like, from any thread
 *   poll({tesuji_async_fd(a), POLLIN}), or any event loop
 *   tesuji_async_run(a, 0);                              calls query.answered, once for each
 *
 * The daemon takes so many jobs of a connection at a time; the others wait in here for their turn,
 * in the order in which they were asked. When the daemon is busy with others' jobs they are sent
 * again when it says. Every query that was taken gets its `answered` exactly once: with a report,
 * with what the daemon refused, with TESUJI_E_TIMEOUT at its deadline, with TESUJI_E_CANCELLED, or,
 * when the connection is lost, with the reason for that.
 *
 * A query about a board that the daemon keeps is about the board as the changes before it have left
 * it, and those after it do not touch it, whatever waits or is sent again. Of statuses the daemon
 * takes a few at a time; one that waits is not overtaken by what was asked after it.
 *
 * Units     as in tesuji.h.
 * Ownership what a callback gets is valid until it returns. tesuji_async_close() answers what is
 *           open (TESUJI_E_CLOSED) and frees the handle.
 * Threads   tesuji_async_solve, _position, _go_status, _certificate, _cancel, _open_queries: any
 *           thread, callbacks too. tesuji_async_run: one thread at a time, not from a callback;
 *           callbacks run in it. tesuji_async_close: when no other thread uses the handle, not from
 *           a callback. No threads are made, no signals are touched, nothing is printed.
 * Errors    as in tesuji.h; *why may be NULL. A query that is refused at once gets no callback.
 */
#ifndef TESUJI_ASYNC_H
#define TESUJI_ASYNC_H

#include "tesuji.h"
#include "tesuji_go.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tesuji_async tesuji_async_t;

/* What a query comes to. */
typedef struct {
	uint64_t tag;
	void *user;
	tesuji_code_t code;            /* TESUJI_OK: one of those below is there */
	const tesuji_error_t *error;   /* never NULL */
	const tesuji_report_t *report; /* of a problem; of one that failed, too: see its state */
	const tesuji_board_t *board;   /* of a change */
	const tesuji_status_t
	        *status; /* of a status; with it its verdicts, the undecided ones last */
	const tesuji_verdict_t *verdicts;
	unsigned verdict_count;
	const void *certificate; /* of a proof or a denial: a file of docs/proofs.md */
	size_t certificate_bytes;
} tesuji_answer_t;

/* Who asks. */
typedef struct {
	uint64_t tag;    /* for tesuji_async_cancel; several queries may share one */
	int deadline_ms; /* from now; then the job is cancelled; below 0: none */
	void (*answered)(tesuji_async_t *a, const tesuji_answer_t *answer);
	void *user;
} tesuji_query_t;

/* tesuji_async_open connects, as tesuji_connect does, and asks the daemon for its limits, within
 * timeout_ms each. tesuji_async_open_fd takes over a connected stream socket; on failure it stays
 * the caller's. */
TESUJI_API int tesuji_async_open(const char *address, int timeout_ms, tesuji_async_t **out,
                                 tesuji_error_t *why);
TESUJI_API int tesuji_async_open_fd(int fd, int timeout_ms, tesuji_async_t **out,
                                    tesuji_error_t *why);

/* NULL is accepted. */
TESUJI_API void tesuji_async_close(tesuji_async_t *a);

/* tesuji_async_solve asks. There is no progress; `user` of the request means nothing. */
TESUJI_API int tesuji_async_solve(tesuji_async_t *a, const tesuji_request_t *request,
                                  const tesuji_query_t *query, tesuji_error_t *why);

/* tesuji_async_position changes a board; in order with what is asked about boards. It is made even
 * if its answer is not waited for: cancelled, or past its deadline. */
TESUJI_API int tesuji_async_position(tesuji_async_t *a, const tesuji_change_t *change,
                                     const tesuji_query_t *query, tesuji_error_t *why);

/* tesuji_async_go_status asks for all that can be captured, saved and, if `cuts`, cut on a Go
 * board, as tesuji_go_status does. It is answered once, when all is told. Cancelled, or past its
 * deadline, it is stopped, and what was found by then is not told: give the request a time_ms
 * instead. */
TESUJI_API int tesuji_async_go_status(tesuji_async_t *a, const tesuji_request_t *request, int cuts,
                                      const tesuji_query_t *query, tesuji_error_t *why);

/* tesuji_async_certificate fetches the certificate of a proof or a denial, of the job that a report
 * names. To make it may take seconds. */
TESUJI_API int tesuji_async_certificate(tesuji_async_t *a, uint64_t job,
                                        const tesuji_query_t *query, tesuji_error_t *why);

/* tesuji_async_cancel ends all queries with that tag that have been asked before: they are answered
 * with TESUJI_E_CANCELLED by the next tesuji_async_run, unless it has their answers already. */
TESUJI_API int tesuji_async_cancel(tesuji_async_t *a, uint64_t tag);

/* tesuji_async_open_queries tells how many are not answered yet. */
TESUJI_API unsigned tesuji_async_open_queries(tesuji_async_t *a);

/* tesuji_async_fd can be read (POLLIN) whenever tesuji_async_run has something to do, deadlines and
 * queries of other threads included. Only poll it. */
TESUJI_API int tesuji_async_fd(const tesuji_async_t *a);

/* tesuji_async_run sends, receives and answers what there is; if that is nothing, it waits up to
 * timeout_ms for an answer. Returns how many queries were answered, 0 when there was none in time;
 * negative: the connection is lost, and every query has been told. */
TESUJI_API int tesuji_async_run(tesuji_async_t *a, int timeout_ms);

#ifdef __cplusplus
}
#endif

#endif
