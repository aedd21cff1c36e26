/* SPDX-License-Identifier: MIT
 * coalesce.h - identical questions in flight become one search: the first that asks leads, the
 * others follow, and get its answer.
 *
 * A follower is a job like any other, with a board, a deadline and a task, but nobody runs the
 * task. It ends with its leader; or alone, when it is cancelled or its time is up; or it has to
 * search itself, when its leader ends without an answer.
 *
 * Threads   coalesce_free: who destroys the job; the others under the solver's lock.
 */
#ifndef ENGINE_SOLVE_COALESCE_H
#define ENGINE_SOLVE_COALESCE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/solve/progress.h"

enum { JOIN_BUCKETS = 256 };

/* The part of a job that this is about. */
typedef struct {
	char *text; /* all that is asked; NULL: it joins nobody */
	size_t bytes;
	uint64_t hash;
	job_t *leader;            /* NULL: none */
	job_t *first;             /* of its followers */
	job_t *next;              /* of the same leader */
	job_t *same;              /* leader with the same hash, or nearly */
	bool leads;               /* others may join it */
	_Atomic uint64_t due_ns;  /* soonest deadline of a follower, 0 = none; relaxed: a hint */
	_Atomic unsigned follows; /* followers; relaxed: a hint */
} coalesced_t;

/* coalesce_ask notes what a job asks; one without memory for that joins nobody. coalesce_free
 * releases it. */
void coalesce_ask(job_t *job, const request_t *request);
void coalesce_free(job_t *job);

/* coalesce_locked lets the job follow another, true, or lead. */
bool coalesce_locked(solver_t *solver, job_t *job);

/* coalesce_leave_locked takes a follower away from its leader; false for one that follows nobody.
 */
bool coalesce_leave_locked(job_t *job);

/* coalesce_end_locked ends the leading of a job whose result is made. It returns those who share
 * it, linked by join.next: they are ending and the caller's to finish. If the result is no answer
 * for them, one of them leads the others from now on, and is queued. */
job_t *coalesce_end_locked(solver_t *solver, job_t *job);

/* coalesce_progress passes a snapshot on to the followers. Takes the solver's lock, and calls
 * their on_progress under it: who leaves has left before or after, so that on_done comes last. */
void coalesce_progress(job_t *job, const progress_t *progress);

#endif
