/* SPDX-License-Identifier: MIT
 * pace.h - how long the turns of the loop take.
 *
 * A turn is what the loop does from one wait for events to the next. Nobody else is served
 * meanwhile, so whoever does work that has no bound of its own asks here, before each piece of it,
 * whether the turn has time left, and goes on in the next turn. The kinds of work share one
 * budget: however many of them there is much of, the turn ends in time. So that none starves, each
 * has PACE_LEAST_NS in every turn, and at least one piece.
 *
 * A turn thus lasts PACE_TURN_NS + (PACE_KINDS - 1) * PACE_LEAST_NS at most, and one piece of each
 * kind over it: of those only a request can take long (tests/bench/loop_time searches for such).
 *
 * Units     ns of the monotonic clock.
 * Ownership the caller's storage; pace_close, and then the loop has to run once more.
 * Threads   the loop thread.
 */
#ifndef SERVER_PACE_H
#define SERVER_PACE_H

#include <stdbool.h>
#include <stdint.h>

#include <uv.h>

#include "engine/base/clock.h"
#include "protocol/limits.h"

enum {
	PACE_TURN_NS = 3 * NS_PER_MS,      /* of a turn, for all kinds of work together; the */
	PACE_REST_NS = 2 * NS_PER_MS,      /* others end so early that there is time to write */
	PACE_LEAST_NS = 300 * NS_PER_US,   /* for each kind, whatever the others have used */
	PACE_OWN_NS = TURN_MS * NS_PER_MS, /* for the requests of one connection */
	PACE_LONG_NS = 10 * NS_PER_MS,     /* no turn should be longer */
};

/* Kinds of work, each with its piece. */
typedef enum {
	PACE_READING,  /* bytes of one connection: never put off, but it uses up time */
	PACE_REQUESTS, /* one request */
	PACE_RESULTS,  /* one message of a worker */
	PACE_TELLING,  /* one who hears of a job */
	PACE_SWEEP,    /* the time limits of one connection */
	PACE_WRITING,  /* what is queued for one connection */
	PACE_KINDS
} pace_kind_t;

typedef struct {
	uv_loop_t *loop;
	uv_prepare_t mark;
	uint64_t (*clock_ns)(void);   /* clock_now_ns; a test may have its own */
	uint64_t marked_ns, slept_ns; /* at the end of the last turn: the clock; asleep so far */
	uint64_t work_ns;             /* when something first asked in this turn; 0: nothing has */
	uint64_t kind_ns[PACE_KINDS]; /* the same for each kind */
	uint64_t turns, long_turns, longest_ns;
} pace_t;

/* pace_init begins to measure. Call it before other prepare handles are started: it then runs
 * after them. */
void pace_init(pace_t *pace, uv_loop_t *loop);
void pace_close(pace_t *pace);

/* pace_over: must this kind of work wait for the next turn? Never at the first time in a turn. */
bool pace_over(pace_t *pace, pace_kind_t kind);

#endif
