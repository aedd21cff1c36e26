/* SPDX-License-Identifier: MIT
 * told.c - see told.h. */
#include "engine/solve/told.h"

#include <limits.h>
#include <string.h>

#include "engine/solve/certify.h"

err_t told_of_job(const job_t *job, told_t *out, errinfo_t *why)
{
	result_t result;

	job_result(job, &result);
	out->nodes = result.nodes;
	return proven_of_job(job, &out->proven, why);
}

void told_fini(told_t *told)
{
	proven_fini(&told->proven);
}

/* same_options tells whether two claims have the same options, in any order. */
static bool same_options(const certificate_header_t *a, const certificate_header_t *b)
{
	unsigned same = 0;

	for (unsigned i = 0; i < a->options; i++)
		for (unsigned j = 0; j < b->options; j++)
			same += strcmp(a->option[i].name, b->option[j].name) == 0 &&
			        strcmp(a->option[i].value, b->option[j].value) == 0;
	return a->options == b->options && same == a->options;
}

static bool same_bound(const certificate_header_t *a, const certificate_header_t *b)
{
	if (strcmp(a->kind, "lambda-denial") == 0)
		return a->order == b->order;
	return strcmp(a->kind, "bounded-denial") != 0 || a->depth == b->depth;
}

err_t told_is_claim(const told_t *told, const certificate_header_t *claim, errinfo_t *why)
{
	certificate_header_t own;
	const char *what = NULL;
	const err_t err = certify_claim(&told->proven, &own, why);

	if (err != ERR_OK)
		return err;
	if (strcmp(own.kind, claim->kind) != 0 || !same_bound(&own, claim))
		what = "value";
	else if (strcmp(own.game, claim->game) != 0 || !same_options(&own, claim))
		what = "game";
	else if (strcmp(own.goal, claim->goal) != 0 || strcmp(own.target, claim->target) != 0)
		what = "goal";
	else if (strcmp(own.rows, claim->rows) != 0 || strcmp(own.fen, claim->fen) != 0 ||
	         own.black != claim->black || own.defender_first != claim->defender_first ||
	         strcmp(own.ko, claim->ko) != 0)
		what = "position";
	else if (own.threats[0] != claim->threats[0] || own.threats[1] != claim->threats[1])
		what = "number of ko threats";
	return what == NULL ? ERR_OK
	                    : err_fail(why, ERR_VALUE, "its certificate is of another %s", what);
}

/* limits_of asks for no more than was told; but by lambda first where that needs none. */
static limits_t limits_of(const told_t *told, uint64_t nodes)
{
	const proven_t *proven = &told->proven;
	limits_t limits = {.order = -1, .nodes = nodes, .workers = 1, .zoning = proven->zoning};

	if (proven->value == VALUE_DISPROVEN && proven->scope == SCOPE_WITHIN) {
		limits.within = proven->moves;
		limits.bounded = true;
		return limits;
	}
	if (proven->driver == DRIVER_LAMBDA)
		limits.order = (int)proven->told_order;
	return limits;
}

err_t told_ask(solver_t *solver, const told_t *told, request_t *request, uint64_t nodes,
               job_t **out, errinfo_t *why)
{
	request->problem = told->proven.problem->problem;
	request->limits = limits_of(told, nodes);
	request->fresh = true;
	request->ko = false;
	return solver_submit(solver, request, out, why);
}

/* covers tells whether a disproof that was found is one of an order, too. */
static bool covers(const result_t *found, unsigned order)
{
	return found->scope == SCOPE_ABSOLUTE ||
	       (found->scope == SCOPE_ORDER && found->order >= order);
}

/* of_proof compares with a proof of some order that was told, of_denial with a denial. */
static told_verdict_t of_proof(const proven_t *told, const result_t *found)
{
	if (found->value == VALUE_PROVEN)
		return TOLD_TRUE;
	return covers(found, told->driver == DRIVER_LAMBDA ? told->told_order : UINT_MAX)
	               ? TOLD_FALSE
	               : TOLD_OPEN;
}

static told_verdict_t of_denial(const proven_t *told, const result_t *found)
{
	const bool is_lambda = told->scope == SCOPE_ORDER;

	if (found->value == VALUE_PROVEN)
		return !is_lambda || found->order <= told->told_order ? TOLD_FALSE : TOLD_OPEN;
	if (told->scope == SCOPE_WITHIN)
		return TOLD_TRUE;
	return covers(found, is_lambda ? told->told_order : UINT_MAX) ? TOLD_TRUE : TOLD_OPEN;
}

told_verdict_t told_compare(const told_t *told, const job_t *found)
{
	result_t result;

	job_result(found, &result);
	if (result.value == VALUE_UNDECIDED || result.scope == SCOPE_HEURISTIC)
		return TOLD_OPEN;
	return told->proven.value == VALUE_PROVEN ? of_proof(&told->proven, &result)
	                                          : of_denial(&told->proven, &result);
}
