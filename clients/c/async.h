/* SPDX-License-Identifier: MIT
 * async.h - the inside of tesuji_async.h. For the sources of libtesuji only.
 *
 *   async.c        what any thread may call; the handle
 *   async_run.c    the runner: sends, receives and answers
 *   async_take.c   what a message, a deadline or a cancel does to a query
 *   async_fetch.c  what a message does to a certificate and to a status
 *   async_call.c   the same for a call in MessagePack, and how one is asked
 *   async_batch.c  the same for a batch that is followed
 *   async_map.c    finds queries by their numbers
 *
 *   fresh --> waiting --> sent --> accepted --> done
 *               ^          |
 *               +-- busy --+
 *
 * "The runner" is the thread that runs tesuji_async_run.
 *
 * Ownership `lock` guards a query while it is fresh. Then the runner has it, and frees it when the
 *           daemon can send nothing more about it: a query that was answered early lives on while
 *           the daemon has its job.
 * Threads   as the comments in the struct say: whoever holds `lock`, or the runner.
 */
#ifndef CLIENTS_C_ASYNC_H
#define CLIENTS_C_ASYNC_H

#include <pthread.h>
#include <stdatomic.h>

#include "clients/c/handle.h"
#include "clients/c/tesuji_async.h"
#include "protocol/msg_batch.h"

typedef struct query query_t;

/* A number by which a map finds a query. */
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
typedef enum {
	QUERY_PROBLEM,
	QUERY_CHANGE,
	QUERY_STATUS,
	QUERY_PROOF,
	QUERY_CALL,
	QUERY_BATCH
} query_kind_t;

/* What the daemon has sent about a status so far. */
typedef struct {
	tesuji_status_t told;
	unsigned count, room; /* count <= room */
	tesuji_verdict_t verdict[];
} verdicts_t;

/* A batch that is followed. */
typedef struct {
	msg_batch_ref_t ref; /* with what is asked for next */
	void (*told)(tesuji_async_t *a, const tesuji_report_t *result, uint64_t next, void *user);
} follow_t;

struct query {
	tesuji_query_t asked;
	query_state_t state;
	query_kind_t kind;
	bool is_about_board; /* a problem or a status of a kept board */
	bool is_durable;     /* a problem whose job is never cancelled */
	bool is_told;        /* `answered` was called */
	uint32_t number;     /* its msgid, never 0 */
	uint64_t turn;       /* its place in the order of asking */
	deadline_t due;
	deadline_t sent;             /* when it was, last */
	uint64_t job;                /* of QUERY_PROOF: whose certificate, */
	uint64_t offset;             /* from which byte on, */
	bool is_piece;               /* and whether one piece of it is all that is wanted */
	uint8_t *proof;              /* the certificate so far; NULL: none */
	uint64_t fetched, bytes_all; /* bytes of `proof` that are there; of the whole certificate */
	verdicts_t *verdicts;        /* of a status that is accepted */
	follow_t *follow;            /* of QUERY_BATCH */
	wirebuf_t bytes;             /* the request, until it is accepted */
	query_t *next;               /* in the list fresh, or in a queue of those that wait */
	query_t *later, *sooner;     /* in the list of deadlines */
	query_t *newer, *older;      /* in the list of all queries that are not fresh */
	node_by_t by_number, by_job;
};

/* Queries that wait to be sent, in the order of their turns. None is sent before `retry_at`,
 * because the daemon was busy; below 0: any time. */
typedef struct {
	query_t *first, **last;
	deadline_t retry_at;
} queue_t;

/* A cancel that another thread has asked for: all queries of a tag up to a number. */
typedef struct wish {
	struct wish *next;
	uint64_t tag;
	uint32_t last;
} wish_t;

struct tesuji_async {
	tesuji_t *link;           /* the socket, its input, and why the connection was lost */
	int poller, waker, timer; /* descriptors: epoll, eventfd, timerfd */
	uint64_t slots;           /* jobs that the daemon takes of a connection at a time */
	atomic_uint open;         /* queries not answered yet; relaxed: a figure */
	atomic_bool is_running;   /* a thread is in tesuji_async_run */

	pthread_mutex_t lock;
	/* Guarded by `lock`. */
	query_t *fresh, **fresh_last;
	wish_t *wishes;
	uint32_t last_number;
	bool is_woken;       /* the waker was written to since the runner looked */
	tesuji_error_t lost; /* why no query can be asked any more; code 0: it can */

	/* Of the runner. */
	queue_t waiting;               /* all but: */
	queue_t proofs;                /* those for certificates */
	query_t *first_due, *last_due; /* queries with a deadline, the soonest first */
	query_t *newest;               /* of all that are not fresh */
	map_t by_number, by_job;       /* sent queries by msgid; accepted problems by job */
	map_t by_status, by_proof;     /* accepted statuses; certificates being made, by job */
	uint64_t turns;                /* turns given out */
	uint64_t in_flight;            /* jobs that are sent and not done */
	unsigned statuses;             /* statuses, likewise */
	unsigned unsettled; /* sent about a board, not accepted yet: no change is sent before */
	deadline_t armed;   /* when the timer goes off; below 0: never */
	bool wants_out;     /* the socket takes no more for now */
	unsigned told;      /* queries answered in this run */
	uint8_t *out;       /* bytes [out_done, out_length) are to be sent */
	size_t out_done, out_length, out_capacity;
	tesuji_report_t report; /* room for the answer that is given */
	void (*noticed)(tesuji_async_t *a, const char *method, const void *params, size_t bytes,
	                void *user); /* hears notifications; NULL: nobody does */
	void *noticed_user;
};

/* async_wake makes the runner look at the lists, and its descriptor readable; the caller holds the
 * lock. */
void async_wake(tesuji_async_t *a);

#endif
