/* SPDX-License-Identifier: MIT
 * strategy.c - the strategy behind a proof that a job has found (proof/build.h).
 *
 * What is proven is told by texts and a few numbers (proven_t), so that it can be kept when the job
 * and its position are gone: they are fifteen times as large. What the job asked last says order
 * and depth more exactly than its result, which has the least order; but a remembered answer has
 * nothing else, and then all is searched again. */
#include "engine/solve/job.h"

#include <string.h>

#include "engine/base/check.h"
#include "engine/proof/denial.h"

/* stock_of writes the stocks of threats, by side, that a verdict by ko is about (ko.c). */
static void stock_of(const job_t *job, unsigned threats[2])
{
	const result_t *r = &job->result;
	const side_t mover = job->root->turn;

	threats[mover] = r->ko == KO_FIGHT ? r->threats : r->ko == KO_FAILS ? THREATS_UNLIMITED : 0;
	threats[!mover] = r->ko == KO_NONE ? THREATS_UNLIMITED : 0;
}

/* deny makes it the claim of a 0. */
static void deny(const result_t *r, proven_t *out)
{
	const bool absolute = r->scope == SCOPE_ABSOLUTE;

	strcpy(out->claim.kind, absolute ? "denial" : "lambda-denial");
	out->order = absolute ? PLAIN_ORDER : r->order;
	out->driver = absolute ? DRIVER_PLAIN : DRIVER_LAMBDA;
}

err_t job_proven(const job_t *job, proven_t *out, errinfo_t *why)
{
	const result_t *r = &job->result;
	const bool asked = job->plies > 0;

	CHECK(job_is_final(job));
	if (r->value == VALUE_UNDECIDED)
		return err_fail(why, ERR_VALUE, "the job has proven nothing: its value is %s",
		                value_name(r->value));
	if (r->scope == SCOPE_HEURISTIC)
		return err_fail(why, ERR_VALUE, "the proof rests on the inversion rule, a guess");
	*out = (proven_t){.claim = job->claim,
	                  .driver = r->driver,
	                  .zoning = job->limits.zoning,
	                  .order = asked ? job->order : r->order,
	                  .depth = asked ? job->plies : r->depth};
	job_claim_add(job->root, &out->claim);
	if (job->asks_ko)
		stock_of(job, out->claim.threats);
	out->claim.order = r->order;
	out->claim.depth = r->depth;
	if (r->value == VALUE_DISPROVEN)
		deny(r, out);
	return ERR_OK;
}

err_t proven_strategy(const proven_t *proven, ttable_t *table, uint64_t most,
                      const proof_sink_t *sink, const _Atomic bool *cancel, proof_built_t *out,
                      errinfo_t *why)
{
	const search_env_t env = {.table = table,
	                          .driver = proven->driver,
	                          .zoning = proven->zoning,
	                          .most = proven->order};
	position_t *root = NULL;
	err_t err = job_claim_root(&proven->claim, &root, why);

	*out = (proof_built_t){.root = PROOF_NONE};
	if (err != ERR_OK || root == NULL)
		return err;
	if (strcmp(proven->claim.kind, "proof") == 0)
		err = proof_build(root, &env, proven->order, proven->depth, most, sink, cancel,
		                  out);
	else
		err = denial_build(root, &env, proven->order, most, sink, cancel, out);
	position_free(root);
	if (err == ERR_LIMIT)
		return err_fail(
		        why, err,
		        "the table has lost the proof, and %llu nodes did not find it again, or it "
		        "is too long",
		        (unsigned long long)most);
	return err != ERR_OK ? err_fail(why, err, "%s", err_text(err)) : ERR_OK;
}

err_t job_strategy(const job_t *job, uint64_t most, const proof_sink_t *sink,
                   const _Atomic bool *cancel, proof_built_t *out, errinfo_t *why)
{
	proven_t proven = {.order = 0};
	const err_t err = job_proven(job, &proven, why);

	*out = (proof_built_t){.root = PROOF_NONE};
	if (err != ERR_OK)
		return err;
	return proven_strategy(&proven, job->table, most, sink, cancel, out, why);
}
