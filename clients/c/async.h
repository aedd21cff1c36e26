/* SPDX-License-Identifier: MIT
 * async.h - the inside of tesuji_async.h. For the sources of libtesuji only.
 *
 *   async.c        what any thread may call; the handle
 *   async_run.c    the runner: when to send, receive and answer
 *   async_take.c   what a message, a deadline or a wish to cancel does to a query
 *   async_fetch.c  what a message does to a certificate and to a status
 *   async_map.c    queries by their numbers
 *
 *   fresh --> waiting --> sent --> accepted --> done
 *               ^          |
 *               +-- busy --+
 *
 * Ownership a query is the lock's while it is fresh, then the runner's, who frees it when nothing
 *           more can come of it: one that is told lives on while the daemon has its job.
 * Threads   fields by who may touch them: who holds `lock`, or the runner.
 */
#ifndef CLIENTS_C_ASYNC_H
#define CLIENTS_C_ASYNC_H

#include <pthread.h>
#include <stdatomic.h>

#include "clients/c/handle.h"
#include "clients/c/tesuji_async.h"

typedef struct query query_t;

/* A number of a query, in a map. */
typedef struct node_by {
	uint64_t key;
	query_t *query;
	struct node_by *next;
} node_by_t;

typedef struct {
	node_by_t **slot;
	size_t capacity, count; /* capacity: a power of two */
} map_t;

typedef enum { QUERY_WAITING, QUERY_SENT, QUERY_ACCEPTED } query_state_t;
typedef enum { QUERY_PROBLEM, QUERY_CHANGE, QUERY_STATUS, QUERY_PROOF } query_kind_t;

/* What has come of a status. */
typedef struct {
	tesuji_status_t told;
	unsigned count, room;
	tesuji_verdict_t verdict[];
} verdicts_t;

struct query {
	tesuji_query_t asked;
	query_state_t state;
	query_kind_t kind;
	bool is_about_board; /* a problem or a status of one that is kept */
	bool is_told;        /* its answer has been given */
	uint32_t number;     /* its msgid, never 0 */
	uint64_t turn;       /* its place among all */
	deadline_t due;
	uint64_t job;   /* of a proof */
	uint8_t *proof; /* its certificate: [0, fetched) of so many bytes is there */
	uint64_t fetched, bytes_all;
	verdicts_t *verdicts;    /* of a status that is accepted */
	wirebuf_t bytes;         /* the request, until it is accepted */
	query_t *next;           /* in fresh or in waiting */
	query_t *later, *sooner; /* in the list of deadlines */
	query_t *newer, *older;  /* in the list of all */
	node_by_t by_number, by_job;
};

/* A wish to cancel all queries of a tag, up to a number. */
typedef struct wish {
	struct wish *next;
	uint64_t tag;
	uint32_t last;
} wish_t;

struct tesuji_async {
	tesuji_t *link; /* its socket, its input, and why it was lost */
	int poller, waker, timer;
	uint64_t slots; /* jobs that the daemon takes of a connection at a time */
	atomic_uint open;
	atomic_bool is_running;

	pthread_mutex_t lock;
	/* Lock. */
	query_t *fresh, **fresh_last;
	wish_t *wishes;
	uint32_t last_number;
	bool is_woken;       /* the waker has been written to since the runner looked */
	tesuji_error_t lost; /* code 0: alive */

	/* Runner. */
	query_t *waiting, **waiting_last; /* by their turns */
	query_t *first_due, *last_due;
	query_t *newest;
	map_t by_number, by_job;   /* sent; accepted */
	map_t by_status, by_proof; /* accepted, by the number of the status, of the job */
	uint64_t turns;
	uint64_t in_flight;  /* jobs that are sent and not done */
	unsigned statuses;   /* statuses, likewise */
	unsigned unsettled;  /* sent about a board, not accepted: no change may pass them */
	deadline_t retry_at; /* the daemon was busy: no job is sent before; below 0: it was not */
	deadline_t armed;    /* the timer; below 0: it is not */
	bool wants_out;      /* the socket takes no more for now */
	unsigned told;       /* in this run */
	uint8_t *out;        /* bytes [out_done, out_length) are to be sent */
	size_t out_done, out_length, out_capacity;
	tesuji_report_t report; /* of the answer that is given */
};

#endif
