/* SPDX-License-Identifier: MIT
 * result.c - what a job that has come to its end says.
 *
 * The value is that of the question that decided, or where the search got to; the line of a proof
 * is read from the table afterwards. A 0 says "not by orders up to n", unless the game itself knows
 * that the goal is out of reach, or all moves were searched: then it is absolute, like every 1. */
#include "engine/solve/result.h"

#include "engine/base/check.h"
#include "engine/base/clock.h"
#include "engine/search/core/key.h"
#include "engine/search/pv.h"
#include "engine/solve/solver_parts.h"

enum { TABLE_NS = 5 * NS_PER_MS }; /* latency: between two looks at how full the shared table is */

/* table_stats tells of the table that a job uses. How full the shared one is it looks up every few
 * milliseconds only: that reads as many entries as a small search. */
static void table_stats(job_t *job, uint64_t now_ns, ttable_stats_t *out)
{
	solver_t *s = job->solver;
	uint64_t due = atomic_load_explicit(&s->table_due, memory_order_relaxed);

	if (job->tables.own_table != NULL || now_ns >= due) {
		ttable_stats(job->tables.table, out);
		if (job->tables.own_table != NULL)
			return;
		atomic_store_explicit(&s->table_used, out->used, memory_order_relaxed);
		atomic_store_explicit(&s->table_due, now_ns + TABLE_NS, memory_order_relaxed);
		return;
	}
	ttable_size(job->tables.table, out);
	out->used = atomic_load_explicit(&s->table_used, memory_order_relaxed);
}

void result_measure(job_t *job)
{
	result_t *r = &job->result;
	ttable_stats_t stats;

	r->time_ns = clock_now_ns() - job->request.submitted_ns;
	r->worked_ns = job->crew.worked_ns;
	r->wait_ns = job->crew.begun_ns > 0 ? job->crew.begun_ns - job->request.submitted_ns
	                                    : r->time_ns;
	table_stats(job, job->request.submitted_ns + r->time_ns, &stats);
	r->table_bytes = stats.bytes;
	r->table_entries = stats.entries;
	r->table_used = stats.used;
}

void result_given(job_t *job)
{
	result_t *r = &job->result;

	assert(job_is_ending_locked(job) && r->state == job->end.state);
	r->nodes = atomic_load_explicit(&job->shared.nodes, memory_order_relaxed);
	result_measure(job);
}

static scope_t scope_of(const job_t *job)
{
	if (job->inquiry.found.value == VALUE_UNDECIDED)
		return SCOPE_NONE;
	if (job->request.limits.zoning == ZONING_INVERSION &&
	    job->inquiry.now.driver == DRIVER_LAMBDA)
		return SCOPE_HEURISTIC;
	if (job->inquiry.moves.decides)
		return SCOPE_WITHIN;
	if (job->inquiry.found.value == VALUE_PROVEN || job->inquiry.now.driver == DRIVER_PLAIN ||
	    job->root->game->lost(job->root))
		return SCOPE_ABSOLUTE;
	return SCOPE_ORDER;
}

/* engine_of returns the algorithm that gave the value: df-pn where the request asked for nothing
 * else, or where the question asked last was df-pn's. */
static algorithm_t engine_of(const job_t *job)
{
	return job->request.limits.engine == ALGORITHM_DFPN || job->inquiry.now.dfpn_nodes != 0
	               ? ALGORITHM_DFPN
	               : ALGORITHM_ALPHABETA;
}

/* least_order returns the order that the proof needs: an iteration asks the lower
 * orders of every node first, so it may be less than the iteration's. */
static unsigned least_order(const job_t *job, const position_t *root)
{
	ttentry_t e;
	unsigned n = 0;

	key_probe(job->tables.table, DRIVER_LAMBDA, job->request.limits.zoning, root, &e);
	while (n < job->inquiry.now.order && !entry_proven(&e, n, job->inquiry.now.depth))
		n++;
	return n;
}

/* conclude_proof adds what the table has of a proof of the position. */
static void conclude_proof(const job_t *job, const position_t *root, search_env_t env, result_t *r)
{
	const bool attacks = root->turn == SIDE_ATTACKER;

	env.driver = job->inquiry.now.driver;
	r->depth = job->inquiry.found.plies; /* the proof may be shorter than what was asked */
	if (job->inquiry.now.driver == DRIVER_LAMBDA && attacks)
		r->order = least_order(job, root);
	/* a defender, to move, who has no move left has lost at depth 0 */
	assert((r->depth > 0 || !attacks) && job->inquiry.found.value == VALUE_PROVEN);
	r->line_length = pv_read(root, &env, job->inquiry.now.order, job->inquiry.found.plies,
	                         r->line, LINE_MAX_MOVES);
	if (!attacks)
		r->best = MOVE_NONE;
	else if (r->line_length > 0) /* another worker may have found another proof */
		r->best = r->line[0];
}

/* conclude_by_ko does so with the stock of threats that the proof is about. */
static void conclude_by_ko(const job_t *job, search_env_t env, result_t *r)
{
	position_t *root = position_clone(job->root);
	unsigned threats[2];

	if (root == NULL)
		return; /* the result is right without the line */
	inquiry_stock(&job->inquiry, threats);
	root->game->stocks->stock(root, threats);
	conclude_proof(job, root, env, r);
	position_free(root);
}

void result_make(job_t *job)
{
	result_t *r = &job->result;

	assert(job_is_ending_locked(job));
	r->state = job->end.state;
	r->error = job->end.error;
	r->fault = job->end.fault;
	r->value = job->inquiry.found.value;
	r->scope = scope_of(job);
	r->engine = engine_of(job);
	r->driver = job->inquiry.now.driver;
	r->order = inquiry_shown_order(job->inquiry.now.driver, job->inquiry.now.order);
	r->depth = job->inquiry.now.depth;
	r->best = job->inquiry.found.best;
	r->ko = job->inquiry.ko.verdict;
	r->threats = job->inquiry.ko.threats;
	r->denied = inquiry_denied(&job->inquiry);
	inquiry_zone(&job->inquiry, job->end.state == JOB_DONE, &r->zone);
	if (job->inquiry.found.value == VALUE_PROVEN && job->inquiry.ko.asked)
		conclude_by_ko(job, job_env(job), r);
	else if (job->inquiry.found.value == VALUE_PROVEN)
		conclude_proof(job, job->root, job_env(job), r);
	r->nodes = atomic_load_explicit(&job->shared.nodes, memory_order_relaxed);
	result_measure(job);
	r->workers = job->crew.peak;
}
