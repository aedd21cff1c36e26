/* SPDX-License-Identifier: MIT
 * reduction_solve.c - solves a problem by each of the searches that are compared.
 *
 * One worker, a fresh table for every solve, and a limit of nodes, so that the counts can be
 * had again. Lambda is given the order that the problem needs, no search is given a depth:
 * alpha-beta deepens by a schedule, df-pn asks once. What classifies a problem is
 * alpha-beta by schedule "depth", which alone tells the least depth; where that is too
 * dear, df-pn, so that no problem is chosen for being easy for one of them. */
#include "tests/bench/reduction.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"

static const size_t TABLE_BYTES = (size_t)32 << 20;

/* A problem that takes fewer nodes leaves nothing to compare. */
enum { NODES_LEAST = 10 };

static const struct {
	driver_t driver;
	algorithm_t engine;
	zoning_t zoning;
	schedule_t schedule;
} methods[METHODS] = {
        [PLAIN_ALPHABETA] = {DRIVER_PLAIN, ALGORITHM_ALPHABETA, ZONING_NONE, SCHEDULE_AUTO},
        [PLAIN_DFPN] = {DRIVER_PLAIN, ALGORITHM_DFPN, ZONING_NONE, SCHEDULE_AUTO},
        [LAMBDA_BY_DEPTH] = {DRIVER_LAMBDA, ALGORITHM_ALPHABETA, ZONING_NONE, SCHEDULE_DEPTH},
        [LAMBDA_ALPHABETA] = {DRIVER_LAMBDA, ALGORITHM_ALPHABETA, ZONING_NONE, SCHEDULE_AUTO},
        [LAMBDA_ALPHABETA_ZONES] = {DRIVER_LAMBDA, ALGORITHM_ALPHABETA, ZONING_SOUND,
                                    SCHEDULE_AUTO},
        [LAMBDA_DFPN] = {DRIVER_LAMBDA, ALGORITHM_DFPN, ZONING_NONE, SCHEDULE_AUTO},
        [LAMBDA_DFPN_ZONES] = {DRIVER_LAMBDA, ALGORITHM_DFPN, ZONING_SOUND, SCHEDULE_AUTO},
};

static void solve(const case_t *c, const limits_t *limits, result_t *out)
{
	const solver_config_t config = {
	        .workers = 1, .table_bytes = TABLE_BYTES, .priority = PRIORITY_NORMAL};
	const request_t request = {.problem = case_problem(c), .limits = *limits};
	solver_t *solver;
	job_t *job;
	errinfo_t why;

	if (solver_create(&config, &solver, &why) != ERR_OK ||
	    solver_submit(solver, &request, &job, &why) != ERR_OK) {
		(void)fprintf(stderr, "reduction: %s %s: %s\n", c->game, c->name, why.text);
		exit(EXIT_FAILURE);
	}
	solver_wait(job);
	job_result(job, out);
	job_release(job);
	solver_destroy(solver);
}

bool case_classify(case_t *c, uint64_t nodes)
{
	static const algorithm_t engines[] = {ALGORITHM_ALPHABETA, ALGORITHM_DFPN};
	static result_t got;

	for (size_t i = 0; i < sizeof(engines) / sizeof(engines[0]); i++) {
		const limits_t limits = {.order = (int)c->limit,
		                         .nodes = nodes,
		                         .schedule = SCHEDULE_DEPTH,
		                         .engine = engines[i]};

		solve(c, &limits, &got);
		if (got.value == VALUE_UNDECIDED)
			continue;
		c->value = got.value;
		c->order = got.value == VALUE_PROVEN ? got.order : c->limit;
		c->depth = engines[i] == ALGORITHM_ALPHABETA ? got.depth : 0;
		return got.nodes >= NODES_LEAST;
	}
	return false;
}

bool method_applies(const case_t *c, method_t method)
{
	const game_t *game = game_find(c->game);

	if (methods[method].driver == DRIVER_PLAIN)
		return c->value == VALUE_PROVEN; /* it knows no orders to disprove */
	return methods[method].zoning == ZONING_NONE || game->zones != NULL;
}

bool case_measure(case_t *c, method_t method, uint64_t nodes)
{
	static result_t got;
	const limits_t limits = {.order = (int)c->order,
	                         .nodes = nodes,
	                         .schedule = methods[method].schedule,
	                         .driver = methods[method].driver,
	                         .engine = methods[method].engine,
	                         .zoning = methods[method].zoning};

	solve(c, &limits, &got);
	c->by[method] = (measured_t){.asked = true,
	                             .solved = got.value == c->value,
	                             .nodes = (double)got.nodes,
	                             .ms = (double)got.time_ns / NS_PER_MS};
	return got.value == c->value || got.value == VALUE_UNDECIDED;
}
