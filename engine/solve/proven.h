/* SPDX-License-Identifier: MIT
 * proven.h - what a job has proven, and the strategy behind it, apart from the job.
 *
 * Ownership proven_fini releases what a proven_t holds; also of one that is all zero. A position
 *           that is returned is the caller's.
 * Threads   any; not with the solver's lock. The solver must still exist.
 * Errors    ERR_VALUE: the job has proven nothing, or it is a guess; ERR_NOMEM. Of strategies also
 *           ERR_LIMIT: not within the budget; those of proof_build and denial_build; and what the
 *           sink fails with.
 */
#ifndef ENGINE_SOLVE_PROVEN_H
#define ENGINE_SOLVE_PROVEN_H

#include "engine/proof/build.h"
#include "engine/solve/solver.h"

/* A proof or a denial, apart from the job that has found it: what was asked, what was told, and
 * how it was found. */
typedef struct {
	kept_problem_t *problem; /* with the stocks of threats that a verdict by ko is about */
	value_t value;
	scope_t scope;
	unsigned told_order, told_depth;
	driver_t driver;
	zoning_t zoning;
	unsigned moves;        /* it is denied within so many of the attacker's; 0: for good */
	unsigned order, depth; /* of the question that was answered last */
	bool has_bound;        /* it was asked for within some plies, or the fewest */
} proven_t;

/* proven_of_job tells what a final job has proven. */
err_t proven_of_job(const job_t *job, proven_t *out, errinfo_t *why);
void proven_fini(proven_t *proven);

/* proven_root makes the position again. */
err_t proven_root(const proven_t *proven, position_t **out, errinfo_t *why);

/* proven_strategy writes the attacker's strategy behind a proof, or the defender's behind a denial.
 * It works, here and now, for as long as that takes, and searches again what `table` has lost,
 * within the budget. It plays on `root`, and takes it back. */
err_t proven_strategy(solver_t *solver, const proven_t *proven, position_t *root, ttable_t *table,
                      const budget_t *budget, const proof_sink_t *sink, proof_built_t *out,
                      errinfo_t *why);

/* proven_strategy_of_job does so for a final job, with its table. */
err_t proven_strategy_of_job(const job_t *job, const budget_t *budget, const proof_sink_t *sink,
                             proof_built_t *out, errinfo_t *why);

#endif
