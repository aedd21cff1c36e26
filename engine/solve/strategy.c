/* SPDX-License-Identifier: MIT
 * strategy.c - the strategy behind a proof that a job has found (proof/build.h).
 *
 * What the job asked last tells order and depth more exactly than its result, which has the least
 * order; but a remembered answer has nothing else, and then all is searched again. */
#include "engine/solve/job.h"

static err_t check(const job_t *job, errinfo_t *why)
{
	const result_t *r = &job->result;

	if (r->value != VALUE_PROVEN)
		return err_fail(why, ERR_VALUE, "the job has proven nothing: its value is %s",
		                value_name(r->value));
	if (job->asks_ko && job->plies == 0)
		return err_fail(why, ERR_VALUE,
		                "a verdict by ko that was remembered: ask for a fresh one");
	if (r->scope != SCOPE_ABSOLUTE)
		return err_fail(why, ERR_VALUE, "the proof rests on the inversion rule, a guess");
	return ERR_OK;
}

/* root_of makes the position that the proof is about. */
static position_t *root_of(const job_t *job)
{
	position_t *root = position_clone(job->root);
	unsigned threats[2];

	if (root != NULL && job->asks_ko) {
		ko_stock(job, threats);
		root->game->stock(root, threats);
	}
	return root;
}

err_t job_strategy(job_t *job, uint64_t most, const proof_sink_t *sink, const _Atomic bool *cancel,
                   proof_built_t *out, errinfo_t *why)
{
	const result_t *r = &job->result;
	const bool asked = job->plies > 0;
	search_env_t env = job_env(job);
	err_t err = check(job, why);
	position_t *root;

	*out = (proof_built_t){.root = PROOF_NONE};
	if (err != ERR_OK)
		return err;
	root = root_of(job);
	if (root == NULL)
		return err_fail(why, ERR_NOMEM, "%s", err_text(ERR_NOMEM));
	env.driver = r->driver;
	err = proof_build(root, &env, asked ? job->order : r->order, asked ? job->plies : r->depth,
	                  most, sink, cancel, out);
	position_free(root);
	if (err == ERR_LIMIT)
		return err_fail(
		        why, err,
		        "the table has lost the proof, and %llu nodes did not find it again",
		        (unsigned long long)most);
	return err != ERR_OK ? err_fail(why, err, "%s", err_text(err)) : ERR_OK;
}
