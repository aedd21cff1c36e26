/* SPDX-License-Identifier: MIT
 * bundle.h - many questions asked of a solver under one deadline, so many at once as do some good.
 *
 *   bundle_init -> bundle_more, until it returns false -> ended ... ended -> done -> bundle_fini
 *
 * Units      times in nanoseconds unless the name says otherwise.
 * Ownership  the caller owns the bundle and its questions; both stay where they are until `done`
 *            has been called, and so do the texts that a question's problem points at.
 * Threads    bundle_more: one thread at a time. bundle_cancel: any thread. bundle_ask,
 *            bundle_resume: in `ended`. `next` is called by one thread at a time; `ended` on
 *            worker threads, several at once, or inside bundle_more; `done` once, after the
 *            last `ended` has returned, possibly inside the bundle_more that returns false.
 *            None of them may block. The solver must outlive the bundle.
 * Errors     none: a question that cannot be asked (no memory, no time left, a cancel) ends without
 *            a result.
 */
#ifndef ENGINE_SOLVE_BUNDLE_H
#define ENGINE_SOLVE_BUNDLE_H

#include <pthread.h>
#include <stdatomic.h>

#include "engine/solve/solver.h"

typedef struct bundle bundle_t;

/* A question. The caller sets the first four; the rest is the bundle's. */
typedef struct bundled {
	problem_t problem;
	bool ko;          /* asks for the verdict by ko */
	unsigned workers; /* most workers on it at once; 0 = all */
	uint64_t time_ms; /* most for it alone; 0 = what is left for all */

	bundle_t *bundle;
	/* Lock of the bundle. */
	job_t *job; /* in flight, or NULL */
	bool is_over;
	struct bundled *before, *after; /* in the list of those with a job */
} bundled_t;

typedef struct {
	solver_t *solver;
	limits_t limits;  /* of each question; time_ms and workers mean nothing here */
	uint64_t time_ms; /* for all questions together; 0 = no limit */
	bool fresh;       /* nothing is to be answered from memory */
	uint64_t client;  /* whose its questions are, as in request_t */
	unsigned weight;  /* of that client */

	/* next returns a question that was not asked before, or NULL: there are no more for now,
	 * and it is not called again before bundle_resume. */
	bundled_t *(*next)(void *context);

	/* ended tells the end of a question: its job, which is final, and the result; both NULL
	 * where it was not asked. Who wants the job for longer holds it (job_hold). */
	void (*ended)(bundled_t *question, job_t *job, const result_t *result, void *context);
	void (*done)(void *context);
	void *context;
} bundle_config_t;

struct bundle {
	bundle_config_t config;
	uint64_t began_ns;
	pthread_mutex_t lock;
	/* Lock. */
	bool is_cancelled, is_pumping;
	bool is_empty;      /* `next` has returned NULL, and nobody has resumed since */
	unsigned resumed;   /* how often that was done */
	unsigned in_flight; /* questions that have a place */
	bundled_t *first;   /* of those with a job */

	_Atomic uint64_t worked_ns, nodes; /* of all questions; relaxed: sums */
	_Atomic unsigned out; /* acq_rel: who takes the last off sees what the others did */
};

/* bundle_init begins: the deadline counts from here. */
void bundle_init(bundle_t *bundle, const bundle_config_t *config);
void bundle_fini(bundle_t *bundle);

/* bundle_more asks questions, and is to be called until it returns false: then the workers do the
 * rest. Each call takes about half a millisecond at most, whatever is answered from memory within
 * it, so that who has others to serve can do so between two of them. */
bool bundle_more(bundle_t *bundle);

/* bundle_ask asks one more, beside those of `next`. */
void bundle_ask(bundle_t *bundle, bundled_t *question);

/* bundle_resume says that `next` has questions again; in `ended`. */
void bundle_resume(bundle_t *bundle);

/* bundle_cancel ends it soon: what is asked is cancelled, and what is not is never asked. */
void bundle_cancel(bundle_t *bundle);

/* bundle_time is how long it has run. bundle_cost tells what the questions that have ended took of
 * the workers' time, and how many nodes were searched for them. */
uint64_t bundle_time(const bundle_t *bundle);

cost_t bundle_cost(const bundle_t *bundle);

#endif
