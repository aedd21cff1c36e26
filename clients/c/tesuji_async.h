/* SPDX-License-Identifier: MIT
 * tesuji_async.h - thousands of queries in flight on one connection: answers by callbacks,
 * deadlines, cancelling by tag.
 *
 *   tesuji_async_open(address, 5000, &a, &error);
 *   tesuji_async_solve(a, &request, &query, &error);     as often as you like, from any thread
 *   poll({tesuji_async_fd(a), POLLIN}), or any event loop
 *   tesuji_async_run(a, 0);                              calls query.answered, once for each
 *
 * A daemon takes a limited number of jobs of a connection at a time. Further queries wait in the
 * library and are sent in the order in which they were asked, those for certificates in a queue
 * of their own. When the daemon is busy with other clients' jobs, or certificates, they are sent
 * again after the time that it names. Every query that was accepted gets its `answered` call
 * exactly once: with a report, with the error by which the daemon refused it, with TESUJI_E_TIMEOUT
 * at its deadline, with TESUJI_E_CANCELLED, or, when the connection is lost, with the reason.
 *
 * A query about a board that the daemon keeps (tesuji_go.h) is about the board as the changes
 * asked before it have left it. Changes asked after it do not affect it, even if it waits or is
 * sent again. The daemon takes few statuses at a time; queries about boards that were asked
 * after a waiting status wait for it.
 *
 * Units     as in tesuji.h.
 * Ownership what a callback gets is valid until it returns. tesuji_async_close() answers the open
 *           queries (TESUJI_E_CLOSED) and frees the handle.
 * Threads   tesuji_async_solve, _position, _go_status, _certificate, _piece, _cancel,
 * _open_queries: any thread, callbacks too. tesuji_async_run: one thread at a time, not from a
 * callback; callbacks run in it. tesuji_async_close: when no other thread uses the handle, not from
 *           a callback. The library makes no threads, changes no signals and prints nothing.
 * Errors    as in tesuji.h; *why may be NULL. A query that is refused at once (a negative code is
 *           returned) gets no callback.
 */
#ifndef TESUJI_ASYNC_H
#define TESUJI_ASYNC_H

#include "tesuji.h"
#include "tesuji_go.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tesuji_async tesuji_async_t;

/* The answer to a query: with code TESUJI_OK one of report, board, status, certificate and
 * result is there, the others are NULL. */
typedef struct {
	uint64_t tag;
	void *user;
	tesuji_code_t code;
	const tesuji_error_t *error;      /* never NULL */
	const tesuji_report_t *report;    /* of a problem, a failed one too: see its state */
	const tesuji_board_t *board;      /* of a change */
	const tesuji_status_t *status;    /* of a status, together with its verdicts, */
	const tesuji_verdict_t *verdicts; /* of which the undecided ones come last */
	unsigned verdict_count;
	const void *certificate; /* of a proof or a denial: the file (docs/proofs.md), or a piece */
	size_t certificate_bytes;
	uint64_t certificate_whole; /* of a piece: how many bytes the whole file has */
	const void *result;         /* of a call (tesuji_call.h): its result, in MessagePack */
	size_t result_bytes;
} tesuji_answer_t;

/* Whom to answer, and by when. Copied when a query is asked. */
typedef struct {
	uint64_t tag;    /* for tesuji_async_cancel; several queries may share one */
	int deadline_ms; /* from now; then the query is answered and its job cancelled; < 0: none */
	void (*answered)(tesuji_async_t *a, const tesuji_answer_t *answer);
	void *user;
} tesuji_query_t;

/* tesuji_async_open connects, as tesuji_connect does, and asks the daemon for its limits, within
 * timeout_ms each. tesuji_async_open_as logs in before that, as tesuji_connect_as does
 * (tesuji_login.h). tesuji_async_open_fd makes a handle of a connected stream socket, which stays
 * the caller's on failure. On failure *out is NULL. */
TESUJI_API int tesuji_async_open(const char *address, int timeout_ms, tesuji_async_t **out,
                                 tesuji_error_t *why);
TESUJI_API int tesuji_async_open_as(const char *address, const char *token, int timeout_ms,
                                    tesuji_async_t **out, tesuji_error_t *why);
TESUJI_API int tesuji_async_open_fd(int fd, int timeout_ms, tesuji_async_t **out,
                                    tesuji_error_t *why);

/* tesuji_async_close answers the open queries, closes the connection and frees the handle. NULL
 * is accepted. */
TESUJI_API void tesuji_async_close(tesuji_async_t *a);

/* tesuji_async_solve asks a problem; the answer has its final report. There is no progress, and
 * `user` of the request is not used. */
TESUJI_API int tesuji_async_solve(tesuji_async_t *a, const tesuji_request_t *request,
                                  const tesuji_query_t *query, tesuji_error_t *why);

/* tesuji_async_position changes a board; the answer has the board after the change. The change
 * is made even if the query is cancelled or its deadline passes. */
TESUJI_API int tesuji_async_position(tesuji_async_t *a, const tesuji_change_t *change,
                                     const tesuji_query_t *query, tesuji_error_t *why);

/* tesuji_async_go_status asks for a status of a Go board, as tesuji_go_status does; the one
 * answer has all verdicts. A query that is cancelled, or whose deadline passes, is answered
 * without the verdicts found by then; to get these, give the request a time_ms instead. */
TESUJI_API int tesuji_async_go_status(tesuji_async_t *a, const tesuji_request_t *request, int cuts,
                                      const tesuji_query_t *query, tesuji_error_t *why);

/* tesuji_async_certificate fetches the certificate of a proof or a denial, of the job that a
 * report names. Making it may take seconds. */
TESUJI_API int tesuji_async_certificate(tesuji_async_t *a, uint64_t job,
                                        const tesuji_query_t *query, tesuji_error_t *why);

enum { TESUJI_PIECE_BYTES = 262144 };

/* tesuji_async_piece fetches the piece of it that begins at `offset`, TESUJI_PIECE_BYTES at most,
 * for who has no room for 64 MiB; it is made first if need be. An offset beyond the end is
 * TESUJI_E_RANGE. */
TESUJI_API int tesuji_async_piece(tesuji_async_t *a, uint64_t job, uint64_t offset,
                                  const tesuji_query_t *query, tesuji_error_t *why);

/* tesuji_async_cancel cancels all queries with that tag that were asked before. The next
 * tesuji_async_run answers them with TESUJI_E_CANCELLED, unless their answers have come already. */
TESUJI_API int tesuji_async_cancel(tesuji_async_t *a, uint64_t tag);

/* tesuji_async_open_queries returns how many queries are not answered yet. */
TESUJI_API unsigned tesuji_async_open_queries(tesuji_async_t *a);

/* tesuji_async_fd returns a descriptor that can be read (POLLIN) whenever tesuji_async_run has
 * something to do, deadlines and queries of other threads included. Only poll it. */
TESUJI_API int tesuji_async_fd(const tesuji_async_t *a);

/* tesuji_async_run sends, receives and answers what there is; if that is nothing, it waits up to
 * timeout_ms for an answer. It returns how many queries were answered; 0: none in time;
 * negative: the connection is lost, and every query has been answered. */
TESUJI_API int tesuji_async_run(tesuji_async_t *a, int timeout_ms);

#ifdef __cplusplus
}
#endif

#endif
