/* SPDX-License-Identifier: MIT
 * proven.c - the strategy behind a proof that a job has found (proof/build.h).
 *
 * What is proven is told by the problem and a few numbers (proven_t), so that it can be kept when
 * the job and its position are gone: they are a hundred times as large. What the job asked last
 * says order and depth more exactly than its result, which has the least order; but a remembered
 * answer has nothing else, and then all is searched again. */
#include "engine/solve/proven.h"

#include "engine/base/check.h"
#include "engine/proof/denial.h"
#include "engine/solve/failpoint.h"
#include "engine/solve/fault.h"

/* stock_of writes the stocks of threats, by side, that a verdict by ko is about (plan.c). */
static void stock_of(const job_t *job, problem_t *out)
{
	const result_t *r = &job->result;
	const unsigned mover = r->ko == KO_FIGHT   ? r->threats
	                       : r->ko == KO_FAILS ? THREATS_UNLIMITED
	                                           : 0;
	const unsigned other = r->ko == KO_NONE ? THREATS_UNLIMITED : 0;
	const bool attacks = job->root->turn == SIDE_ATTACKER;

	out->attacker_threats = attacks ? mover : other;
	out->defender_threats = attacks ? other : mover;
}

/* deny makes it a 0: for good, or of lambda. */
static void deny(const result_t *r, proven_t *out)
{
	const bool absolute = r->scope == SCOPE_ABSOLUTE;

	assert(r->value == VALUE_DISPROVEN &&
	       (absolute || r->scope == SCOPE_ORDER || r->scope == SCOPE_WITHIN));
	if (r->scope == SCOPE_WITHIN) {
		out->order = out->moves = r->denied;
		out->driver = DRIVER_PLAIN;
		return;
	}
	out->order = absolute ? PLAIN_ORDER : r->order;
	out->driver = absolute ? DRIVER_PLAIN : DRIVER_LAMBDA;
}

err_t proven_of_job(const job_t *job, proven_t *out, errinfo_t *why)
{
	const result_t *r = &job->result;
	const limits_t *limits = &job->request.limits;
	const bool asked = job->inquiry.found.plies > 0;
	/* What rests on the inversion rule is refused below; the rest was found without zones. */
	const zoning_t zoning = limits->zoning == ZONING_INVERSION ? ZONING_NONE : limits->zoning;

	CHECK(job_is_final(job));
	*out = (proven_t){.problem = NULL};
	if (r->value == VALUE_UNDECIDED)
		return err_fail(why, ERR_VALUE, "the job has proven nothing: its value is %s",
		                value_name(r->value));
	if (r->scope == SCOPE_HEURISTIC)
		return err_fail(why, ERR_VALUE, "the proof rests on the inversion rule, a guess");
	*out = (proven_t){.problem = problem_keep(&job->request.problem->problem),
	                  .value = r->value,
	                  .scope = r->scope,
	                  .told_order = r->order,
	                  .told_depth = r->depth,
	                  .driver = r->driver,
	                  .zoning = zoning,
	                  .has_bound =
	                          limits->bounded || limits->shortest || limits->depth < DEPTH_MAX,
	                  .order = asked ? job->inquiry.now.order : r->order,
	                  .depth = asked ? job->inquiry.found.plies : r->depth};
	if (out->problem == NULL)
		return err_fail(why, ERR_NOMEM, "no memory for what the job has proven");
	if (job->inquiry.ko.asked)
		stock_of(job, &out->problem->problem);
	if (r->value == VALUE_DISPROVEN)
		deny(r, out);
	return ERR_OK;
}

void proven_fini(proven_t *proven)
{
	problem_forget(proven->problem);
	proven->problem = NULL;
}

err_t proven_root(const proven_t *proven, position_t **out, errinfo_t *why)
{
	return game_create(&proven->problem->problem, out, why);
}

/* What builds a strategy, in a guard. */
typedef struct {
	const proven_t *proven;
	position_t *root;
	ttable_t *table;
	const budget_t *budget;
	const proof_sink_t *sink; /* the caller's, not to be left within */
	proof_built_t *out;
	err_t err;
} building_t;

static err_t take_attack(void *context, move_t move, uint32_t child)
{
	const building_t *b = context;
	guard_t *guard = guard_pause();
	const err_t err = b->sink->attack(b->sink->context, move, child);

	guard_resume(guard);
	return err;
}

static err_t take_defence(void *context, uint32_t rest, const proof_reply_t *replies,
                          unsigned count)
{
	const building_t *b = context;
	guard_t *guard = guard_pause();
	const err_t err = b->sink->defend(b->sink->context, rest, replies, count);

	guard_resume(guard);
	return err;
}

static void build(void *context)
{
	building_t *b = context;
	const proven_t *proven = b->proven;
	const proof_sink_t sink = {
	        .attack = take_attack, .defend = take_defence, .context = context};
	const search_env_t env = {.table = b->table,
	                          .driver = proven->driver,
	                          .zoning = proven->zoning,
	                          .most = proven->order};
	const proof_found_t found = {.order = proven->order,
	                             .depth = proven->depth,
	                             .may_be_longer = !proven->has_bound};

	assert(proven->value != VALUE_UNDECIDED && proven->scope != SCOPE_HEURISTIC);
	failpoint_pass(FAILPOINT_CERTIFICATE);
	if (proven->value == VALUE_PROVEN)
		b->err = proof_build(b->root, &env, &found, b->budget, &sink, b->out);
	else
		b->err = denial_build(b->root, &env, proven->order, proven->moves, b->budget, &sink,
		                      b->out);
}

err_t proven_strategy(solver_t *solver, const proven_t *proven, position_t *root, ttable_t *table,
                      const budget_t *budget, const proof_sink_t *sink, proof_built_t *out,
                      errinfo_t *why)
{
	building_t b = {.proven = proven,
	                .root = root,
	                .table = table,
	                .budget = budget,
	                .sink = sink,
	                .out = out};
	fault_t fault;
	err_t err;

	if (!guard_run(build, &b, GUARD_OWNS, &fault)) {
		*out = (proof_built_t){.root = PROOF_NONE};
		return fault_certificate(solver, &proven->problem->problem, table, &fault, why);
	}
	err = b.err;
	if (err == ERR_LIMIT)
		return err_fail(why, err,
		                "no certificate within %llu nodes of search, or it is too long",
		                (unsigned long long)budget->nodes);
	if (err == ERR_TIMEOUT)
		return err_fail(why, ERR_LIMIT, "no certificate within the time for making it");
	return err != ERR_OK ? err_fail(why, err, "%s", err_text(err)) : ERR_OK;
}

err_t proven_strategy_of_job(const job_t *job, const budget_t *budget, const proof_sink_t *sink,
                             proof_built_t *out, errinfo_t *why)
{
	position_t *root = NULL;
	proven_t proven;
	err_t err = proven_of_job(job, &proven, why);

	*out = (proof_built_t){.root = PROOF_NONE};
	if (err == ERR_OK)
		err = proven_root(&proven, &root, why);
	if (err == ERR_OK)
		err = proven_strategy(job->solver, &proven, root, job->tables.table, budget, sink,
		                      out, why);
	position_free(root);
	proven_fini(&proven);
	return err;
}
