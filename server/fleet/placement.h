/* SPDX-License-Identifier: MIT
 * placement.h - where a job is searched: at home, or at which worker of the fleet.
 *
 * Who may leave   A small job stays: on its way it would lose more than it waits at home. How long
 *                 jobs take is learned, by game and goal, from those that have ended; what has been
 *                 searched at home for as long as a small job takes, and is still open, is not
 *                 small, whatever is usual.
 * Which worker    That with the most free places, of those that were heard of lately; among equals
 *                 by turns. A worker tells how many jobs it could begin now; what was sent to it
 *                 since is subtracted. What other fronts have sent is not known: then it declines,
 *                 or lets the job wait, and its next word corrects the number.
 *
 * Nothing here sends, waits or reads a clock, so that a simulation can run it.
 *
 * Units     ms of any clock that does not go back.
 * Ownership texts are copied.
 * Threads   one.
 */
#ifndef SERVER_FLEET_PLACEMENT_H
#define SERVER_FLEET_PLACEMENT_H

#include <stdbool.h>
#include <stdint.h>

enum {
	PLACEMENT_WORKERS = 4096, /* limit: that a front knows */
	PLACEMENT_KINDS = 64,     /* limit: games and goals whose time is learned */
	PLACEMENT_NAME_BYTES = 64,
};

typedef struct {
	char name[PLACEMENT_NAME_BYTES];
	unsigned places; /* jobs that it searches at once; 0: the entry is free */
	unsigned free;   /* that it could begin now, as far as is known */
	unsigned out;    /* jobs of ours that it has */
	uint64_t heard_ms;
	bool has_left;    /* it takes no jobs, until it is heard of again */
	bool is_shut_out; /* it was wrong, or is of another version */
} fleet_worker_t;

typedef struct {
	char name[PLACEMENT_NAME_BYTES]; /* "game goal" */
	double mean_ms;                  /* 0: none has ended */
} job_kind_t;

typedef struct {
	fleet_worker_t worker[PLACEMENT_WORKERS];
	unsigned workers; /* entries that were ever used */
	unsigned next;    /* where the next choice begins */
	job_kind_t kind[PLACEMENT_KINDS];
	unsigned kinds;
} placement_t;

/* placement_heard notes what a worker tells of itself, and returns its number; -1: there are too
 * many. Of what it tells to be free so much counts as what it has of ours leaves it: it may not
 * have got the last jobs yet. The number stays that name's for as long as the worker is heard of,
 * or has jobs. */
int placement_heard(placement_t *p, const char *name, unsigned places, unsigned free_places,
                    uint64_t now_ms);

/* placement_told does so for what a known worker tells beside other news. */
void placement_told(placement_t *p, unsigned worker, unsigned free_places, uint64_t now_ms);

/* placement_find returns the number of a worker that is known, or -1. */
int placement_find(const placement_t *p, const char *name);

/* placement_left notes that a worker takes no more jobs: it ends, or has begun anew as another. */
void placement_left(placement_t *p, unsigned worker);

/* placement_takes tells whether a worker takes jobs, with a free place or without one; `silence_ms`
 * as placement_choose. */
bool placement_takes(const placement_t *p, unsigned worker, uint64_t now_ms, uint64_t silence_ms);

/* placement_choose returns the worker to which a job is to be sent, or -1: none has a place.
 * `silence_ms`: who was not heard of for so long is not chosen. */
int placement_choose(placement_t *p, uint64_t now_ms, uint64_t silence_ms);

/* placement_sent and placement_back count the jobs that a worker has. */
void placement_sent(placement_t *p, unsigned worker);
void placement_back(placement_t *p, unsigned worker);

/* placement_shut_out keeps a worker from being chosen again, until the process ends. */
void placement_shut_out(placement_t *p, unsigned worker);

/* placement_kind returns the number of a kind of jobs; -1: there are too many.
 * placement_learn takes in how long a job took. placement_expected_ms returns how long such a job
 * takes, 0 where that is not known. Both accept -1. */
int placement_kind(placement_t *p, const char *game, const char *goal);
void placement_learn(placement_t *p, int kind, double ms);
double placement_expected_ms(const placement_t *p, int kind);

/* placement_may_leave tells whether a job that is expected to take so long, and has been searched
 * at home for ran_ms, may be handed out, where a job of less than small_ms is small. */
bool placement_may_leave(double expected_ms, double ran_ms, double small_ms);

#endif
