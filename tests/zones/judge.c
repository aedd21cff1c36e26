/* SPDX-License-Identifier: MIT
 * judge.c - the comparison of two solves.
 *
 * A solve that is to show the absence of a proof may need more nodes and more depth than
 * the first one, whose zone let it leave out so much. It gets more of both, at last as
 * deep as there is. */
#include "tests/zones/judge.h"

#include "engine/base/check.h"

enum {
	TABLE_BYTES = 256 << 10,
	MORE_NODES = 20,     /* times the nodes of the first solve's limit */
	MORE_DFPN = 5,       /* likewise by df-pn, which is done sooner or not at all */
	DEPTH_NEXT = 31,     /* of a disproof that was not found within the first depth */
	BYTES_PER_NODE = 16, /* a table grows with the limit */
};

err_t judge_open(judge_t *judge, unsigned workers, errinfo_t *why)
{
	solver_config_t config = {.workers = workers,
	                          .table_bytes = 1 << 20,
	                          .young_us = 1, /* helpers at once */
	                          .priority = PRIORITY_NORMAL};

	judge->nodes = 0;
	return solver_create(&config, &judge->solver, why);
}

void judge_close(judge_t *judge)
{
	solver_destroy(judge->solver);
}

static bool solve_in(solver_t *solver, judge_t *judge, const scene_t *scene, const limits_t *limits,
                     result_t *out, errinfo_t *why)
{
	scene_text_t text;
	request_t request = {.problem = scene_problem(scene, &text), .limits = *limits};
	job_t *job;

	if (solver_submit(solver, &request, &job, why) != ERR_OK)
		return false;
	solver_wait(job);
	job_result(job, out);
	job_release(job);
	judge->nodes += out->nodes;
	if (out->state == JOB_FAILED)
		(void)err_fail(why, out->error, "the job failed: %s", err_text(out->error));
	return out->state != JOB_FAILED;
}

/* solve gives the job a table of its own. */
static bool solve(judge_t *judge, const scene_t *scene, const limits_t *limits, result_t *out,
                  errinfo_t *why)
{
	limits_t own = *limits;

	own.workers = 1;
	own.table_bytes = TABLE_BYTES;
	if (limits->nodes * BYTES_PER_NODE > TABLE_BYTES)
		own.table_bytes = limits->nodes * BYTES_PER_NODE;
	return solve_in(judge->solver, judge, scene, &own, out, why);
}

static limits_t first_limits(const scene_t *scene)
{
	return (limits_t){.order = (int)scene->order,
	                  .depth = scene->depth,
	                  .nodes = scene->nodes,
	                  .schedule = scene->schedule,
	                  .engine = scene->engine,
	                  .driver = scene->driver,
	                  .zoning = ZONING_SOUND};
}

bool judge_first(judge_t *judge, const scene_t *scene, result_t *out, errinfo_t *why)
{
	const limits_t limits = first_limits(scene);

	return solve(judge, scene, &limits, out, why);
}

bool judge_again(judge_t *judge, const scene_t *scene, const scene_t *other, unsigned workers,
                 result_t *out, errinfo_t *why)
{
	const limits_t limits = first_limits(scene), before = first_limits(other);
	judge_t fresh;
	bool fine;

	if (judge_open(&fresh, workers, why) != ERR_OK)
		return false;
	fine = solve_in(fresh.solver, judge, other, &before, out, why) &&
	       solve_in(fresh.solver, judge, scene, &limits, out, why);
	judge_close(&fresh);
	return fine;
}

/* A disproof has no depth: what is undecided is tried deeper. */
static match_t match_disproof(judge_t *judge, const scene_t *after, limits_t limits,
                              result_t *second)
{
	const unsigned depths[] = {limits.depth, DEPTH_NEXT, DEPTH_MAX};
	errinfo_t why;

	for (unsigned i = 0; i < sizeof(depths) / sizeof(depths[0]); i++) {
		if (i > 0 && depths[i] <= limits.depth)
			continue;
		limits.depth = depths[i];
		if (i > 0)
			limits.schedule = SCHEDULE_AUTO;
		if (!solve(judge, after, &limits, second, &why))
			return MATCH_IMPOSSIBLE;
		if (second->value == VALUE_PROVEN)
			return MATCH_DIFFERENT;
		if (second->value == VALUE_DISPROVEN)
			return MATCH_SAME;
		if (second->state != JOB_DONE)
			return MATCH_OPEN;
	}
	return MATCH_WEAKER;
}

/* odd_depth returns the limit of depth under which a proof of that depth is found: lines end with
 * the attacker's move, so a defender's first move comes on top of an odd limit. */
static unsigned odd_depth(const result_t *proof)
{
	return proof->depth % 2 == 0 ? proof->depth - 1 : proof->depth;
}

/* match_proof asks alpha-beta what df-pn has left open: lines that repeat may keep it from an
 * answer, on one board and not on the other. */
static match_t match_proof(judge_t *judge, const scene_t *after, const result_t *first,
                           limits_t limits, result_t *second)
{
	errinfo_t why;

	limits.engine = ALGORITHM_ALPHABETA;
	if (first->engine == ALGORITHM_ALPHABETA && first->driver == limits.driver)
		limits.depth = odd_depth(first);
	if (!solve(judge, after, &limits, second, &why))
		return MATCH_IMPOSSIBLE;
	if (second->value == VALUE_PROVEN)
		return MATCH_WEAKER;
	return second->state != JOB_DONE ? MATCH_OPEN : MATCH_DIFFERENT;
}

match_t judge_match(judge_t *judge, const scene_t *after, const result_t *first, zoning_t zoning,
                    result_t *second)
{
	limits_t limits = {.order = (int)after->order,
	                   .depth = after->depth,
	                   .nodes = after->nodes *
	                            (after->engine == ALGORITHM_DFPN ? MORE_DFPN : MORE_NODES),
	                   .schedule = after->schedule,
	                   .engine = after->engine,
	                   .driver = after->driver,
	                   .zoning = zoning};
	const bool is_deep = after->engine == ALGORITHM_DFPN || after->driver != first->driver;
	errinfo_t why;

	if (first->value == VALUE_DISPROVEN)
		return match_disproof(judge, after, limits, second);
	if (first->value == VALUE_PROVEN) {
		limits.depth = is_deep ? DEPTH_MAX : odd_depth(first);
		/* By iterations in order of depth the order that was told is the least at this
		 * depth; else only one at a greater depth. */
		if (after->schedule == SCHEDULE_DEPTH && first->engine == ALGORITHM_ALPHABETA)
			limits.order = (int)first->order;
	}
	if (!solve(judge, after, &limits, second, &why))
		return MATCH_IMPOSSIBLE;
	if (second->value == VALUE_PROVEN)
		return first->value == VALUE_PROVEN ? MATCH_SAME : MATCH_DIFFERENT;
	if (second->state != JOB_DONE)
		return MATCH_OPEN;
	if (first->value != VALUE_PROVEN)
		return MATCH_SAME;
	if (second->value == VALUE_UNDECIDED && after->engine == ALGORITHM_DFPN)
		return match_proof(judge, after, first, limits, second);
	return MATCH_DIFFERENT;
}
