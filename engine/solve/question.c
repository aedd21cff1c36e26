/* SPDX-License-Identifier: MIT
 * question.c - what a job asks its searches, one question after the other.
 *
 * Iterations   alpha-beta's, as the plan has them (deepening.c).
 * In turn      engine auto asks df-pn between them; neither is the better one beforehand. In
 *              a game with zugzwang, to which lambda is blind, it asks without lambda, if
 *              the job has no order limit but the usual one.
 * Last         where the depth limit has cut everything and there are cycles, df-pn.
 * Beyond       when all orders are disproven, or cut by the depth limit, that is the answer;
 *              but such a job goes on with plain df-pn for the rest of its effort. The answer of
 * lambda stands when that finds nothing. */
#include "engine/solve/job.h"

#include "engine/base/check.h"
#include "engine/base/clock.h"

/* Nodes of the last question, beside as many as those before took; and of one that goes
 * beyond lambda. */
static const uint64_t LAST_NODES_LEAST = 1024;
static const uint64_t BEYOND_NODES_LEAST = 100000, BEYOND_NODES_MOST = UINT64_MAX / 2;
static const uint64_t BEYOND_TIMES = 8;

void question_new_locked(job_t *job)
{
	atomic_fetch_add_explicit(&job->serial, 1, memory_order_relaxed);
}

void question_settle_locked(job_t *job)
{
	job->is_beyond = false;
	job->value = job->lambda_value;
	job->driver = DRIVER_LAMBDA;
	job->order = (unsigned)job->limits.order;
	job->depth = job->lambda_depth;
	job->number_nodes = job->lambda_nodes;
}

/* record_failure notes a question that did not end in a proof. By df-pn, what stays
 * undecided is no failure: it has no zone. */
static void record_failure(job_t *job, const search_t *search)
{
	const value_t value = search_value(search);

	if (value == VALUE_DISPROVEN || !search_is_dfpn(search)) {
		zone_copy(&job->failed_zone[job->order], search_zone(search));
		job->failed_depth[job->order] = job->depth;
	}
	if (value == VALUE_DISPROVEN && job->root->turn == SIDE_DEFENDER)
		job->best = search_best(search);
	job->has_cycles |= search_has_cycles(search);
	if (job->number_nodes == 0)
		deepening_record(&job->plan, job->order, job->depth, value, job->iteration_nodes);
	else
		deepening_record_numbers(&job->plan, job->iteration_nodes,
		                         !search_is_spent(search));
	job->iteration_nodes = 0;
	if (job->number_nodes != 0 ? value == VALUE_DISPROVEN : deepening_is_disproven(&job->plan))
		job->value = VALUE_DISPROVEN;
}

/* ask_numbers makes a question to df-pn: the highest order, as deep as may be; where lambda is
 * blind to something, it is asked without. */
static void ask_numbers(job_t *job, uint64_t nodes)
{
	job->number_nodes = nodes;
	job->driver = job->takes_plain ? DRIVER_PLAIN : job->limits.driver;
	job->order = job->driver == DRIVER_PLAIN ? PLAIN_ORDER : (unsigned)job->limits.order;
	job->depth = job->limits.depth;
}

/* ask_last makes the last question where the depth limit has cut everything and there are
 * cycles: alpha-beta cuts a cycle at any depth, df-pn may find the way round it. Some are
 * hidden by the table, but what is not decided at DEPTH_MAX goes round in one. */
static bool ask_last(job_t *job)
{
	if ((!job->has_cycles && job->limits.depth < DEPTH_MAX) || job->is_last ||
	    job->limits.driver == DRIVER_PLAIN || job->limits.engine != ALGORITHM_AUTO)
		return false;
	ask_numbers(job, deepening_spent(&job->plan) + LAST_NODES_LEAST);
	job->is_last = true;
	return true;
}

/* ask_next makes the next question; false when there is nothing left to ask. */
static bool ask_next(job_t *job)
{
	const bool by_both =
	        job->limits.engine == ALGORITHM_AUTO && job->limits.driver == DRIVER_LAMBDA;
	const uint64_t nodes =
	        by_both && job->number_nodes == 0 ? deepening_numbers(&job->plan) : 0;

	if (nodes > 0) {
		ask_numbers(job, nodes);
		return true;
	}
	if (!deepening_next(&job->plan, &job->order, &job->depth))
		return ask_last(job); /* if not: the job ends as what it was asked last */
	job->number_nodes = 0;
	job->driver = job->limits.driver;
	return true;
}

/* ask_beyond asks without lambda, where that may still find what lambda is blind to, when all
 * orders are disproven or cut by the depth limit: within the limits of the job, or if it has none,
 * for so many nodes more. False: there is no more to find. */
static bool ask_beyond(job_t *job)
{
	const uint64_t spent = deepening_spent(&job->plan);

	if (!job->takes_plain || job->driver == DRIVER_PLAIN || job->root->game->lost(job->root))
		return false;
	job->is_beyond = true;
	job->lambda_nodes = job->number_nodes;
	job->lambda_depth = job->depth;
	job->lambda_value = job->value;
	job->value = VALUE_UNDECIDED;
	ask_numbers(job, job->limits.nodes > 0 || job->limits.time_ms > 0
	                         ? BEYOND_NODES_MOST
	                         : BEYOND_TIMES * spent + BEYOND_NODES_LEAST);
	return true;
}

/* forget drops what was found out with another stock of threats. */
static void forget(job_t *job)
{
	job->value = VALUE_UNDECIDED;
	job->is_last = false;
	job->has_cycles = false;
	job->iteration_nodes = 0;
	job->number_nodes = 0;
	job->best = MOVE_NONE;
	job->proven_zone.areas = 0;
	for (unsigned i = 0; i <= ORDER_MAX; i++)
		job->failed_depth[i] = 0;
}

/* next_question makes the next one; false when the job has come to its end. */
static bool next_question(job_t *job)
{
	if (job->value != VALUE_PROVEN &&
	    ((job->value != VALUE_DISPROVEN && ask_next(job)) || ask_beyond(job)))
		return true;
	if (!ko_goes_on_locked(job))
		return false;
	forget(job);
	job_plan(job);
	return true;
}

void question_record_locked(job_t *job, const search_t *search)
{
	assert(!job_is_ending_locked(job));
	if (search_value(search) == VALUE_PROVEN) {
		job->value = VALUE_PROVEN;
		job->best = search_best(search);
		job->plies = search_plies(search);
		zone_copy(&job->proven_zone, search_zone(search));
	} else {
		record_failure(job, search);
	}
	if (job->is_beyond || !next_question(job))
		job_end_locked(job, JOB_DONE);
	else if (job_is_spent(job, atomic_load_explicit(&job->nodes, memory_order_relaxed),
	                      clock_now_ns()))
		job_end_locked(job, JOB_EXPIRED); /* short questions never poll */
	else
		question_new_locked(job);
}
