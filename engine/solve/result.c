/* SPDX-License-Identifier: MIT
 * result.c - what a job that has come to its end says. */
#include "engine/solve/job.h"

#include "engine/base/check.h"
#include "engine/base/clock.h"
#include "engine/search/core/key.h"
#include "engine/search/pv.h"
#include "engine/solve/pool.h"

static scope_t scope_of(const job_t *job)
{
	if (job->value == VALUE_UNDECIDED)
		return SCOPE_NONE;
	if (job->limits.zoning == ZONING_INVERSION && job->driver == DRIVER_LAMBDA)
		return SCOPE_HEURISTIC;
	if (job->value == VALUE_PROVEN || job->driver == DRIVER_PLAIN ||
	    job->root->game->lost(job->root))
		return SCOPE_ABSOLUTE;
	return SCOPE_ORDER;
}

/* engine_of: df-pn is all there is, or has made the last question; see ask_last. */
static algorithm_t engine_of(const job_t *job)
{
	return job->limits.engine == ALGORITHM_DFPN || job->number_nodes != 0 ? ALGORITHM_DFPN
	                                                                      : ALGORITHM_ALPHABETA;
}

unsigned job_shown_order(driver_t driver, unsigned order)
{
	return driver == DRIVER_PLAIN ? 0 : order;
}

/* least_order returns the order that the proof needs: an iteration asks the lower
 * orders of every node first, so it may be less than the iteration's. */
static unsigned least_order(const job_t *job, const position_t *root)
{
	ttentry_t e;
	unsigned n = 0;

	key_probe(job->table, DRIVER_LAMBDA, job->limits.zoning, root, &e);
	while (n < job->order && !ttable_proven(&e, n, job->depth))
		n++;
	return n;
}

/* question_zone of an undecided job that was stopped is none: what it was about to find is
 * not known. Else it unites what the failures depend on that make the result: of those at
 * different orders and depths, each that no failure at a higher order and depth covers. */
static void question_zone(const job_t *job, zone_t *out)
{
	unsigned covered = 0;

	zone_copy(out, &job->proven_zone);
	if (job->value == VALUE_PROVEN ||
	    (job->value == VALUE_UNDECIDED && job->ending != JOB_DONE))
		return;
	for (unsigned order = ORDER_MAX + 1; order-- > 0;) {
		if (job->failed_depth[order] <= covered)
			continue;
		covered = job->failed_depth[order];
		if (out->areas == 0)
			zone_copy(out, &job->failed_zone[order]);
		else
			zone_unite(out, &job->failed_zone[order]);
		if (job->value == VALUE_DISPROVEN)
			return;
	}
}

/* conclude_proof adds what the table has of a proof of the position. */
static void conclude_proof(const job_t *job, const position_t *root, search_env_t env, result_t *r)
{
	const bool attacks = root->turn == SIDE_ATTACKER;

	env.driver = job->driver;
	r->depth = job->plies; /* the proof may be shorter than what was asked */
	if (job->driver == DRIVER_LAMBDA && attacks)
		r->order = least_order(job, root);
	r->line_length = pv_read(root, &env, job->order, job->plies, r->line, LINE_MAX_MOVES);
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
	ko_stock(job, threats);
	root->game->stock(root, threats);
	conclude_proof(job, root, env, r);
	position_free(root);
}

void job_zone(const job_t *job, zone_t *out)
{
	question_zone(job, out);
	if (job->ko_stage == 0 || job->ko == KO_FAILS)
		return;
	if (out->areas == job->ko_zone.areas)
		zone_unite(out, &job->ko_zone);
	else
		out->areas = 0;
}

void job_conclude(job_t *job)
{
	result_t *r = &job->result;
	ttable_stats_t stats;

	assert(job_is_ending_locked(job));
	r->state = job->ending;
	r->error = job->error;
	r->fault = job->fault;
	r->value = job->value;
	r->scope = scope_of(job);
	r->engine = engine_of(job);
	r->driver = job->driver;
	r->order = job_shown_order(job->driver, job->order);
	r->depth = job->depth;
	r->best = job->best;
	r->ko = job->ko;
	r->threats = job->ko_threats;
	job_zone(job, &r->zone);
	if (job->value == VALUE_PROVEN && job->asks_ko)
		conclude_by_ko(job, job_env(job), r);
	else if (job->value == VALUE_PROVEN)
		conclude_proof(job, job->root, job_env(job), r);
	r->nodes = atomic_load_explicit(&job->nodes, memory_order_relaxed);
	r->time_ns = clock_now_ns() - job->submitted_ns;
	pool_table(job, job->submitted_ns + r->time_ns, &stats);
	r->table_bytes = stats.bytes;
	r->table_entries = stats.entries;
	r->table_used = stats.used;
	r->workers = job->peak;
}
