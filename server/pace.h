/* SPDX-License-Identifier: MIT
 * pace.h - bounds the time of a turn of the loop.
 *
 * A turn is what the loop does from one wait for events to the next. No other client is served
 * meanwhile. So code whose work has no bound of its own asks pace_over before each piece, and
 * goes on in the next turn when the time of this one is over. All kinds of work share the budget
 * of a turn, so that a turn in which there is much of several kinds ends in time as well. Each
 * kind has PACE_LEAST_NS in every turn and at least one piece, so that none starves.
 *
 * A turn therefore lasts at most PACE_TURN_NS + (PACE_KINDS - 1) * PACE_LEAST_NS and one piece
 * of each kind. Of the pieces only a request can take long (tests/bench/loop_time searches for
 * such requests).
 *
 * Units     ns of the monotonic clock.
 * Ownership the caller's storage; after pace_close the loop has to run once more.
 * Threads   the loop thread.
 */
#ifndef SERVER_PACE_H
#define SERVER_PACE_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include <uv.h>

#include "engine/base/clock.h"
#include "protocol/limits.h"
#include "server/metrics.h"

enum {
	PACE_TURN_NS = 3 * NS_PER_MS,      /* when writing ends in a turn */
	PACE_REST_NS = 2 * NS_PER_MS,      /* when the other kinds end, to leave time for writing */
	PACE_LEAST_NS = 300 * NS_PER_US,   /* for each kind, whatever the others have used */
	PACE_OWN_NS = TURN_MS * NS_PER_MS, /* for the requests of one connection */
	PACE_LONG_NS = 10 * NS_PER_MS,     /* longer turns are counted and logged */
};

/* The kinds of work, and what a piece of each is. */
typedef enum {
	PACE_READING,  /* reading from one connection; never put off, but its time counts */
	PACE_REQUESTS, /* one request */
	PACE_RESULTS,  /* one node of the bridge */
	PACE_TELLING,  /* one subscription to a job */
	PACE_SWEEP,    /* the time limits of one connection */
	PACE_WRITING,  /* the queue of one connection */
	PACE_KINDS
} pace_kind_t;

typedef struct {
	uv_loop_t *loop;
	uv_prepare_t mark;
	uint64_t (*clock_ns)(void);   /* clock_now_ns; a test may have its own */
	uint64_t marked_ns, slept_ns; /* the clock, and all sleep so far, at the last turn's end */
	uint64_t work_ns;             /* when pace_over was first called in this turn; 0: not yet */
	uint64_t kind_ns[PACE_KINDS]; /* the same for each kind */
	uint64_t turns, long_turns, longest_ns; /* since the start, for server.info */
	histogram_t lengths;                    /* of all turns */
	pthread_t thread;                       /* that ran the last turn; only if turns > 0 */
} pace_t;

/* pace_init begins to measure. Call it before other prepare handles of the loop are started:
 * libuv then runs the one of *pace after them. */
void pace_init(pace_t *pace, uv_loop_t *loop);
/* pace_close closes the handle. */
void pace_close(pace_t *pace);

/* pace_over tells whether work of this kind has to wait for the next turn. The first call for a
 * kind in a turn returns false. */
bool pace_over(pace_t *pace, pace_kind_t kind);

/* pace_is_here tells whether the calling thread is the one that runs the loop, or the loop has not
 * run yet. For assertions about functions that belong to the loop thread. */
bool pace_is_here(const pace_t *pace);

#endif
